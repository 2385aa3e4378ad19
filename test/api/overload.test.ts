// More than the service can take: 503 with Retry-After, nothing stored, never a false success (D14).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lockOrders, untilBlocked } from '../support/locks.js';
import { assertProblem } from '../support/problem.js';
import { orderBody, type Reply, startTestService, type TestService } from '../support/service.js';
import { until } from '../support/until.js';

const QUEUE = 5;
const IN_FLIGHT = 2;
const service = await startTestService({ COBRO_WRITE_QUEUE: String(QUEUE) });

const create = (on: TestService, headers: Record<string, string> = {}) =>
  on.call('POST', '/v2/orders', { key: on.key, body: orderBody(), headers });
const count = async (on: TestService, table: 'orders' | 'order_events' | 'idempotency_keys') =>
  Number((await on.deps.db.query<{ n: bigint }>({ text: `select count(*) as n from ${table}`, values: [] }))[0]?.n);
/** Sends requests until nothing more fits: two statements on their way and a full queue. */
async function fill(on: TestService, send: () => Promise<Reply>): Promise<Promise<Reply>[]> {
  const sent: Promise<Reply>[] = [];
  for (let i = 1; i <= IN_FLIGHT; i++) {
    sent.push(send());
    await untilBlocked(on.deps.db, i);
  }
  for (let i = 0; i < QUEUE; i++) sent.push(send());
  return sent;
}

test('creates beyond the queue are refused at once, and those in it succeed when the database is free again', async () => {
  const release = await lockOrders(service.databaseUrl, 'share row exclusive');
  const fitting = await fill(service, () => create(service));
  const extra = await Promise.all(Array.from({ length: 10 }, () => create(service)));
  for (const reply of extra) {
    assertProblem(reply, { status: 503, error: 'overloaded' });
    assert.equal(reply.headers['retry-after'], '1');
  }
  assert.equal(await count(service, 'orders'), 0);
  assert.equal((await service.call('GET', '/v2/orders', { key: service.key })).status, 200, 'reads go on');
  await release();
  const replies = await Promise.all(fitting);
  assert.deepEqual(
    replies.map(({ status }) => status),
    fitting.map(() => 200),
  );
  assert.equal(new Set(replies.map(({ json }) => json.id)).size, IN_FLIGHT + QUEUE);
  assert.equal(await count(service, 'orders'), IN_FLIGHT + QUEUE);
  assert.equal(await count(service, 'order_events'), IN_FLIGHT + QUEUE);
  assert.equal((await create(service)).status, 200);
});

test('a create that was refused for overload may be sent again with the same idempotency key', async () => {
  const before = await count(service, 'orders');
  const release = await lockOrders(service.databaseUrl, 'share row exclusive');
  const fitting = await fill(service, () => create(service));
  const headers = { 'idempotency-key': 'overloaded' };
  assertProblem(await create(service, headers), { status: 503, error: 'overloaded' });
  assert.equal(await count(service, 'idempotency_keys'), 0);
  await release();
  await Promise.all(fitting);
  const first = await create(service, headers);
  assert.deepEqual([first.status, first.headers['idempotent-replayed']], [200, undefined]);
  assert.equal(await count(service, 'orders'), before + IN_FLIGHT + QUEUE + 1);
});

test('reads beyond the queue are refused, and those in it are answered later', async () => {
  const { id } = (await create(service)).json;
  const release = await lockOrders(service.databaseUrl, 'access exclusive');
  const read = () => service.call('GET', `/v2/orders/${id}`, { key: service.key });
  const fitting = await fill(service, read);
  const extra = await Promise.all(Array.from({ length: 10 }, read));
  for (const reply of extra) assertProblem(reply, { status: 503, error: 'overloaded' });
  await release();
  for (const reply of await Promise.all(fitting)) assert.deepEqual([reply.status, reply.json.id], [200, id]);
});

test('a statement that takes too long is given up with 503, and nothing of it is stored', async () => {
  const hasty = await startTestService({ COBRO_DATABASE_TIMEOUT_MS: '300' });
  const headers = { 'idempotency-key': 'slow' };
  const release = await lockOrders(hasty.databaseUrl, 'share row exclusive');
  const replies = await Promise.all([create(hasty), create(hasty), create(hasty, headers)]);
  for (const reply of replies) assertProblem(reply, { status: 503, error: 'unavailable' });
  await release();
  assert.equal(await count(hasty, 'orders'), 0);
  assert.equal(await count(hasty, 'idempotency_keys'), 0);
  assert.equal((await create(hasty, headers)).headers['idempotent-replayed'], undefined);
  assert.equal(await count(hasty, 'orders'), 1);
});

test('lists that find no free connection are refused, not kept waiting for ever', async () => {
  const hasty = await startTestService({ COBRO_DATABASE_TIMEOUT_MS: '1000' });
  assert.equal((await create(hasty)).status, 200);
  const release = await lockOrders(hasty.databaseUrl, 'access exclusive');
  const lists = await Promise.all(
    Array.from({ length: 30 }, () => hasty.call('GET', '/v2/orders', { key: hasty.key })),
  );
  for (const reply of lists) assertProblem(reply, { status: 503, error: 'unavailable' });
  await release();
  const after = await until(
    'lists are back',
    async () => {
      const reply = await hasty.call('GET', '/v2/orders', { key: hasty.key });
      return reply.status === 200 ? reply : null;
    },
    5_000,
  );
  assert.equal(after.json.data.length, 1);
});
