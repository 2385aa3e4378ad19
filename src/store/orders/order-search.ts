// Finds orders of all merchants by what a receipt or a bank statement carries. Only operators may see the result. Each
// look-up uses an index; the folio is unique per merchant and mode.
import type { Mode } from '../../domain/base/mode.js';
import { isLive } from '../../domain/base/mode.js';
import type { Order } from '../../domain/orders/order.js';
import type { Queryable } from '../db.js';
import { columns, sql } from '../sql.js';
import { ORDER_COLUMNS, type OrderRow, toOrder } from './order-row.js';

const OF_O = columns(ORDER_COLUMNS, 'o');
const LIMIT = 50;

/** Looks up the folio at every merchant, by the index that begins with the merchant. */
export async function findByFolio(db: Queryable, mode: Mode, folio: string): Promise<Order[]> {
  const rows = await db.query<OrderRow>(sql`
    select ${OF_O}
    from accounts a
    join orders o on o.account_id = a.id
      and o.livemode = ${isLive(mode)}
      and o.folio = ${folio.toUpperCase()}
    order by o.id desc
    limit ${LIMIT}`);
  return rows.map(toOrder);
}

/** The orders with these ids, whosever they are. */
export async function findByIds(db: Queryable, mode: Mode, ids: readonly string[]): Promise<Order[]> {
  const rows = await db.query<OrderRow>(sql`
    select ${OF_O}
    from orders o
    where o.id = any(${ids}::uuid[])
      and o.livemode = ${isLive(mode)}
    order by o.id desc
    limit ${LIMIT}`);
  return rows.map(toOrder);
}
