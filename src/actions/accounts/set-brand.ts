// Sets what a merchant's customers see of the brand: a colour, a logo, and how to reach the shop (D59). The pages follow within ten seconds.
import type { Deps } from '../../deps.js';
import {
  type Brand,
  CONTACT_FIELDS,
  type Contact,
  type ContactField,
  readColour,
  readContact,
} from '../../domain/accounts/brand.js';
import { type AuditDetails, changeDetails } from '../../domain/keeping/audit.js';
import { invalidRequest } from '../../errors/errors.js';
import * as brands from '../../store/accounts/brands.js';
import { appendAudit } from '../../store/keeping/audit.js';
import { checkedPicture } from './checked-picture.js';
import { requireAccount } from './require-account.js';

type BrandChange = {
  readonly accountId: string;
  /** As a person types it, such as "#0b5563". null: none; undefined: it stays as it is. */
  readonly colour?: string | null | undefined;
  /** A PNG or JPEG of up to 100 KB. null: none; undefined: it stays as it is. */
  readonly logo?: Uint8Array | null | undefined;
  /** As a person types it. "": none; a field that is left out stays as it is. */
  readonly contact?: Readonly<Partial<Record<ContactField, string | undefined>>> | undefined;
  readonly actor: string;
};

export async function setBrand(deps: Pick<Deps, 'db' | 'clock' | 'vault'>, change: BrandChange): Promise<Brand> {
  const colour = checkedColour(change.colour);
  const contact = checkedContact(change.contact ?? {});
  const logo = change.logo ? await checkedPicture(change.logo, 'logo') : change.logo;
  const { id } = await requireAccount(deps, change.accountId);
  return deps.db.transaction(async (tx) => {
    const before = await brands.findBrand(tx, id);
    if (colour !== undefined) await brands.setColour(tx, id, colour);
    if (logo !== undefined) await brands.setLogo(tx, id, logo);
    if (Object.keys(contact).length > 0) await brands.setContact(tx, id, { ...before.contact, ...contact });
    const after = await brands.findBrand(tx, id);
    const details = changeDetails(told(before), told(after));
    if (Object.keys(details).length > 0) {
      await appendAudit(tx, deps, { actor: change.actor, action: 'brand.set', subject: id, details });
    }
    return after;
  });
}

function checkedColour(text: string | null | undefined): string | null | undefined {
  if (text === null || text === undefined) return text;
  const colour = readColour(text);
  if (colour === null) throw invalidRequest({ param: 'colour', error: 'invalid_colour' });
  return colour;
}

function checkedContact(typed: NonNullable<BrandChange['contact']>): Partial<Contact> {
  const read = CONTACT_FIELDS.flatMap((field) => {
    const text = typed[field];
    return text === undefined
      ? []
      : [{ field, value: text.trim() === '' ? null : (readContact(field, text) ?? FAULTY) }];
  });
  const faults = read.flatMap(({ field, value }) => (value === FAULTY ? [CONTACT_FAULTS[field]] : []));
  if (faults.length > 0) throw invalidRequest(...faults);
  return Object.fromEntries(read.map(({ field, value }) => [field, value === FAULTY ? null : value]));
}

const FAULTY = Symbol('faulty');
const CONTACT_FAULTS = {
  phone: { param: 'phone', error: 'invalid_phone' },
  whatsapp: { param: 'whatsapp', error: 'invalid_phone' },
  email: { param: 'email', error: 'invalid_email' },
  website: { param: 'website', error: 'invalid_url' },
} as const;

function told({ colour, logo, contact }: Brand): AuditDetails {
  return { colour, logo: logo?.digest ?? null, ...contact };
}
