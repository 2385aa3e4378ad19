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
import { changeDetails } from '../../domain/keeping/audit.js';
import { invalidRequest } from '../../errors/errors.js';
import * as brands from '../../store/accounts/brands.js';
import { appendAudit } from '../../store/keeping/audit.js';
import { type CheckedPicture, checkedPicture } from './checked-picture.js';
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

type BrandDeps = Pick<Deps, 'db' | 'clock' | 'vault'>;

/** A merchant's own wish. */
export async function setBrand(deps: BrandDeps, change: BrandChange): Promise<Brand> {
  const logo = change.logo ? await checkedPicture(change.logo, 'logo') : change.logo;
  return saveBrand(deps, { ...change, logo });
}

type DrawnBrandChange = Omit<BrandChange, 'logo'> & { readonly logo?: CheckedPicture | null | undefined };

export async function saveBrand(deps: BrandDeps, change: DrawnBrandChange): Promise<Brand> {
  const { id } = await requireAccount(deps, change.accountId);
  return deps.db.transaction(async (tx) => {
    const before = await brands.findBrand(tx, id);
    const after = changedBrand(before, change);
    if (change.colour !== undefined) await brands.setColour(tx, id, after.colour);
    if (change.logo !== undefined) await brands.setLogo(tx, id, change.logo);
    if (Object.values(change.contact ?? {}).some((text) => text !== undefined))
      await brands.setContact(tx, id, after.contact);
    const details = changeDetails(brandFacts(before), brandFacts(after));
    if (Object.keys(details).length > 0) {
      await appendAudit(tx, deps, { actor: change.actor, action: 'brand.set', subject: id, details });
    }
    return after;
  });
}

export function changedBrand(before: Brand, { colour, logo, contact }: Omit<DrawnBrandChange, 'actor'>): Brand {
  return {
    colour: colour === undefined ? before.colour : checkedColour(colour),
    logo: logo === undefined ? before.logo : logo && sizeOf(logo),
    contact: { ...before.contact, ...checkedContact(contact ?? {}) },
  };
}

function sizeOf({ digest, width, height }: CheckedPicture): NonNullable<Brand['logo']> {
  return { digest, width, height };
}

function checkedColour(text: string | null): string | null {
  if (text === null) return text;
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

/** For the audit log, and for whoever approves it. */
export function brandFacts({ colour, logo, contact }: Brand) {
  return { colour, logo: logo?.digest ?? null, ...contact };
}
