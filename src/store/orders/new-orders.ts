// Stores new orders. One statement writes each order, its first event, the deliveries of that event and its idempotency
// record. Orders that arrive at the same moment share the statement.

import { isLive } from '../../domain/base/mode.js';
import { eventText, type OrderEvent } from '../../domain/orders/event.js';
import { rateToDecimal } from '../../domain/orders/exchange.js';
import type { Order } from '../../domain/orders/order.js';
import { CARD_QUARANTINE_MS } from '../../domain/points/pools.js';
import { type Db, type Queryable, sqlState, violates } from '../db.js';
import { HELD_CARDS, heldCards, type ReservedCard, stillReserved } from '../points/point-cards.js';
import { prepared, raw, sql } from '../sql.js';
import { FIRST_DELIVERIES } from '../webhooks/deliveries/new-deliveries.js';
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
 * One result per order: false if its folio is taken, its idempotency key already has an answer, or its card is no longer
 * reserved for it.
 */
export async function insertOrders(db: Db, orders: readonly NewOrder[]): Promise<boolean[]> {
  const rows = JSON.stringify(orders.map((one) => toInputRow(db, one)));
  // Cards are rare, so orders without one do not pay for them.
  const left = orders.some(({ order }) => order.cardNumber !== null)
    ? (await db.layout()) === 'whole'
      ? await insertCardOrders(db, orders, rows)
      : await db.transaction((tx) => insertCardsOnCluster(tx, orders))
    : await insertPlainOrders(db, orders, rows);
  const leftIds = new Set(left.map(({ id }) => id));
  return orders.map(({ order }) => !leftIds.has(order.uuid));
}

/**
 * Stores one order in the caller's transaction, together with what else the caller writes. False as above; then the
 * caller must write nothing more, because PostgreSQL may have given up the transaction.
 */
export async function insertOrderIn(tx: Queryable, order: NewOrder): Promise<boolean> {
  const rows = JSON.stringify([toInputRow(tx, order)]);
  try {
    const left =
      order.order.cardNumber === null
        ? await insertFreeOrders(tx, [order], rows)
        : (await tx.layout()) === 'whole'
          ? await insertCardOrders(tx, [order], rows)
          : await insertCardsOnCluster(tx, [order]);
    return left.length === 0;
  } catch (error) {
    // The folio was taken at this very moment.
    if (sqlState(error) === DIVISION_BY_ZERO || violates(error, 'orders_folio')) return false;
    throw error;
  }
}

const DIVISION_BY_ZERO = '22012';

type Left = { readonly id: string | undefined };

async function insertPlainOrders(db: Queryable, orders: readonly NewOrder[], rows: string): Promise<Left[]> {
  try {
    return await db.query<Left>(prepared('insert_orders', insert(rows)));
  } catch (error) {
    if (!violates(error, 'orders_folio')) throw error;
    return insertFreeOrders(db, orders, rows);
  }
}

/** Leaves out orders whose folio is taken. */
async function insertFreeOrders(db: Queryable, orders: readonly NewOrder[], rows: string): Promise<Left[]> {
  if ((await db.layout()) === 'whole') return db.query<Left>(prepared('insert_orders_but_taken', insertButTaken(rows)));
  const taken = await findTaken(db, orders);
  const free = orders.filter(({ order }) => !taken.has(order.uuid));
  const left = await db.query<Left>(
    prepared('insert_orders', insert(JSON.stringify(free.map((one) => toInputRow(db, one))))),
  );
  return [...left, ...[...taken].map((id) => ({ id }))];
}

/** Orders whose folio another one of their account has. One that takes it after this look fails the insert. */
async function findTaken(db: Queryable, orders: readonly NewOrder[]): Promise<Set<string>> {
  const found = await db.query<{ account_id: string; livemode: boolean; folio: string }>(sql`
    select account_id, livemode, folio
    from orders
    where account_id = any(${[...new Set(orders.map(({ order }) => order.scope.accountId))]}::uuid[])
      and folio = any(${orders.map(({ order }) => order.folio)}::text[])`);
  const key = (accountId: string, livemode: boolean, folio: string) => `${accountId} ${livemode} ${folio}`;
  const keys = new Set(found.map(({ account_id, livemode, folio }) => key(account_id, livemode, folio)));
  const isTaken = ({ order: { scope, folio } }: NewOrder) => keys.has(key(scope.accountId, isLive(scope.mode), folio));
  return new Set(orders.filter(isTaken).map(({ order }) => order.uuid));
}

async function insertCardOrders(db: Queryable, orders: readonly NewOrder[], rows: string): Promise<Left[]> {
  try {
    return await db.query<Left>(prepared('insert_card_orders', insertWithCards(orders, rows)));
  } catch (error) {
    // A folio is taken. A single order is refused. A batch fails, and each of its orders is then tried alone.
    if (orders.length === 1 && violates(error, 'orders_folio')) return [{ id: orders[0]?.order.uuid }];
    throw error;
  }
}

/** The same as several statements: on a cluster the cards are on the coordinator, and the orders on the nodes. */
async function insertCardsOnCluster(tx: Queryable, orders: readonly NewOrder[]): Promise<Left[]> {
  const cards = orders.flatMap(reservedCard);
  const reserved = await tx.query<{ order_id: string }>(stillReserved(cards));
  const reservedIds = new Set(reserved.map(({ order_id }) => order_id));
  const mayBeStored = ({ order }: NewOrder) => order.cardNumber === null || reservedIds.has(order.uuid);
  const wanted = orders.filter(mayBeStored);
  const left = await insertFreeOrders(tx, wanted, JSON.stringify(wanted.map((one) => toInputRow(tx, one))));
  const leftIds = new Set(left.map(({ id }) => id));
  const stored = orders.filter((one) => mayBeStored(one) && !leftIds.has(one.order.uuid));
  await tx.query(
    heldCards(
      stored.flatMap(reservedCard),
      new Map(stored.map(({ order }) => [order.uuid, order.expiry.at + CARD_QUARANTINE_MS])),
    ),
  );
  return [...left, ...orders.filter((one) => !mayBeStored(one)).map(({ order }) => ({ id: order.uuid }))];
}

const CREATED_AT = raw('to_timestamp(created_ms / 1000.0)');

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
  select ${SENT_COLUMNS}, clabe_reused is true, extras_text::json, 'pending', 1, ${CREATED_AT}, ${CREATED_AT}, to_timestamp(expires_ms / 1000.0),
    to_timestamp(rate_taken_ms / 1000.0)
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
        point_code text, point json, reference text, card_number text, card_free_ms float8, success_url text, failure_url text,
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

/** An order is stored only if its card is still reserved for it, and then it holds the card (D77). */
function insertWithCards(orders: readonly NewOrder[], rows: string) {
  return sql`
    with reserved_cards as (${stillReserved(orders.flatMap(reservedCard))}
    ), input as (${sentRows(rows)}
      where card_number is null
         or id = any(array(select order_id from reserved_cards))
    ), ${STORED}
    ), held_cards as (${HELD_CARDS}
    )
    select id
    from unnest(${orders.map(({ order }) => order.uuid)}::uuid[]) as sent(id)
    where id <> all(array(select id from new_orders))`;
}

function reservedCard({ order: { uuid, point, cardNumber } }: NewOrder): ReservedCard[] {
  return point === null || cardNumber === null ? [] : [{ point: point.code, cardNumber, orderId: uuid }];
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
    card_free_ms: order.cardNumber === null ? undefined : order.expiry.at + CARD_QUARANTINE_MS,
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
