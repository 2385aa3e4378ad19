// Stored exchange rates: all are kept, the newest of a currency counts (D24).

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { readTestRates } from '../../../src/adapters/rates/shipped-rates.js';
import { MODES } from '../../../src/domain/base/mode.js';
import { AppError } from '../../../src/errors/errors.js';
import { insertRate, latestRates } from '../../../src/store/money/rates.js';
import { makeFolder } from '../../support/process.js';
import { startTestService } from '../../support/service.js';

const { deps } = await startTestService();
const { db, rates } = deps;
const NOW = 1_800_000_000_000;

test('the newest rate of every currency is told, whatever order they came in', async () => {
  const store = (currency: 'USD' | 'EUR', millionths: bigint, takenAt: number) =>
    insertRate(db, { currency, millionths, takenAt, source: 'fixed' });
  assert.deepEqual(await latestRates(db), []);
  await store('USD', 18_500_000n, NOW);
  await store('USD', 17_000_000n, NOW - 1);
  await store('EUR', 1n, NOW - 5);
  await store('EUR', 99_999_999_999n, NOW - 4);
  assert.deepEqual(await latestRates(db), [
    { currency: 'EUR', millionths: 99_999_999_999n, takenAt: NOW - 4, source: 'fixed' },
    { currency: 'USD', millionths: 18_500_000n, takenAt: NOW, source: 'fixed' },
  ]);
  assert.equal((await db.query({ text: 'select 1 from exchange_rates', values: [] })).length, 4, 'all are kept');
  await insertRate(db, { currency: 'USD', millionths: 18_600_000n, takenAt: NOW, source: 'ecb' });
  const [, usd] = await latestRates(db);
  assert.deepEqual([usd?.millionths, usd?.source], [18_600_000n, 'ecb'], 'the same moment again replaces');
});

test('pesos are worth one in both modes, without any table', async () => {
  for (const mode of MODES) {
    assert.deepEqual(await rates.find('MXN', mode, NOW), { millionths: 1_000_000n, takenAt: NOW });
  }
});

test('test mode has the shipped table, live mode only what is stored', async () => {
  assert.deepEqual(await rates.find('GBP', 'test', NOW), { millionths: 23_500_000n, takenAt: NOW });
  await assert.rejects(
    async () => rates.find('GBP', 'live', NOW),
    (error) => error instanceof AppError && error.code === 'rate_unavailable' && error.details['currency'] === 'GBP',
  );
});

test('a table with something that is no rate is refused by name', async () => {
  const file = join(await makeFolder(), 'rates.json');
  for (const table of ['{"USD":"x"}', '{"USD":"0"}', '{"USD":"-1"}', '{"JPY":"1.0"}', '{"USD":"1.1234567"}']) {
    await writeFile(file, table);
    await assert.rejects(readTestRates(file), /is no exchange rate/, table);
  }
  await writeFile(file, '{"USD":"18.50"}');
  assert.deepEqual([...(await readTestRates(file))], [['USD', 18_500_000n]]);
});
