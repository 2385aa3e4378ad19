// Reads the payments that notices may repeat (D42, D74).
import type { Arrival } from '../../domain/money/payment.js';
import type { KnownPayment } from '../../domain/money/repeat.js';
import { railKindOf } from '../../domain/rails/kinds.js';
import type { Queryable } from '../db.js';
import { named, prepared, sql } from '../sql.js';

const COLUMNS = named(
  'id, kind, livemode, identity, network, tracking_key, destination, payer_name, payer_account, amount, paid_at, flags',
);

/**
 * Payments with one of these identities, and those that have one of these tracking keys of a kind that uses a key once a
 * day (D90). Among them are transfers that were booked when they had another identity.
 */
export async function findKnownPayments(tx: Queryable, arrivals: readonly Arrival[]): Promise<KnownPayment[]> {
  const identities = arrivals.map(({ identity }) => identity);
  const trackingKeys = arrivals
    .filter((arrival) => railKindOf(arrival).hasKeysOfDay)
    .map(({ trackingKey }) => trackingKey);
  const statement = sql`
    select ${COLUMNS}
    from payments
    where identity = any(${identities}::bytea[])
    union all
    select ${COLUMNS}
    from payments
    where tracking_key = any(${trackingKeys}::text[])
      and identity <> all(${identities}::bytea[])`;
  return tx.query<KnownPayment>(prepared('known_payments', statement));
}
