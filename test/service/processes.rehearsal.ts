// One machine, several processes (COBRO_PROCESSES): they share a port, limits and metrics, one that dies is replaced, and
// they stop together.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createAccount } from '../../src/actions/accounts/create-account.js';
import { readSamples } from '../../src/cli/keeping/metric-samples.js';
import { sql } from '../../src/store/sql.js';
import { NEWEST_VERSION } from '../../src/wire/versions/versions.js';
import { type Client, createClient } from '../support/http-client.js';
import { runCobro, type ServiceProcess, startServiceProcess } from '../support/process.js';
import { orderBody, startTestService } from '../support/service.js';
import { until } from '../support/until.js';

const { databaseUrl, key, deps } = await startTestService();
/** A start of two processes on a busy machine. */
const SLOW_MS = 60_000;
const clients: Client[] = [];
after(() => {
  for (const client of clients) client.close();
});

function start(env: Record<string, string>): ServiceProcess {
  return startServiceProcess({ DATABASE_URL: databaseUrl, COBRO_PROCESSES: '2', ...env });
}

/** Clients with a connection each; connections go to the processes in turn. */
function connect(url: string, count: number): Client[] {
  const made = Array.from({ length: count }, () => createClient(url, { connections: 1 }));
  clients.push(...made);
  return made;
}

type Line = { readonly msg: string; readonly request?: string; readonly process?: number; readonly pids?: number[] };

function logOf(service: ServiceProcess): Line[] {
  const lines = service.stdout().split('\n');
  return lines.flatMap((line) => (line.startsWith('{') && line.endsWith('}') ? [JSON.parse(line) as Line] : []));
}

const firstOf = (clients: readonly Client[]): Client => {
  const [first] = clients;
  assert.ok(first);
  return first;
};

async function readMetrics(url: string) {
  const reply = await firstOf(connect(url, 1)).call('GET', '/metrics');
  assert.equal(reply.status, 200);
  return readSamples([reply.text]);
}

/** Creates one order after the other until it is told to stop; the ids that were acknowledged, and what failed. */
async function createOrders(client: Client, name: string, isOver: () => boolean) {
  const acknowledged: string[] = [];
  const failures: string[] = [];
  for (let number = 1; !isOver(); number++) {
    const headers = { 'x-request-id': `${name}-${number}` };
    try {
      const reply = await client.call('POST', '/v2/orders', { key, body: orderBody(), headers });
      if (reply.status === 200) acknowledged.push(reply.json.id);
      else failures.push(`${reply.status} ${reply.text}`);
      if (reply.headers['connection'] === 'close') break;
    } catch (error) {
      failures.push(String(error));
    }
  }
  return { name, acknowledged, failures };
}

const service = start({ COBRO_RATE_LIMIT: '0', COBRO_ADDRESS_LIMIT: '0', COBRO_DRAIN_MS: '800' });
const url = await service.url(SLOW_MS);
let counted = 0;

const CREATED = { route: '/v2/orders', method: 'POST', status: '200' };
const COUNT = 'cobro_http_request_duration_seconds_count';

test('both processes answer, and whichever is asked for metrics tells the sums', async () => {
  const made = await Promise.all(
    connect(url, 8).map((client, index) => {
      let left = 5;
      return createOrders(client, `sums-${index}`, () => left-- === 0);
    }),
  );
  assert.deepEqual(
    made.flatMap(({ failures }) => failures),
    [],
  );
  counted = 40;
  for (let turn = 0; turn < 4; turn++) {
    const samples = await readMetrics(url);
    assert.equal(samples.sum(COUNT, CREATED), counted);
    assert.equal(samples.sum('cobro_processes'), 2);
    assert.equal(samples.sum('cobro_database_up'), 1);
    assert.equal(samples.sum('cobro_build_info'), 1);
    assert.equal(samples.sum('cobro_database_connections', { state: 'size' }), 20);
    assert.ok(samples.sum('process_start_time_seconds') > 1e9);
    for (const process of ['1', '2']) assert.ok(samples.sum('cobro_process_requests_total', { process }) > 0);
  }
});

test('when one is killed only its connections break, another takes its place, and nothing is lost', async () => {
  let isOver = false;
  const running = connect(url, 10).map((client, index) => createOrders(client, `kill-${index}`, () => isOver));
  await until(
    'all clients are at work',
    () => logOf(service).filter(({ request }) => /^kill-/.test(request ?? '')).length > 40,
  );
  const seen = await readMetrics(url);
  const [, pid] = logOf(service).find(({ pids }) => pids !== undefined)?.pids ?? [];
  assert.ok(pid);
  process.kill(pid, 'SIGKILL');
  let all: Awaited<ReturnType<typeof createOrders>>[] | null = null;
  void Promise.all(running).then((results) => {
    all = results;
  });
  await until('it is replaced', () => service.stdout().includes('a process is ready again'), SLOW_MS);
  isOver = true;
  const results = await until('every client has an answer', () => all, 10_000).catch(() => null);
  assert.ok(results, 'a connection hangs');

  const processOf = new Map(logOf(service).map(({ request = '', process }) => [request, process]));
  for (const { name, failures } of results) {
    assert.equal(
      processOf.get(`${name}-1`) === 2 ? failures.length <= 2 : failures.length === 0,
      true,
      failures.join(),
    );
    for (const failure of failures) assert.match(failure, /socket hang up|ECONNRESET|EPIPE/);
  }
  const acknowledged = results.flatMap((one) => one.acknowledged.map((id) => id.replace(/^ch_/, '')));
  assert.ok(acknowledged.length > 100);
  const [row] = await deps.db.query<{ count: bigint }>(
    sql`select count(*) from orders where id = any(${acknowledged}::uuid[])`,
  );
  assert.equal(Number(row?.count), acknowledged.length);
  const now = await readMetrics(url);
  assert.equal(now.sum('cobro_processes'), 2);
  const ofSecond = (samples: typeof now) => samples.sum('cobro_process_requests_total', { process: '2' });
  assert.ok(ofSecond(now) >= ofSecond(seen), 'what the dead process had counted is still there');
});

test('a key that is revoked is refused by both within two seconds', async () => {
  const { account, keys } = await createAccount(deps, { name: 'Two', interfaceVersion: NEWEST_VERSION, actor: 'test' });
  const both = connect(url, 2);
  const ask = async () =>
    Promise.all(
      both.map(async (client) => (await client.call('GET', '/v1/users/auth', { key: keys.test.private })).status),
    );
  assert.deepEqual(await ask(), [200, 200]);
  const list = await runCobro(['key', 'list', '--account', account.id, '--json'], { DATABASE_URL: databaseUrl });
  const id = JSON.parse(list.stdout).find(
    (one: { key?: string; mode: string; kind: string }) => one.mode === 'test' && one.kind === 'private',
  ).id;
  const { code, stderr } = await runCobro(['key', 'revoke', id], { DATABASE_URL: databaseUrl });
  assert.equal(code, 0, stderr);
  await until('both refuse it', async () => (await ask()).every((status) => status === 401), 2_500);
});

test('a port that is taken is told once', async () => {
  const second = start({ PORT: new URL(url).port });
  assert.deepEqual(await second.ended(SLOW_MS), { code: 1, signal: null });
  assert.match(second.stderr(), /^Port \d+ is in use by another program\. .*\n$/);
});

test('at SIGTERM both finish what they were asked, no request fails, and the service ends once', async () => {
  const running = connect(url, 10).map((client, index) => createOrders(client, `end-${index}`, () => false));
  await until(
    'all clients are at work',
    () => logOf(service).filter(({ request }) => /^end-/.test(request ?? '')).length > 40,
  );
  service.process.kill('SIGTERM');
  const results = await Promise.all(running);
  assert.deepEqual(
    results.flatMap(({ failures }) => failures),
    [],
  );
  assert.deepEqual(await service.ended(), { code: 0, signal: null }, service.stderr());
  const said = (text: string) => service.stdout().split(text).length - 1;
  assert.deepEqual([said('"Cobro is ready"'), said('"stopping"'), said('"stopped"')], [1, 1, 1]);
  assert.equal(service.stderr(), '');
});

test('two processes together take no more requests of a merchant than one would', async () => {
  const limited = start({ COBRO_RATE_LIMIT: '20' });
  const clients = connect(await limited.url(SLOW_MS), 6);
  const startedAt = performance.now();
  const isOver = () => performance.now() - startedAt > 6_000;
  const results = await Promise.all(clients.map((client, index) => createOrders(client, `limit-${index}`, isOver)));
  const seconds = (performance.now() - startedAt) / 1000;
  const taken = results.flatMap(({ acknowledged }) => acknowledged).length;
  const allowed = 20 * (seconds + 2);
  assert.ok(taken > 0.8 * allowed && taken < 1.15 * allowed, `${taken} were taken, ${allowed} are allowed`);
  limited.process.kill('SIGINT');
  assert.deepEqual(await limited.ended(), { code: 0, signal: null });
});
