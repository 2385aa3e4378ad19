// Which order a payment is for (D28): most destinations name one order; a customer's CLABE may stand for several.
import type { Order } from './order.js';

export function chooseOrder(
  candidates: readonly Order[],
  money: { amount: bigint; paidAt: number },
  graceMs: number,
): Order | null {
  const isOpen = (order: Order) => order.status === 'pending';
  // Paid in time and reported late: an order that expired meanwhile can still be the one.
  const wasOpen = (order: Order) => order.status === 'expired' && money.paidAt <= order.expiry.at + graceMs;
  const owes = (order: Order) => order.amount - order.received === money.amount;
  const payable = candidates.filter((order) => isOpen(order) || wasOpen(order)); // oldest first, as they came
  return payable.find(owes) ?? payable.find(isOpen) ?? payable[0] ?? candidates[0] ?? null;
}
