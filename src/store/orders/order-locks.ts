// Reads an order that is about to change and locks it until the transaction ends, with its merchant's policies for odd
// payments. candidates.ts locks the orders that money may be for.
import type { Scope } from '../../domain/accounts/account.js';
import { isLive } from '../../domain/base/mode.js';
import { DEFAULT_POLICIES, type Policies } from '../../domain/money/policy.js';
import type { Order } from '../../domain/orders/order.js';
import type { Queryable } from '../db.js';
import { columns, prepared, sql } from '../sql.js';
import { ORDER_COLUMNS, type OrderRow, toOrder } from './order-row.js';

export type Candidate = { readonly order: Order; readonly policies: Policies };

export type CandidateRow = OrderRow & { policies: Partial<Policies> };

const COLUMNS = columns(ORDER_COLUMNS, 'orders');

export async function lockOrder(tx: Queryable, scope: Scope, uuid: string): Promise<Candidate | null> {
  const rows = await tx.query<CandidateRow>(
    prepared(
      'lock_order',
      sql`
        select ${COLUMNS}, accounts.policies
        from orders
        join accounts on accounts.id = orders.account_id
        where orders.account_id = ${scope.accountId}
          and orders.livemode = ${isLive(scope.mode)}
          and orders.id = ${uuid}
        for update of orders`,
    ),
  );
  return rows[0] === undefined ? null : toCandidate(rows[0]);
}

export function toCandidate(row: CandidateRow): Candidate {
  return { order: toOrder(row), policies: { ...DEFAULT_POLICIES, ...row.policies } };
}
