// Nodes behind a load balancer are replaced one after the other, and nobody notices (docs/deploy.md).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDatabase } from '../support/database.js';
import { startHaproxy } from './proxies.js';
import { rollOver } from './rolling.js';

test('two nodes behind HAProxy are restarted in turn under load, and no request fails', async (t) => {
  const database = await createDatabase();
  const report = await rollOver({
    databaseUrl: database.url,
    startProxy: startHaproxy,
    requests: 2_000,
    drainMs: 2_500,
  });
  t.diagnostic(`${report.requests} requests in ${report.seconds} s, ${report.failures.length} failed`);
  assert.deepEqual(report.failures, []);
  assert.equal(report.stored, report.created, 'each create that was answered made one order');
  assert.ok(report.stopMs.every((ms) => ms >= 2_500));
  assert.deepEqual(report.open, [], 'no way leads to the metrics');
  await database.drop();
});
