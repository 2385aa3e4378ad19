// Reads single orders for the customer page and the till, which have no API key and so no scope.
import { isLive, type Mode } from '../../domain/base/mode.js';
import type { Order } from '../../domain/orders/order.js';
import type { Queryable } from '../db.js';
import { columns, prepared, sql } from '../sql.js';
import { ORDER_COLUMNS, type OrderRow, toOrder } from './order-row.js';

const COLUMNS = columns(ORDER_COLUMNS);

/** Uses the index orders_id. */
export async function findOrdersForCustomers(db: Queryable, uuids: readonly string[]): Promise<(Order | null)[]> {
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
    return row === undefined ? null : toOrder(row);
  });
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
