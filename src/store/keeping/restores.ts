// Owns restores: to which moment the database went back, and who has said what the bank paid since (D84).
import type { Queryable } from '../db.js';
import { sql } from '../sql.js';

export type Restore = { readonly id: string; readonly moment: number; readonly by: string; readonly at: number };

export async function insertRestore(tx: Queryable, restore: Restore): Promise<void> {
  await tx.query(sql`
    insert into restores (id, moment, restored_at, restored_by)
    values (${restore.id}, ${new Date(restore.moment)}, ${new Date(restore.at)}, ${restore.by})`);
}

/** The latest moment that the database went back to and that nobody has acknowledged; null: bank files may be made. */
export async function findOpenRestore(db: Queryable): Promise<number | null> {
  const rows = await db.query<{ moment: number }>(sql`
    select moment
    from restores
    where acknowledged_at is null
    order by moment desc
    limit 1`);
  return rows[0]?.moment ?? null;
}

export async function acknowledgeRestores(
  tx: Queryable,
  { by, at }: { readonly by: string; readonly at: number },
): Promise<void> {
  await tx.query(sql`
    update restores
    set acknowledged_by = ${by}, acknowledged_at = ${new Date(at)}
    where acknowledged_at is null`);
}
