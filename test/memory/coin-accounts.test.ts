// The accounts and keys that orders of coins pay to: which accounts of the XRP Ledger are asked for payments, and whose a key is (D92).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setLiveDetails } from '../../src/actions/points/edit-payment-point.js';
import { listCoinAccounts } from '../../src/memory/numbers/coin-addresses.js';
import { COIN_ACCOUNTS, startCoinService } from '../support/coin-orders.js';

const service = await startCoinService(['XRP', 'BTC', 'LTC']);
const { deps } = service;
const OTHER = 'rrrrrrrrrrrrrrrrrrrrBZbvji';

test('an account that was replaced is still asked for money, one that was never paid to is not', async () => {
  assert.deepEqual(await listCoinAccounts(deps.db, 'XRP'), []);
  await service.price('XRP', 40n);
  await service.order('XRP');
  await setLiveDetails(deps, { code: 'XRP', details: { coin: 'XRP', account: OTHER }, cards: [], actor: 'test' });
  assert.deepEqual(await listCoinAccounts(deps.db, 'XRP'), [COIN_ACCOUNTS.XRP]);
  await service.order('XRP');
  assert.deepEqual(new Set(await listCoinAccounts(deps.db, 'XRP')), new Set([COIN_ACCOUNTS.XRP, OTHER]));
});

test('two coins with the same key write its addresses each in their own way', async () => {
  assert.equal(COIN_ACCOUNTS.BTC, COIN_ACCOUNTS.LTC);
  await service.price('BTC', 1_000_000n);
  await service.price('LTC', 2_000n);
  const [btc, ltc] = [await service.order('BTC'), await service.order('LTC')];
  assert.match(btc.reference ?? '', /^bc1q/);
  assert.match(ltc.reference ?? '', /^ltc1q/);
});
