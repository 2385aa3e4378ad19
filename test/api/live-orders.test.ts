// Where an order's rate, CLABE and folio come from: D24, D25, D28.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import pg from 'pg';
import { poolRow } from '../../src/domain/base/vault.js';
import { clabeCapacity, isValidClabe, makeClabe } from '../../src/domain/points/clabe.js';
import { createRandom } from '../../src/memory/random.js';
import { insertRate } from '../../src/store/money/rates.js';
import { untilBlocked } from '../support/locks.js';
import { assertProblem } from '../support/problem.js';
import { orderBody, startTestService, type TestService } from '../support/service.js';
import { until } from '../support/until.js';

const PREFIX = '6461801234';
const HOUR_MS = 3_600_000;

const service = await startTestService();
const live = service.merchant.keys.live.private;

const create = (on: TestService, key: string, change: Record<string, unknown> = {}) =>
  on.call('POST', '/v2/orders', { key, body: orderBody(change) });
const usd = (price = 10) => ({ product: { id: '1', name: 'Funda', price, currency: 'USD' } });
const withId = (id: string) => ({ customer: { id, name: 'Ana', email: 'ana@example.com' } });
const countOrders = async (on: TestService) =>
  Number((await on.deps.db.query<{ n: bigint }>({ text: 'select count(*) as n from orders', values: [] }))[0]?.n);

test('a live order has a CLABE of the configured prefix, a test order never', async () => {
  const { payment, testMode } = (await create(service, live)).json;
  assert.equal(testMode, false);
  assert.ok(payment.clabe.startsWith(PREFIX));
  assert.ok(isValidClabe(payment.clabe));
  const test = (await create(service, service.key)).json;
  assert.ok(test.payment.clabe.startsWith('000000'));
  assert.ok(isValidClabe(test.payment.clabe));
});

test('without a prefix live orders are refused with rail_not_configured and test orders work', async () => {
  const off = await startTestService({ COBRO_CLABE_PREFIX: '' });
  for (const change of [{}, withId('c-1')]) {
    const reply = await create(off, off.merchant.keys.live.private, change);
    assertProblem(reply, { status: 503, error: 'rail_not_configured' });
  }
  assert.equal(await countOrders(off), 0);
  assert.equal((await create(off, off.key)).status, 200);
});

test('a live order in dollars needs a rate: 503 without one, and then the one that is set', async () => {
  const own = await startTestService();
  const key = own.merchant.keys.live.private;
  const now = Date.now();
  own.setTime(now);
  const problem = assertProblem(await create(own, key, usd()), { status: 503, error: 'rate_unavailable' });
  assert.match(problem.message, /USD/);
  assert.equal(await countOrders(own), 0);
  assert.equal((await create(own, key)).status, 200, 'pesos need no rate');
  assert.equal((await create(own, own.key, usd())).json.exchange.rate, 18.5, 'test mode has the shipped table');

  await insertRate(own.deps.db, { currency: 'USD', millionths: 17_123_456n, takenAt: now, source: 'fixed' });
  const order = await until(
    'the rate is known',
    async () => {
      const reply = await create(own, key, usd());
      return reply.status === 200 ? reply.json : null;
    },
    2_000,
  );
  assert.deepEqual(order.exchange, {
    rate: 17.123456,
    finalAmount: 171.23,
    originAmount: 10,
    finalCurrency: 'MXN',
    originCurrency: 'USD',
  });
  assert.equal((await create(own, own.key, usd())).json.exchange.rate, 18.5, 'test mode keeps its table');
  assertProblem(await create(own, key, { product: { ...usd().product, currency: 'EUR' } }), {
    status: 503,
    error: 'rate_unavailable',
  });

  // A newer rate counts; an older one that comes later does not. The order keeps the rate it was made with.
  await insertRate(own.deps.db, { currency: 'USD', millionths: 18_000_000n, takenAt: now + 1, source: 'fixed' });
  await insertRate(own.deps.db, { currency: 'USD', millionths: 1_000_000n, takenAt: now - 5, source: 'fixed' });
  await until('the newer is used', async () => (await create(own, key, usd())).json.exchange.rate === 18, 2_000);
  assert.deepEqual((await own.call('GET', `/v2/orders/${order.id}`, { key })).json, order);
});

test('a rate of 72 hours is used, an older one refused; the setting moves the limit', async () => {
  for (const [env, hours] of [
    [{}, 72],
    [{ COBRO_RATE_MAX_AGE_HOURS: '1' }, 1],
  ] as const) {
    const own = await startTestService(env);
    const takenAt = 1_800_000_000_000;
    await insertRate(own.deps.db, { currency: 'GBP', millionths: 25_000_000n, takenAt, source: 'fixed' });
    const key = own.merchant.keys.live.private;
    const body = { product: { ...usd().product, currency: 'GBP' } };
    own.setTime(takenAt + hours * HOUR_MS);
    assert.equal((await create(own, key, body)).json.exchange.rate, 25);
    own.setTime(takenAt + hours * HOUR_MS + 1);
    assertProblem(await create(own, key, body), { status: 503, error: 'rate_unavailable' });
    assert.equal(await countOrders(own), 1);
    assert.equal((await create(own, own.key, body)).json.exchange.rate, 23.5);
  }
});

test('when every CLABE of the prefix is given, live orders are refused and nothing is stored', async () => {
  const prefix = '646180123456';
  const own = await startTestService({ COBRO_CLABE_PREFIX: prefix });
  const key = own.merchant.keys.live.private;
  const capacity = clabeCapacity(prefix);
  const left = 100;
  await own.deps.db.query({
    text: 'insert into number_pools (name, next_serial, secret) values ($1, $2, $3)',
    values: [prefix, capacity - left, own.deps.vault.seal(poolRow(prefix), 'secret').sealed],
  });
  const replies = await Promise.all(Array.from({ length: left + 20 }, () => create(own, key)));
  const [good, refused] = [replies.filter((r) => r.status === 200), replies.filter((r) => r.status !== 200)];
  assert.deepEqual([good.length, refused.length], [left, 20]);
  for (const reply of refused) assertProblem(reply, { status: 503, error: 'clabe_pool_exhausted' });
  assert.equal(await countOrders(own), left);
  const given = good.map(({ json }) => json.payment.clabe);
  const serials = Array.from({ length: left }, (_, i) => makeClabe(prefix, capacity - left + i, 'secret'));
  assert.deepEqual(given.sort(), serials.sort());
  assertProblem(await create(own, key, withId('new')), { status: 503, error: 'clabe_pool_exhausted' });
  assert.equal((await create(own, own.key)).status, 200, 'test mode goes on');
});

test('a customer who has a CLABE keeps it when the prefix has no more to give', async () => {
  const prefix = '646180123457';
  const own = await startTestService({ COBRO_CLABE_PREFIX: prefix });
  const key = own.merchant.keys.live.private;
  const { clabe } = (await create(own, key, withId('c-1'))).json.payment;
  await own.deps.db.query({ text: 'update number_pools set next_serial = 100000 where name = $1', values: [prefix] });
  for (let i = 1; i < 100; i++) assert.equal((await create(own, key)).status, 200);
  assertProblem(await create(own, key), { status: 503, error: 'clabe_pool_exhausted' });
  assert.equal((await create(own, key, withId('c-1'))).json.payment.clabe, clabe);
});

test('the same customer pays to the same CLABE every time, in his account and mode only', async () => {
  const clabeOf = async (key: string, id: string) => (await create(service, key, withId(id))).json.payment.clabe;
  const { other } = service;
  const first = await clabeOf(service.key, 'c-1');
  assert.equal(await clabeOf(service.key, 'c-1'), first);
  const others = [
    await clabeOf(service.key, 'c-2'),
    await clabeOf(service.key, 'C-1'),
    await clabeOf(live, 'c-1'),
    await clabeOf(other.keys.test.private, 'c-1'),
    (await create(service, service.key)).json.payment.clabe,
  ];
  assert.equal(new Set([first, ...others]).size, 6);
});

test('twenty first orders of one customer at once, on two servers, get one CLABE', async () => {
  const second = await startTestService({}, { databaseUrl: service.databaseUrl });
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, i) => create(i % 2 === 0 ? service : second, live, withId('at-once'))),
  );
  assert.deepEqual([...new Set(replies.map(({ status }) => status))], [200]);
  assert.equal(new Set(replies.map(({ json }) => json.payment.clabe)).size, 1);
  assert.equal(new Set(replies.map(({ json }) => json.id)).size, 20);
});

test('two servers on one database never give the same CLABE', async () => {
  const second = await startTestService({}, { databaseUrl: service.databaseUrl });
  const replies = await Promise.all(
    Array.from({ length: 100 }, (_, i) => create(i % 2 === 0 ? service : second, live)),
  );
  assert.equal(new Set(replies.map(({ json }) => json.payment.clabe)).size, 100);
});

test('CLABEs and folios cannot be told from the one before', async () => {
  const orders: { payment: { clabe: string }; shortId: string }[] = [];
  for (let i = 0; i < 30; i++) orders.push((await create(service, live)).json);
  for (const number of [
    (order: (typeof orders)[0]) => Number(order.payment.clabe.slice(PREFIX.length, 17)),
    (order: (typeof orders)[0]) => Number.parseInt(order.shortId, 16),
  ]) {
    const values = orders.map(number);
    const steps = values.slice(1).map((value, i) => value - (values[i] ?? 0));
    assert.ok(new Set(steps).size > 25, String(steps));
    assert.ok(steps.some((step) => step < 0) && steps.some((step) => step > 0), 'neither only up nor only down');
  }
});

/** Folios out of this list first, random ones after. */
function repeatingRandom(folios: string[]) {
  return {
    ...createRandom(),
    bytes: (size: number) =>
      size === 4 && folios.length > 0 ? Buffer.from(folios.shift() ?? '', 'hex') : randomBytes(size),
  };
}

test('a folio that is taken is drawn again', async () => {
  const folios: string[] = [];
  const own = await startTestService({}, { random: repeatingRandom(folios) });
  folios.push('AAAAAAAA');
  assert.equal((await create(own, own.key)).json.shortId, 'AAAAAAAA');
  folios.push('AAAAAAAA', 'AAAAAAAA', 'BBBBBBBB');
  assert.equal((await create(own, own.key)).json.shortId, 'BBBBBBBB');
  folios.push('AAAAAAAA');
  assert.equal((await create(own, own.other.keys.test.private)).json.shortId, 'AAAAAAAA', 'free at another account');
  folios.push('AAAAAAAA');
  assert.equal((await create(own, own.merchant.keys.live.private)).json.shortId, 'AAAAAAAA', 'free in the other mode');
  assert.equal(await countOrders(own), 4);
});

test('a folio drawn by many at once goes to one of them, with or without an idempotency key', async () => {
  const folios: string[] = [];
  const own = await startTestService({}, { random: repeatingRandom(folios) });
  for (const headers of [() => ({}), () => ({ 'idempotency-key': randomBytes(8).toString('hex') })]) {
    const before = await countOrders(own);
    folios.push(...Array.from({ length: 40 }, () => (headers.length === 0 ? 'CCCCCCCC' : 'DDDDDDDD')));
    const replies = await Promise.all(
      Array.from({ length: 20 }, () =>
        own.call('POST', '/v2/orders', { key: own.key, body: orderBody(), headers: headers() }),
      ),
    );
    assert.deepEqual([...new Set(replies.map(({ status }) => status))], [200]);
    assert.equal(new Set(replies.map(({ json }) => json.shortId)).size, 20);
    assert.equal(await countOrders(own), before + 20);
    folios.length = 0;
  }
});

test('a folio that another server takes at the same moment is drawn again', async () => {
  const folios: string[] = [];
  const own = await startTestService({}, { random: repeatingRandom(folios) });
  folios.push('AAAAAAAA');
  await create(own, own.key);
  const stranger = new pg.Client({ connectionString: own.databaseUrl });
  await stranger.connect();
  try {
    // The other server has stored its order and not committed yet: nobody can see its folio.
    await stranger.query('begin');
    await stranger.query(`
      insert into orders
      select (json_populate_record(o, json_build_object('id', gen_random_uuid(), 'folio', 'EEEEEEEE', 'clabe', '000000000000000000'))).*
      from orders o`);
    folios.push('EEEEEEEE', 'FFFFFFFF');
    const pending = create(own, own.key);
    await untilBlocked(own.deps.db, 1);
    await stranger.query('commit');
    const reply = await pending;
    assert.deepEqual([reply.status, reply.json.shortId], [200, 'FFFFFFFF'], reply.text);
  } finally {
    await stranger.end();
  }
});
