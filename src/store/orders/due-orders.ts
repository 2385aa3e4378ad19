// Pending orders whose time has passed, locked; those that another node has in hand are left to it.
import type { Order } from '../../domain/order.js';
import type { Queryable } from '../db.js';
import { ORDER_COLUMNS, type OrderRow, toOrder } from './order-row.js';

export async function lockDueOrders(tx: Queryable, now: number, limit: number): Promise<Order[]> {
  const rows = await tx.query<OrderRow>({
    name: 'lock_due_orders',
    text: `
      select ${ORDER_COLUMNS}
      from orders
      where status = 'pending'
        and test_clock_id is null
        and expires_at <= $1
      order by expires_at
      limit $2
      for update skip locked`,
    values: [new Date(now), limit],
  });
  return rows.map(toOrder);
}

export async function lockDueOnClock(
  tx: Queryable,
  accountId: string,
  clock: { readonly id: string; readonly frozenTime: number },
  limit: number,
): Promise<Order[]> {
  const rows = await tx.query<OrderRow>({
    text: `
      select ${ORDER_COLUMNS}
      from orders
      where account_id = $1
        and test_clock_id = $2
        and status = 'pending'
        and expires_at <= $3
      order by expires_at
      limit $4
      for update`,
    values: [accountId, clock.id, new Date(clock.frozenTime), limit],
  });
  return rows.map(toOrder);
}

/** Paid orders whose net amount waited long enough (D48). */
export async function lockUnreleased(tx: Queryable, paidBefore: number, limit: number): Promise<Order[]> {
  const rows = await tx.query<OrderRow>({
    text: `
      select ${ORDER_COLUMNS}
      from orders
      where status = 'paid'
        and not released
        and accepted_at <= $1
      order by accepted_at
      limit $2
      for update skip locked`,
    values: [new Date(paidBefore), limit],
  });
  return rows.map(toOrder);
}
