// Owns refunds: money that a merchant returned to a customer (D38).

import type { Scope } from '../../domain/account.js';
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
