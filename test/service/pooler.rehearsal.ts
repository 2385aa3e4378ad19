// PostgreSQL behind a real PgBouncer in transaction mode: refused with a message, or prepared and set, and then it works.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { chmod, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { MIGRATIONS_FOLDER } from '../../src/paths.js';
import { migrate } from '../../src/store/migrate.js';
import { createDatabase, onTestServer } from '../support/database.js';
import { freePort } from '../support/free-port.js';
import { makeFolder, runCobro, startServiceProcess } from '../support/process.js';
import { type Program, startProgram } from '../support/program.js';
import { findProgram } from '../support/programs.js';
import { basic, orderBody } from '../support/service.js';
import { until } from '../support/until.js';
import { startReceiver } from '../webhooks/receiver.js';

/** PgBouncer refuses to run as root. Every system has this user, under whatever name. */
const NOBODY = 65_534;

const role = `pooled_${randomBytes(6).toString('hex')}`;
const database = await createDatabase();
await onTestServer(`create role ${role} login password 'pooled'`);
await migrate(database.url, MIGRATIONS_FOLDER, role);
// PgBouncer learns the time zone of its sessions at the first one, and keeps it.
await onTestServer(`alter role ${role} set timezone = 'America/Mexico_City'`);
const port = await freePort();
let pooler = await startPgBouncer();
after(async () => {
  await pooler.stop();
  await database.drop();
  await onTestServer(`drop role ${role}`);
});

const direct = as(role, 'pooled', database.url);
const pooled = (() => {
  const url = new URL(direct);
  url.port = String(port);
  return url.href;
})();
const transaction = { DATABASE_URL: pooled, COBRO_DATABASE_POOLER: 'transaction', COBRO_MIGRATE: 'off' };

function as(user: string, password: string, address: string): string {
  const url = new URL(address);
  url.username = user;
  url.password = password;
  return url.href;
}

async function startPgBouncer(): Promise<Program> {
  const program = findProgram('pgbouncer');
  const folder = await makeFolder();
  const { hostname, port: server } = new URL(database.url);
  const users = join(folder, 'users.txt');
  await writeFile(users, `"${role}" "pooled"\n`);
  const file = join(folder, 'pgbouncer.ini');
  const lines = [
    '[databases]',
    `* = host=${hostname} port=${server}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'pool_mode = transaction',
    'default_pool_size = 8',
    'auth_type = plain',
    `auth_file = ${users}`,
  ];
  await writeFile(file, `${lines.join('\n')}\n`);
  for (const path of [folder, file, users]) await chmod(path, 0o755);
  const isUp = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  return startProgram([program, file], isUp, user);
}

test('without the setting, a start and a command are refused, and the message says what to set', async () => {
  const started = startServiceProcess({ DATABASE_URL: pooled, COBRO_MIGRATE: 'off' });
  assert.deepEqual(await started.ended(), { code: 1, signal: null });
  assert.match(
    started.stderr(),
    /^DATABASE_URL leads to a pooler in transaction mode[^\n]+POOLER=transaction[^\n]+\n$/,
  );
  const command = await runCobro(['account', 'list'], { DATABASE_URL: pooled });
  assert.equal(command.code, 1);
  assert.match(command.stderr, /COBRO_DATABASE_POOLER=transaction/);
});

test('a migration through the pooler is refused', async () => {
  const { code, stderr } = await runCobro(['migrate'], { ...transaction, COBRO_MIGRATE: 'on' });
  assert.equal(code, 1);
  assert.match(stderr, /^A pooler in transaction mode cannot carry migrations[^\n]+COBRO_MIGRATE=off\.\n$/);
});

test('a role whose times are not in UTC is refused with the statement that mends it', async () => {
  const { code, stderr } = await runCobro(['account', 'list'], transaction);
  assert.equal(code, 1);
  assert.match(
    stderr,
    /^The sessions of DATABASE_URL have the time zone America\/Mexico_City[^\n]+alter role[^\n]+\n$/,
  );
});

test('with the setting, orders are made by many clients at once, paid, refunded, and webhooks arrive', async () => {
  await onTestServer(`alter role ${role} set timezone = 'UTC'`);
  await onTestServer(`alter role ${role} set enable_seqscan = off`);
  await pooler.stop();
  pooler = await startPgBouncer();
  const receiver = await startReceiver();
  const service = startServiceProcess({ ...transaction, COBRO_RATE_LIMIT: '0', COBRO_LOG_LEVEL: 'warn' });
  const url = await service.url();
  const made = await runCobro(['account', 'create', '--name', 'Pooled', '--json'], transaction);
  assert.equal(made.code, 0, made.stderr);
  const key: string = JSON.parse(made.stdout).keys.test.private;
  const call = async (path: string, body?: unknown) => {
    const reply = await fetch(url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: basic(key), 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    assert.equal(reply.status, 200, `${path}: ${text}`);
    return JSON.parse(text);
  };
  await call('/v1/webhooks/stores', { url: receiver.url });
  const orders = await Promise.all(Array.from({ length: 100 }, () => call('/v2/orders', orderBody())));
  assert.equal(new Set(orders.map(({ clabe, payment }) => clabe ?? payment.clabe)).size, 100);
  await Promise.all(orders.map(({ id }) => call(`/v2/orders/${id}`)));
  const [{ id }] = orders;
  await call(`/v1/test/orders/${id}/payments`, { scenario: 'exact' });
  await until('the order is paid', async () => JSON.stringify(await call(`/v2/orders/${id}`)).includes('ACCEPTED'));
  await call(`/v2/orders/${id}/refunds`, { amount: 10 });
  await until('the webhooks arrive', () => receiver.hits.length >= 101, 20_000);
  service.process.kill('SIGTERM');
  assert.deepEqual(await service.ended(), { code: 0, signal: null });
  assert.equal(service.stderr(), '');
  assert.doesNotMatch(service.stdout(), /"level":"(warn|error)"/);
  await receiver.close();
  const proof = await runCobro(['ledger', 'verify', '--json'], { DATABASE_URL: direct });
  assert.equal(JSON.parse(proof.stdout).ok, true, proof.stdout);
});
