// CLABEs that are given to a second order long after their first one has ended (D77). The first customer may have saved
// the CLABE and pay to it again, so money for a reused CLABE is never guessed to be for its new order.
import { type Order, timelinessOf } from '../orders/order.js';
import type { PaidMoney } from './payment.js';

/** From when on the CLABE of an order may be given to another order, as far as can be told now. */
export function clabeFreeAt(order: Pick<Order, 'status' | 'updatedAt' | 'expiry'>, restMs: number): number {
  return (order.status === 'pending' ? order.expiry.at : order.updatedAt) + restMs;
}

/** Whether money to the order's CLABE can be for this order. An order that was its CLABE's first one takes any money. */
export function mayTakeMoney(
  order: Pick<Order, 'clabeIsReused' | 'status' | 'expiry' | 'amount' | 'received'>,
  money: PaidMoney,
): boolean {
  if (!order.clabeIsReused) return true;
  const isOpen =
    order.status === 'pending' || (order.status === 'expired' && timelinessOf(order, money.paidAt, 0) === 'in_time');
  return isOpen && order.amount - order.received === money.amount;
}
