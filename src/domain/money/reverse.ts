// Undoes a payment (D45, D75): a till reverses it, an operator takes back a wrong match, or voids what the rail never
// had. New postings undo its old ones, and an order that is no longer covered becomes pending again.

import { changeTime, type Order } from '../orders/order.js';
import { positionChange } from './apply-payment.js';
import { add, move, type Postings } from './ledger.js';
import { allIn, appliedToOrder, NOTHING_ACCEPTED, type Payment } from './payment.js';

export type Reversal = {
  readonly order: Order | null;
  /** The reversed payment, and other payments of the order whose split has changed. */
  readonly payments: readonly Payment[];
  readonly postings: Postings;
};

export function reverse(order: Order | null, payment: Payment, others: readonly Payment[], now: number): Reversal {
  const reversed: Payment = {
    ...payment,
    ...allIn('returned', payment.amount),
    accepted: NOTHING_ACCEPTED,
    flags: [...payment.flags, 'reversed'],
    updatedAt: now,
  };
  const undone = undo(order, payment, others, now);
  return {
    order: undone.order,
    payments: [reversed, ...undone.others],
    postings: add(undone.postings, move(payment.amount - payment.returned, 'rail', 'returned')),
  };
}

export type Undone = {
  readonly order: Order | null;
  /** Other payments of the order whose split has changed. */
  readonly others: readonly Payment[];
  /** They take everything but what was returned out of the books of its owner, back to `rail`. */
  readonly postings: Postings;
};

export function undo(order: Order | null, payment: Payment, others: readonly Payment[], now: number): Undone {
  // Money that does not count towards the order is taken from the account that holds it.
  const counted = order === null ? 0n : countedOn(order, payment);
  const looseSurplus = appliedToOrder(payment) + payment.surplus - counted;
  const { amount, fee } = payment.accepted;
  const beside = [
    // The fee on accepted money is given back with it. The merchant may have spent the rest, and owes it then (D87).
    move(amount - fee.amount - fee.iva, 'available', 'rail'),
    move(fee.amount, 'fees', 'rail'),
    move(fee.iva, 'iva', 'rail'),
    move(payment.held, 'held', 'rail'),
    move(payment.unmatched, 'unmatched', 'rail'),
    move(looseSurplus, 'surplus', 'rail'),
  ].reduce(add);
  if (order === null) return { order, others: [], postings: beside };

  // Only a paid order can have surplus that must now pay for it.
  const changed = order.status === 'paid' && counted > 0n ? recount(order, others, now) : [];
  const after = { ...withoutCounted(order, counted, now), ...asideOf(others, changed) };
  if (counted === 0n) return { order: after, others: [], postings: beside };
  return {
    order: after,
    others: changed,
    postings: add(positionChange(order, after), beside),
  };
}

function withoutCounted(order: Order, counted: bigint, now: number): Order {
  const received = order.received - counted;
  const updatedAt = changeTime(order, now);
  if (order.status !== 'paid' || received >= order.amount) return { ...order, received, updatedAt };
  return { ...order, received, updatedAt, status: 'pending', acceptedAt: null, released: false };
}

/** The surplus and held money of the payments that stay, of which these have changed. */
function asideOf(stay: readonly Payment[], changed: readonly Payment[]): Pick<Order, 'surplus' | 'held'> {
  const now = new Map([...stay, ...changed].map((payment) => [payment.id, payment]));
  let [surplus, held] = [0n, 0n];
  for (const payment of now.values()) {
    surplus += payment.surplus;
    held += payment.held;
  }
  return { surplus, held };
}

/** On a paid order, applied and surplus money counts; on any other order, only applied money. */
function countedOn(order: Order, payment: Payment): bigint {
  return appliedToOrder(payment) + (order.status === 'paid' ? payment.surplus : 0n);
}

/**
 * Applies surplus of the order's other payments to what it owes again, what was paid first first: ids follow the clocks of
 * our nodes, which may differ. Returns those that changed.
 */
function recount(order: Order, payments: readonly Payment[], now: number): Payment[] {
  let owed = payments.reduce((left, payment) => left - appliedToOrder(payment), order.amount);
  const oldestFirst = [...payments].sort((one, other) => one.paidAt - other.paidAt || (one.id < other.id ? -1 : 1));
  return oldestFirst.flatMap((payment) => {
    const more = payment.surplus < owed ? payment.surplus : owed;
    if (more <= 0n) return [];
    owed -= more;
    return [{ ...payment, applied: payment.applied + more, surplus: payment.surplus - more, updatedAt: now }];
  });
}
