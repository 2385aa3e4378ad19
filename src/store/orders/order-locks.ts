// Reads orders that are about to change and locks them until the transaction ends. Each comes with its merchant's
// policies for odd payments.
import type { Scope } from '../../domain/account.js';
import { isLive } from '../../domain/mode.js';
import type { Order } from '../../domain/order.js';
import { DEFAULT_POLICIES, type Policies } from '../../domain/policy.js';
import type { Queryable } from '../db.js';
import { columns, prepared, sql } from '../sql.js';
import { ORDER_COLUMNS, type OrderRow, toOrder } from './order-row.js';

export type Candidate = { readonly order: Order; readonly policies: Policies };

type CandidateRow = OrderRow & { policies: Partial<Policies> };

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

/**
 * Locks the orders that a payment to these CLABEs and references may be for. Orders are always locked in the same
 * sequence, so two transactions cannot deadlock. A customer's CLABE can have many orders; only those that can still be
 * paid are returned. A card number returns only the newest order that has it.
 */
export async function lockCandidates(tx: Queryable, destinations: readonly string[]): Promise<Candidate[]> {
  const rows = await tx.query<CandidateRow>(
    prepared(
      'lock_candidates',
      sql`
        select ${COLUMNS}, accounts.policies
        from orders
        join accounts on accounts.id = orders.account_id
        where (orders.clabe = any(${destinations}::text[])
            and (orders.customer_id is null or orders.status in ('pending', 'expired')))
          or orders.reference = any(${destinations}::text[])
          or (orders.card_number = any(${destinations}::text[])
            and orders.id = (
              select newest.id
              from orders newest
              where newest.card_number = orders.card_number
              order by newest.id desc
              limit 1))
        order by orders.account_id, orders.id
        for update of orders`,
    ),
  );
  return rows.map(toCandidate);
}

function toCandidate(row: CandidateRow): Candidate {
  return { order: toOrder(row), policies: { ...DEFAULT_POLICIES, ...row.policies } };
}
