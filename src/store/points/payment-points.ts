// Owns payment_points: the catalogue of shipped points and operators' edits.

import { parseAmount, toDecimal } from '../../domain/base/money.js';
import type { PaymentPoint } from '../../domain/points/payment-point.js';
import type { Queryable } from '../db.js';
import { named, sql } from '../sql.js';

/** Loads shipped points. Adds new ones and updates existing ones, except those that an operator has edited (D56). */
export async function seedPaymentPoints(db: Queryable, points: readonly PaymentPoint[]): Promise<void> {
  await db.query(sql`
    insert into payment_points (code, name, kind, rank, availability, transaction_limit, limit_per_transaction, commission,
      is_active, test_details, live_details)
    select code, name, kind, rank, availability, transaction_limit, limit_per_transaction, commission,
      is_active, test_details, live_details
    from json_to_recordset(${JSON.stringify(points.map(toRow))}::json) as row(
      code text, name text, kind text, rank integer, availability text, transaction_limit bigint,
      limit_per_transaction bigint, commission numeric, is_active boolean, test_details json, live_details json)
    on conflict (code) do update
    set name = excluded.name, kind = excluded.kind, rank = excluded.rank, availability = excluded.availability,
      transaction_limit = excluded.transaction_limit, limit_per_transaction = excluded.limit_per_transaction,
      commission = excluded.commission, test_details = excluded.test_details
    where payment_points.edited_at is null`);
}

const COLUMNS = named(
  `code, name, kind, rank, availability, transaction_limit as "orderLimit", limit_per_transaction as "tillLimit", commission,
  is_active, test_details, live_details`,
);

export async function listPaymentPoints(db: Queryable): Promise<PaymentPoint[]> {
  const rows = await db.query<Omit<PaymentPoint, 'commission'> & { readonly commission: string | null }>(sql`
    select ${COLUMNS}
    from payment_points
    order by rank`);
  return rows.map((row) => ({ ...row, commission: row.commission === null ? null : toCentavos(row.commission) }));
}

/** Locks the point: other transactions that want to change it wait until this one ends. */
export async function lockPaymentPoint(tx: Queryable, code: string): Promise<void> {
  await tx.query(sql`
    select code
    from payment_points
    where code = ${code}
    for update`);
}

/** Stores an operator's points in one transaction: all of them or none. */
export async function savePaymentPoints(tx: Queryable, points: readonly PaymentPoint[], at: number): Promise<void> {
  for (const point of points) await savePaymentPoint(tx, point, at);
}

async function savePaymentPoint(db: Queryable, point: PaymentPoint, at: number): Promise<void> {
  const row = toRow(point);
  await db.query(sql`
    insert into payment_points (code, name, kind, rank, availability, transaction_limit, limit_per_transaction, commission,
      is_active, test_details, live_details, edited_at)
    values (${row.code}, ${row.name}, ${row.kind}, ${row.rank}, ${row.availability}, ${row.transaction_limit},
      ${row.limit_per_transaction}, ${row.commission}, ${row.is_active}, ${row.test_details}, ${row.live_details},
      ${new Date(at)})
    on conflict (code) do update
    set name = excluded.name, kind = excluded.kind, rank = excluded.rank, availability = excluded.availability,
      transaction_limit = excluded.transaction_limit, limit_per_transaction = excluded.limit_per_transaction,
      commission = excluded.commission, is_active = excluded.is_active, test_details = excluded.test_details,
      live_details = excluded.live_details, edited_at = excluded.edited_at`);
}

function toRow(point: PaymentPoint) {
  return {
    code: point.code,
    name: point.name,
    kind: point.kind,
    rank: point.rank,
    availability: point.availability,
    transaction_limit: String(point.orderLimit),
    limit_per_transaction: String(point.tillLimit),
    commission: point.commission === null ? null : toDecimal(point.commission),
    is_active: point.isActive,
    test_details: point.testDetails,
    live_details: point.liveDetails,
  };
}

function toCentavos(decimal: string): bigint {
  const amount = parseAmount(decimal);
  return typeof amount === 'bigint' ? amount : 0n; // 0.00 is not a valid price, but it is a valid commission
}
