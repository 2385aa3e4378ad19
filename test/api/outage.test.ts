// The database goes away and comes back: 503 meanwhile, never a false success, and no restart needed (D6, D14).
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { buildServer } from '../../src/service/compose.js';
import { createDatabase, onTestServer } from '../support/database.js';
import { startDatabaseProxy } from '../support/database-proxy.js';
import { inParallel } from '../support/http-client.js';
import { lockOrders, untilBlocked } from '../support/locks.js';
import { assertProblem } from '../support/problem.js';
import { orderBody, type Reply, startTestService, type TestService } from '../support/service.js';
import { until } from '../support/until.js';

const create = (on: TestService, headers: Record<string, string> = {}) =>
  on.call('POST', '/v2/orders', { key: on.key, body: orderBody(), headers });
const ready = async (on: TestService) => (await on.call('GET', '/health/ready')).status;

/** A service whose way to the database can be cut. */
async function startOnProxy(env: Record<string, string> = {}) {
  const database = await createDatabase();
  const proxy = await startDatabaseProxy(database.url);
  const on = await startTestService(env, { databaseUrl: proxy.url });
  after(() => database.drop());
  const count = async () => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query('select count(*)::int as n from orders');
    await client.end();
    return rows[0].n as number;
  };
  return { on, proxy, count };
}

/** Everything but liveness is refused with 503. */
async function assertAway(on: TestService, orderId: string): Promise<void> {
  const replies = await Promise.all([
    create(on),
    create(on, { 'idempotency-key': 'away' }),
    on.call('GET', `/v2/orders/${orderId}`, { key: on.key }),
    on.call('GET', '/v2/orders', { key: on.key }),
    on.call('POST', '/v2/orders', { key: on.other.keys.live.private, body: orderBody() }),
  ]);
  for (const reply of replies) {
    assertProblem(reply, { status: 503, error: 'unavailable' });
    assert.equal(reply.headers['retry-after'], '2');
  }
  const health = await on.call('GET', '/health/ready');
  assert.deepEqual([health.status, health.headers['retry-after']], [503, '2']);
  assert.deepEqual(health.json, { status: 'error', problem: 'the database does not answer' });
  assert.equal((await on.call('GET', '/health/live')).status, 200);
}

async function assertBack(on: TestService, order: Reply): Promise<void> {
  await until('the service is ready', async () => (await ready(on)) === 200);
  await until('a create succeeds', async () => (await create(on)).status === 200);
  assert.equal((await on.call('GET', `/v2/orders/${order.json.id}`, { key: on.key })).text, order.text);
}

test('with the connections cut everything is 503; once they can be made again all is well', async () => {
  const { on, proxy, count } = await startOnProxy();
  const order = await create(on);
  assert.deepEqual([order.status, await ready(on)], [200, 200]);
  for (let round = 0; round < 2; round++) {
    const before = await count();
    await proxy.cut();
    await assertAway(on, order.json.id);
    await proxy.mend();
    assert.equal(await count(), before, 'nothing of it was stored');
    await assertBack(on, order);
  }
});

test('a database that no longer answers is 503 within its time limit, and forgotten when it answers again', async () => {
  const { on, proxy } = await startOnProxy({ COBRO_DATABASE_TIMEOUT_MS: '300' });
  const order = await create(on);
  proxy.freeze();
  const started = performance.now();
  await assertAway(on, order.json.id);
  assert.ok(performance.now() - started < 10_000);
  await proxy.mend();
  await assertBack(on, order);
});

test('cut in the middle of many creates: what was acknowledged is there, and retries make one order per key', async () => {
  const { on, proxy, count } = await startOnProxy();
  await create(on);
  const keys = Array.from({ length: 300 }, (_, i) => `key-${i}`);
  // Few at a time, so that the cut falls between statements and into them.
  const sent = inParallel(keys, 6, (key) => create(on, { 'idempotency-key': key }));
  await until('some are stored', async () => (await count()) > 20);
  await proxy.cut();
  const replies = await sent;
  await proxy.mend();
  await until('the service is ready', async () => (await ready(on)) === 200);
  assert.ok(replies.some(({ status }) => status === 200));
  for (const reply of replies) if (reply.status !== 200) assertProblem(reply, { status: 503, error: 'unavailable' });
  for (const reply of replies.filter(({ status }) => status === 200)) {
    assert.equal((await on.call('GET', `/v2/orders/${reply.json.id}`, { key: on.key })).text, reply.text);
  }
  const again = await Promise.all(keys.map((key) => create(on, { 'idempotency-key': key })));
  again.forEach((reply, i) => {
    assert.equal(reply.status, 200);
    if (replies[i]?.status === 200) assert.equal(reply.text, replies[i].text);
  });
  assert.equal(await count(), keys.length + 1);
});

test('a statement whose connection is terminated is 503; the next one has a new connection', async () => {
  const on = await startTestService();
  await create(on);
  const release = await lockOrders(on.databaseUrl, 'share row exclusive');
  const blocked = create(on);
  await untilBlocked(on.deps.db, 1);
  const terminate = (which: string) =>
    on.deps.db.query({
      text: `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and ${which}`,
      values: [],
    });
  await terminate(`wait_event_type = 'Lock'`);
  assertProblem(await blocked, { status: 503, error: 'unavailable' });
  await release();
  await terminate('pid <> pg_backend_pid()');
  await until('a create succeeds', async () => (await create(on)).status === 200, 3_000);
  assert.equal((await on.call('GET', '/v2/orders', { key: on.key })).json.data.length, 2);
});

for (const [what, away, back] of [
  ['dropped (here: renamed)', 'rename to away_$', 'rename to $'],
  ['closed to connections', 'allow_connections false', 'allow_connections true'],
] as const) {
  test(`a database that is ${what} is 503, and all is well when it is back`, async () => {
    const on = await startTestService();
    const order = await create(on);
    const name = new URL(on.databaseUrl).pathname.slice(1);
    const alter = (change: string, from = name) => onTestServer(`alter database ${from} ${change.replace('$', name)}`);
    const terminate = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`;
    if (away.startsWith('allow')) await alter(away);
    // A connection may be made between the two statements.
    await until('nobody is connected', async () => {
      await onTestServer(terminate);
      return (
        away.startsWith('allow') ||
        (await alter(away).then(
          () => true,
          () => false,
        ))
      );
    });
    try {
      await assertAway(on, order.json.id);
    } finally {
      await alter(back, away.startsWith('allow') ? name : `away_${name}`);
    }
    await assertBack(on, order);
  });
}

test('a database that lacks a migration is not ready', async () => {
  const on = await startTestService();
  const migrations = await on.deps.db.query({
    text: 'delete from schema_migrations returning version, name, checksum',
    values: [],
  });
  assert.ok(migrations.length > 0);
  const reply = await on.call('GET', '/health/ready');
  assert.deepEqual([reply.status, reply.json], [503, { status: 'error', problem: 'migrations are missing' }]);
  await on.deps.db.query({
    text: 'insert into schema_migrations (version, name, checksum) select version, name, checksum from json_populate_recordset(null::schema_migrations, $1)',
    values: [JSON.stringify(migrations)],
  });
  assert.equal(await ready(on), 200);
});

test('a service that stops is no longer ready, but still live', async () => {
  const on = await startTestService();
  const { app, drain } = await buildServer(on.deps);
  const get = async (path: string) => (await app.inject(path)).statusCode;
  assert.equal(await get('/health/ready'), 200);
  drain();
  assert.deepEqual([await get('/health/ready'), await get('/health/live')], [503, 200]);
  await app.close();
});
