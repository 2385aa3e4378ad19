// One row of the orders table, and the order it stands for.
import { parseRate } from '../domain/exchange.js';
import type { Method } from '../domain/fee.js';
import type { Currency } from '../domain/money.js';
import type { Order, Status } from '../domain/order.js';

export const ORDER_COLUMNS = [
  'account_id, livemode, id, folio, method, status',
  'product_id, product_name, image_url',
  'customer_id, customer_name, customer_email, customer_phone',
  'price_amount, price_currency, rate, rate_taken_at',
  'amount, fee, iva, clabe, extras',
  'created_at, updated_at, expires_at, expires_unit',
].join(', ');

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
  extras: Record<string, unknown>;
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
    scope: { accountId: row.account_id, livemode: row.livemode },
    folio: row.folio,
    method: row.method,
    product: { id: row.product_id, name: row.product_name, imageUrl: row.image_url },
    customer: { id: row.customer_id, name: row.customer_name, email: row.customer_email, phone: row.customer_phone },
    price: { amount: row.price_amount, currency: row.price_currency },
    rate: { millionths, takenAt: row.rate_taken_at },
    amount: row.amount,
    fee: { amount: row.fee, iva: row.iva },
    clabe: row.clabe,
    extras: row.extras,
    status: row.status,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    expiry: { at: row.expires_at, unit: row.expires_unit },
  };
}
