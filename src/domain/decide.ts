// What an operator's decision makes of odd money: matched to an order, accepted for the merchant, or returned (D43). Pure,
// as apply-payment.ts is; all of a decision is written in one transaction.

import { type ApplyTerms, applyPayment } from './apply-payment.js';
import type { EventType } from './event.js';
import { add, type EntryKind, move, type Postings } from './ledger.js';
import type { Order } from './order.js';
import { allIn, type Payment, type PaymentFlag } from './payment.js';
import type { Policies } from './policy.js';

export type Decision = {
  /** The order as it is now; null when the decision does not touch it. */
  readonly order: Order | null;
  readonly payment: Payment;
  readonly events: readonly EventType[];
  /** Those of the house are about money that was no merchant's until now. */
  readonly entries: readonly {
    readonly in: 'house' | 'merchant';
    readonly kind: EntryKind;
    readonly postings: Postings;
  }[];
};

const ACCEPT_ALL: Policies = {
  short: 'accept',
  over: 'accept',
  late: 'accept',
  too_late: 'accept',
  paid_again: 'accept',
  canceled: 'accept',
};

/** Money that no order explained goes to this one, and from there as if it had come with the right reference. */
export function matchMoney(order: Order, payment: Payment, terms: ApplyTerms): Decision {
  const applied = applyPayment(order, payment, terms);
  const { amount, unmatched } = payment;
  return {
    order: applied.order === order && applied.events.length === 0 ? null : applied.order,
    payment: {
      ...payment,
      ...applied.split,
      flags: applied.flags,
      accountId: order.scope.accountId,
      orderId: order.uuid,
      updatedAt: terms.now,
    },
    events: applied.events,
    entries:
      unmatched > 0n
        ? [
            { in: 'house', kind: 'match', postings: move(amount, 'unmatched', 'rail') },
            { in: 'merchant', kind: 'match', postings: applied.postings },
          ]
        : [{ in: 'merchant', kind: 'match', postings: add(move(amount, 'held', 'rail'), applied.postings) }],
  };
}

/**
 * Odd money goes to the merchant. Held money pays its order where it still can; all other money becomes available to
 * them beside the order and without a fee. null: there is nothing to accept.
 */
export function acceptMoney(order: Order | null, payment: Payment, terms: ApplyTerms): Decision | null {
  if (order !== null && payment.held > 0n && canPay(order, payment.held)) return payWithHeld(order, payment, terms);
  const odd = oddMoney(order, payment);
  const amount = odd.held + odd.surplus + odd.parts;
  if (amount === 0n) return null;
  return {
    order: withoutOdd(order, odd, terms.now),
    payment: {
      ...payment,
      ...{ applied: payment.applied + odd.held + odd.surplus, held: 0n, surplus: 0n },
      flags: [...payment.flags, 'accepted'],
      updatedAt: terms.now,
    },
    events: [],
    entries: [
      {
        in: 'merchant',
        kind: 'accept',
        postings: add(move(odd.held + odd.parts, 'held', 'available'), move(odd.surplus, 'surplus', 'available')),
      },
    ],
  };
}

/** Odd money goes back to where it came from. null: there is nothing to return. */
export function returnMoney(order: Order | null, payment: Payment, now: number): Decision | null {
  if (payment.unmatched > 0n)
    return {
      order: null,
      payment: { ...payment, ...allIn('returned', payment.amount), updatedAt: now },
      events: [],
      entries: [{ in: 'house', kind: 'return', postings: move(payment.amount, 'unmatched', 'returned') }],
    };
  const odd = oddMoney(order, payment);
  const amount = odd.held + odd.surplus + odd.parts;
  if (amount === 0n) return null;
  return {
    order: withoutOdd(order, odd, now),
    payment: {
      ...payment,
      ...{ applied: payment.applied - odd.parts, held: 0n, surplus: 0n, returned: payment.returned + amount },
      updatedAt: now,
    },
    events: [],
    entries: [
      {
        in: 'merchant',
        kind: 'return',
        postings: add(move(odd.held + odd.parts, 'held', 'returned'), move(odd.surplus, 'surplus', 'returned')),
      },
    ],
  };
}

/** An order that waits takes parts; an expired one only what covers it, for nothing more is to be expected. */
function canPay(order: Order, held: bigint): boolean {
  return order.status === 'pending' || (order.status === 'expired' && order.received + held >= order.amount);
}

function payWithHeld(order: Order, payment: Payment, terms: ApplyTerms): Decision {
  const applied = applyPayment(
    order,
    { amount: payment.held, paidAt: payment.paidAt },
    { ...terms, policies: ACCEPT_ALL },
  );
  const flags: readonly PaymentFlag[] = [...new Set([...payment.flags, ...applied.flags])];
  return {
    order: applied.order,
    payment: {
      ...payment,
      ...{ applied: payment.applied + applied.split.applied, surplus: payment.surplus + applied.split.surplus },
      ...{ held: 0n, flags, updatedAt: terms.now },
    },
    events: applied.events,
    entries: [
      {
        in: 'merchant',
        kind: applied.entryKind,
        postings: add(move(payment.held, 'held', 'rail'), applied.postings),
      },
    ],
  };
}

type Odd = { readonly held: bigint; readonly surplus: bigint; readonly parts: bigint };

/** Money that an order may still be found for: it is nobody's yet, or a customer's without an order. */
export function isMatchable(payment: Payment): boolean {
  return payment.unmatched > 0n || (payment.held > 0n && payment.orderId === null);
}

/**
 * What of a payment waits for a decision. `parts`: what was applied to an order that ended without being covered; in the
 * books it lies in `held`.
 */
export function oddMoney(order: Order | null, payment: Payment): Odd {
  const isOver = order !== null && (order.status === 'expired' || order.status === 'canceled');
  const parts = isOver && !payment.flags.includes('accepted') ? payment.applied : 0n;
  return { held: payment.held, surplus: payment.surplus, parts };
}

/** On a paid order surplus counts as received, on one that ended unpaid the parts; held money counts on neither. */
function withoutOdd(order: Order | null, odd: Odd, now: number): Order | null {
  if (order === null) return null;
  const counted = order.status === 'paid' ? odd.surplus : odd.parts;
  return counted === 0n ? null : { ...order, received: order.received - counted, updatedAt: now };
}
