// Tells whether a notice repeats a payment that is known, whether it then tells of it differently (D74), and whether it uses
// the tracking key of another payment (D90).

import { railKindOf } from '../rails/kinds.js';
import type { Arrival, Payment } from './payment.js';

/** What must be known of a payment to recognize it. */
export type KnownPayment = Pick<
  Payment,
  | 'id'
  | 'kind'
  | 'mode'
  | 'identity'
  | 'network'
  | 'trackingKey'
  | 'destination'
  | 'payerName'
  | 'payerAccount'
  | 'amount'
  | 'paidAt'
  | 'flags'
>;

/** `day`: the rail's own date of the arrival, yyyymmdd. */
export function isSamePayment(known: KnownPayment, arrival: Arrival, day: string): boolean {
  if (known.identity.equals(arrival.identity)) return true;
  const { formerIdentity } = railKindOf(known);
  return (
    formerIdentity !== undefined &&
    known.kind === arrival.kind &&
    known.mode === arrival.mode &&
    known.trackingKey === arrival.trackingKey &&
    known.destination === arrival.destination &&
    known.amount === arrival.amount &&
    formerIdentity(known, day).equals(known.identity)
  );
}

/** Whether another payment has the tracking key that the arrival's bank may use once a day. */
export function usesKeyOf(known: Arrival | KnownPayment, arrival: Arrival, day: string): boolean {
  return (
    known.trackingKey === arrival.trackingKey &&
    known.network === arrival.network &&
    known.kind === arrival.kind &&
    known.mode === arrival.mode &&
    railKindOf(known).hasKeysOfDay &&
    railKindOf(known).isOfDay(known, day)
  );
}

/**
 * What a repeat tells differently. The time of payment is left out: notifiers write a new one each time they send, and
 * the first one counts.
 */
export function repeatDifferences(known: Omit<KnownPayment, 'id' | 'flags'>, arrival: Arrival): string[] {
  const differs: Readonly<Record<string, boolean>> = {
    amount: known.amount !== arrival.amount,
    destination: known.destination !== arrival.destination,
    network: known.network !== arrival.network,
    'payer account': known.payerAccount !== arrival.payerAccount,
    'payer name': known.payerName !== arrival.payerName,
  };
  return Object.keys(differs).filter((what) => differs[what]);
}
