// Finds pending orders that must expire and paid orders whose funds must be released. It locks them until the
// transaction ends and skips orders that another process has locked.
import type { Order } from '../../domain/orders/order.js';
import type { Queryable } from '../db.js';
import { columns, prepared, raw, type Sql, sql } from '../sql.js';
import { ORDER_COLUMNS, type OrderRow, toOrder } from './order-row.js';

const COLUMNS = columns(ORDER_COLUMNS);
const DUE = raw("status = 'pending'");
const UNRELEASED = raw("status = 'paid' and not released");

/** Pending orders past their expiry time. */
export function lockDueOrders(tx: Queryable, now: number, limit: number): Promise<Order[]> {
  return lockDue(tx, { name: 'lock_due_orders', are: DUE, since: raw('expires_at'), until: now, limit });
}

/** Paid orders whose net amount has been held long enough to release (D48). */
export function lockUnreleased(tx: Queryable, paidBefore: number, limit: number): Promise<Order[]> {
  return lockDue(tx, { name: 'lock_unreleased', are: UNRELEASED, since: raw('accepted_at'), until: paidBefore, limit });
}

type DueCall = { readonly name: string; readonly are: Sql; readonly since: Sql; until: number; limit: number };

/** Orders on a test clock are excluded: they wait for it to move. */
async function lockDue(tx: Queryable, { name, are, since, until, limit }: DueCall): Promise<Order[]> {
  const statement = sql`
    select ${COLUMNS}
    from orders
    where ${are}
      and test_clock_id is null
      and ${since} <= ${new Date(until)}
    order by ${since}
    limit ${limit}
    for update skip locked`;
  return (await tx.query<OrderRow>(prepared(name, statement))).map(toOrder);
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
          and ${DUE}
          and expires_at <= ${new Date(clock.frozenTime)}
        order by expires_at
        limit ${limit}))
      and ${DUE}
    order by id
    for update`);
  return rows.map(toOrder);
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
      and ${UNRELEASED}
      and accepted_at <= ${new Date(paid.before)}
    order by id
    limit ${limit}
    for update`);
  return rows.map(toOrder);
}
