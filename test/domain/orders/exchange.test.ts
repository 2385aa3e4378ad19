// Exchange into pesos, half up to the centavo, and rates as texts and numbers (D22).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Currency, MAX_AMOUNT, parseAmount, toJsonNumber } from '../../../src/domain/base/money.js';
import { parity, parseRate, rateToDecimal, rateToNumber, toPesos } from '../../../src/domain/orders/exchange.js';

const anyRate = fc.bigInt({ min: 1n, max: 99_999_999_999n });
const anyAmount = fc.bigInt({ min: 1n, max: MAX_AMOUNT });

const exchanged: [price: number, currency: Currency, rate: string, pesos: number][] = [
  [123.45, 'MXN', '1', 123.45],
  [10, 'USD', '18.5', 185],
  [10.01, 'USD', '18.5', 185.19], // 185.185
  [0.05, 'USD', '18.5', 0.93], // 0.925: the half goes up
  [7.77, 'EUR', '20', 155.4],
  [0.13, 'GBP', '23.5', 3.06], // 3.055: the half goes up
  [0.11, 'GBP', '23.5', 2.59], // 2.585: up although 2.58 is even
  [99.99, 'GBP', '23.5', 2349.77], // 2349.765
  [0.01, 'USD', '0.499999', 0],
  [0.01, 'USD', '0.5', 0.01],
  [9999999.99, 'USD', '18.123456', 181234559.82],
];
for (const [price, currency, rateText, pesos] of exchanged) {
  test(`${price} ${currency} at ${rateText} is ${pesos} MXN`, () => {
    const amount = parseAmount(price);
    const millionths = parseRate(rateText);
    assert.ok(typeof amount === 'bigint' && millionths !== null);
    assert.equal(toJsonNumber(toPesos({ amount, currency }, { millionths, takenAt: 0 })), pesos);
  });
}

test('pesos at parity are the same pesos, taken when the order is made', () => {
  assert.deepEqual(parity(1_794_712_324_991), { millionths: 1_000_000n, takenAt: 1_794_712_324_991 });
  fc.assert(fc.property(anyAmount, (amount) => assert.equal(toPesos({ amount, currency: 'MXN' }, parity(0)), amount)));
});

test('an exchange is never off by more than half a centavo, and an exact half goes up', () => {
  fc.assert(
    fc.property(anyAmount, anyRate, (amount, millionths) => {
      const pesos = toPesos({ amount, currency: 'USD' }, { millionths, takenAt: 0 });
      const error = 2n * (pesos * 1_000_000n - amount * millionths); // in half millionths of a centavo
      assert.ok(error > -1_000_000n && error <= 1_000_000n);
    }),
  );
});

test('a higher price never costs fewer pesos', () => {
  fc.assert(
    fc.property(anyAmount, anyAmount, anyRate, (one, other, millionths) => {
      const pesos = (amount: bigint) => toPesos({ amount, currency: 'EUR' }, { millionths, takenAt: 0 });
      assert.ok(one <= other === pesos(one) <= pesos(other) || pesos(one) === pesos(other));
    }),
  );
});

const rates: [text: string, millionths: bigint | null][] = [
  ['18.5', 18_500_000n],
  ['18.50', 18_500_000n],
  ['18.123456', 18_123_456n],
  ['20', 20_000_000n],
  ['0.000001', 1n],
  ['99999.999999', 99_999_999_999n],
  ['018.5', 18_500_000n],
  ['0', null],
  ['0.000000', null],
  ['100000', null],
  ['18.1234567', null],
  ['-18.5', null],
  ['+18.5', null],
  ['18,5', null],
  ['1e1', null],
  ['.5', null],
  ['18.', null],
  [' 18.5', null],
  ['', null],
  ['NaN', null],
];
for (const [text, millionths] of rates) {
  test(`the rate "${text}" is ${millionths === null ? 'refused' : `${millionths} millionths`}`, () =>
    assert.equal(parseRate(text), millionths));
}

test('a rate survives the way through the database and over JSON', () => {
  fc.assert(
    fc.property(anyRate, (millionths) => {
      assert.equal(parseRate(rateToDecimal(millionths)), millionths);
      assert.equal(BigInt(Math.round(rateToNumber(millionths) * 1e6)), millionths);
    }),
  );
});

test('the JSON number of a rate is the decimal itself', () => {
  for (const [millionths, number] of [
    [1_000_000n, 1],
    [18_500_000n, 18.5],
    [23_500_000n, 23.5],
    [18_123_456n, 18.123456],
    [1n, 0.000001],
  ] as const) {
    assert.equal(rateToNumber(millionths), number);
  }
});
