// Until when an order can really be paid, by the hours that its point has now.
import type { Deps } from '../../deps.js';
import { type Deadlines, deadlinesOf } from '../../domain/orders/deadlines.js';
import type { Order } from '../../domain/orders/order.js';
import { orderTime } from './order-time.js';

export async function readDeadlines(deps: Pick<Deps, 'clock' | 'db' | 'points'>, order: Order): Promise<Deadlines> {
  const hours = (await deps.points.byCode()).get(order.point?.code ?? '')?.availability ?? '';
  return deadlinesOf(order, hours, await orderTime(deps, deps.db, order));
}
