// Converts between rows of the orders table and orders.

import type { Method } from '../../domain/accounts/fee.js';
import { modeOf } from '../../domain/base/mode.js';
import type { Currency } from '../../domain/base/money.js';
import { parseRate } from '../../domain/orders/exchange.js';
import type { Order, Status } from '../../domain/orders/order.js';
import type { PointSnapshot } from '../../domain/points/payment-point.js';

export const ORDER_COLUMNS: readonly string[] = [
  'account_id',
  'livemode',
  'id',
  'folio',
  'method',
  'status',
  'product_id',
  'product_name',
  'image_url',
  'customer_id',
  'customer_name',
  'customer_email',
  'customer_phone',
  'price_amount',
  'price_currency',
  'rate',
  'rate_taken_at',
  'amount',
  'fee',
  'iva',
  'clabe',
  'former_clabe',
  'clabe_reused',
  'extras',
  'point_code',
  'point',
  'reference',
  'card_number',
  'success_url',
  'failure_url',
  'received',
  'surplus',
  'held',
  'refunded',
  'accepted_at',
  'released',
  'last_event',
  'test_clock_id',
  'created_at',
  'updated_at',
  'expires_at',
  'expires_unit',
];

export type OrderRow = {
  account_id: string;
  livemode: boolean;
  id: string;
  folio: string;
  method: Method;
  status: Status;
  product_id: string;
  product_name: string;
  image_url: string | null;
  customer_id: string | null;
  customer_name: string;
  customer_email: string;
  customer_phone: string | null;
  price_amount: bigint;
  price_currency: Currency;
  rate: string;
  rate_taken_at: number;
  amount: bigint;
  fee: bigint;
  iva: bigint;
  clabe: string | null;
  /** The CLABE, if it was given to another order since (D77). */
  former_clabe: string | null;
  clabe_reused: boolean;
  extras: Record<string, unknown>;
  point: PointJson | null;
  reference: string | null;
  card_number: string | null;
  success_url: string | null;
  failure_url: string | null;
  received: bigint;
  surplus: bigint;
  held: bigint;
  refunded: bigint;
  accepted_at: number | null;
  released: boolean;
  last_event: number;
  test_clock_id: string | null;
  created_at: number;
  updated_at: number;
  expires_at: number;
  expires_unit: 's' | 'ms';
};

export function toOrder(row: OrderRow): Order {
  const millionths = parseRate(row.rate);
  if (millionths === null) throw new Error(`order ${row.id} has no readable rate`);
  return {
    uuid: row.id,
    scope: { accountId: row.account_id, mode: modeOf(row.livemode) },
    folio: row.folio,
    method: row.method,
    product: { id: row.product_id, name: row.product_name, imageUrl: row.image_url },
    customer: { id: row.customer_id, name: row.customer_name, email: row.customer_email, phone: row.customer_phone },
    price: { amount: row.price_amount, currency: row.price_currency },
    rate: { millionths, takenAt: row.rate_taken_at },
    amount: row.amount,
    fee: { amount: row.fee, iva: row.iva },
    clabe: row.clabe ?? row.former_clabe,
    clabeIsReused: row.clabe_reused,
    point: row.point === null ? null : readPoint(row.point),
    reference: row.reference,
    cardNumber: row.card_number,
    returnUrls: { success: row.success_url, failure: row.failure_url },
    extras: row.extras,
    status: row.status,
    received: row.received,
    surplus: row.surplus,
    held: row.held,
    refunded: row.refunded,
    acceptedAt: row.accepted_at,
    released: row.released,
    lastEvent: row.last_event,
    testClockId: row.test_clock_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    expiry: { at: row.expires_at, unit: row.expires_unit },
  };
}

/** A payment point snapshot as stored. JSON has no bigint, so amounts have another type. */
type PointJson = Omit<PointSnapshot, 'tillLimit' | 'commission'> & {
  /** The till limit, by the name it had when the first orders were stored. */
  readonly limitPerTransaction: string;
  readonly commission: string | null;
};

export function writePoint(point: PointSnapshot): PointJson {
  return {
    code: point.code,
    name: point.name,
    kind: point.kind,
    limitPerTransaction: String(point.tillLimit),
    commission: point.commission === null ? null : String(point.commission),
    details: point.details,
    ...(point.formerCodes !== undefined && { formerCodes: point.formerCodes }),
  };
}

function readPoint(point: PointJson): PointSnapshot {
  return {
    code: point.code,
    name: point.name,
    kind: point.kind,
    tillLimit: BigInt(point.limitPerTransaction),
    commission: point.commission === null ? null : BigInt(point.commission),
    details: point.details,
    ...(point.formerCodes !== undefined && { formerCodes: point.formerCodes }),
  };
}
