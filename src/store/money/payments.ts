// Reads payments: received money, each stored once, with or without an order. payments-write.ts writes them.
import type { Scope } from '../../domain/accounts/account.js';
import { isLive, type Mode } from '../../domain/base/mode.js';
import type { Arrival, Payment } from '../../domain/money/payment.js';
import type { KnownPayment } from '../../domain/money/repeat.js';
import { railKindOf } from '../../domain/rails/kinds.js';
import type { Queryable } from '../db.js';
import { ofScope } from '../scope.js';
import { named, prepared, type Sql, sql } from '../sql.js';

export const PAYMENT_COLUMNS = `id, identity, kind, livemode, network, tracking_key, destination, payer_name, payer_account, amount,
  applied, surplus, held, unmatched, returned, accepted, accepted_fee, accepted_iva, key_day, flags, repeats, differing, account_id,
  order_id, paid_at, received_at, updated_at`;

const COLUMNS = named(PAYMENT_COLUMNS);

/** The payments of an order, oldest first. */
export async function listPaymentsOf(db: Queryable, scope: Scope, orderId: string): Promise<Payment[]> {
  const rows = await db.query<PaymentRow>(paymentsOf(scope, orderId));
  return rows.map(toPayment);
}

/** The same, locked until the transaction ends. */
export async function lockPaymentsOf(tx: Queryable, scope: Scope, orderId: string): Promise<Payment[]> {
  const rows = await tx.query<PaymentRow>(sql`${paymentsOf(scope, orderId)} for update`);
  return rows.map(toPayment);
}

function paymentsOf(scope: Scope, orderId: string): Sql {
  return sql`
    select ${COLUMNS}
    from payments
    where ${ofScope(scope)}
      and order_id = ${orderId}
    order by id`;
}

export async function lockPayment(tx: Queryable, id: string): Promise<Payment | null> {
  return (await lockPayments(tx, [id]))[0] ?? null;
}

/** In the order of their ids. */
export async function lockPayments(tx: Queryable, ids: readonly string[]): Promise<Payment[]> {
  if (ids.length === 0) return [];
  const rows = await tx.query<PaymentRow>(sql`
    select ${COLUMNS}
    from payments
    where id = any(${ids}::uuid[])
    order by id
    for update`);
  return rows.map(toPayment);
}

/** Money of nobody that is told of by one of these tracking keys. By the index payments_key_of_day. */
export async function findUnmatched(db: Queryable, trackingKeys: readonly string[]): Promise<string[]> {
  if (trackingKeys.length === 0) return [];
  const rows = await db.query<{ id: string }>(sql`
    select id
    from payments
    where tracking_key = any(${trackingKeys}::text[])
      and unmatched > 0`);
  return rows.map(({ id }) => id);
}

export async function findPayment(db: Queryable, id: string): Promise<Payment | null> {
  const rows = await db.query<PaymentRow>(sql`
    select ${COLUMNS}
    from payments
    where id = ${id}`);
  return rows[0] === undefined ? null : toPayment(rows[0]);
}

export async function findPaymentByIdentity(db: Queryable, identity: Buffer): Promise<Payment | null> {
  const rows = await db.query<PaymentRow>(sql`
    select ${COLUMNS}
    from payments
    where identity = ${identity}`);
  return rows[0] === undefined ? null : toPayment(rows[0]);
}

type PaymentFilter = {
  readonly state: string | null;
  readonly mode: Mode;
  readonly trackingKey: string | null;
  readonly limit: number;
};

/** For the operator: newest first. */
export async function listPayments(db: Queryable, filter: PaymentFilter): Promise<Payment[]> {
  const rows = await db.query<PaymentRow>(sql`
    select ${COLUMNS}
    from payments
    where livemode = ${isLive(filter.mode)}
      and (${filter.state}::text is null
        or (${filter.state}::text = 'applied' and applied > 0)
        or (${filter.state}::text = 'surplus' and surplus > 0)
        or (${filter.state}::text = 'held' and held > 0)
        or (${filter.state}::text = 'unmatched' and unmatched > 0)
        or (${filter.state}::text = 'returned' and returned > 0))
      and (${filter.trackingKey}::text is null or tracking_key = ${filter.trackingKey})
    order by id desc
    limit ${filter.limit}`);
  return rows.map(toPayment);
}

export type PaymentRow = Omit<Payment, 'accepted'> & {
  readonly accepted: bigint;
  readonly acceptedFee: bigint;
  readonly acceptedIva: bigint;
};

export function toPayment({ accepted: amount, acceptedFee, acceptedIva, ...row }: PaymentRow): Payment {
  return { ...row, accepted: { amount, fee: { amount: acceptedFee, iva: acceptedIva } } };
}

const KNOWN_COLUMNS = named(
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
    select ${KNOWN_COLUMNS}
    from payments
    where identity = any(${identities}::bytea[])
    union all
    select ${KNOWN_COLUMNS}
    from payments
    where tracking_key = any(${trackingKeys}::text[])
      and identity <> all(${identities}::bytea[])`;
  return tx.query<KnownPayment>(prepared('known_payments', statement));
}
