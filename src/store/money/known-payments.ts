// Reads the payments that notices may repeat (D42, D74).
import { modeOf } from '../../domain/base/mode.js';
import type { Arrival, PaymentFlag } from '../../domain/money/payment.js';
import type { KnownPayment } from '../../domain/money/repeat.js';
import { type RailKindName, railKindOf } from '../../domain/rails/kinds.js';
import type { Queryable } from '../db.js';
import { prepared, raw, sql } from '../sql.js';

const COLUMNS = raw(
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
  const rows = await tx.query<KnownRow>(prepared('known_payments', statement));
  return rows.map(toKnownPayment);
}

type KnownRow = {
  id: string;
  kind: RailKindName;
  livemode: boolean;
  identity: Buffer;
  network: string;
  tracking_key: string;
  destination: string;
  payer_name: string | null;
  payer_account: string | null;
  amount: bigint;
  paid_at: number;
  flags: PaymentFlag[];
};

function toKnownPayment(row: KnownRow): KnownPayment {
  return {
    id: row.id,
    kind: row.kind,
    mode: modeOf(row.livemode),
    identity: row.identity,
    network: row.network,
    trackingKey: row.tracking_key,
    destination: row.destination,
    payerName: row.payer_name,
    payerAccount: row.payer_account,
    amount: row.amount,
    paidAt: row.paid_at,
    flags: row.flags,
  };
}
