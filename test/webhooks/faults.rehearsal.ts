// The short fault test; the long one is node scripts/faults.mjs.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createDatabase } from '../support/database.js';
import { runFaults } from './faults.js';

const database = await createDatabase();
after(() => database.drop());

test('nothing is lost and no order is broken although shops fail and workers are killed', async (context) => {
  const report = await runFaults({
    databaseUrl: database.url,
    orders: 100,
    spreadMs: 8_000,
    killsAtMs: [2_500, 7_000],
    replaceAtMs: 3_000,
    timeoutMs: 3_000,
    refusals: 1,
    drainMs: 30_000,
  });
  context.diagnostic(JSON.stringify(report));
  assert.ok(Math.max(0, ...report.takenOverMs) <= 10_000, 'taken over within 10 s of a kill');
  assert.deepEqual(report.strayDuplicates, []);
});
