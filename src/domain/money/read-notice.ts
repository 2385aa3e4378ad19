// Turns a rail's notice into an arrival. A notice is read once, when it comes in. Only after a crash is it read again,
// from its stored body.

import type { NoticeContext, NoticeReading } from '../rails/kind.js';
import { type RailKindName, railKindOf } from '../rails/kinds.js';
import type { Arrival } from './payment.js';

export type ReadNotice =
  /** `day` is the rail's own date for the payment, yyyymmdd. */
  | { readonly is: 'arrival'; readonly arrival: Arrival; readonly day: string; readonly isReturn: boolean }
  | Exclude<NoticeReading, { is: 'payment' }>;

/** A stored notice and what it reports; `arrival` is null if it does not report incoming money. */
export type ParsedNotice = {
  readonly id: string;
  readonly receivedAt: number;
  readonly arrival: Arrival | null;
  /** The rail's own date for the payment, yyyymmdd. */
  readonly day: string;
  /** The payment points whose orders its rail may pay; null: any (D72). */
  readonly points: readonly string[] | null;
  /** Money that came back and pays no order (D84). */
  readonly isReturn?: boolean;
};

export function readNotice(kind: RailKindName, text: string, context: NoticeContext): ReadNotice {
  const reading = railKindOf({ kind }).read(text, context);
  if (reading.is !== 'payment') return reading;
  const { mode, identity, network, trackingKey, destination, payerName, payerAccount, amount, paidAt } = reading.facts;
  const arrival = { kind, mode, identity, network, trackingKey, destination, payerName, payerAccount, amount, paidAt };
  return { is: 'arrival', arrival, day: reading.day, isReturn: reading.isReturn };
}
