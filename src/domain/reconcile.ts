// Compares a rail's list with our payments (D42): what is the same, what we miss, what the rail misses, what differs.
import { DAY_MS } from './duration.js';
import type { Arrival, Payment } from './payment.js';
import { railKindOf } from './rails/kinds.js';

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

export type Comparison =
  | { readonly is: 'same'; readonly line: ListedPayment; readonly payment: Payment }
  /** The list contains it twice. */
  | { readonly is: 'repeated'; readonly line: ListedPayment }
  | { readonly is: 'we_miss'; readonly line: ListedPayment }
  | { readonly is: 'differs'; readonly line: ListedPayment; readonly payment: Payment; readonly what: string };

/** A tracking key may be used again years later. Within this time it is the same payment, reported differently. */
const SAME_KEY_MS = 7 * DAY_MS;

/** `ours`: our payments whose tracking keys are in the list. */
export function compareWithList(lines: readonly ListedPayment[], ours: readonly Payment[]): Comparison[] {
  const byIdentity = new Map(ours.map((payment) => [payment.identity.toString('hex'), payment]));
  const listed = new Set(lines.map(({ arrival }) => arrival.identity.toString('hex')));
  const unlisted = ours.filter((payment) => !listed.has(payment.identity.toString('hex')));
  const seen = new Set<string>();
  return lines.map((line) => {
    const identity = line.arrival.identity.toString('hex');
    if (seen.has(identity)) return { is: 'repeated', line };
    seen.add(identity);
    const same = byIdentity.get(identity);
    const payment = same ?? unlisted.find((one) => isSameKey(one, line.arrival));
    if (payment === undefined) return { is: 'we_miss', line };
    const what = differences(payment, line);
    if (same !== undefined && what === '') return { is: 'same', line, payment };
    return { is: 'differs', line, payment, what };
  });
}

/** Our payments on these days that the list lacks. A payment that a till reversed is rightly not in the list. */
export function missingInList(
  ours: readonly Payment[],
  comparisons: readonly Comparison[],
  days: readonly string[],
): Payment[] {
  const listed = new Set(comparisons.map(({ line }) => line.arrival.identity.toString('hex')));
  const differing = new Set(comparisons.flatMap((one) => (one.is === 'differs' ? [one.payment.id] : [])));
  const networks = new Set(comparisons.map(({ line }) => line.arrival.network));
  return ours.filter((payment) => {
    const kind = railKindOf(payment);
    // The list of a rail for one network covers only the networks that appear in it.
    const isCovered = kind.speaksFor === 'every network' || networks.size === 0 || networks.has(payment.network);
    return (
      isCovered &&
      !listed.has(payment.identity.toString('hex')) &&
      !differing.has(payment.id) &&
      !payment.flags.includes('reversed') &&
      days.some((day) => kind.isOfDay(payment, day))
    );
  });
}

function isSameKey(payment: Payment, arrival: Arrival): boolean {
  return (
    payment.network === arrival.network &&
    payment.trackingKey === arrival.trackingKey &&
    Math.abs(payment.paidAt - arrival.paidAt) <= SAME_KEY_MS
  );
}

function differences(payment: Payment, { arrival, day }: ListedPayment): string {
  return [
    ...(payment.amount !== arrival.amount ? ['amount'] : []),
    ...(payment.destination !== arrival.destination ? ['destination'] : []),
    ...railKindOf(payment).differences(payment, arrival, day),
    ...(payment.flags.includes('reversed') ? ['taken back by the till'] : []),
  ].join(', ');
}
