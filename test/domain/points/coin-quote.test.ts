// What an order costs in coins at a time, and what coins are worth for it (D92).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  blocksFor,
  type CoinPrice,
  parseSteps,
  priceIn,
  pricesAt,
  windowAt,
  worthOf,
} from '../../../src/domain/points/coin-quote.js';
import { unitsFor } from '../../../src/domain/points/coin-units.js';
import { COIN_CODES, COINS } from '../../../src/domain/points/coins.js';

const MINUTE = 60_000;
const terms = { lockMs: 20 * MINUTE, maxAgeMs: 10 * MINUTE, spreadBasisPoints: 100n };
const at = (minute: number, centavos: bigint): CoinPrice => ({ coin: 'BTC', takenAt: minute * MINUTE, centavos });

test('windows follow each other from the creation on, and every time is in one', () => {
  assert.deepEqual(windowAt(1_000, 999, 100), { from: 1_000, until: 1_100 });
  assert.deepEqual(windowAt(1_000, 1_100, 100), { from: 1_100, until: 1_200 });
  fc.assert(
    fc.property(fc.nat(1e9), fc.nat(1e9), fc.integer({ min: 1, max: 1e6 }), (createdAt, later, lockMs) => {
      const { from, until } = windowAt(createdAt, createdAt + later, lockMs);
      assert.ok(from <= createdAt + later && createdAt + later < until && (from - createdAt) % lockMs === 0);
    }),
  );
});

test('the price of a window is the newest when it began, less the spread, or else the first within it', () => {
  const prices = [at(0, 100n), at(5, 200n), at(12, 300n), at(40, 400n)];
  const of = (from: number) => priceIn({ from: from * MINUTE, until: (from + 20) * MINUTE }, prices, terms);
  assert.equal(of(11), 198n);
  assert.equal(of(12), 297n);
  assert.equal(of(23), 396n, 'what was too old when it began gives way to what came');
  assert.equal(of(60), null);
});

test('who sends as a window begins is asked for the better of both prices; without any, the newest counts', () => {
  const prices = [at(0, 10_000n), at(20, 5_000n)];
  const order = { createdAt: 0, shown: null };
  assert.deepEqual(pricesAt(order, 19 * MINUTE, prices, terms), [9_900n]);
  assert.deepEqual(pricesAt(order, 21 * MINUTE, prices, terms), [4_950n, 9_900n]);
  assert.deepEqual(pricesAt(order, 23 * MINUTE, prices, terms), [4_950n]);
  assert.deepEqual(pricesAt(order, 90 * MINUTE, prices, terms), [4_950n]);
  assert.deepEqual(pricesAt(order, 90 * MINUTE, [], terms), []);
  const shown = { centavos: 7_000n, at: 25 * MINUTE };
  assert.deepEqual(pricesAt({ ...order, shown }, 30 * MINUTE, prices, terms), [7_000n], 'the page has the last word');
});

test('who sends exactly what is asked for has paid to the centavo, whatever the coin and its price', () => {
  const coins = fc.constantFrom(...COIN_CODES).map((code) => COINS[code]);
  const amounts = fc.bigInt({ min: 1_000n, max: 999_999_999n });
  const prices = fc.bigInt({ min: 100n, max: 500_000_000n });
  fc.assert(
    fc.property(coins, amounts, prices, (coin, amount, price) => {
      const owed = { amount, outstanding: amount, toleranceBasisPoints: 0n };
      const units = unitsFor(amount, price, coin);
      fc.pre(units > 0n);
      assert.equal(worthOf(units, price, coin, owed), amount);
      assert.ok(worthOf(2n * units, price, coin, owed) > amount);
    }),
  );
});

test('a shortfall of one part in a hundred of the whole counts as enough, and one more unit does not', () => {
  const owed = { amount: 100_000n, outstanding: 40_000n, toleranceBasisPoints: 100n };
  assert.equal(worthOf(39_000n, 100_000_000n, COINS.BTC, owed), 40_000n);
  assert.equal(worthOf(38_999n, 100_000_000n, COINS.BTC, owed), 38_999n);
  assert.equal(worthOf(39_000n, 100_000_000n, COINS.BTC, { ...owed, outstanding: 0n }), 39_000n);
});

test('how many blocks an amount waits for is written as people say it', () => {
  const steps = parseSteps('1 below 5000, 3 below 50000, 6') ?? assert.fail();
  assert.deepEqual(
    [499_999n, 500_000n, 5_000_000n].map((amount) => blocksFor(amount, steps)),
    [1, 3, 6],
  );
  assert.deepEqual(parseSteps('12'), [{ blocks: 12, below: null }]);
  for (const text of ['', '1 below 5000', '1, 2', '6 below 9, 3 below 5, 1', '0', 'x', '1 below x, 2', '-1'])
    assert.equal(parseSteps(text), null, text);
});
