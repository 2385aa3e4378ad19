// Finds pending orders that must expire and paid orders whose funds must be released. It locks them until the
// transaction ends and skips orders that another process has locked.
import type { Order } from '../../domain/orders/order.js';
import type { Queryable } from '../db.js';
import { columns, prepared, raw, type Sql, sql } from '../sql.js';
import { ORDER_COLUMNS, type OrderRow, toOrder } from './order-row.js';

const COLUMNS = columns(ORDER_COLUMNS);

/** Pending orders past their expiry time. Orders on a test clock are excluded: they expire when that clock moves. */
export function lockDueOrders(tx: Queryable, now: number, limit: number): Promise<Order[]> {
  const due = sql`
        from orders
        where status = 'pending'
          and test_clock_id is null
          and expires_at <= ${new Date(now)}`;
  return lockEarliest(tx, { name: 'lock_due_orders', due, by: EXPIRY, limit });
}

const EXPIRY = raw('expires_at');

type Queue = { readonly name: string; readonly due: Sql; readonly by: Sql; readonly limit: number };

/** On a cluster, only orders of the account whose turn it is: a lock there names its account. */
async function lockEarliest(tx: Queryable, { name, due, by, limit }: Queue): Promise<Order[]> {
  if ((await tx.layout()) === 'whole') {
    const rows = await tx.query<OrderRow>(prepared(name, lockThese(due, by, limit)));
    return rows.map(toOrder);
  }
  // Another process may have locked all that is due of one account, so the next one gets its turn.
  const found = await tx.query<{ account_id: string }>(
    prepared(`${name}_accounts`, sql`select account_id ${due} order by ${by} limit ${limit}`),
  );
  for (const accountId of new Set(found.map(({ account_id }) => account_id))) {
    const ofAccount = sql`${due} and account_id = ${accountId}`;
    const rows = await tx.query<OrderRow>(prepared(`${name}_of_account`, lockThese(ofAccount, by, limit)));
    if (rows.length > 0) return rows.map(toOrder);
  }
  return [];
}

function lockThese(due: Sql, by: Sql, limit: number): Sql {
  return sql`
        select ${COLUMNS}
        ${due}
        order by ${by}
        limit ${limit}
        for update skip locked`;
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
export function lockUnreleased(tx: Queryable, paidBefore: number, limit: number): Promise<Order[]> {
  const due = sql`
        from orders
        where status = 'paid'
          and not released
          and test_clock_id is null
          and accepted_at <= ${new Date(paidBefore)}`;
  return lockEarliest(tx, { name: 'lock_unreleased', due, by: ACCEPTANCE, limit });
}

const ACCEPTANCE = raw('accepted_at');

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
