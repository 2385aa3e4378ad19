// A notice of a rail becomes an arrival. It is read once, when it comes in; only one that a crash left behind is read
// again from its stored body.
import type { Arrival } from '../payment.js';
import type { NoticeContext, NoticeReading } from './kind.js';
import { type RailKindName, railKindOf } from './kinds.js';

export type ReadNotice =
  /** `day` is the rail's own day of the payment, yyyymmdd. */
  | { readonly is: 'arrival'; readonly arrival: Arrival; readonly day: string }
  | Exclude<NoticeReading, { is: 'payment' }>;

/** A stored notice with what it says; `arrival` is null when it tells of no money that arrives. */
export type ParsedNotice = { readonly id: string; readonly receivedAt: number; readonly arrival: Arrival | null };

export function readNotice(kind: RailKindName, text: string, context: NoticeContext): ReadNotice {
  const reading = railKindOf({ kind }).read(text, context);
  if (reading.is !== 'payment') return reading;
  const { mode, identity, network, trackingKey, destination, payerName, payerAccount, amount, paidAt } = reading.facts;
  const arrival = { kind, mode, identity, network, trackingKey, destination, payerName, payerAccount, amount, paidAt };
  return { is: 'arrival', arrival, day: reading.day };
}
