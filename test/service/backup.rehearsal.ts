// A backup of the embedded database, taken under load and restored after the machine was lost: a rehearsal with real
// processes.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import pg from 'pg';
import { PACKAGE_FOLDER } from '../../src/paths.js';
import { type Client, createClient } from '../support/http-client.js';
import { makeFolder, type Run, runCobro, type ServiceProcess, startServiceProcess } from '../support/process.js';
import { orderBody, type Reply } from '../support/service.js';
import { until } from '../support/until.js';

const folder = await makeFolder();
const dataDir = join(folder, 'data');
const env = { COBRO_DATA_DIR: dataDir, COBRO_RATE_LIMIT: '0', COBRO_ADDRESS_LIMIT: '0', COBRO_LOG_LEVEL: 'error' };
const file = join(folder, 'first.backup');

const run = (...args: string[]): Promise<Run> => runCobro([...args, '--json'], env);

async function succeeds(...args: string[]) {
  const { code, stdout, stderr } = await run(...args);
  assert.deepEqual([code, stderr], [0, ''], `cobro ${args.join(' ')}`);
  return JSON.parse(stdout);
}

async function postmaster(): Promise<{ pid: number; port: number } | null> {
  const lines = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  try {
    process.kill(pid, 0);
  } catch {
    return null;
  }
  return pid > 0 ? { pid, port: Number(lines[3]) } : null;
}

after(async () => {
  const server = await postmaster();
  if (server !== null) process.kill(server.pid, 'SIGQUIT');
  await until('no server is left on the folder', async () => (await postmaster()) === null);
});

const keyOf = (service: ServiceProcess) => /sk_test_\w{32}/.exec(service.stderr())?.[0] ?? '';
const clabeOf = (reply: Reply): string => reply.json.payment.clabe;

const make = (client: Client, key: string, name: string) =>
  client.call('POST', '/v2/orders', { key, body: orderBody({ product: { id: name, name: 'Funda', price: 150 } }) });
const pay = (client: Client, key: string, id: string) =>
  client.call('POST', `/v1/test/orders/${id}/payments`, { key, body: { scenario: 'exact' } });

/** Creates and pays orders without a pause until it is stopped. */
function startLoad(client: Client, key: string) {
  const made: Reply[] = [];
  let isOn = true;
  const lanes = [1, 2, 3].map(async (lane) => {
    for (let number = 0; isOn; number++) {
      const reply = await make(client, key, `${lane}-${number}`).catch(() => null);
      if (reply?.status !== 200) continue;
      made.push(reply);
      if (number % 5 === 0) await pay(client, key, reply.json.id).catch(() => null);
    }
  });
  return {
    made,
    async stop() {
      isOn = false;
      await Promise.all(lanes);
    },
  };
}

let key = '';
/** Answered before the backup began, between its begin and its end, and after its end. */
let before: Reply[] = [];
let later: Reply[] = [];
let cursorBefore = '';
let cursorAfter = '';

/** Reads events to the end of the list, as a merchant does who follows it. Returns where it ended. */
async function readEvents(client: Client, from: string): Promise<string> {
  for (let cursor = from; ; ) {
    const { status, json } = await client.call('GET', `/v1/events?limit=100&after=${cursor}`, { key });
    assert.equal(status, 200);
    cursor = json.next_cursor ?? cursor;
    if (json.data.length < 100) return cursor;
  }
}

test('a backup is made under load, and the service is killed', async (t) => {
  const service = startServiceProcess(env);
  const client = createClient(await service.url(60_000), { connections: 8 });
  key = keyOf(service);
  const load = startLoad(client, key);
  t.after(() => load.stop());
  await until('some orders are there', () => load.made.length >= 100);
  cursorBefore = await readEvents(client, '');
  before = [...load.made];
  const made = await succeeds('backup', 'create', file);
  assert.ok(made.rows > before.length);
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  service.process.kill('SIGKILL');
  await service.ended();
  await load.stop();
  client.close();
});

test('orders go on after the backup, from the next block of numbers, until the machine is lost', async (t) => {
  const service = startServiceProcess(env);
  const client = createClient(await service.url(60_000), { connections: 8 });
  const load = startLoad(client, key);
  t.after(() => load.stop());
  await until('orders are made after the backup', () => load.made.length >= 150);
  later = [...load.made];
  cursorAfter = await readEvents(client, cursorBefore);
  service.process.kill('SIGKILL');
  await service.ended();
  await load.stop();
  client.close();
});

test('the file is whole, and a list tells of it', async () => {
  const checked = await succeeds('backup', 'check', file);
  const [listed] = await succeeds('backup', 'list');
  assert.deepEqual([listed.place, listed.rows], [file, checked.rows]);
  const { code, stderr } = await run('backup', 'create', file);
  assert.deepEqual([code, /is there already/.test(stderr)], [1, true], stderr);
});

test('a database with merchants is not replaced without --force, nor while it is used', async () => {
  const refused = await run('restore', file);
  assert.deepEqual([refused.code, /holds merchants.*--force/.test(refused.stderr)], [1, true], refused.stderr);
  const service = startServiceProcess(env);
  await service.url(60_000);
  const used = await run('restore', file, '--force');
  assert.deepEqual([used.code, /using the database/.test(used.stderr)], [1, true], used.stderr);
  service.process.kill('SIGTERM');
  await service.ended();
});

async function hasDatabase(name: string): Promise<boolean> {
  const server = await postmaster();
  if (server === null) return false;
  const password = (await readFile(join(dataDir, 'postgres-password'), 'utf8')).trim();
  const client = new pg.Client({ host: '127.0.0.1', port: server.port, user: 'cobro', password, database: 'postgres' });
  return client.connect().then(
    async () => {
      const { rows } = await client.query('select from pg_database where datname = $1', [name]);
      await client.end();
      return rows.length > 0;
    },
    () => false,
  );
}

test('no database is made in a wrong folder, unless it is asked for', async () => {
  const elsewhere = join(folder, 'elsewhere');
  const secretKey = (await readFile(join(dataDir, 'secret-key'), 'utf8')).trim();
  const { code, stderr } = await runCobro(['restore', file], {
    ...env,
    COBRO_DATA_DIR: elsewhere,
    COBRO_SECRET_KEY: secretKey,
  });
  assert.equal(code, 1);
  assert.match(stderr, /There is no database in .*elsewhere\. To make one of the backup there, add --create\./);
  await assert.rejects(stat(elsewhere));
});

test('a restore that is killed in the middle changes nothing', async () => {
  const child = spawn(
    process.execPath,
    [join(PACKAGE_FOLDER, 'dist', 'src', 'service', 'main.js'), 'restore', file, '--force'],
    {
      env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...env },
      stdio: 'ignore',
    },
  );
  const ended = new Promise((resolve) => child.on('exit', resolve));
  await until('it has begun to load', () => hasDatabase('cobro_restored'), 30_000);
  child.kill('SIGKILL');
  await ended;
  const service = startServiceProcess(env);
  const client = createClient(await service.url(60_000), { connections: 2 });
  const last = later.at(-1) ?? assert.fail('no order');
  assert.equal((await client.call('GET', `/v2/orders/${last.json.id}`, { key })).status, 200);
  client.close();
  service.process.kill('SIGTERM');
  await service.ended();
});

test('the restored database has every order of before, proves its books, and gives no number out twice', async () => {
  const report = await succeeds('restore', file, '--force');
  assert.deepEqual([report.ledger, report.former_database], ['ok', 'cobro_before_restore']);
  assert.ok(Object.values(report.skipped).every((count) => Number(count) >= 10_000));
  const service = startServiceProcess(env);
  const client = createClient(await service.url(60_000), { connections: 8 });
  assert.equal(keyOf(service), key, 'the merchant is the one of before');
  for (const { json } of before) {
    const read = await client.call('GET', `/v2/orders/${json.id}`, { key });
    assert.deepEqual([read.status, read.json.payment.clabe], [200, json.payment.clabe]);
  }
  const lost = await client.call('GET', `/v2/orders/${later.at(-1)?.json.id}`, { key });
  assert.equal(lost.status, 404, 'what came after the backup is gone');

  const events = (cursor: string) => client.call('GET', `/v1/events?after=${cursor}`, { key });
  assert.equal((await events(cursorBefore)).status, 200);
  assert.equal((await events(cursorAfter)).status, 400, 'the reader learns that events are missing');

  const known = new Set([...before, ...later].map(clabeOf));
  const fresh = await Promise.all(Array.from({ length: 300 }, (_, number) => make(client, key, `new-${number}`)));
  for (const reply of fresh) assert.ok(!known.has(clabeOf(reply)), 'a CLABE was given out twice');
  const paid = await pay(client, key, fresh[0]?.json.id);
  assert.equal(paid.status, 200);
  client.close();
  service.process.kill('SIGTERM');
  assert.deepEqual(await service.ended(), { code: 0, signal: null });
  assert.equal((await succeeds('ledger', 'verify')).ok, true);
  assert.equal((await succeeds('audit', 'verify')).ok, true);
  const again = await succeeds('restore', file, '--force');
  assert.equal(again.former_database, 'cobro_before_restore', 'the one of before takes the place of the former one');
});
