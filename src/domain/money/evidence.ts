// What speaks for and against an order being the one that a payment is for: the number that the money was sent to, digit by
// digit, the amount, the name, the rail and the time. The operator weighs it; nothing is guessed (D43).
import { type Order, outstandingOf } from '../orders/order.js';
import { railKindOf } from '../rails/kinds.js';
import type { Payment } from './payment.js';
import { areSimilarNames } from './suggest-orders.js';

/** `same`: it fits. `near`: it nearly does. `differs`: it does not. */
export type Verdict = 'same' | 'near' | 'differs';

export type Evidence = {
  readonly number: { readonly verdict: Verdict; readonly ofOrder: string | null };
  readonly amount: { readonly verdict: Verdict; readonly owed: bigint };
  readonly name: Verdict | null;
  readonly rail: Verdict;
  readonly time: Verdict;
};

export function weigh(order: Order, payment: Payment): Evidence {
  const { ofOrder, off } = nearestNumber(order, payment.destination);
  const owed = outstandingOf(order);
  return {
    number: { ofOrder, verdict: off === 0 ? 'same' : off <= MOST_OFF ? 'near' : 'differs' },
    amount: { owed, verdict: amountVerdict(order, owed, payment.amount) },
    name:
      payment.payerName === null ? null : areSimilarNames(payment.payerName, order.customer.name) ? 'same' : 'differs',
    rail: railKindOf(payment).pays.some((method) => method === order.method) ? 'same' : 'differs',
    time: timeVerdict(order, payment.paidAt),
  };
}

const MOST_OFF = 3;

/** Of the numbers that an order is paid to, the one that is most like where the money went. */
function nearestNumber(
  { clabe, reference, cardNumber }: Pick<Order, 'clabe' | 'reference' | 'cardNumber'>,
  destination: string,
): { readonly ofOrder: string | null; readonly off: number } {
  const numbers = [clabe, reference, cardNumber].filter((number) => number !== null);
  const compared = numbers.map((number) => ({ ofOrder: number, off: differingAt(number, destination).length }));
  return compared.sort((a, b) => a.off - b.off)[0] ?? { ofOrder: null, off: Number.POSITIVE_INFINITY };
}

function amountVerdict(order: Order, owed: bigint, amount: bigint): Verdict {
  if (amount === owed) return 'same';
  return amount === order.amount || (amount < owed && amount > 0n) ? 'near' : 'differs';
}

/** Paid while the order could be paid; after its end it is late, and before it existed it cannot have been for it. */
function timeVerdict({ createdAt, expiry }: Pick<Order, 'createdAt' | 'expiry'>, paidAt: number): Verdict {
  if (paidAt < createdAt) return 'differs';
  return paidAt <= expiry.at ? 'same' : 'near';
}

/** The places at which two numbers differ; of those of unequal length also the places that only one has. */
function differingAt(one: string, other: string): number[] {
  const length = Math.max(one.length, other.length);
  return Array.from({ length }, (_, at) => at).filter((at) => one[at] !== other[at]);
}

export type Piece = { readonly text: string; readonly differs: boolean };

/** A number in pieces: those that differ from the other number, and the rest. */
export function piecesOf(number: string, other: string): Piece[] {
  const differing = new Set(differingAt(number, other));
  const pieces: { text: string; differs: boolean }[] = [];
  for (const [at, digit] of [...number].entries()) {
    const differs = differing.has(at);
    const last = pieces.at(-1);
    if (last?.differs === differs) last.text += digit;
    else pieces.push({ text: digit, differs });
  }
  return pieces;
}
