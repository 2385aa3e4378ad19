// Owns payouts: money sent to a merchant (D48).

import type { Scope } from '../../domain/accounts/account.js';
import { isLive } from '../../domain/base/mode.js';
import type { Queryable } from '../db.js';
import { type Flat, ofScope, withScope } from '../scope.js';
import { named, sql } from '../sql.js';

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

const COLUMNS = named('account_id, livemode, id, amount, note, key, created_at');

export async function findPayoutByKey(db: Queryable, scope: Scope, key: string): Promise<Payout | null> {
  const rows = await db.query<Flat<Payout>>(sql`
    select ${COLUMNS}
    from payouts
    where ${ofScope(scope)}
      and key = ${key}`);
  return rows[0] === undefined ? null : withScope<Payout>(rows[0]);
}

/** Newest first. */
export async function listPayouts(db: Queryable, scope: Scope, limit: number): Promise<Payout[]> {
  const rows = await db.query<Flat<Payout>>(sql`
    select ${COLUMNS}
    from payouts
    where ${ofScope(scope)}
    order by id desc
    limit ${limit}`);
  return rows.map(withScope<Payout>);
}
