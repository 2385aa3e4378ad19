// Owns account_tax_data: what an invoice of our fees must say of a merchant (D88).
import type { TaxProfile } from '../../domain/accounts/tax-profile.js';
import type { Queryable } from '../db.js';
import { raw, sql } from '../sql.js';

const COLUMNS = raw('rfc, name, regime, postal_code as "postalCode", cfdi_use as "cfdiUse"');

export async function findTaxProfile(db: Queryable, accountId: string): Promise<TaxProfile | null> {
  const rows = await db.query<TaxProfile>(sql`
    select ${COLUMNS}
    from account_tax_data
    where account_id = ${accountId}`);
  return rows[0] ?? null;
}

export async function saveTaxProfile(tx: Queryable, accountId: string, data: TaxProfile, at: number): Promise<void> {
  await tx.query(sql`
    insert into account_tax_data (account_id, rfc, name, regime, postal_code, cfdi_use, updated_at)
    values (${accountId}, ${data.rfc}, ${data.name}, ${data.regime}, ${data.postalCode}, ${data.cfdiUse}, ${new Date(at)})
    on conflict (account_id) do update
    set rfc = excluded.rfc, name = excluded.name, regime = excluded.regime, postal_code = excluded.postal_code,
      cfdi_use = excluded.cfdi_use, updated_at = excluded.updated_at`);
}
