// Reads an order that is about to change and locks it until the transaction ends, with its merchant's policies for odd
// payments. candidates.ts locks the orders that money may be for.
import type { Scope } from '../../domain/accounts/account.js';
import { isLive } from '../../domain/base/mode.js';
import { DEFAULT_POLICIES, type Policies } from '../../domain/money/policy.js';
import type { Order } from '../../domain/orders/order.js';
import { AppError } from '../../errors/errors.js';
import type { Queryable } from '../db.js';
import { ofScope } from '../scope.js';
import { columns, prepared, sql } from '../sql.js';
import { ORDER_COLUMNS, type OrderRow, toOrder } from './order-row.js';

export type Candidate = { readonly order: Order; readonly policies: Policies };

export type CandidateRow = OrderRow & { policies: Partial<Policies> };

const COLUMNS = columns(ORDER_COLUMNS, 'orders');

export async function lockOrder(tx: Queryable, scope: Scope, uuid: string): Promise<Candidate | null> {
  if (tx.isSpread) await waitForMoney(tx, scope.accountId);
  const candidate = await lockRow(tx, scope, uuid);
  if (tx.isSpread && candidate !== null) await requireAllMoney(tx, scope.accountId, uuid);
  return candidate;
}

export type OrderKey = { readonly scope: Scope; readonly uuid: string };

/** Several at once, in the order of their keys. On a cluster a transaction has one. */
export async function lockOrders(tx: Queryable, keys: readonly OrderKey[]): Promise<Order[]> {
  if (keys.length === 0) return [];
  if (tx.isSpread) {
    const found = await Promise.all(keys.map(({ scope, uuid }) => lockOrder(tx, scope, uuid)));
    return found.flatMap((one) => one?.order ?? []);
  }
  const rows = keys.map(({ scope, uuid }) => ({
    account_id: scope.accountId,
    livemode: isLive(scope.mode),
    id: uuid,
  }));
  const locked = await tx.query<OrderRow>(sql`
    select ${columns(ORDER_COLUMNS, 'orders')}
    from json_to_recordset(${JSON.stringify(rows)}::json) as wanted(account_id uuid, livemode boolean, id uuid)
    join orders on orders.account_id = wanted.account_id
      and orders.livemode = wanted.livemode
      and orders.id = wanted.id
    order by orders.account_id, orders.livemode, orders.id
    for update of orders`);
  return locked.map(toOrder);
}

async function lockRow(tx: Queryable, scope: Scope, uuid: string): Promise<Candidate | null> {
  const rows = await tx.query<CandidateRow>(
    prepared(
      'lock_order',
      sql`
        select ${COLUMNS}, accounts.policies
        from orders
        join accounts on accounts.id = orders.account_id
        where ${ofScope(scope, 'orders.')}
          and orders.id = ${uuid}
        for update of orders`,
    ),
  );
  return rows[0] === undefined ? null : toCandidate(rows[0]);
}

/**
 * On a cluster money is booked at the shard a moment before its payment is kept on the coordinator (docs/scaling.md). Whoever
 * books it shares this lock of its accounts until both are done.
 */
export async function shareMoneyOf(tx: Queryable, accountIds: readonly string[]): Promise<void> {
  const ids = [...new Set(accountIds)].sort();
  if (ids.length === 0) return;
  await tx.query(sql`
    select pg_advisory_xact_lock_shared(hashtextextended('money of ' || id, 0))
    from unnest(${ids}::text[]) as accounts(id)`);
}

/** Whoever changes an order by what was paid for it waits for them first. */
async function waitForMoney(tx: Queryable, accountId: string): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('money of ' || ${accountId}::text, 0))`);
}

/** After a crash between the two, the order must not be changed until the payment is there, too. */
async function requireAllMoney(tx: Queryable, accountId: string, uuid: string): Promise<void> {
  const booked = await tx.query<{ payment_id: string }>(sql`
    select payment_id
    from booked_payments
    where account_id = ${accountId}
      and order_id = ${uuid}`);
  if (booked.length === 0) return;
  const kept = await tx.query(sql`
    select 1
    from payments
    where id = any(${booked.map(({ payment_id }) => payment_id)}::uuid[])`);
  if (kept.length < booked.length) throw new AppError('unavailable');
}

export function toCandidate(row: CandidateRow): Candidate {
  return { order: toOrder(row), policies: { ...DEFAULT_POLICIES, ...row.policies } };
}
