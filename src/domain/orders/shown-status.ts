// What an order is to its customer. The status alone does not say it: a paid order may be refunded, and an expired one
// may have taken money that somebody has to give back.
import type { Order, Status } from './order.js';

export const SHOWN_STATUSES = [
  'waiting',
  'part_paid',
  'paid',
  'overpaid',
  'refunded',
  'ended',
  'ended_with_money',
] as const;
export type ShownStatus = (typeof SHOWN_STATUSES)[number];

export type OrderMoney = Pick<Order, 'status' | 'received' | 'surplus' | 'held' | 'refunded'> & {
  readonly expiry: Pick<Order['expiry'], 'at'>;
};

/** The status as the customer sees it: an order past its time is expired, even before the worker has marked it. */
export function statusAt({ status, expiry }: Pick<OrderMoney, 'status' | 'expiry'>, now: number): Status {
  return status === 'pending' && now >= expiry.at ? 'expired' : status;
}

/** `returns` is how many transfers send money of this order back. */
export function shownStatusOf(order: OrderMoney, now: number, returns: number): ShownStatus {
  const status = statusAt(order, now);
  if (status === 'pending') return order.received > 0n ? 'part_paid' : 'waiting';
  if (status === 'paid') {
    if (order.refunded > 0n) return 'refunded';
    return order.surplus > 0n || order.held > 0n || returns > 0 ? 'overpaid' : 'paid';
  }
  return order.received > 0n || order.held > 0n || order.surplus > 0n || returns > 0 ? 'ended_with_money' : 'ended';
}
