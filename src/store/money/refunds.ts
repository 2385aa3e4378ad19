// Owns refunds: money that a merchant returned to a customer (D38).

import type { Scope } from '../../domain/accounts/account.js';
import { firstUuidAt } from '../../domain/base/identity.js';
import { isLive } from '../../domain/base/mode.js';
import { type Refund, refundText, type SentRefund } from '../../domain/money/refund.js';
import type { TransferState } from '../../domain/transfers/transfer.js';
import type { Queryable } from '../db.js';
import { type Flat, ofScope, withScope } from '../scope.js';
import { named, reading, sql } from '../sql.js';

export async function insertRefund(tx: Queryable, refund: Refund): Promise<void> {
  await tx.query(sql`
    insert into refunds (account_id, livemode, order_id, id, amount, reason, created_at, mac)
    values (${refund.scope.accountId}, ${isLive(refund.scope.mode)}, ${refund.orderId}, ${refund.id}, ${refund.amount},
      ${refund.reason}, ${new Date(refund.createdAt)}, ${tx.mac(refundText(refund))})`);
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

type RefundRow = Flat<Refund> & {
  readonly transferId: string | null;
  readonly state: TransferState;
  readonly clabe: string | null;
  readonly holder: string;
  readonly bank: string;
};

const COLUMNS = sql`${named('account_id, livemode, order_id, id, amount, reason, created_at', 'refunds')},
  transfer.id as "transferId", transfer.state, transfer.clabe, transfer.holder, transfer.bank`;
// The limit keeps the planner from joining everything: each refund costs one look-up by key.
const WITH_TRANSFERS = sql`
  left join lateral (
    select id, state, clabe, holder, bank
    from outgoing_transfers
    where outgoing_transfers.account_id = refunds.account_id
      and outgoing_transfers.livemode = refunds.livemode
      and outgoing_transfers.source_id = refunds.id
      and outgoing_transfers.reason in ('refund', 'payout')
    limit 1) transfer on true`;

/** Newest first. Not a prepared statement, so that PostgreSQL plans it for the given filters, as in orders.ts. */
export async function listRefunds(db: Queryable, scope: Scope, filter: RefundFilter): Promise<SentRefund[]> {
  const { orderId, createdFrom, createdTo, before, limit } = filter;
  const firstId = createdFrom === null ? null : firstUuidAt(createdFrom);
  const endId = createdTo === null ? null : firstUuidAt(createdTo + 1);
  const rows = await db.query<RefundRow>(reading(scope)`
    select ${COLUMNS}
    from refunds
    ${WITH_TRANSFERS}
    where ${ofScope(scope, 'refunds.')}
      and (${orderId}::uuid is null or refunds.order_id = ${orderId})
      and (${firstId}::uuid is null or refunds.id >= ${firstId})
      and (${endId}::uuid is null or refunds.id < ${endId})
      and (${before}::uuid is null or refunds.id < ${before})
    order by refunds.id desc
    limit ${limit}`);
  return rows.map(toRefund);
}

export async function findRefund(db: Queryable, scope: Scope, id: string): Promise<SentRefund | null> {
  const rows = await db.query<RefundRow>(sql`
    select ${COLUMNS}
    from refunds
    ${WITH_TRANSFERS}
    where ${ofScope(scope, 'refunds.')}
      and refunds.id = ${id}`);
  return rows[0] === undefined ? null : toRefund(rows[0]);
}

function toRefund({ transferId: id, state, clabe, holder, bank, ...row }: RefundRow): SentRefund {
  const destination = clabe === null ? null : { clabe, holder, bank };
  return { ...withScope<Refund>(row), transfer: id === null ? null : { id, state, destination } };
}
