// Which orders a merchant's page shows: a tab, filters beside it, and a place in the list.
import type { Method } from '../accounts/fee.js';
import type { Order } from './order.js';

/** `part_paid`: some money came. `to_review`: money of it waits for a decision. An order can be in several tabs. */
export const ORDER_TABS = [
  'all',
  'waiting',
  'part_paid',
  'paid',
  'to_review',
  'refunded',
  'expired',
  'canceled',
] as const;
export type OrderTab = (typeof ORDER_TABS)[number];

export type OrderChoice = {
  readonly tab: OrderTab;
  /** When they were made, in epoch milliseconds: from the first on, before the other. */
  readonly from: number | null;
  readonly before: number | null;
  readonly method: Method | null;
  /** The code of a payment point. */
  readonly point: string | null;
  /** In centavos, both included. */
  readonly least: bigint | null;
  readonly most: bigint | null;
};

/** How an order stands, in the words of the tabs. */
export type TabStatus = Exclude<OrderTab, 'all' | 'to_review'>;

/** The one word for an order that could be in several tabs. */
export function tabStatusOf({
  status,
  received,
  refunded,
}: Pick<Order, 'status' | 'received' | 'refunded'>): TabStatus {
  if (refunded > 0n) return 'refunded';
  if (status === 'pending') return received > 0n ? 'part_paid' : 'waiting';
  return status;
}

/** How much money of the order waits for a decision. */
export function toDecideOf({
  status,
  received,
  surplus,
  held,
}: Pick<Order, 'status' | 'received' | 'surplus' | 'held'>): bigint {
  const parts = status === 'expired' || status === 'canceled' ? received : 0n;
  return surplus + held + parts;
}
