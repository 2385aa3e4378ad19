// Owns payouts: money sent to a merchant (D48).

import type { Scope } from '../../domain/accounts/account.js';
import { isLive } from '../../domain/base/mode.js';
import type { Queryable } from '../db.js';
import { sql } from '../sql.js';

export type Payout = {
  readonly scope: Scope;
  readonly id: string;
  readonly amount: bigint;
  readonly note: string | null;
  /** The payout is made once under it; null: it has none. */
  readonly key: string | null;
  readonly createdAt: number;
};

/** The text that is signed of a payout. */
export function payoutText({ scope, id, amount, note, key, createdAt }: Payout): string {
  return `payouts ${JSON.stringify([scope.accountId, scope.mode, id, String(amount), note, key, createdAt])}`;
}

export async function insertPayout(tx: Queryable, payout: Payout): Promise<void> {
  await tx.query(sql`
    insert into payouts (account_id, livemode, id, amount, note, key, created_at, mac)
    values (${payout.scope.accountId}, ${isLive(payout.scope.mode)}, ${payout.id}, ${payout.amount}, ${payout.note},
      ${payout.key}, ${new Date(payout.createdAt)}, ${tx.mac(payoutText(payout))})`);
}

export async function findPayoutByKey(db: Queryable, scope: Scope, key: string): Promise<Payout | null> {
  const rows = await db.query<PayoutRow>(sql`
    select id, amount, note, key, created_at
    from payouts
    where account_id = ${scope.accountId}
      and livemode = ${isLive(scope.mode)}
      and key = ${key}`);
  return rows[0] === undefined ? null : toPayout(scope, rows[0]);
}

/** Newest first. */
export async function listPayouts(db: Queryable, scope: Scope, limit: number): Promise<Payout[]> {
  const rows = await db.query<PayoutRow>(sql`
    select id, amount, note, key, created_at
    from payouts
    where account_id = ${scope.accountId}
      and livemode = ${isLive(scope.mode)}
    order by id desc
    limit ${limit}`);
  return rows.map((row) => toPayout(scope, row));
}

type PayoutRow = { id: string; amount: bigint; note: string | null; key: string | null; created_at: number };

function toPayout(scope: Scope, { id, amount, note, key, created_at }: PayoutRow): Payout {
  return { scope, id, amount, note, key, createdAt: created_at };
}
