// Chooses the order that money is for (D71). A reference, a card and an order's own CLABE name one order. A customer's
// CLABE is shared by all their orders that own it now, and only those that can still be paid are a choice.
import { type Order, timelinessOf } from '../orders/order.js';
import type { PaidMoney } from './payment.js';
import { mayTakeMoney } from './reused-clabe.js';

/** Whether the order shares its CLABE with the other orders of its customer (D28). */
export function sharesClabe({ clabe, customer }: Pick<Order, 'clabe' | 'customer'>): boolean {
  return clabe !== null && customer.id !== null;
}

/** `found`: orders with the money's destination, in any order. */
export function chooseOrder(found: readonly Order[], money: PaidMoney, graceMs: number): Order | null {
  const candidates = found.filter((order) => mayTakeMoney(order, money));
  const named = candidates.find((order) => !sharesClabe(order));
  if (named !== undefined) return named;
  const open = candidates.filter(({ status }) => status === 'pending').sort(byAge);
  const expired = candidates.filter(({ status }) => status === 'expired').sort(byExpiry);
  const owes = (order: Order) => order.amount - order.received === money.amount;
  const inTime = (order: Order) => timelinessOf(order, money.paidAt, graceMs) === 'in_time';
  const inGrace = (order: Order) => timelinessOf(order, money.paidAt, graceMs) !== 'too_late';
  return (
    open.find(owes) ??
    expired.find((order) => owes(order) && inTime(order)) ??
    open[0] ??
    expired.find((order) => owes(order) && inGrace(order)) ??
    expired.find(inGrace) ??
    null
  );
}

function byAge(one: Order, other: Order): number {
  return one.createdAt - other.createdAt || (one.uuid < other.uuid ? -1 : 1);
}

function byExpiry(one: Order, other: Order): number {
  return one.expiry.at - other.expiry.at || byAge(one, other);
}
