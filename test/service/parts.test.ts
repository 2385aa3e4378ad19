// `cobro serve --only`: HTTP in some processes, the work beside it in others, over one database.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from '../../src/store/sql.js';
import { runCobro, startServiceProcess } from '../support/process.js';
import { basic, orderBody, startTestService } from '../support/service.js';
import { until } from '../support/until.js';
import { startReceiver } from '../webhooks/receiver.js';

const { databaseUrl, key, deps } = await startTestService();
const env = { DATABASE_URL: databaseUrl, COBRO_LOG_LEVEL: 'warn' };
const receiver = await startReceiver();
after(() => receiver.close());

/** The processes that deliver webhooks. */
async function countWorkers(): Promise<number> {
  const rows = await deps.db.query(sql`select id from webhook_workers`);
  return rows.length;
}

const call = (url: string, path: string, body?: unknown) =>
  fetch(url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: basic(key), 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

test('a process of the API sends no webhooks; one of workers sends them and answers only whoever watches it', async () => {
  const api = startServiceProcess(env, { part: 'api' });
  const url = await api.url();
  assert.equal((await call(url, '/v1/webhooks/stores', { url: receiver.url })).status, 200);
  assert.equal((await call(url, '/v2/orders', orderBody())).status, 200);
  assert.equal(await countWorkers(), 0, 'a process that delivers says so before it listens to anybody');

  const workers = startServiceProcess(env, { part: 'workers' });
  const other = await workers.url();
  await until('the webhook arrives', () => receiver.hits.length === 1);
  const statuses = async (...paths: string[]) =>
    Promise.all(paths.map(async (path) => (await call(other, path)).status));
  assert.deepEqual(await statuses('/health/live', '/health/ready', '/metrics'), [200, 200, 200]);
  assert.deepEqual(await statuses('/v2/orders', '/dashboard', '/pay/x', '/docs'), [404, 404, 404, 404]);

  assert.equal(await countWorkers(), 1);
  workers.process.kill('SIGTERM');
  assert.deepEqual(await workers.ended(), { code: 0, signal: null }, workers.stderr());
  assert.equal(await countWorkers(), 0);
  assert.equal((await call(url, '/v2/orders', orderBody())).status, 200);
  assert.equal(receiver.hits.length, 1);
  api.process.kill('SIGTERM');
  assert.deepEqual(await api.ended(), { code: 0, signal: null }, api.stderr());
  assert.equal(api.stderr() + workers.stderr(), '');
});

test('a part that does not exist is refused with those that do', async () => {
  const { code, stderr } = await runCobro(['serve', '--only', 'pages'], env);
  assert.equal(code, 1);
  assert.match(stderr, /Allowed choices are api, workers/);
});
