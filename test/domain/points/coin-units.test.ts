// Amounts of coins: whole numbers of the smallest unit.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  coinUri,
  parsePrice,
  pesosFor,
  readUnits,
  unitsFor,
  writeUnits,
} from '../../../src/domain/points/coin-units.js';
import { COIN_CODES, COINS } from '../../../src/domain/points/coins.js';
import { coinsOf } from '../../../src/domain/points/crypto.js';

const anyCoin = fc.constantFrom(...COIN_CODES).map((code) => COINS[code]);

test('reading is the inverse of writing, for every coin', () => {
  fc.assert(
    fc.property(anyCoin, fc.bigInt({ min: 0n, max: 10n ** 18n - 1n }), (coin, units) =>
      assert.equal(readUnits(writeUnits(units, coin), coin), units),
    ),
  );
});

test('an amount in coins is worth the pesos that it was made of, to half a step that people see', () => {
  const pesos = fc.bigInt({ min: 100n, max: 999_999_999n });
  const prices = fc.bigInt({ min: 100n, max: 500_000_000n });
  fc.assert(
    fc.property(anyCoin, pesos, prices, (coin, amount, price) => {
      const off = pesosFor(unitsFor(amount, price, coin), price, coin) - amount;
      const step = price / 10n ** BigInt(coin.shownDecimals) + 1n;
      assert.ok((off < 0n ? -off : off) <= step, `${off}`);
    }),
  );
});

test('a wei is not lost, and nobody is asked to type eighteen decimals', () => {
  const { ETH, XRP, BTC } = COINS;
  assert.equal(writeUnits(1n, ETH), '0.000000000000000001');
  assert.equal(writeUnits(unitsFor(10_000n, 6_000_000n, ETH), ETH), '0.00166667');
  assert.equal(unitsFor(10_000n, 6_000_000n, ETH), 1_666_670_000_000_000n);
  assert.equal(writeUnits(2_314_279n, XRP), '2.314279');
  assert.equal(readUnits('0.000000001', BTC), null, 'no coin of Bitcoin is so small');
  for (const text of ['', '-1', '1e3', '1,5', '.5', '1.', ' 1', '1'.repeat(13)])
    assert.equal(readUnits(text, BTC), null);
});

test('a price has two decimals and is more than nothing', () => {
  assert.equal(parsePrice('1200000.00'), 120_000_000n);
  for (const text of ['', '0.00', '1', '1.5', '1.555', '-1.00', 'x', '1234567890.00'])
    assert.equal(parsePrice(text), null);
});

test('each coin has the form that its wallets know', () => {
  const of = (coin: string, address: string, coins = '0.00102875', tag = '') => coinUri(coin, { address, coins, tag });
  assert.equal(of('BTC', 'bc1qar0s'), 'bitcoin:bc1qar0s?amount=0.00102875');
  assert.equal(of('LTC', 'ltc1qar'), 'litecoin:ltc1qar?amount=0.00102875');
  assert.equal(of('BCH', 'bitcoincash:qpm2'), 'bitcoincash:qpm2?amount=0.00102875');
  assert.equal(of('BCH', 'qpm2'), 'bitcoincash:qpm2?amount=0.00102875');
  assert.equal(of('XRP', 'rHb9', '0.001028'), 'ripple:rHb9?amount=0.001028');
  assert.equal(of('XRP', 'rHb9', '25.5', '7001'), 'ripple:rHb9?amount=25.5&dt=7001');
  assert.equal(of('ETH', '0xde0B', '1.50000000'), 'ethereum:0xde0B@1?value=1500000000000000000');
});

test('an unknown coin, and one without an amount, is its address', () => {
  assert.equal(coinUri('DOGE', { address: 'D7', coins: '1.0', tag: '' }), 'D7');
  assert.equal(coinUri('BTC', { address: 'bc1', coins: '', tag: '' }), 'bc1');
  assert.equal(coinUri('constructor', { address: 'x', coins: '1', tag: '' }), 'x');
});

test('a quantity has no more decimals than the coin can send', () => {
  assert.equal(coinsOf('75.00', { coin: 'BTC', pesos_per_coin: '1200000.00' }), '0.00006250');
  assert.equal(coinsOf('100.00', { coin: 'XRP', pesos_per_coin: '43.21' }), '2.314279');
  assert.equal(coinsOf('75.00', { coin: 'BTC' }), '');
});
