// The whole service with a role that may only read and write data (D79): it can neither migrate, nor change tables, nor
// rewrite the books and the audit log.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import pg from 'pg';
import { MIGRATIONS_FOLDER } from '../../src/paths.js';
import { migrate } from '../../src/store/migrate.js';
import { sql } from '../../src/store/sql.js';
import { startWorkers } from '../../src/workers/loop.js';
import { loops } from '../../src/workers/loops.js';
import { createDatabase, createEmptyDatabase, onTestServer } from '../support/database.js';
import { runCobro, startServiceProcess } from '../support/process.js';
import { orderBody, startTestService } from '../support/service.js';
import { until } from '../support/until.js';
import { OPERATOR_TOKEN, signIn } from '../web/dashboard/sign-in.js';
import { startReceiver } from '../webhooks/receiver.js';

const role = `data_${randomBytes(6).toString('hex')}`;
await onTestServer(`create role ${role} login password 'data'`);
const database = await createDatabase();
await migrate(database.url, MIGRATIONS_FOLDER, role);
after(async () => {
  await database.drop();
  await onTestServer(`drop role ${role}`);
});

function asRole(url: string): string {
  const changed = new URL(url);
  changed.username = role;
  changed.password = 'data';
  return changed.href;
}

const service = await startTestService({ COBRO_OPERATOR_TOKEN: OPERATOR_TOKEN }, { databaseUrl: asRole(database.url) });
const { deps, key } = service;

test('orders are created, paid, refunded and canceled, webhooks arrive, and the dashboard works', async () => {
  const receiver = await startReceiver();
  const workers = startWorkers(loops(deps), deps.log);
  try {
    const call = async (path: string, body: unknown = {}) => {
      const reply = await service.call('POST', path, { key, body });
      assert.equal(reply.status, 200, `${path}: ${reply.text}`);
      return reply.json;
    };
    await call('/v1/webhooks/stores', { url: receiver.url });
    const headers = { 'idempotency-key': 'one' };
    const order = await service.call('POST', '/v2/orders', { key, headers, body: orderBody() });
    assert.equal(order.status, 200, order.text);
    const { id } = order.json;
    await call(`/v1/test/orders/${id}/payments`, { scenario: 'exact' });
    await until('the order is paid', async () => {
      const { json } = await service.call('GET', `/v2/orders/${id}`, { key });
      return JSON.stringify(json).includes('ACCEPTED');
    });
    await call(`/v2/orders/${id}/refunds`, { amount: 10 });
    const second = await call('/v2/orders', orderBody());
    await call(`/v2/orders/${second.id}/cancel`);
    assert.equal((await service.call('GET', '/v1/events', { key })).status, 200);
    await until('webhooks arrive', () => receiver.hits.length >= 4);
    assert.equal((await (await signIn(service, OPERATOR_TOKEN)).get('/inbox')).status, 200);
    assert.equal((await (await signIn(service, key)).get(`/orders/${id}`)).status, 200);
    assert.equal((await service.call('GET', '/health/ready')).status, 200);
    await until('the audit log is sealed', async () => {
      const [row] = await deps.db.query<{ n: bigint }>(sql`select count(*) as n from audit_pending`);
      return row?.n === 0n;
    });
  } finally {
    await workers.stop();
    await receiver.close();
  }
});

test('the role can do no more than that', async () => {
  const client = new pg.Client({ connectionString: asRole(database.url) });
  await client.connect();
  try {
    for (const statement of [
      'create table mine (id integer)',
      'alter table orders add column mine integer',
      'drop table orders',
      'truncate audit_log',
      `update audit_log set actor = 'nobody'`,
      'delete from audit_log',
      'delete from audit_seals',
      'delete from ledger_entries',
      'alter table audit_log disable trigger all',
      `insert into schema_migrations (version, name, checksum) values (9999, 'x', 'x')`,
      `select pg_read_file('/etc/passwd')`,
      `copy orders to program 'cat'`,
      `set session_replication_role = replica`,
    ])
      await assert.rejects(client.query(statement), /permission denied|must be owner|append only/, statement);
  } finally {
    await client.end();
  }
});

test('commands and a start never migrate when they must not; they say what is missing', async () => {
  const empty = await createEmptyDatabase();
  const env = { DATABASE_URL: empty.url };
  for (const args of [
    ['account', 'list'],
    ['audit', 'verify'],
    ['order', 'list', '--account', 'x'],
  ]) {
    const { code, stdout, stderr } = await runCobro(args, env);
    assert.deepEqual([code, stdout], [1, ''], args.join(' '));
    assert.match(stderr, /^The database lacks 0001_[^\n]+ Run `npx cobro migrate`[^\n]+\n$/, args.join(' '));
  }
  const doctor = await runCobro(['doctor'], env);
  assert.equal(doctor.code, 1);
  assert.match(doctor.stdout, /database +problem +The database lacks 0001_/);
  const off = startServiceProcess({ ...env, COBRO_MIGRATE: 'off' });
  assert.deepEqual(await off.ended(), { code: 1, signal: null });
  assert.match(off.stderr(), /^The database lacks 0001_/);
  const client = new pg.Client({ connectionString: empty.url });
  await client.connect();
  const { rows } = await client.query(`select count(*)::integer as tables from pg_tables where schemaname = 'public'`);
  await client.end();
  assert.deepEqual(rows, [{ tables: 0 }]);
  await empty.drop();
});

test('a start as that role works with COBRO_MIGRATE=off, and without it when nothing is missing', async () => {
  for (const migrates of ['off', 'on']) {
    const running = startServiceProcess({ DATABASE_URL: asRole(database.url), COBRO_MIGRATE: migrates });
    await running.url();
    running.process.kill('SIGTERM');
    assert.deepEqual(await running.ended(), { code: 0, signal: null });
  }
});
