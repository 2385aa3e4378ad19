// Lets a customer pay an order at another store than the one it was made for. Amount, fee, folio, reference and deadline
// stay, and money that is paid at the store before still pays the order: a cashier may have the reference already.
import type { Deps } from '../../deps.js';
import { changedPoint, otherPoints } from '../../domain/orders/change-point.js';
import { changeTime, type Order } from '../../domain/orders/order.js';
import type { PaymentPoint } from '../../domain/points/payment-point.js';
import { AppError } from '../../errors/errors.js';
import { setOrderPoint } from '../../store/orders/changed-orders.js';
import { lockOrder } from '../../store/orders/order-locks.js';
import { orderTime } from './order-time.js';

type ChangeDeps = Pick<Deps, 'db' | 'clock' | 'points'>;

export async function listOtherPoints(deps: ChangeDeps, order: Order): Promise<readonly PaymentPoint[]> {
  return otherPoints(order, await deps.points.all(), await orderTime(deps, deps.db, order));
}

/** Choosing the point that the order already has changes nothing. */
export async function changePoint(
  deps: ChangeDeps,
  { uuid, scope }: Pick<Order, 'uuid' | 'scope'>,
  code: string,
): Promise<Order> {
  const points = await deps.points.all();
  return deps.db.transaction(async (tx) => {
    const order = (await lockOrder(tx, scope, uuid))?.order;
    if (order === undefined) throw new AppError('order_not_found');
    if (order.point?.code === code) return order;
    const now = await orderTime(deps, tx, order);
    const choices = otherPoints(order, points, now);
    if (order.point === null || choices.length === 0) throw new AppError('point_not_changeable');
    const chosen = choices.find((point) => point.code === code);
    if (chosen === undefined) throw new AppError('payment_point_not_found', { code });
    const point = changedPoint(order.point, chosen, order);
    const after = { ...order, point, updatedAt: changeTime(order, now) };
    await setOrderPoint(tx, after);
    return after;
  });
}
