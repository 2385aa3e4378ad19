// A stop that a load balancer can follow: first the node says that it is not ready and goes on answering, then it takes
// nothing new (D6, docs/deploy.md).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startServiceProcess } from '../support/process.js';
import { converse, request } from '../support/raw-http.js';
import { basic, orderBody, startTestService } from '../support/service.js';
import { until } from '../support/until.js';

const { databaseUrl, key } = await startTestService();
const DRAIN_MS = 2_000;

function start(env: Record<string, string> = {}) {
  return startServiceProcess({ DATABASE_URL: databaseUrl, COBRO_DRAIN_MS: String(DRAIN_MS), ...env });
}

const live = request(['GET /health/live HTTP/1.1', 'Host: x']);

test('after SIGTERM ready is 503 while requests are still answered, and every answer closes its connection', async () => {
  const service = start();
  const url = await service.url();
  const port = Number(new URL(url).port);
  const kept = converse(port);
  kept.write(live);
  const before = await kept.reply();
  assert.equal(before.status, 200);
  assert.notEqual(before.headers['connection'], 'close');

  const asked = performance.now();
  service.process.kill('SIGTERM');
  const ready = await until('ready is 503', async () => {
    const reply = await fetch(`${url}/health/ready`);
    return reply.status === 503 ? reply : null;
  });
  assert.match(await ready.text(), /stopping/);

  // Over the connection that the proxy has kept, and over a new one.
  kept.write(live);
  const over = await kept.reply();
  assert.deepEqual([over.status, over.headers['connection']], [200, 'close']);
  assert.equal(await kept.closed(), true);
  const created = await fetch(`${url}/v2/orders`, {
    method: 'POST',
    headers: { authorization: basic(key), 'content-type': 'application/json' },
    body: JSON.stringify(orderBody()),
  });
  assert.deepEqual([created.status, created.headers.get('connection')], [200, 'close']);
  const refused = await fetch(`${url}/nowhere`);
  assert.deepEqual([refused.status, refused.headers.get('connection')], [404, 'close']);
  assert.ok(performance.now() - asked < DRAIN_MS, 'all of that was within the drain time');

  assert.deepEqual(await service.ended(), { code: 0, signal: null });
  assert.ok(performance.now() - asked >= DRAIN_MS);
  await assert.rejects(fetch(`${url}/health/live`), 'nothing listens any more');
});

test('Ctrl-C comes from a person and does not wait for a load balancer', async () => {
  const service = start({ COBRO_DRAIN_MS: '60000' });
  await service.url();
  service.process.kill('SIGINT');
  assert.deepEqual(await service.ended(10_000), { code: 0, signal: null });
});

test('without a proxy there is no drain time unless it is set', async () => {
  const service = startServiceProcess({ DATABASE_URL: databaseUrl });
  await service.url();
  const asked = performance.now();
  service.process.kill('SIGTERM');
  assert.deepEqual(await service.ended(10_000), { code: 0, signal: null });
  assert.ok(performance.now() - asked < 4_000);
});
