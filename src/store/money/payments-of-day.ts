// Reads our payments of one day on a rail, for reconciliation.
import { HOUR_MS } from '../../domain/base/duration.js';
import { firstUuidAt } from '../../domain/base/identity.js';
import { isLive, type Mode } from '../../domain/base/mode.js';
import type { Payment } from '../../domain/money/payment.js';
import type { RailKindName } from '../../domain/rails/kinds.js';
import type { Queryable } from '../db.js';
import { named, sql } from '../sql.js';
import { PAYMENT_COLUMNS, type PaymentRow, toPayment } from './payments.js';

const COLUMNS = named(PAYMENT_COLUMNS);

/** All rails of one kind in one mode. */
export type RailsOfKind = { readonly kind: RailKindName; readonly mode: Mode };

/** One reconciliation of a kind and mode at a time, until the transaction ends. */
export async function lockReconciliation(tx: Queryable, { kind, mode }: RailsOfKind): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`reconcile ${kind} ${mode}`}, 0))`);
}

export async function findByTrackingKeys(
  db: Queryable,
  { kind, mode }: RailsOfKind,
  trackingKeys: readonly string[],
): Promise<Payment[]> {
  const rows = await db.query<PaymentRow>(sql`
    select ${COLUMNS}
    from payments
    where tracking_key = any(${trackingKeys}::text[])
      and kind = ${kind}
      and livemode = ${isLive(mode)}
    order by id`);
  return rows.map(toPayment);
}

/**
 * Payments paid in that time range. A payment is booked after it is paid, and its id contains the booking time, so the
 * primary key finds them.
 */
export async function findPaidBetween(
  db: Queryable,
  { kind, mode }: RailsOfKind,
  span: { readonly from: number; readonly before: number },
): Promise<Payment[]> {
  const rows = await db.query<PaymentRow>(sql`
    select ${COLUMNS}
    from payments
    where id >= ${firstUuidAt(span.from - CLOCK_SKEW_MS)}
      and paid_at >= ${new Date(span.from)}
      and paid_at < ${new Date(span.before)}
      and kind = ${kind}
      and livemode = ${isLive(mode)}
    order by id`);
  return rows.map(toPayment);
}

/** A rail's clock may be ahead of ours by this much. */
const CLOCK_SKEW_MS = HOUR_MS;
