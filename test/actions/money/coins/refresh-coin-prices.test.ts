// What becomes of the prices that sources tell (D92).
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { refreshCoinPrices } from '../../../../src/actions/money/coins/refresh-coin-prices.js';
import type { CoinPriceSource } from '../../../../src/adapters/rates/coin-prices.js';
import { latestCoinPrices } from '../../../../src/store/money/coin-prices.js';
import { takeBlock } from '../../../../src/store/rails/coin-blocks.js';
import { sql } from '../../../../src/store/sql.js';
import { startTestService } from '../../../support/service.js';

const MINUTE = 60_000;
const NOW = Date.parse('2026-11-20T18:00:00Z');
const service = await startTestService();
const { deps } = service;

beforeEach(async () => {
  service.setTime(NOW);
  await deps.db.query(sql`delete from coin_prices`);
  await takeBlock(deps.db, 'BTC', { height: 100, hash: 'h100' });
});

const telling = (name: string, centavos: bigint, takenAt: number | null = null): CoinPriceSource => ({
  name,
  fetch: async () => [{ coin: 'BTC', centavos, takenAt }],
});
const failing: CoinPriceSource = { name: 'failing', fetch: () => Promise.reject(new Error('away')) };
const refresh = async (...sources: CoinPriceSource[]) =>
  (await refreshCoinPrices(deps, sources, ['BTC'])).map(({ centavos, sources: names }) => [centavos, names]);

test('the median counts, so one source that is wrong does no harm', async () => {
  assert.deepEqual(await refresh(telling('a', 100n), telling('b', 102n), telling('c', 9_999n)), [[102n, 'a b c']]);
  assert.equal((await latestCoinPrices(deps.db))[0]?.centavos, 102n);
});

test('of two the middle counts, and one that fails or is old is left out', async () => {
  assert.deepEqual(await refresh(telling('a', 100n), telling('b', 103n), failing), [[102n, 'a b']]);
  service.setTime(NOW + MINUTE);
  const old = telling('old', 5n, NOW - 10 * MINUTE);
  assert.deepEqual(await refresh(telling('a', 100n), old), [[100n, 'a']]);
  service.setTime(NOW + 2 * MINUTE);
  assert.deepEqual(await refresh(old, failing), []);
});

test('a jump that one source alone tells of is kept out; two that agree are believed', async () => {
  await refresh(telling('a', 100n), telling('b', 100n));
  service.setTime(NOW + MINUTE);
  assert.deepEqual(await refresh(telling('a', 130n), failing), []);
  assert.deepEqual(await refresh(telling('a', 130n), telling('b', 130n)), [[130n, 'a b']]);
  service.setTime(NOW + 90 * MINUTE);
  assert.deepEqual(await refresh(telling('a', 50n)), [[50n, 'a']], 'after a pause there is nothing to compare with');
});

test('a coin whose node never answered has no price, so no order is made whose money nobody would see', async () => {
  await deps.db.query(sql`delete from coin_blocks`);
  assert.deepEqual(await refresh(telling('a', 100n)), []);
  assert.deepEqual(await latestCoinPrices(deps.db), []);
});
