// Compares a rail's list with our payments (D42, D74): what is the same, what we miss, what the rail misses, what differs.
import { DAY_MS } from '../base/duration.js';
import { railKindOf } from '../rails/kinds.js';
import type { Arrival, Payment } from './payment.js';
import { isSamePayment } from './repeat.js';

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
  /** It is our payment with other facts, or (`isNear`) it may well be one: an operator must look. */
  | {
      readonly is: 'differs';
      readonly line: ListedPayment;
      readonly payment: Payment;
      readonly what: string;
      readonly isNear: boolean;
    };

/** A tracking key may be used again years later. Within this time it is the same payment, reported differently. */
const SAME_KEY_MS = 7 * DAY_MS;
/** Within this time the same amount to the same destination is likely the same payment, under another key. */
const SAME_MONEY_MS = DAY_MS;

/** `ours`: our payments of the time around the list, and those whose tracking keys are in it. */
export function compareWithList(lines: readonly ListedPayment[], ours: readonly Payment[]): Comparison[] {
  const byKey = groupBy(ours, ({ trackingKey }) => trackingKey);
  const same = new Map<string, Payment>();
  for (const { arrival, day } of lines) {
    const found = (byKey.get(arrival.trackingKey) ?? []).find((one) => isSamePayment(one, arrival, day));
    if (found !== undefined) same.set(identityOf(arrival), found);
  }
  const listed = new Set([...same.values()].map(({ id }) => id));
  const takeNear = nearest(ours.filter(({ id }) => !listed.has(id)));
  const seen = new Set<string>();
  return lines.map((line) => {
    const identity = identityOf(line.arrival);
    if (seen.has(identity)) return { is: 'repeated', line };
    seen.add(identity);
    const payment = same.get(identity);
    if (payment !== undefined) {
      const what = differences(payment, line);
      return what === '' ? { is: 'same', line, payment } : { is: 'differs', line, payment, what, isNear: false };
    }
    const near = takeNear(line.arrival);
    if (near === undefined) return { is: 'we_miss', line };
    return { is: 'differs', line, payment: near, what: differences(near, line), isNear: true };
  });
}

/** Our payments on these days that the list lacks. One that a till reversed, or that was voided, is rightly not in it. */
export function missingInList(
  ours: readonly Payment[],
  comparisons: readonly Comparison[],
  days: readonly string[],
): Payment[] {
  const listed = new Set(comparisons.flatMap((one) => ('payment' in one ? [one.payment.id] : [])));
  const networks = new Set(comparisons.map(({ line }) => line.arrival.network));
  return ours.filter((payment) => {
    const kind = railKindOf(payment);
    // The list of a rail for one network covers only the networks that appear in it.
    const isCovered = kind.speaksFor === 'every network' || networks.size === 0 || networks.has(payment.network);
    return (
      isCovered &&
      !listed.has(payment.id) &&
      !payment.flags.some((flag) => flag === 'reversed' || flag === 'voided') &&
      days.some((day) => kind.isOfDay(payment, day))
    );
  });
}

/** Finds, for each line that we lack, the payment that it may be. A payment is the one of at most one line. */
function nearest(unlisted: readonly Payment[]): (arrival: Arrival) => Payment | undefined {
  const byKey = groupBy(unlisted, ({ trackingKey }) => bare(trackingKey));
  const byMoney = groupBy(unlisted, moneyOf);
  const taken = new Set<string>();
  return (arrival) => {
    const isFree = (payment: Payment, withinMs: number) =>
      !taken.has(payment.id) &&
      areOfOneNetwork(payment, arrival) &&
      Math.abs(payment.paidAt - arrival.paidAt) <= withinMs;
    const found =
      byKey.get(bare(arrival.trackingKey))?.find((payment) => isFree(payment, SAME_KEY_MS)) ??
      byMoney.get(moneyOf(arrival))?.find((payment) => isFree(payment, SAME_MONEY_MS));
    if (found !== undefined) taken.add(found.id);
    return found;
  };
}

/** A SPEI list and a notice may name the ordering bank differently; a till is always of its own network. */
function areOfOneNetwork(payment: Payment, arrival: Arrival): boolean {
  return railKindOf(payment).speaksFor === 'every network' || payment.network === arrival.network;
}

/** A tracking key without what lists add or lose: case, separators, zeros at the front. */
function bare(trackingKey: string): string {
  return trackingKey
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/^0+/, '');
}

function moneyOf({ destination, amount }: Arrival): string {
  return `${destination} ${amount}`;
}

function identityOf({ identity }: Arrival): string {
  return identity.toString('hex');
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

function differences(payment: Payment, { arrival, day }: ListedPayment): string {
  return [
    ...(payment.trackingKey !== arrival.trackingKey ? ['tracking key'] : []),
    ...(payment.amount !== arrival.amount ? ['amount'] : []),
    ...(payment.destination !== arrival.destination ? ['destination'] : []),
    ...railKindOf(payment).differences(payment, arrival, day),
    ...(payment.flags.includes('reversed') ? ['taken back by the till'] : []),
    ...(payment.flags.includes('voided') ? ['voided by the operator'] : []),
  ].join(', ');
}
