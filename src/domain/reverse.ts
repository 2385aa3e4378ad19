// A till takes a payment back (D45): the payment becomes returned, its postings are undone by new ones, and an order that
// is no longer covered waits again.

import { positionChange } from './apply-payment.js';
import { add, move, type Postings } from './ledger.js';
import type { Order } from './order.js';
import { allIn, type Payment } from './payment.js';

export type Reversal = {
  readonly order: Order | null;
  /** The payment, and others of the order whose money now counts otherwise. */
  readonly payments: readonly Payment[];
  readonly postings: Postings;
};

export function reverse(order: Order | null, payment: Payment, others: readonly Payment[], now: number): Reversal {
  const reversed: Payment = {
    ...payment,
    ...allIn('returned', payment.amount),
    flags: [...payment.flags, 'reversed'],
    updatedAt: now,
  };
  // What lies beside the order goes back from where it lies.
  const counted = order === null ? 0n : countedOn(order, payment);
  const looseSurplus = payment.applied + payment.surplus - counted;
  const beside = [
    move(payment.held, 'held', 'returned'),
    move(payment.unmatched, 'unmatched', 'returned'),
    move(looseSurplus, 'surplus', 'returned'),
  ].reduce(add);
  if (order === null || counted === 0n) return { order, payments: [reversed], postings: beside };

  const received = order.received - counted;
  const covered = order.status === 'paid' && received >= order.amount;
  const after: Order = covered
    ? { ...order, received, updatedAt: now }
    : {
        ...order,
        received,
        updatedAt: now,
        status: order.status === 'paid' ? 'pending' : order.status,
        acceptedAt: null,
        released: false,
      };
  return {
    order: after,
    // Only a paid order has surplus that may have to pay for it now.
    payments: order.status === 'paid' ? [reversed, ...recount(after, others, now)] : [reversed],
    postings: add(add(positionChange(order, after), move(counted, 'rail', 'returned')), beside),
  };
}

/** On a paid order applied and surplus money counts, on another one only what was applied. */
function countedOn(order: Order, payment: Payment): bigint {
  return order.status === 'paid' ? payment.applied + payment.surplus : payment.applied;
}

/** Shares the order's amount out over its other payments, oldest first; gives those that changed. */
function recount(order: Order, payments: readonly Payment[], now: number): Payment[] {
  let owed = order.amount;
  return payments.flatMap((payment) => {
    const counted = payment.applied + payment.surplus;
    const applied = counted < owed ? counted : owed;
    owed -= applied;
    if (applied === payment.applied) return [];
    return [{ ...payment, applied, surplus: counted - applied, updatedAt: now }];
  });
}
