// What every peer needs of Cobro and what does not depend on its framework: the columns, how a body becomes an order and
// a row an answer, and the cache of keys. All of it is Cobro's own code, so that only the framework, the validation and the
// access to the database differ.
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { v7 } from 'uuid';
import { formatFolio } from '../../../dist/src/domain/base/identity.js';
import { orderEvent } from '../../../dist/src/domain/orders/event.js';
import { parity, rateToDecimal } from '../../../dist/src/domain/orders/exchange.js';
import { completeOrder, priceDraft } from '../../../dist/src/domain/orders/price.js';
import { controlDigit, TEST_CLABE_PREFIX } from '../../../dist/src/domain/points/clabe.js';
import { readSettings } from '../../../dist/src/settings/settings.js';
import { toOrder } from '../../../dist/src/store/orders/order-row.js';
import { renderOrder } from '../../../dist/src/wire/orders/order.js';

export const settings = readSettings(process.env);

/** As many as the service has by default. */
export const POOL_SIZE = settings.databasePool;

const SCOPE = { account_id: 'uuid', livemode: 'boolean' };

/** The kind of each column of the tables that a peer uses. `?` may be null. */
export const TABLES = {
  orders: {
    ...SCOPE,
    ...{ id: 'uuid', folio: 'text', method: 'text', status: 'text' },
    ...{ product_id: 'text', product_name: 'text', image_url: 'text?' },
    ...{ customer_id: 'text?', customer_name: 'text', customer_email: 'text', customer_phone: 'text?' },
    ...{ price_amount: 'bigint', price_currency: 'text', rate: 'numeric', rate_taken_at: 'time' },
    ...{
      amount: 'bigint',
      fee: 'bigint',
      iva: 'bigint',
      clabe: 'text?',
      former_clabe: 'text?',
      clabe_reused: 'boolean',
    },
    ...{ extras: 'json', point_code: 'text?', point: 'json?', reference: 'text?', card_number: 'text?' },
    ...{ success_url: 'text?', failure_url: 'text?', received: 'bigint', surplus: 'bigint', held: 'bigint' },
    ...{ refunded: 'bigint', accepted_at: 'time?', released: 'boolean', last_event: 'integer', test_clock_id: 'uuid?' },
    ...{ created_at: 'time', updated_at: 'time', expires_at: 'time', expires_unit: 'text' },
  },
  order_events: {
    ...SCOPE,
    ...{ order_id: 'uuid', sequence: 'integer', type: 'text', created_at: 'time', order_state: 'json' },
  },
  webhook_deliveries: {
    ...SCOPE,
    ...{
      endpoint_id: 'uuid',
      order_id: 'uuid',
      sequence: 'integer',
      state: 'text',
      due_at: 'time',
      created_at: 'time',
    },
  },
  webhook_endpoints: { ...SCOPE, id: 'uuid', events: 'text[]', is_active: 'boolean', deleted_at: 'time?' },
  api_keys: { ...SCOPE, id: 'uuid', digest: 'bytea', revoked_at: 'time?' },
  fee_schedules: { account_id: 'uuid', method: 'text', basis_points: 'integer', fixed: 'bigint' },
};

export const PRIMARY_KEYS = {
  orders: ['account_id', 'livemode', 'id'],
  order_events: ['account_id', 'livemode', 'order_id', 'sequence'],
  webhook_deliveries: ['account_id', 'livemode', 'endpoint_id', 'order_id', 'sequence'],
  webhook_endpoints: ['account_id', 'livemode', 'id'],
  api_keys: ['id'],
  fee_schedules: ['account_id', 'method'],
};

const KEY_LIFE_MS = 60_000;

/**
 * Finds the merchant of an Authorization header. `load(digest)` reads it from the database; it is remembered for a minute,
 * as an application would. null: no such key.
 */
export function createAuthentication(load) {
  const known = new LRUCache({ max: 1_000, ttl: KEY_LIFE_MS });
  return async (header) => {
    if (header === undefined || !header.startsWith('Basic ')) return null;
    const remembered = known.get(header);
    if (remembered !== undefined) return remembered;
    const key = Buffer.from(header.slice(6), 'base64').toString('utf8').split(':', 1)[0];
    const merchant = await load(createHash('sha256').update(key).digest());
    if (merchant !== null) known.set(header, merchant);
    return merchant;
  };
}

/** The merchant of a row of api_keys, with rows of fee_schedules. */
export function merchantOf(key, fees) {
  const own = fees.find(({ method }) => method === 'spei');
  return {
    accountId: key.account_id,
    livemode: key.livemode,
    fee:
      own === undefined
        ? settings.defaultFees.spei
        : { basisPoints: BigInt(own.basis_points), fixed: BigInt(own.fixed) },
  };
}

/** A valid body as rows to store and as the answer. Folio and CLABE are drawn at random and may be taken. */
export function makeOrder(merchant, { product, customer, extras = {} }) {
  const now = Date.now();
  const draft = {
    point: null,
    product: { id: product.id, name: product.name, imageUrl: product.url ?? null },
    price: { amount: BigInt(Math.round(product.price * 100)), currency: 'MXN' },
    customer: { id: null, name: customer.name, email: customer.email, phone: customer.phone ?? null },
    extras,
    returnUrls: { success: null, failure: null },
    testClockId: null,
    expiry: null,
  };
  const terms = {
    rate: parity(now),
    schedule: merchant.fee,
    ivaBasisPoints: settings.ivaBasisPoints,
    minimum: settings.minimumAmount,
    lifetimeHours: settings.speiLifetimeHours,
    now,
  };
  const scope = { accountId: merchant.accountId, mode: merchant.livemode ? 'live' : 'test' };
  const payload = `${TEST_CLABE_PREFIX}${String(randomInt(10 ** 11)).padStart(11, '0')}`;
  const order = completeOrder(draft, priceDraft(draft, terms), terms, scope, {
    uuid: v7(),
    folio: formatFolio(randomBytes(4)),
    clabe: payload + controlDigit(payload),
    reference: null,
    cardNumber: null,
  });
  return { order: toRow(order), event: toEventRow(order), answer: render(order) };
}

/** The answer that shows a row of orders. Times may be dates; bigints may be strings. */
export function answerOf(row) {
  const read = { ...row };
  for (const name of TIMES) read[name] = row[name] === null ? null : Number(row[name]);
  for (const name of BIGINTS) read[name] = BigInt(row[name]);
  read.rate = String(row.rate);
  return render(toOrder(read));
}

const columnsOf = (kind) => Object.entries(TABLES.orders).flatMap(([name, is]) => (is.startsWith(kind) ? [name] : []));
const TIMES = columnsOf('time');
const BIGINTS = columnsOf('bigint');

function render(order) {
  return renderOrder(order, { serviceName: settings.serviceName, ordersEnvelope: false }, 'es');
}

function toRow(order) {
  return {
    account_id: order.scope.accountId,
    livemode: order.scope.mode === 'live',
    id: order.uuid,
    folio: order.folio,
    method: order.method,
    status: order.status,
    product_id: order.product.id,
    product_name: order.product.name,
    image_url: order.product.imageUrl,
    customer_id: order.customer.id,
    customer_name: order.customer.name,
    customer_email: order.customer.email,
    customer_phone: order.customer.phone,
    price_amount: order.price.amount,
    price_currency: order.price.currency,
    rate: rateToDecimal(order.rate.millionths),
    rate_taken_at: new Date(order.rate.takenAt),
    amount: order.amount,
    fee: order.fee.amount,
    iva: order.fee.iva,
    clabe: order.clabe,
    clabe_reused: false,
    extras: order.extras,
    received: 0n,
    surplus: 0n,
    held: 0n,
    refunded: 0n,
    released: false,
    last_event: 1,
    created_at: new Date(order.createdAt),
    updated_at: new Date(order.updatedAt),
    expires_at: new Date(order.expiry.at),
    expires_unit: order.expiry.unit,
  };
}

function toEventRow(order) {
  const { sequence, type, createdAt, orderState } = orderEvent(order, 1);
  return {
    account_id: order.scope.accountId,
    livemode: order.scope.mode === 'live',
    order_id: order.uuid,
    sequence,
    type,
    created_at: new Date(createdAt),
    order_state: orderState,
  };
}

/** One row of webhook_deliveries for each endpoint that wants the event. */
export function deliveriesOf(event, endpoints) {
  const now = new Date();
  return endpoints.map(({ id, is_active: isActive }) => ({
    account_id: event.account_id,
    livemode: event.livemode,
    endpoint_id: id,
    order_id: event.order_id,
    sequence: event.sequence,
    state: isActive ? 'due' : 'held',
    due_at: now,
    created_at: now,
  }));
}

const DRAWS = 8;

/** Makes and stores an order, again with other numbers if its folio or CLABE is taken. Returns its answer. */
export async function createOrder(merchant, body, store) {
  for (let draw = 1; ; draw++) {
    const made = makeOrder(merchant, body);
    try {
      await store(made);
      return made.answer;
    } catch (error) {
      if (draw === DRAWS || !isTaken(error)) throw error;
    }
  }
}

/** PostgreSQL's code of a unique violation, where each library puts it, and Prisma's own. */
function isTaken(error) {
  return [error.code, error.cause?.code, error.driverError?.code].some((code) => code === '23505' || code === 'P2002');
}

const ORDER_ID = /^ch_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The UUID in the id of an order; null if it is none. */
export function uuidOf(id) {
  return ORDER_ID.exec(id)?.[1] ?? null;
}

/** Closes the server and what it uses when the benchmark is done with it. */
export function closeOnSignal(...closes) {
  process.once('SIGTERM', async () => {
    for (const close of closes) await close();
    process.exit(0);
  });
}
