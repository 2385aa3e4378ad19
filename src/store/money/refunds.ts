// Owns refunds: money that a merchant returned to a customer (D38).

import type { Scope } from '../../domain/account.js';
import { firstUuidAt } from '../../domain/identity.js';
import { isLive } from '../../domain/mode.js';
import type { Queryable } from '../db.js';
import { sql } from '../sql.js';

export type Refund = {
  readonly scope: Scope;
  readonly orderId: string;
  readonly id: string;
  readonly amount: bigint;
  readonly reason: string | null;
  readonly createdAt: number;
};

export async function insertRefund(tx: Queryable, refund: Refund): Promise<void> {
  await tx.query(sql`
    insert into refunds (account_id, livemode, order_id, id, amount, reason, created_at)
    values (${refund.scope.accountId}, ${isLive(refund.scope.mode)}, ${refund.orderId}, ${refund.id}, ${refund.amount},
      ${refund.reason}, ${new Date(refund.createdAt)})`);
}

export type RefundFilter = {
  readonly orderId: string | null;
  /** Epoch milliseconds, both inclusive. */
  readonly createdFrom: number | null;
  readonly createdTo: number | null;
  /** The last refund of the previous page. */
  readonly before: string | null;
  readonly limit: number;
};

type RefundRow = { order_id: string; id: string; amount: bigint; reason: string | null; created_at: number };

/** Newest first. Not a prepared statement, so that PostgreSQL plans it for the given filters, as in orders.ts. */
export async function listRefunds(db: Queryable, scope: Scope, filter: RefundFilter): Promise<Refund[]> {
  const { orderId, createdFrom, createdTo, before, limit } = filter;
  const firstId = createdFrom === null ? null : firstUuidAt(createdFrom);
  const endId = createdTo === null ? null : firstUuidAt(createdTo + 1);
  const rows = await db.query<RefundRow>(sql`
    select order_id, id, amount, reason, created_at
    from refunds
    where account_id = ${scope.accountId}
      and livemode = ${isLive(scope.mode)}
      and (${orderId}::uuid is null or order_id = ${orderId})
      and (${firstId}::uuid is null or id >= ${firstId})
      and (${endId}::uuid is null or id < ${endId})
      and (${before}::uuid is null or id < ${before})
    order by id desc
    limit ${limit}`);
  return rows.map((row) => toRefund(scope, row));
}

export async function findRefund(db: Queryable, scope: Scope, id: string): Promise<Refund | null> {
  const rows = await db.query<RefundRow>(sql`
    select order_id, id, amount, reason, created_at
    from refunds
    where account_id = ${scope.accountId}
      and livemode = ${isLive(scope.mode)}
      and id = ${id}`);
  return rows[0] === undefined ? null : toRefund(scope, rows[0]);
}

function toRefund(scope: Scope, row: RefundRow): Refund {
  return {
    scope,
    orderId: row.order_id,
    id: row.id,
    amount: row.amount,
    reason: row.reason,
    createdAt: row.created_at,
  };
}
