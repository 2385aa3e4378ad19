// Reads and writes accounts.overdraft: how far below zero refunds may take a merchant, in centavos (D86).
import type { Queryable } from '../db.js';
import { sql } from '../sql.js';

export async function findOverdraft(db: Queryable, accountId: string): Promise<bigint> {
  const rows = await db.query<{ overdraft: bigint }>(sql`
    select overdraft
    from accounts
    where id = ${accountId}`);
  return rows[0]?.overdraft ?? 0n;
}

export async function saveOverdraft(db: Queryable, accountId: string, overdraft: bigint): Promise<void> {
  await db.query(sql`
    update accounts
    set overdraft = ${overdraft}
    where id = ${accountId}`);
}
