// Chooses the order that a payment is for (D28). Most destinations have one order; a customer's CLABE may have several.
import type { Order } from './order.js';
import { mayTakeMoney } from './reused-clabe.js';

export function chooseOrder(
  found: readonly Order[],
  money: { amount: bigint; paidAt: number },
  graceMs: number,
): Order | null {
  const candidates = found.filter((order) => mayTakeMoney(order, money));
  const isOpen = (order: Order) => order.status === 'pending';
  // An order that has expired can still be the right one if the money was paid before the end of its grace time.
  const wasOpen = (order: Order) => order.status === 'expired' && money.paidAt <= order.expiry.at + graceMs;
  const owes = (order: Order) => order.amount - order.received === money.amount;
  const payable = candidates.filter((order) => isOpen(order) || wasOpen(order)); // candidates come oldest first
  return payable.find(owes) ?? payable.find(isOpen) ?? payable[0] ?? candidates[0] ?? null;
}
