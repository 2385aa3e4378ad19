// Reads orders of all merchants that a search has found. Only operators may see the result.
import type { Mode } from '../../domain/base/mode.js';
import { isLive } from '../../domain/base/mode.js';
import type { Order } from '../../domain/orders/order.js';
import type { Queryable } from '../db.js';
import { columns, sql } from '../sql.js';
import { ORDER_COLUMNS, type OrderRow, toOrder } from './order-row.js';

const OF_O = columns(ORDER_COLUMNS, 'o');
const LIMIT = 50;

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
