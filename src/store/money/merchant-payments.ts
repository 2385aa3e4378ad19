// Reads the payments of one merchant. Money that belongs to no merchant yet is not among them.
import type { Scope } from '../../domain/accounts/account.js';
import { firstUuidAt } from '../../domain/base/identity.js';
import type { Payment, PaymentState } from '../../domain/money/payment.js';
import type { Queryable } from '../db.js';
import { ofScope } from '../scope.js';
import { named, raw, reading, sql } from '../sql.js';
import { PAYMENT_COLUMNS, type PaymentRow, toPayment } from './payments.js';

export type MerchantPaymentFilter = {
  readonly orderId: string | null;
  /** Payments with money in this place. */
  readonly state: PaymentState | null;
  readonly trackingKey: string | null;
  /** When they were booked, in epoch milliseconds, both inclusive. */
  readonly createdFrom: number | null;
  readonly createdTo: number | null;
  /** The last payment of the previous page. */
  readonly before: string | null;
  readonly limit: number;
};

const COLUMNS = named(PAYMENT_COLUMNS);

/**
 * Newest first. Not a prepared statement, so that PostgreSQL plans it for the given filters, as in orders.ts. The state
 * is part of the text: only then are the indexes that hold nothing but surplus, held or returned money used.
 */
export async function listMerchantPayments(
  db: Queryable,
  scope: Scope,
  filter: MerchantPaymentFilter,
): Promise<Payment[]> {
  const { orderId, trackingKey, createdFrom, createdTo, before, limit } = filter;
  const firstId = createdFrom === null ? null : firstUuidAt(createdFrom);
  const endId = createdTo === null ? null : firstUuidAt(createdTo + 1);
  const inState = filter.state === null ? sql`` : raw(`and ${filter.state} > 0`);
  const rows = await db.query<PaymentRow>(reading(scope, orderId)`
    select ${COLUMNS}
    from payments
    where ${ofScope(scope)}
      ${inState}
      and (${orderId}::uuid is null or order_id = ${orderId})
      and (${trackingKey}::text is null or tracking_key = ${trackingKey})
      and (${firstId}::uuid is null or id >= ${firstId})
      and (${endId}::uuid is null or id < ${endId})
      and (${before}::uuid is null or id < ${before})
    order by id desc
    limit ${limit}`);
  return rows.map(toPayment);
}

export async function findMerchantPayment(db: Queryable, scope: Scope, id: string): Promise<Payment | null> {
  const rows = await db.query<PaymentRow>(sql`
    select ${COLUMNS}
    from payments
    where ${ofScope(scope)}
      and id = ${id}`);
  return rows[0] === undefined ? null : toPayment(rows[0]);
}

/** The payments of these orders, newest first. */
export async function listPaymentsOfOrders(
  db: Queryable,
  scope: Scope,
  orderIds: readonly string[],
): Promise<Payment[]> {
  const rows = await db.query<PaymentRow>(sql`
    select ${COLUMNS}
    from payments
    where ${ofScope(scope)}
      and order_id = any(${orderIds}::uuid[])
    order by id desc
    limit 500`);
  return rows.map(toPayment);
}
