// A refund: money of a paid order, or accepted beside an order, that its merchant returns to the customer (D38, D87).
import type { Scope } from '../accounts/account.js';
import { netOf, type Order } from '../orders/order.js';
import type { Transfer } from '../transfers/transfer.js';
import type { Payment } from './payment.js';

export type Refund = {
  readonly scope: Scope;
  readonly orderId: string;
  readonly id: string;
  readonly amount: bigint;
  readonly reason: string | null;
  readonly createdAt: number;
};

/** The text that is signed of a refund. */
export function refundText({ scope, orderId, id, amount, reason, createdAt }: Refund): string {
  return `refunds ${JSON.stringify([scope.accountId, scope.mode, orderId, id, String(amount), reason, createdAt])}`;
}

/** A refund with the transfer that sends its money; null: it was made before there were any. */
export type SentRefund = Refund & { readonly transfer: Pick<Transfer, 'id' | 'state' | 'destination'> | null };

/** What can still be given back of an order with these payments, in centavos. */
export function refundableOf(
  { status, amount, refunded }: Pick<Order, 'status' | 'amount' | 'refunded'>,
  payments: readonly Pick<Payment, 'accepted'>[],
): bigint {
  const kept = payments.reduce((sum, { accepted }) => sum + accepted.amount, status === 'paid' ? amount : 0n);
  return kept > refunded ? kept - refunded : 0n;
}

/** What a merchant can spend on refunds: their balance, down to so much below zero (D86). */
export type Funds = { readonly available: bigint; readonly overdraft: bigint };

/** Whether the money for a refund is there. What of this very order is still pending counts, nothing else that is. */
export function isFunded(amount: bigint, { available, overdraft }: Funds, order: Order): boolean {
  const ownPending = order.status === 'paid' && !order.released ? netOf(order) : 0n;
  return amount <= available + overdraft + ownPending;
}
