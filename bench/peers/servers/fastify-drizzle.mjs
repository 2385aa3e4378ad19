// Fastify with Drizzle on node-postgres. The schemas check the body and write the answer; every statement is prepared.
import { and, arrayContains, eq, isNull, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import * as pgCore from 'drizzle-orm/pg-core';
import fastify from 'fastify';
import pg from 'pg';
import * as schemas from './schemas.mjs';
import * as shop from './shop.mjs';

const bytea = pgCore.customType({ dataType: () => 'bytea' });
const COLUMNS = {
  uuid: (name) => pgCore.uuid(name),
  boolean: (name) => pgCore.boolean(name),
  text: (name) => pgCore.text(name),
  'text[]': (name) => pgCore.text(name).array(),
  bigint: (name) => pgCore.bigint(name, { mode: 'bigint' }),
  integer: (name) => pgCore.integer(name),
  numeric: (name) => pgCore.numeric(name),
  json: (name) => pgCore.json(name),
  time: (name) => pgCore.timestamp(name, { precision: 3, withTimezone: true, mode: 'date' }),
  bytea: (name) => bytea(name),
};

const tables = Object.fromEntries(
  Object.entries(shop.TABLES).map(([name, columns]) => [name, pgCore.pgTable(name, columnsOf(columns))]),
);
const { orders, order_events, webhook_deliveries, webhook_endpoints, api_keys, fee_schedules } = tables;

function columnsOf(columns) {
  return Object.fromEntries(
    Object.entries(columns).map(([name, kind]) => {
      const column = COLUMNS[kind.replace('?', '')](name);
      return [name, kind.endsWith('?') ? column : column.notNull()];
    }),
  );
}

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: shop.POOL_SIZE });
const db = drizzle(pool);
const given = (name) => sql.placeholder(name);

const findKey = db
  .select()
  .from(api_keys)
  .where(and(eq(api_keys.digest, given('digest')), isNull(api_keys.revoked_at)))
  .prepare('find_key');
const findFees = db
  .select()
  .from(fee_schedules)
  .where(eq(fee_schedules.account_id, given('account')))
  .prepare('find_fees');
const findOrder = db
  .select()
  .from(orders)
  .where(
    and(
      eq(orders.account_id, given('account')),
      eq(orders.livemode, given('livemode')),
      eq(orders.id, given('id')),
      eq(orders.method, 'spei'),
    ),
  )
  .prepare('find_order');

const authenticate = shop.createAuthentication(async (digest) => {
  const [key] = await findKey.execute({ digest });
  return key === undefined ? null : shop.merchantOf(key, await findFees.execute({ account: key.account_id }));
});

const toPlaceholders = (row) => Object.fromEntries(Object.keys(row).map((name) => [name, given(name)]));

function store({ order, event }) {
  return db.transaction(async (tx) => {
    await tx.insert(orders).values(toPlaceholders(order)).prepare('insert_order').execute(order);
    await tx.insert(order_events).values(toPlaceholders(event)).prepare('insert_event').execute(event);
    await tx
      .insert(webhook_deliveries)
      .select(subscribed(tx))
      .prepare('insert_deliveries')
      .execute({
        ...event,
        types: [event.type],
      });
  });
}

/** A delivery for each endpoint that wants the event. */
function subscribed(tx) {
  return tx
    .select({
      account_id: webhook_endpoints.account_id,
      livemode: webhook_endpoints.livemode,
      endpoint_id: sql`${webhook_endpoints.id}`.as('endpoint_id'),
      order_id: sql`${given('order_id')}::uuid`.as('order_id'),
      sequence: sql`${given('sequence')}::integer`.as('sequence'),
      state: sql`case when ${webhook_endpoints.is_active} then 'due' else 'held' end`.as('state'),
      due_at: sql`now()`.as('due_at'),
      created_at: sql`now()`.as('created_at'),
    })
    .from(webhook_endpoints)
    .where(
      and(
        eq(webhook_endpoints.account_id, given('account_id')),
        eq(webhook_endpoints.livemode, given('livemode')),
        isNull(webhook_endpoints.deleted_at),
        arrayContains(webhook_endpoints.events, given('types')),
      ),
    );
}

const app = fastify({ logger: false });
app.decorateRequest('merchant', null);
app.addHook('onRequest', async (request, reply) => {
  request.merchant = await authenticate(request.headers.authorization);
  if (request.merchant === null) return reply.code(401).send({ error: 'unauthorized' });
});
app.post('/v2/orders', { schema: { body: schemas.CreateOrder, response: { 200: schemas.Order } } }, (request) =>
  shop.createOrder(request.merchant, request.body, store),
);
app.get('/v2/orders/:id', { schema: { response: { 200: schemas.Order } } }, async (request, reply) => {
  const { accountId: account, livemode } = request.merchant;
  const id = shop.uuidOf(request.params.id);
  const [row] = id === null ? [] : await findOrder.execute({ account, livemode, id });
  return row === undefined ? reply.code(404).send({ error: 'order_not_found' }) : shop.answerOf(row);
});
await app.listen({ host: process.env.HOST, port: Number(process.env.PORT) });
shop.closeOnSignal(
  () => app.close(),
  () => pool.end(),
);
