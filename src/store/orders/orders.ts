// Orders in PostgreSQL. An order, its first event and its idempotency record are stored by one statement, shared with
// whoever stores at the same moment. Nothing here can be called without a Scope, but for
// what the customer page needs, which has no key.

import type { Scope } from '../../domain/account.js';
import type { OrderEvent } from '../../domain/event.js';
import { rateToDecimal } from '../../domain/exchange.js';
import { firstUuidAt } from '../../domain/identity.js';
import { isLive, type Mode } from '../../domain/mode.js';
import type { Order } from '../../domain/order.js';
import type { OrderFilter } from '../../domain/order-filter.js';
import { type Queryable, violates } from '../db.js';
import { ORDER_COLUMNS, type OrderRow, toOrder, writePoint } from './order-row.js';

/** An order about to be stored, with what must be stored in the same breath. */
export type NewOrder = {
  readonly order: Order;
  readonly event: OrderEvent;
  /** The answer to keep under the request's Idempotency-Key (D40). */
  readonly repeat: { readonly key: string; readonly requestDigest: Buffer; readonly answer: string } | null;
};

// One text for every batch size, so it is planned once: the rows travel as one JSON document. A folio that is taken fails
// the statement, and everybody in the batch tries alone: rarer than a probe before every insert is dear. Arrays stand for
// joins of a hundred rows with themselves. The answer is who was left out, nearly always nobody. Extras travel as text
// inside the JSON, so whatever characters they hold are stored as they came; times travel as numbers, which both sides
// read quicker than dates.
const TRAVELLING = `account_id, livemode, id, folio, method, product_id, product_name, image_url, customer_id, customer_name,
  customer_email, customer_phone, price_amount, price_currency, rate, amount, fee, iva, clabe, point_code, point, reference,
  card_number, success_url, failure_url, test_clock_id, expires_unit`;
const CREATED_AT = 'to_timestamp(created_ms / 1000.0)';
const INSERT = `
with input as (
  select *
  from json_to_recordset($1::json) as row(
    account_id uuid, livemode boolean, id uuid, folio text, method text,
    product_id text, product_name text, image_url text,
    customer_id text, customer_name text, customer_email text, customer_phone text,
    price_amount bigint, price_currency text, rate numeric, rate_taken_ms float8,
    amount bigint, fee bigint, iva bigint, clabe text, extras_text text,
    point_code text, point json, reference text, card_number text, success_url text, failure_url text,
    test_clock_id uuid, created_ms float8, expires_ms float8, expires_unit text,
    event_type text, event_state json,
    replay_key text, replay_digest text, replay_answer text)
), claimed as (
  insert into idempotency_keys (account_id, livemode, key, request_digest, order_id, status, answer, created_at)
  select account_id, livemode, replay_key, decode(replay_digest, 'hex'), id, 200, replay_answer, ${CREATED_AT}
  from input
  where replay_key is not null
  on conflict do nothing
  returning order_id
), stored as (
  insert into orders (${TRAVELLING}, extras, status, last_event, created_at, updated_at, expires_at, rate_taken_at)
  select ${TRAVELLING}, extras_text::json, 'pending', 1, ${CREATED_AT}, ${CREATED_AT}, to_timestamp(expires_ms / 1000.0),
    to_timestamp(rate_taken_ms / 1000.0)
  from input
  where replay_key is null
     or id = any(array(select order_id from claimed))
  returning id
), told as (
  insert into order_events (account_id, livemode, order_id, sequence, type, created_at, order_state)
  select account_id, livemode, id, 1, event_type, ${CREATED_AT}, event_state
  from input
  where id = any(array(select id from stored))
), hooked as (
  insert into webhook_deliveries (account_id, livemode, endpoint_id, order_id, sequence, state, due_at, created_at)
  select e.account_id, e.livemode, e.id, input.id, 1, case when e.is_active then 'due' else 'held' end, now(), now()
  from input
  join webhook_endpoints e on e.account_id = input.account_id
    and e.livemode = input.livemode
    and e.deleted_at is null
    and input.event_type = any(e.events)
  where input.id = any(array(select id from stored))
)
select id
from input
where id <> all(array(select id from stored))`;

export async function insertOrders(db: Queryable, orders: readonly NewOrder[]): Promise<boolean[]> {
  const rows = orders.map(toInputRow);
  const left = await db
    .query<{ id: string }>({ name: 'insert_orders', text: INSERT, values: [JSON.stringify(rows)] })
    .catch((error: unknown) => {
      // A folio is taken: alone it is told so, in a batch everybody tries alone.
      if (orders.length === 1 && violates(error, 'orders_folio')) return [{ id: orders[0]?.order.uuid }];
      throw error;
    });
  const leftIds = new Set(left.map(({ id }) => id));
  return orders.map(({ order }) => !leftIds.has(order.uuid));
}

/** What is null does not travel: a third of the bytes that the database would have to read. */
function toInputRow({ order, event, repeat: replay }: NewOrder) {
  return {
    account_id: order.scope.accountId,
    livemode: isLive(order.scope.mode),
    id: order.uuid,
    folio: order.folio,
    method: order.method,
    product_id: order.product.id,
    product_name: order.product.name,
    image_url: order.product.imageUrl ?? undefined,
    customer_id: order.customer.id ?? undefined,
    customer_name: order.customer.name,
    customer_email: order.customer.email,
    customer_phone: order.customer.phone ?? undefined,
    price_amount: String(order.price.amount),
    price_currency: order.price.currency,
    rate: rateToDecimal(order.rate.millionths),
    rate_taken_ms: order.rate.takenAt,
    amount: String(order.amount),
    fee: String(order.fee.amount),
    iva: String(order.fee.iva),
    clabe: order.clabe ?? undefined,
    extras_text: JSON.stringify(order.extras),
    point_code: order.point?.code,
    point: order.point === null ? undefined : writePoint(order.point),
    reference: order.reference ?? undefined,
    card_number: order.cardNumber ?? undefined,
    success_url: order.returnUrls.success ?? undefined,
    failure_url: order.returnUrls.failure ?? undefined,
    test_clock_id: order.testClockId ?? undefined,
    created_ms: order.createdAt,
    expires_ms: order.expiry.at,
    expires_unit: order.expiry.unit,
    event_type: event.type,
    event_state: event.orderState,
    replay_key: replay?.key,
    replay_digest: replay?.requestDigest.toString('hex'),
    replay_answer: replay?.answer,
  };
}

// By the index orders_id.
const FIND_FOR_CUSTOMERS = `
select ${ORDER_COLUMNS}
from orders
where id = any($1::uuid[])`;

export async function findOrdersForCustomers(
  db: Queryable,
  uuids: readonly string[],
): Promise<{ order: Order | null }[]> {
  const rows = await db.query<OrderRow>({
    name: 'find_orders_for_customers',
    text: FIND_FOR_CUSTOMERS,
    values: [uuids],
  });
  const found = new Map(rows.map((row) => [row.id, row]));
  return uuids.map((uuid) => {
    const row = found.get(uuid);
    return { order: row === undefined ? null : toOrder(row) };
  });
}

// Unnamed, so that PostgreSQL plans it for the filters at hand: those that are null fall away, and each of the others has
// an index that also gives the order. An id is made of its creation time, so a span of time is a span of ids.
const LIST = `
select ${ORDER_COLUMNS}
from orders
where account_id = $1
  and livemode = $2
  and ($3::text is null or method = $3)
  and ($4::text is null or status = $4)
  and ($5::text is null or product_id = $5)
  and ($6::text is null or lower(customer_email) = lower($6))
  and ($7::text is null or folio = $7)
  and ($8::uuid is null or id >= $8)
  and ($9::uuid is null or id < $9)
  and ($10::uuid is null or id < $10)
order by id desc
limit $11`;

export async function listOrders(db: Queryable, scope: Scope, filter: OrderFilter): Promise<Order[]> {
  const rows = await db.query<OrderRow>({
    text: LIST,
    values: [
      scope.accountId,
      isLive(scope.mode),
      filter.method,
      filter.status,
      filter.productId,
      filter.customerEmail,
      filter.folio,
      filter.createdFrom === null ? null : firstUuidAt(filter.createdFrom),
      filter.createdTo === null ? null : firstUuidAt(filter.createdTo + 1),
      filter.before,
      filter.limit,
    ],
  });
  return rows.map(toOrder);
}

/** For a till, which knows no merchant. */
export async function findByReference(db: Queryable, reference: string, mode: Mode): Promise<Order | null> {
  const rows = await db.query<OrderRow>({
    name: 'find_by_reference',
    text: `select ${ORDER_COLUMNS} from orders where reference = $1 and livemode = $2`,
    values: [reference, isLive(mode)],
  });
  return rows[0] === undefined ? null : toOrder(rows[0]);
}
