// Compares a rail's list with our payments (D42): what is the same, what we miss, what they miss, what differs.
import { DAY_MS, mexicoDay } from './mexico-day.js';
import { type Arrival, type Payment, speiIdentity } from './payment.js';

type Listed = { readonly arrival: Arrival; readonly day: string };

export type Comparison<Line extends Listed> =
  | { readonly is: 'same'; readonly line: Line; readonly payment: Payment }
  /** The list has it twice. */
  | { readonly is: 'repeated'; readonly line: Line }
  | { readonly is: 'we_miss'; readonly line: Line }
  | { readonly is: 'differs'; readonly line: Line; readonly payment: Payment; readonly what: string };

/** A tracking key may come again after years; within this time it is the same transfer, told otherwise. */
const SAME_KEY_MS = 7 * DAY_MS;

/** `ours`: payments with the tracking keys of the list. */
export function compareWithList<Line extends Listed>(
  lines: readonly Line[],
  ours: readonly Payment[],
): Comparison<Line>[] {
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

/** Whether the payment belongs into the rail's list of that day (yyyymmdd). */
export function isOfDay(payment: Payment, day: string): boolean {
  if (payment.kind === 'cash') return mexicoDay(payment.paidAt).replaceAll('-', '') === day;
  // The operating date is not kept beside its payment; it is part of what makes the identity.
  return identityOn(payment, day).equals(payment.identity);
}

function identityOn(payment: Payment, operatingDate: string): Buffer {
  return speiIdentity({
    mode: payment.mode,
    orderingBank: payment.network,
    trackingKey: payment.trackingKey,
    operatingDate,
    beneficiaryAccount: payment.destination,
    orderingAccount: payment.payerAccount ?? '',
    amount: payment.amount,
  });
}

function isSameKey(payment: Payment, arrival: Arrival): boolean {
  return (
    payment.network === arrival.network &&
    payment.trackingKey === arrival.trackingKey &&
    Math.abs(payment.paidAt - arrival.paidAt) <= SAME_KEY_MS
  );
}

function differences(payment: Payment, { arrival, day }: Listed): string {
  return [
    ...(payment.amount !== arrival.amount ? ['amount'] : []),
    ...(payment.destination !== arrival.destination ? ['destination'] : []),
    ...(payment.kind === 'spei' && payment.payerAccount !== arrival.payerAccount ? ['ordering account'] : []),
    ...(payment.kind === 'spei' && !isOfDay(payment, day) ? ['operating date'] : []),
    ...(payment.flags.includes('reversed') ? ['taken back by the till'] : []),
  ].join(', ');
}
