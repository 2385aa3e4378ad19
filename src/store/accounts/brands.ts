// Owns brands: the colour and the logo that a merchant's customers see, and how they reach the shop (D59).
import { type Brand, type Contact, NO_BRAND } from '../../domain/accounts/brand.js';
import type { Queryable } from '../db.js';
import { sql } from '../sql.js';

/** A brand with the bytes of its logo, to be stored. */
type StoredBrand = Pick<Brand, 'colour'> & {
  readonly logo: (NonNullable<Brand['logo']> & { readonly bytes: Buffer }) | null;
};

export async function findBrand(db: Queryable, accountId: string): Promise<Brand> {
  const rows = await db.query<BrandRow>(sql`
    select colour, logo_digest, logo_width, logo_height, phone, whatsapp, email, website
    from brands
    where account_id = ${accountId}`);
  return rows[0] === undefined ? NO_BRAND : toBrand(rows[0]);
}

/** The PNG with this digest. Two merchants may have the same one. */
export async function findLogo(db: Queryable, digest: string): Promise<Buffer | null> {
  const rows = await db.query<{ logo: Buffer }>(sql`
    select logo
    from brands
    where logo_digest = ${digest}
    limit 1`);
  return rows[0]?.logo ?? null;
}

export async function setColour(tx: Queryable, accountId: string, colour: string | null): Promise<void> {
  await tx.query(sql`
    insert into brands (account_id, colour)
    values (${accountId}, ${colour})
    on conflict (account_id) do update
    set colour = excluded.colour`);
}

export async function setContact(tx: Queryable, accountId: string, contact: Contact): Promise<void> {
  const { phone, whatsapp, email, website } = contact;
  await tx.query(sql`
    insert into brands (account_id, phone, whatsapp, email, website)
    values (${accountId}, ${phone}, ${whatsapp}, ${email}, ${website})
    on conflict (account_id) do update
    set phone = excluded.phone, whatsapp = excluded.whatsapp, email = excluded.email, website = excluded.website`);
}

export async function setLogo(tx: Queryable, accountId: string, logo: StoredBrand['logo']): Promise<void> {
  const { bytes = null, digest = null, width = null, height = null } = logo ?? {};
  await tx.query(sql`
    insert into brands (account_id, logo, logo_digest, logo_width, logo_height)
    values (${accountId}, ${bytes}, ${digest}, ${width}, ${height})
    on conflict (account_id) do update
    set logo = excluded.logo, logo_digest = excluded.logo_digest, logo_width = excluded.logo_width,
      logo_height = excluded.logo_height`);
}

type BrandRow = Contact & {
  colour: string | null;
  logo_digest: string | null;
  logo_width: number | null;
  logo_height: number | null;
};

function toBrand({ colour, logo_digest, logo_width, logo_height, ...row }: BrandRow): Brand {
  const { phone, whatsapp, email, website } = row;
  const contact = { phone, whatsapp, email, website };
  if (logo_digest === null || logo_width === null || logo_height === null) return { colour, logo: null, contact };
  return { colour, logo: { digest: logo_digest, width: logo_width, height: logo_height }, contact };
}
