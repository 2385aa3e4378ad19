// Writes the point of an order, when its customer chooses another one.
import { isLive } from '../../domain/base/mode.js';
import type { Order } from '../../domain/orders/order.js';
import type { PointSnapshot } from '../../domain/points/payment-point.js';
import type { Queryable } from '../db.js';
import { sql } from '../sql.js';
import { writePoint } from './order-row.js';

/** Lock the order first. */
export async function setOrderPoint(tx: Queryable, order: Order & { readonly point: PointSnapshot }): Promise<void> {
  const { scope, point } = order;
  await tx.query(sql`
    update orders
    set point_code = ${point.code}, point = ${JSON.stringify(writePoint(point))}, updated_at = ${new Date(order.updatedAt)}
    where account_id = ${scope.accountId}
      and livemode = ${isLive(scope.mode)}
      and id = ${order.uuid}`);
}
