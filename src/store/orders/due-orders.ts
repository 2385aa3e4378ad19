// Orders whose time has come: pending ones that expire, paid ones whose money is released. They are locked until the
// transaction ends; those that another process has locked are left to it.
import type { Order } from '../../domain/order.js';
import type { Queryable } from '../db.js';
import { columns, prepared, sql } from '../sql.js';
import { ORDER_COLUMNS, type OrderRow, toOrder } from './order-row.js';

const COLUMNS = columns(ORDER_COLUMNS);

/** Pending orders whose time has passed. Those on a test clock wait until that clock moves. */
export async function lockDueOrders(tx: Queryable, now: number, limit: number): Promise<Order[]> {
  const rows = await tx.query<OrderRow>(
    prepared(
      'lock_due_orders',
      sql`
        select ${COLUMNS}
        from orders
        where status = 'pending'
          and test_clock_id is null
          and expires_at <= ${new Date(now)}
        order by expires_at
        limit ${limit}
        for update skip locked`,
    ),
  );
  return rows.map(toOrder);
}

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
      and test_clock_id = ${clock.id}
      and status = 'pending'
      and expires_at <= ${new Date(clock.frozenTime)}
    order by expires_at
    limit ${limit}
    for update`);
  return rows.map(toOrder);
}

/** Paid orders whose net amount has waited long enough (D48). */
export async function lockUnreleased(tx: Queryable, paidBefore: number, limit: number): Promise<Order[]> {
  const rows = await tx.query<OrderRow>(sql`
    select ${COLUMNS}
    from orders
    where status = 'paid'
      and not released
      and accepted_at <= ${new Date(paidBefore)}
    order by accepted_at
    limit ${limit}
    for update skip locked`);
  return rows.map(toOrder);
}
