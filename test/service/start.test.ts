// Starting and stopping as an operator does it: D2-D6.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { createAccount } from '../../src/actions/accounts/create-account.js';
import { PACKAGE_FOLDER } from '../../src/paths.js';
import type { Db } from '../../src/store/db.js';
import { NEWEST_VERSION } from '../../src/wire/versions/versions.js';
import { createDatabase, createEmptyDatabase } from '../support/database.js';
import { createClient } from '../support/http-client.js';
import { lockOrders, untilBlocked } from '../support/locks.js';
import { makeFolder, readyUrl, type ServiceProcess, startServiceProcess } from '../support/process.js';
import { converse, request } from '../support/raw-http.js';
import { TEST_SECRET_KEY } from '../support/secret-key.js';
import { basic, orderBody, startTestService } from '../support/service.js';
import { until } from '../support/until.js';

const status = async (url: string) => (await fetch(url)).status;

async function stop(service: ServiceProcess, withinMs = 5_000): Promise<void> {
  service.process.kill('SIGTERM');
  assert.deepEqual(await service.ended(withinMs), { code: 0, signal: null }, service.stderr());
}

const countOrders = async (db: Db) => (await db.query({ text: 'select 1 from orders', values: [] })).length;

async function tablesOf(url: string): Promise<{ migrations: number; accounts: number }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    'select (select count(*)::int from schema_migrations) as migrations, (select count(*)::int from accounts) as accounts',
  );
  await client.end();
  return rows[0];
}

test('on an empty database of its own it migrates, is ready, makes no demo merchant, and stops in order', async () => {
  const database = await createEmptyDatabase();
  const service = startServiceProcess({ DATABASE_URL: database.url });
  const url = await service.url();
  assert.deepEqual([await status(`${url}/health/ready`), await status(`${url}/health/live`)], [200, 200]);
  assert.doesNotMatch(service.stdout(), /sk_test_/);
  assert.equal(service.stderr(), '');
  const { migrations, accounts } = await tablesOf(database.url);
  assert.ok(migrations > 0);
  assert.equal(accounts, 0);
  await stop(service);
  assert.equal(service.stderr(), '');
  await assert.rejects(fetch(`${url}/health/live`), 'nothing listens any more');
  await database.drop();
});

test('a Ctrl-C that comes twice at once, from the terminal and from npm, is one', async () => {
  const database = await createDatabase();
  const service = startServiceProcess({ DATABASE_URL: database.url });
  await service.url();
  service.process.kill('SIGINT');
  service.process.kill('SIGTERM');
  assert.deepEqual(await service.ended(5_000), { code: 0, signal: null }, service.stderr());
  assert.match(service.stdout(), /"msg":"stopped"/);
  await database.drop();
});

test('below a shell that dies without a word, as under npm start, it stops in order', async () => {
  const database = await createDatabase();
  const main = join(PACKAGE_FOLDER, 'dist', 'src', 'service', 'main.js');
  const shell = spawn('sh', ['-c', `"${process.execPath}" "${main}" serve --stop-with-parent; true`], {
    env: { PATH: process.env['PATH'], PORT: '0', DATABASE_URL: database.url, COBRO_SECRET_KEY: TEST_SECRET_KEY },
    cwd: tmpdir(),
  });
  let output = '';
  shell.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const url = await until('it is ready', () => readyUrl(output), 30_000);
  assert.equal(await status(`${url}/health/ready`), 200);
  shell.kill('SIGTERM');
  await until('it has stopped', () => /"msg":"stopped"/.test(output), 5_000);
  await assert.rejects(fetch(`${url}/health/live`));
  await database.drop();
});

test('a log line is one JSON object with a level and a time, and holds no key and no customer', async () => {
  const { databaseUrl, key } = await startTestService();
  const service = startServiceProcess({ DATABASE_URL: databaseUrl });
  const client = createClient(await service.url(), { connections: 1 });
  for (const probe of ['/health/live', '/health/ready', '/metrics'])
    assert.equal((await client.call('GET', probe)).status, 200);
  assert.equal((await client.call('POST', '/v2/orders', { key, body: orderBody() })).status, 200);
  client.close();
  await stop(service);
  const lines = service.stdout().trimEnd().split('\n');
  const logged = lines.map((line) => JSON.parse(line));
  for (const line of logged) assert.ok(line.level && line.time && line.msg, JSON.stringify(line));
  const [create, ...more] = logged.filter(({ msg }) => msg === 'request');
  assert.deepEqual(more, [], 'health checks and scrapes are not told');
  assert.deepEqual([create.method, create.route, create.status, create.livemode], ['POST', '/v2/orders', 200, false]);
  for (const secret of [key, 'ana@example.com', 'Ana Robles']) assert.equal(service.stdout().includes(secret), false);
});

test('two instances that start at once on one empty database both become ready and see the same orders', async () => {
  const database = await createEmptyDatabase();
  const env = { DATABASE_URL: database.url, COBRO_RATE_LIMIT: '0' };
  const services = [startServiceProcess(env), startServiceProcess(env)];
  const urls = await Promise.all(services.map((service) => service.url()));
  for (const url of urls) assert.equal(await status(`${url}/health/ready`), 200);
  const { deps } = await startTestService({}, { databaseUrl: database.url });
  const { keys } = await createAccount(deps, {
    name: 'Shop',
    interfaceVersion: NEWEST_VERSION,
    actor: 'service',
  });
  const [one, other] = urls.map((url) => createClient(url, { connections: 1 }));
  assert.ok(one && other);
  const created = await one.call('POST', '/v2/orders', { key: keys.test.private, body: orderBody() });
  const read = await other.call('GET', `/v2/orders/${created.json.id}`, { key: keys.test.private });
  assert.deepEqual([created.status, read.text], [200, created.text]);
  one.close();
  other.close();
  await Promise.all(services.map((service) => stop(service)));
});

test('SIGTERM lets the request under way end, takes no new one, and does not wait for idle connections', async () => {
  const { databaseUrl, key, deps } = await startTestService();
  const service = startServiceProcess({ DATABASE_URL: databaseUrl });
  const url = await service.url();
  const port = Number(new URL(url).port);
  const body = JSON.stringify(orderBody());
  const lines = [
    'POST /v2/orders HTTP/1.1',
    'Host: x',
    `Authorization: ${basic(key)}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];

  const idle = converse(port);
  idle.write(request(['GET /health/live HTTP/1.1', 'Host: x']));
  assert.equal((await idle.reply()).status, 200);
  const release = await lockOrders(databaseUrl, 'share row exclusive');
  const busy = converse(port);
  busy.write(request(lines, body));
  await untilBlocked(deps.db, 1);

  service.process.kill('SIGTERM');
  assert.equal(await idle.closed(), true);
  await until('new connections are refused', () =>
    fetch(`${url}/health/live`).then(
      () => false,
      () => true,
    ),
  );
  assert.equal(service.process.exitCode, null, 'it waits for the request');
  await release();
  const reply = await busy.reply();
  assert.equal(reply.status, 200);
  assert.equal(await countOrders(deps.db), 1);
  const answered = performance.now();
  assert.deepEqual(await service.ended(), { code: 0, signal: null });
  const took = performance.now() - answered;
  // Its client keeps the connection open, as every pool does; the service must not wait for that.
  assert.ok(took < 3_000, `it ended ${took.toFixed(0)} ms after the last answer`);
});

test('a request that does not end holds the stop up no longer than the settings say', async () => {
  const { databaseUrl, key, deps } = await startTestService();
  const service = startServiceProcess({
    DATABASE_URL: databaseUrl,
    COBRO_SHUTDOWN_TIMEOUT_MS: '500',
    COBRO_DATABASE_TIMEOUT_MS: '3000',
  });
  const release = await lockOrders(databaseUrl, 'share row exclusive');
  const client = createClient(await service.url(), { connections: 1 });
  const sent = client.call('POST', '/v2/orders', { key, body: orderBody() }).catch(() => null);
  await untilBlocked(deps.db, 1);
  const started = performance.now();
  service.process.kill('SIGTERM');
  assert.deepEqual(await service.ended(10_000), { code: 0, signal: null });
  assert.ok(performance.now() - started < 6_000);
  assert.equal(await sent, null, 'it got no answer, least of all a false one');
  await release();
  assert.equal(await countOrders(deps.db), 0);
});

test('a second signal, a second later, does not wait', async () => {
  const { databaseUrl, key, deps } = await startTestService();
  const service = startServiceProcess({ DATABASE_URL: databaseUrl });
  const url = await service.url();
  const release = await lockOrders(databaseUrl, 'share row exclusive');
  const client = createClient(url, { connections: 1 });
  const sent = client.call('POST', '/v2/orders', { key, body: orderBody() }).catch(() => null);
  await untilBlocked(deps.db, 1);
  service.process.kill('SIGTERM');
  await until('it stops', () =>
    fetch(`${url}/health/live`).then(
      () => false,
      () => true,
    ),
  );
  await new Promise((done) => setTimeout(done, 1_100)); // sooner it may be the same Ctrl-C
  service.process.kill('SIGINT');
  assert.deepEqual(await service.ended(2_000), { code: 1, signal: null });
  assert.equal(await sent, null);
  await release();
});

test('a port that is in use is told in one message, and the exit code is 1', async () => {
  const database = await createDatabase();
  const squatter = createServer();
  await once(squatter.listen(0, '127.0.0.1'), 'listening');
  const { port } = squatter.address() as AddressInfo;
  const service = startServiceProcess({ DATABASE_URL: database.url, PORT: String(port) });
  assert.deepEqual(await service.ended(), { code: 1, signal: null });
  assert.equal(
    service.stderr(),
    `Port ${port} is in use by another program. Stop it, or choose another: PORT=${port + 1} npm start\n`,
  );
  squatter.close();
  await database.drop();
});

test('wrong settings are told all at once, without secrets, and the exit code is 78 (D98)', async () => {
  const service = startServiceProcess({
    PORT: 'eighty',
    HOST: 'a b',
    DATABASE_URL: 'mysql://user:hunter2@host/db',
    COBRO_CLABE_PREFIX: '000000',
    COBRO_RATE_LIMIT: '-1',
    COBRO_LOG_LEVEL: 'loud',
    COBRO_TRUST_PROXY: 'perhaps',
    COBRO_MINIMUM_AMOUNT: 'much',
    COBRO_BASE_URL: 'ftp://x',
  });
  assert.deepEqual(await service.ended(), { code: 78, signal: null });
  const [first, ...problems] = service.stderr().trim().split('\n');
  assert.equal(first, 'Cobro cannot start with these settings:');
  assert.equal(problems.length, 9, service.stderr());
  for (const name of ['PORT', 'HOST', 'DATABASE_URL', 'CLABE_PREFIX', 'RATE_LIMIT', 'LOG_LEVEL', 'TRUST_PROXY']) {
    assert.ok(
      problems.some((line) => line.includes(name)),
      name,
    );
  }
  assert.doesNotMatch(service.stderr(), /hunter2|at .*\.js/);
  assert.equal(service.stdout(), '');
});

test('a database that cannot be opened is told in one message without its password', async () => {
  const database = await createDatabase();
  const change = (part: 'port' | 'pathname' | 'password', value: string) => {
    const url = new URL(database.url);
    url[part] = value;
    return url.href;
  };
  const free = createServer();
  await once(free.listen(0, '127.0.0.1'), 'listening');
  const { port } = free.address() as AddressInfo;
  free.close();
  const cases = [
    [change('port', String(port)), /nothing answers at that address/],
    [change('pathname', '/no_such_database'), /it has no such database/],
    [change('password', 'hunter2'), /it refuses the password/],
  ] as const;
  await Promise.all(
    cases.map(async ([url, reason]) => {
      const service = startServiceProcess({ DATABASE_URL: url });
      assert.deepEqual(await service.ended(), { code: 1, signal: null });
      assert.match(service.stderr(), reason);
      assert.equal(service.stderr().trim().split('\n').length, 1, service.stderr());
      assert.equal(service.stderr().includes(new URL(url).password), false);
    }),
  );
  await database.drop();
});

test('a file .env of the current folder fills in what the environment does not set', async () => {
  const database = await createDatabase();
  const folder = await makeFolder();
  await writeFile(
    join(folder, '.env'),
    `DATABASE_URL=${database.url}\nCOBRO_SECRET_KEY=${TEST_SECRET_KEY}\nPORT=1\nCOBRO_SERVICE_NAME=pagos\n`,
  );
  const service = startServiceProcess({}, { cwd: folder });
  const url = await service.url();
  const reply = await fetch(`${url}/v2/orders`);
  assert.equal(reply.headers.get('www-authenticate'), 'Basic realm="pagos"');
  await stop(service);
  await database.drop();
});

test('a demo merchant can be had on a database of one’s own, and his keys are shown again at the next start', async () => {
  const database = await createDatabase();
  const folder = await makeFolder();
  const env = { DATABASE_URL: database.url, COBRO_DEMO: 'on', COBRO_DATA_DIR: join(folder, 'not', 'there', 'yet') };
  const keyOf = async () => {
    const service = startServiceProcess(env);
    const url = await service.url();
    const key = await until('the keys are shown', () => /sk_test_\w+/.exec(service.stderr())?.[0]);
    const reply = await fetch(`${url}/v2/orders`, { headers: { authorization: basic(key) } });
    assert.equal(reply.status, 200);
    await stop(service);
    return key;
  };
  assert.equal(await keyOf(), await keyOf());
  assert.equal((await tablesOf(database.url)).accounts, 1);
  await database.drop();
});

test('a damaged file of the demo merchant is replaced by a new one', async () => {
  const database = await createDatabase();
  const folder = await makeFolder();
  await mkdir(join(folder, 'data'));
  for (const damaged of ['{', '{"privateKey":5}', '{"privateKey":"sk_test_of_another_database"}']) {
    await writeFile(join(folder, 'data', 'demo-merchant.json'), damaged);
    const service = startServiceProcess({
      DATABASE_URL: database.url,
      COBRO_DEMO: 'on',
      COBRO_DATA_DIR: join(folder, 'data'),
    });
    await service.url().catch((error) => assert.fail(`${damaged}: ${error.message}`));
    await until(`${damaged} is replaced`, () => /sk_test_\w{32}/.test(service.stderr()));
    await stop(service);
  }
  await database.drop();
});
