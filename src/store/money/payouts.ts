// Owns payouts: money sent to a merchant (D48).

import type { Scope } from '../../domain/account.js';
import { isLive } from '../../domain/mode.js';
import type { Queryable } from '../db.js';
import { sql } from '../sql.js';

export type Payout = {
  readonly scope: Scope;
  readonly id: string;
  readonly amount: bigint;
  readonly note: string | null;
  readonly createdAt: number;
};

export async function insertPayout(tx: Queryable, payout: Payout): Promise<void> {
  await tx.query(sql`
    insert into payouts (account_id, livemode, id, amount, note, created_at)
    values (${payout.scope.accountId}, ${isLive(payout.scope.mode)}, ${payout.id}, ${payout.amount}, ${payout.note},
      ${new Date(payout.createdAt)})`);
}

/** Newest first. */
export async function listPayouts(db: Queryable, scope: Scope, limit: number): Promise<Payout[]> {
  const rows = await db.query<{ id: string; amount: bigint; note: string | null; created_at: number }>(sql`
    select id, amount, note, created_at
    from payouts
    where account_id = ${scope.accountId}
      and livemode = ${isLive(scope.mode)}
    order by id desc
    limit ${limit}`);
  return rows.map(({ id, amount, note, created_at }) => ({ scope, id, amount, note, createdAt: created_at }));
}
