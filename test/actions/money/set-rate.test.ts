// Exchange rates that an operator sets by hand (D24).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setRate } from '../../../src/actions/money/set-rate.js';
import { latestRates } from '../../../src/store/money/rates.js';
import { auditOf } from '../../support/audit.js';
import { startTestService } from '../../support/service.js';

const service = await startTestService();
const { deps } = service;
const NOON = Date.parse('2026-11-15T12:00:00Z');

test('a rate counts from the moment it is set until the next one', async () => {
  service.setTime(NOON);
  const first = await setRate(deps, { currency: 'USD', millionths: 18_500_000n, actor: 'cli:ana' });
  assert.deepEqual(first, { currency: 'USD', millionths: 18_500_000n, takenAt: NOON, source: 'fixed' });
  assert.deepEqual(await latestRates(deps.db), [first]);
  service.setTime(NOON + 1);
  const second = await setRate(deps, { currency: 'USD', millionths: 18_600_000n, actor: 'cli:ana' });
  assert.deepEqual(await latestRates(deps.db), [second]);
  assert.deepEqual(await auditOf(deps, 'USD'), [
    ['cli:ana', 'rate.set', { rate_before: 18.5, rate_after: 18.6 }],
    ['cli:ana', 'rate.set', { rate_before: null, rate_after: 18.5 }],
  ]);
});

test('currencies that are set at once stand beside each other; the same moment keeps the last rate', async () => {
  service.setTime(NOON + 2);
  const [euro] = await Promise.all([
    setRate(deps, { currency: 'EUR', millionths: 21_000_000n, actor: 'cli:ana' }),
    setRate(deps, { currency: 'USD', millionths: 18_700_000n, actor: 'cli:ana' }),
  ]);
  const dollar = await setRate(deps, { currency: 'USD', millionths: 18_800_000n, actor: 'cli:ana' });
  assert.deepEqual(await latestRates(deps.db), [euro, dollar]);
});
