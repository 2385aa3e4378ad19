// Amounts of coins: whole numbers of the smallest unit.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parsePrice, pesosFor, readUnits, unitsFor, writeUnits } from '../../../src/domain/points/coin-units.js';
import { COIN_CODES, COINS } from '../../../src/domain/points/coins.js';

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
