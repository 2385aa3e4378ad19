// Sets what a merchant's customers see of the brand: a colour and a logo (D59). The pages follow within ten seconds.
import { createHash } from 'node:crypto';
import { drawLogo } from '../../adapters/logo-drawing.js';
import type { Deps } from '../../deps.js';
import { type Brand, LOGO_MOST_BYTES, readColour, readPicture } from '../../domain/accounts/brand.js';
import { type AuditDetails, changeDetails } from '../../domain/keeping/audit.js';
import { invalidRequest } from '../../errors/errors.js';
import * as brands from '../../store/accounts/brands.js';
import { appendAudit } from '../../store/keeping/audit.js';
import { requireAccount } from './require-account.js';

export type BrandChange = {
  readonly accountId: string;
  /** As a person types it, such as "#0b5563". null: none; undefined: it stays as it is. */
  readonly colour?: string | null | undefined;
  /** A PNG or JPEG of up to 100 KB. null: none; undefined: it stays as it is. */
  readonly logo?: Uint8Array | null | undefined;
  readonly actor: string;
};

export async function setBrand(deps: Pick<Deps, 'db' | 'clock' | 'vault'>, change: BrandChange): Promise<Brand> {
  const colour = checkedColour(change.colour);
  const logo = await checkedLogo(change.logo);
  const { id } = await requireAccount(deps, change.accountId);
  return deps.db.transaction(async (tx) => {
    const before = await brands.findBrand(tx, id);
    if (colour !== undefined) await brands.setColour(tx, id, colour);
    if (logo !== undefined) await brands.setLogo(tx, id, logo);
    const after = await brands.findBrand(tx, id);
    const details = changeDetails(told(before), told(after));
    if (Object.keys(details).length > 0) {
      await appendAudit(tx, deps.vault, {
        at: deps.clock.now(),
        actor: change.actor,
        action: 'brand.set',
        subject: id,
        details,
      });
    }
    return after;
  });
}

function checkedColour(text: string | null | undefined): string | null | undefined {
  if (text === null || text === undefined) return text;
  return readColour(text) ?? refuse('colour', 'invalid_colour');
}

async function checkedLogo(bytes: Uint8Array | null | undefined): Promise<brands.StoredBrand['logo'] | undefined> {
  if (bytes === null || bytes === undefined) return bytes;
  const picture = readPicture(bytes);
  if (typeof picture === 'string') return refuse('logo', picture);
  const drawn = (await drawLogo(bytes)) ?? refuse('logo', 'not_a_picture');
  return { ...drawn, digest: createHash('sha256').update(drawn.bytes).digest('hex').slice(0, 32) };
}

type BrandFault = 'invalid_colour' | 'not_a_picture' | 'too_many_bytes' | 'too_many_pixels';

function refuse(param: 'colour' | 'logo', error: BrandFault): never {
  throw invalidRequest({ param, error, details: { max: `${LOGO_MOST_BYTES / 1024} KB` } });
}

function told({ colour, logo }: Brand): AuditDetails {
  return { colour, logo: logo?.digest ?? null };
}
