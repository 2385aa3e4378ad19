// Carries out an operator's decision about odd money: match it to an order, accept it for the merchant, or return it
// (D43). These functions are pure, like apply-payment.ts. The caller must write the whole decision in one transaction.

import { computeFeeWithin, type FeeSchedule } from '../accounts/fee.js';
import type { EventType } from '../orders/event-types.js';
import { changeTime, type Order } from '../orders/order.js';
import { type ApplyTerms, applyPayment } from './apply-payment.js';
import { add, type EntryKind, move, type Postings } from './ledger.js';
import { type Accepted, allIn, appliedToOrder, type Payment, type PaymentFlag } from './payment.js';
import type { Policies } from './policy.js';

export type Decision = {
  /** The order after the decision; null if the decision does not change it. */
  readonly order: Order | null;
  readonly payment: Payment;
  readonly events: readonly EventType[];
  /** Entries in the house account are for money that belonged to no merchant before the decision. */
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

/** Matches unexplained money to this order, then applies it as if it had arrived with the right reference. */
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

/** What a merchant pays for money that they keep beside an order (D86). */
export type KeepingTerms = { readonly schedule: FeeSchedule; readonly ivaBasisPoints: bigint };

/**
 * Gives odd money to the merchant. Held money pays its order if the order can still be paid. Any other money becomes
 * available to the merchant, less the fee on it, and does not count towards the order. null: there is nothing to accept.
 */
export function acceptMoney(
  order: Order | null,
  payment: Payment,
  terms: ApplyTerms & { readonly keeping: KeepingTerms },
): Decision | null {
  if (order !== null && payment.held > 0n && canPay(order, payment.held)) return payWithHeld(order, payment, terms);
  const odd = oddMoney(order, payment);
  const amount = odd.held + odd.surplus + odd.parts;
  if (amount === 0n) return null;
  const fee = computeFeeWithin(amount, terms.keeping.schedule, terms.keeping.ivaBasisPoints);
  return {
    order: withoutOdd(order, odd, terms.now),
    payment: {
      ...payment,
      applied: payment.applied + odd.held + odd.surplus,
      held: 0n,
      surplus: 0n,
      accepted: addAccepted(payment.accepted, { amount, fee }),
      flags: [...new Set([...payment.flags, 'accepted' as const])],
      updatedAt: terms.now,
    },
    events: [],
    entries: [
      {
        in: 'merchant',
        kind: 'accept',
        postings: [
          move(odd.held + odd.parts, 'held', 'available'),
          move(odd.surplus, 'surplus', 'available'),
          move(fee.amount, 'available', 'fees'),
          move(fee.iva, 'available', 'iva'),
        ].reduce(add),
      },
    ],
  };
}

function addAccepted(before: Accepted, { amount, fee }: Accepted): Accepted {
  return {
    amount: before.amount + amount,
    fee: { amount: before.fee.amount + fee.amount, iva: before.fee.iva + fee.iva },
  };
}

/** Decides that odd money goes back to the payer, by an outgoing transfer. null: there is nothing to return. */
export function returnMoney(order: Order | null, payment: Payment, now: number): Decision | null {
  if (payment.unmatched > 0n)
    return {
      order: null,
      payment: { ...payment, ...allIn('returned', payment.amount), updatedAt: now },
      events: [],
      entries: [{ in: 'house', kind: 'return', postings: move(payment.amount, 'unmatched', 'to_return') }],
    };
  const odd = oddMoney(order, payment);
  const amount = odd.held + odd.surplus + odd.parts;
  if (amount === 0n) return null;
  return {
    order: withoutOdd(order, odd, now),
    payment: {
      ...payment,
      applied: payment.applied - odd.parts,
      held: 0n,
      surplus: 0n,
      returned: payment.returned + amount,
      updatedAt: now,
    },
    events: [],
    entries: [
      {
        in: 'merchant',
        kind: 'return',
        postings: add(move(odd.held + odd.parts, 'held', 'to_return'), move(odd.surplus, 'surplus', 'to_return')),
      },
    ],
  };
}

/** A pending order accepts partial payments. An expired one must be covered, because no more money is expected. */
export function canPay(order: Order, held: bigint): boolean {
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
    order: { ...applied.order, held: applied.order.held - payment.held },
    payment: {
      ...payment,
      applied: payment.applied + applied.split.applied,
      surplus: payment.surplus + applied.split.surplus,
      held: 0n,
      flags,
      updatedAt: terms.now,
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

/** Whether the money can still be matched to an order: it belongs to no merchant yet, or to a customer but no order. */
export function isMatchable(payment: Payment): boolean {
  return payment.unmatched > 0n || (payment.held > 0n && payment.orderId === null);
}

/**
 * The part of a payment that needs a decision. `parts` is money that was applied to an order that ended without being
 * covered; the books keep it in `held`.
 */
export function oddMoney(order: Order | null, payment: Payment): Odd {
  const isOver = order !== null && (order.status === 'expired' || order.status === 'canceled');
  const parts = isOver ? appliedToOrder(payment) : 0n;
  return { held: payment.held, surplus: payment.surplus, parts };
}

/** Surplus counts towards a paid order, and parts count towards one that ended unpaid. Held money never counts. */
function withoutOdd(order: Order | null, odd: Odd, now: number): Order | null {
  if (order === null) return null;
  const counted = order.status === 'paid' ? odd.surplus : odd.parts;
  return {
    ...order,
    received: order.received - counted,
    surplus: order.surplus - odd.surplus,
    held: order.held - odd.held,
    updatedAt: changeTime(order, now),
  };
}
