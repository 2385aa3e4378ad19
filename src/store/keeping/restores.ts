// Owns restores: to which moment the database went back, and who has said what the bank paid since (D84).
import type { Scope } from '../../domain/accounts/account.js';
import type { Transfer } from '../../domain/transfers/transfer.js';
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

/** When the database last went back, whoever has decided about it; null: never. */
export async function findLastRestore(db: Queryable): Promise<number | null> {
  const rows = await db.query<{ at: number | null }>(sql`
    select max(restored_at) as at
    from restores`);
  return rows[0]?.at ?? null;
}

/** What the database of before has of a transfer that is not here. */
export type LostTransfer = Pick<
  Transfer,
  'scope' | 'id' | 'reason' | 'orderId' | 'amount' | 'state' | 'destination' | 'trackingKey' | 'createdAt'
>;

type KeptLost = Omit<LostTransfer, 'scope' | 'amount'> & Scope & { readonly amount: string };

export async function keepLost(tx: Queryable, id: string, lost: readonly LostTransfer[]): Promise<void> {
  const kept = lost.map(
    ({ scope, id: ofLost, reason, orderId, amount, state, destination, trackingKey, createdAt }): KeptLost => ({
      ...scope,
      id: ofLost,
      reason,
      orderId,
      amount: String(amount),
      state,
      destination,
      trackingKey,
      createdAt,
    }),
  );
  await tx.query(sql`
    update restores
    set lost = ${JSON.stringify(kept)}
    where id = ${id}`);
}

/** Of the restores that nobody has decided about, oldest first; null: one of them had no database of before to compare with. */
export async function listLost(db: Queryable): Promise<readonly LostTransfer[] | null> {
  const rows = await db.query<{ lost: readonly KeptLost[] | null }>(sql`
    select lost
    from restores
    where acknowledged_at is null
    order by moment`);
  const lost = new Map<string, LostTransfer>();
  for (const row of rows) {
    if (row.lost === null) return null;
    for (const { accountId, mode, amount, ...kept } of row.lost)
      lost.set(kept.id, { ...kept, scope: { accountId, mode }, amount: BigInt(amount) });
  }
  return [...lost.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
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
