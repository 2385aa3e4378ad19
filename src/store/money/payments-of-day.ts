// Our payments of a rail's day, for reconciling.

import { firstUuidAt } from '../../domain/identity.js';
import { isLive, type Mode } from '../../domain/mode.js';
import type { Payment } from '../../domain/payment.js';
import type { Queryable } from '../db.js';
import { PAYMENT_COLUMNS, type PaymentRow, toPayment } from './payments.js';

export type RailKind = { readonly kind: 'spei' | 'cash'; readonly mode: Mode };

export async function findByTrackingKeys(
  db: Queryable,
  { kind, mode }: RailKind,
  trackingKeys: readonly string[],
): Promise<Payment[]> {
  const rows = await db.query<PaymentRow>({
    text: `
      select ${PAYMENT_COLUMNS}
      from payments
      where tracking_key = any($1::text[])
        and kind = $2
        and livemode = $3
      order by id`,
    values: [trackingKeys, kind, isLive(mode)],
  });
  return rows.map(toPayment);
}

/** Paid in that span. A payment is booked after it was paid, and its id carries that time: the primary key finds them. */
export async function findPaidBetween(
  db: Queryable,
  { kind, mode }: RailKind,
  span: { readonly from: number; readonly before: number },
): Promise<Payment[]> {
  const rows = await db.query<PaymentRow>({
    text: `
      select ${PAYMENT_COLUMNS}
      from payments
      where id >= $1
        and paid_at >= $2
        and paid_at < $3
        and kind = $4
        and livemode = $5
      order by id`,
    values: [firstUuidAt(span.from - CLOCK_SKEW_MS), new Date(span.from), new Date(span.before), kind, isLive(mode)],
  });
  return rows.map(toPayment);
}

/** A rail's clock may be ahead of ours. */
const CLOCK_SKEW_MS = 3_600_000;
