// Compares lines of a rail's list with our payments (D42, D74). What is not the same may still be near one:
// store/money/statements/rail-lines.ts.
import { railKindOf } from '../rails/kinds.js';
import type { Arrival } from './payment.js';
import { isSamePayment, type KnownPayment } from './repeat.js';

/** One line of a rail's daily list. */
export type ListedPayment = {
  /** The line number in the file; the heading is line 1. */
  readonly line: number;
  /** The notice that reports it. */
  readonly body: string;
  readonly arrival: Arrival;
  /** The rail's own date, yyyymmdd. */
  readonly day: string;
};

/** A line, and the payment that it is; null: none that we know. */
export type ComparedPayment = ListedPayment & {
  readonly is: 'agrees' | 'differs' | 'we_miss';
  readonly payment: string | null;
};

export function comparePayments(lines: readonly ListedPayment[], known: readonly KnownPayment[]): ComparedPayment[] {
  const byKey = new Map<string, KnownPayment[]>();
  for (const one of known)
    if (!one.flags.includes('came_back')) byKey.set(one.trackingKey, [...(byKey.get(one.trackingKey) ?? []), one]);
  return lines.map((line) => {
    const { arrival, day } = line;
    const payment = byKey.get(arrival.trackingKey)?.find((one) => isSamePayment(one, arrival, day));
    if (payment === undefined) return { ...line, is: 'we_miss', payment: null };
    const isGone = payment.flags.includes('reversed') || payment.flags.includes('voided');
    const isRight = !isGone && payment.amount === arrival.amount && payment.destination === arrival.destination;
    const is = isRight && railKindOf(payment).agree(payment, arrival, day) ? 'agrees' : 'differs';
    return { ...line, is, payment: payment.id };
  });
}
