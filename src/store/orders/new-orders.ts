// Stores new orders. One statement writes each order, its first event, the deliveries of that event and its idempotency
// record. Orders that arrive at the same moment share the statement.

import { isLive } from '../../domain/base/mode.js';
import { eventText, type OrderEvent } from '../../domain/orders/event.js';
import { rateToDecimal } from '../../domain/orders/exchange.js';
import type { Order } from '../../domain/orders/order.js';
import { type Db, type Queryable, sqlState, violates } from '../db.js';
import { prepared, raw, sql, timeFrom } from '../sql.js';
import { FIRST_DELIVERIES } from '../webhooks/deliveries/new-deliveries.js';
import { storeWithCards } from './card-orders.js';
import { newKeys } from './idempotency-keys.js';
import { newEvents } from './order-events.js';
import { writePoint } from './order-row.js';

/** A new order and everything that must be stored with it. */
export type NewOrder = {
  readonly order: Order;
  readonly event: OrderEvent;
  /** The answer to store under the request's Idempotency-Key (D40). */
  readonly repeat: { readonly key: string; readonly requestDigest: Buffer; readonly answer: string } | null;
};

/**
 * Stores orders of accounts of one shard; their cards are where `db` has them. One result per order: false if its folio is taken,
 * its idempotency key already has an answer, or its card is no longer reserved for it.
 */
export async function insertOrders(db: Db, shard: Db, orders: readonly NewOrder[]): Promise<boolean[]> {
  // Cards are rare, so orders without one do not pay for them.
  if (orders.every(({ order }) => order.cardNumber === null))
    return storedOf(orders, await insertPlainOrders(shard, orders));
  const [first, ...others] = orders;
  return storeWithCards(db, shard, orders, async (tx, wanted) =>
    first !== undefined && others.length === 0
      ? [await insertOrderIn(tx, first)]
      : storedOf(wanted, await insertFreeOrders(tx, toRows(tx, wanted))),
  );
}

function storedOf(orders: readonly NewOrder[], left: readonly Left[]): boolean[] {
  const leftIds = new Set(left.map(({ id }) => id));
  return orders.map(({ order }) => !leftIds.has(order.uuid));
}

/**
 * Stores one order in the caller's transaction, together with what else the caller writes. False as above; then the
 * caller must write nothing more, because PostgreSQL may have given up the transaction. Its card is held by card-orders.ts.
 */
export async function insertOrderIn(tx: Queryable, order: NewOrder): Promise<boolean> {
  try {
    const left = await insertFreeOrders(tx, toRows(tx, [order]));
    return left.length === 0;
  } catch (error) {
    // The folio was taken at this very moment.
    if (sqlState(error) === DIVISION_BY_ZERO || violates(error, 'orders_folio')) return false;
    throw error;
  }
}

const DIVISION_BY_ZERO = '22012';

type Left = { readonly id: string | undefined };

async function insertPlainOrders(shard: Queryable, orders: readonly NewOrder[]): Promise<Left[]> {
  const rows = toRows(shard, orders);
  try {
    return await shard.query<Left>(prepared('insert_orders', insert(rows)));
  } catch (error) {
    if (!violates(error, 'orders_folio')) throw error;
    return insertFreeOrders(shard, rows);
  }
}

/** Leaves out orders whose folio is taken. */
function insertFreeOrders(shard: Queryable, rows: string): Promise<Left[]> {
  return shard.query<Left>(prepared('insert_orders_but_taken', insertButTaken(rows)));
}

const CREATED_AT = timeFrom('created_ms');

const GIVEN_KEYS = sql`
  select account_id, livemode, repeat_key, decode(repeat_digest, 'hex'), id, 200, repeat_answer, ${CREATED_AT}
  from input
  where repeat_key is not null`;
const CLAIMED_KEYS = newKeys(GIVEN_KEYS);

const SENT_COLUMNS = raw(`account_id, livemode, id, folio, method, product_id, product_name, image_url, customer_id,
  customer_name, customer_email, customer_phone, price_amount, price_currency, rate, amount, fee, iva, clabe, point_code, point,
  reference, card_number, success_url, failure_url, test_clock_id, expires_unit`);

const NEW_ORDERS = sql`
  insert into orders (${SENT_COLUMNS}, clabe_reused, extras, status, last_event, created_at, updated_at, expires_at, rate_taken_at)
  select ${SENT_COLUMNS}, clabe_reused is true, extras_text::json, 'pending', 1, ${CREATED_AT}, ${CREATED_AT}, ${timeFrom('expires_ms')},
    ${timeFrom('rate_taken_ms')}
  from input
  where repeat_key is null
     or id = any(array(select order_id from claimed_keys))`;

const FIRST_EVENTS = newEvents(sql`
  select account_id, livemode, id, 1, event_type, ${CREATED_AT}, event_state, event_mac
  from input
  where id = any(array(select id from new_orders))`);

const STORED = sql`claimed_keys as (${CLAIMED_KEYS}
    ), new_orders as (${NEW_ORDERS}
      returning id
    ), new_events as (${FIRST_EVENTS}
    ), new_deliveries as (${FIRST_DELIVERIES}`;

function sentRows(rows: string) {
  return sql`
      select *
      from json_to_recordset(${rows}::json) as row(
        account_id uuid, livemode boolean, id uuid, folio text, method text,
        product_id text, product_name text, image_url text,
        customer_id text, customer_name text, customer_email text, customer_phone text,
        price_amount bigint, price_currency text, rate numeric, rate_taken_ms float8,
        amount bigint, fee bigint, iva bigint, clabe text, clabe_reused boolean, extras_text text,
        point_code text, point json, reference text, card_number text, success_url text, failure_url text,
        test_clock_id uuid, created_ms float8, expires_ms float8, expires_unit text,
        event_type text, event_state json, event_mac bytea,
        repeat_key text, repeat_digest text, repeat_answer text)`;
}

// The rows are sent as one JSON document, so the text is the same for every batch size and is planned once. Arrays are
// faster here than joining a hundred rows with themselves. The result lists the orders that were not stored, and is
// nearly always empty. Extras are sent as text inside the JSON, so all their characters are stored unchanged. Times are
// sent as numbers, which both sides parse faster than dates. A taken folio fails the whole statement.
function insert(rows: string) {
  return sql`
    with input as (${sentRows(rows)}
    ), ${STORED}
    )
    select id
    from input
    where id <> all(array(select id from new_orders))`;
}

// An order whose folio is taken must not claim its key: its next draw claims it. The planner cannot turn a `case` into a
// join, so this is one look-up by key, whatever the statistics were at planning time.
const KEYS_BUT_TAKEN = newKeys(sql`
  ${GIVEN_KEYS}
    and case
      when exists (
        select from orders taken
        where taken.account_id = input.account_id
          and taken.livemode = input.livemode
          and taken.folio = input.folio) then false
      else true
    end`);

// The same, but an order whose folio is taken is left out and its neighbours are stored. This takes PostgreSQL 8 to 13 %
// longer, so it runs only after the other has failed: for one batch in thirty of an account with 2,000,000 orders. An
// order that claimed its key and then met its folio, taken at this very moment, must not leave the key behind. It
// divides by zero: nothing is stored, and each order is tried alone.
function insertButTaken(rows: string) {
  return sql`
    with input as (${sentRows(rows)}
    ), claimed_keys as (${KEYS_BUT_TAKEN}
    ), new_orders as (${NEW_ORDERS}
      on conflict (account_id, livemode, folio) do nothing
      returning id
    ), new_events as (${FIRST_EVENTS}
    ), new_deliveries as (${FIRST_DELIVERIES}
    )
    select id, 1 / case when id = any(array(select order_id from claimed_keys)) then 0 else 1 end as divided
    from input
    where id <> all(array(select id from new_orders))`;
}

function toRows(db: Queryable, orders: readonly NewOrder[]): string {
  return JSON.stringify(orders.map((one) => toInputRow(db, one)));
}

/** Leaves out null values, which saves a third of the bytes that the database has to read. */
function toInputRow(db: Queryable, { order, event, repeat }: NewOrder) {
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
    clabe_reused: order.clabeIsReused || undefined,
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
    event_mac: db.mac(eventText(order, event)) ?? undefined,
    repeat_key: repeat?.key,
    repeat_digest: repeat?.requestDigest.toString('hex'),
    repeat_answer: repeat?.answer,
  };
}
