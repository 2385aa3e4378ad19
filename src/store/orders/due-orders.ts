// Finds pending orders that must expire and paid orders whose funds must be released. It locks them until the
// transaction ends and skips orders that another process has locked.
import type { Order } from '../../domain/orders/order.js';
import type { Queryable } from '../db.js';
import { columns, prepared, sql } from '../sql.js';
import { ORDER_COLUMNS, type OrderRow, toOrder } from './order-row.js';

const COLUMNS = columns(ORDER_COLUMNS);

/** Pending orders past their expiry time. Orders on a test clock are excluded: they expire when that clock moves. */
export async function lockDueOrders(tx: Queryable, now: number, limit: number): Promise<Order[]> {
  const statement = sql`
    select ${COLUMNS}
    from orders
    where status = 'pending'
      and test_clock_id is null
      and expires_at <= ${new Date(now)}
    order by expires_at
    limit ${limit}
    for update skip locked`;
  return (await tx.query<OrderRow>(prepared('lock_due_orders', statement))).map(toOrder);
}

/** Waits for orders that are locked, because the caller promises that all are expired afterwards. */
export async function lockDueOnClock(
  tx: Queryable,
  accountId: string,
  clock: { readonly id: string; readonly frozenTime: number },
  limit: number,
): Promise<Order[]> {
  const rows = await tx.query<OrderRow>(sql`
    select ${COLUMNS}
    from orders
    where account_id = ${accountId}
      and livemode = false
      and id = any(array(
        select id
        from orders
        where account_id = ${accountId}
          and test_clock_id = ${clock.id}
          and status = 'pending'
          and expires_at <= ${new Date(clock.frozenTime)}
        order by expires_at
        limit ${limit}))
      and status = 'pending'
    order by id
    for update`);
  return rows.map(toOrder);
}

/** Paid orders whose net amount has been held long enough to release (D48); those on a test clock wait for it to move. */
export async function lockUnreleased(tx: Queryable, paidBefore: number, limit: number): Promise<Order[]> {
  const statement = sql`
    select ${COLUMNS}
    from orders
    where status = 'paid'
      and not released
      and test_clock_id is null
      and accepted_at <= ${new Date(paidBefore)}
    order by accepted_at
    limit ${limit}
    for update skip locked`;
  return (await tx.query<OrderRow>(prepared('lock_unreleased', statement))).map(toOrder);
}

/** Waits for orders that are locked, as lockDueOnClock does. */
export async function lockUnreleasedOnClock(
  tx: Queryable,
  accountId: string,
  paid: { readonly onClock: string; readonly before: number },
  limit: number,
): Promise<Order[]> {
  const rows = await tx.query<OrderRow>(sql`
    select ${COLUMNS}
    from orders
    where account_id = ${accountId}
      and livemode = false
      and test_clock_id = ${paid.onClock}
      and status = 'paid'
      and not released
      and accepted_at <= ${new Date(paid.before)}
    order by id
    limit ${limit}
    for update`);
  return rows.map(toOrder);
}
