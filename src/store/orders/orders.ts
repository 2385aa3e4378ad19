// Reads orders. Every function requires a Scope, except those for the customer page and the till, which have no API
// key.

import type { Scope } from '../../domain/account.js';
import { firstUuidAt } from '../../domain/identity.js';
import { isLive, type Mode } from '../../domain/mode.js';
import type { Order } from '../../domain/order.js';
import type { OrderFilter } from '../../domain/order-filter.js';
import type { Queryable } from '../db.js';
import { columns, prepared, sql } from '../sql.js';
import { ORDER_COLUMNS, type OrderRow, toOrder } from './order-row.js';

const COLUMNS = columns(ORDER_COLUMNS);

/** Uses the index orders_id. */
export async function findOrdersForCustomers(
  db: Queryable,
  uuids: readonly string[],
): Promise<{ order: Order | null }[]> {
  const rows = await db.query<OrderRow>(
    prepared(
      'find_orders_for_customers',
      sql`
        select ${COLUMNS}
        from orders
        where id = any(${uuids}::uuid[])`,
    ),
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  return uuids.map((uuid) => {
    const row = found.get(uuid);
    return { order: row === undefined ? null : toOrder(row) };
  });
}

/**
 * Not a prepared statement, so that PostgreSQL plans it for the given filters: null filters drop out, and each
 * remaining one has an index that also sorts. An id contains its creation time, so a time range is a range of ids.
 */
export async function listOrders(db: Queryable, scope: Scope, filter: OrderFilter): Promise<Order[]> {
  const { method, status, productId, customerEmail, folio, createdFrom, createdTo, before, limit } = filter;
  const firstId = createdFrom === null ? null : firstUuidAt(createdFrom);
  const endId = createdTo === null ? null : firstUuidAt(createdTo + 1);
  const rows = await db.query<OrderRow>(sql`
    select ${COLUMNS}
    from orders
    where account_id = ${scope.accountId}
      and livemode = ${isLive(scope.mode)}
      and (${method}::text is null or method = ${method})
      and (${status}::text is null or status = ${status})
      and (${productId}::text is null or product_id = ${productId})
      and (${customerEmail}::text is null or lower(customer_email) = lower(${customerEmail}::text))
      and (${folio}::text is null or folio = ${folio})
      and (${firstId}::uuid is null or id >= ${firstId})
      and (${endId}::uuid is null or id < ${endId})
      and (${before}::uuid is null or id < ${before})
    order by id desc
    limit ${limit}`);
  return rows.map(toOrder);
}

/** For a till, which does not know the merchant. */
export async function findByReference(db: Queryable, reference: string, mode: Mode): Promise<Order | null> {
  const rows = await db.query<OrderRow>(
    prepared(
      'find_by_reference',
      sql`
        select ${COLUMNS}
        from orders
        where reference = ${reference}
          and livemode = ${isLive(mode)}`,
    ),
  );
  return rows[0] === undefined ? null : toOrder(rows[0]);
}
