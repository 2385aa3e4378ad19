// Amounts: what is read as a price, what is refused, and that no centavo is lost on the way (D21).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  divideHalfUp,
  formatAmount,
  halfOf,
  MAX_AMOUNT,
  parseAmount,
  parseRoundedAmount,
  toDecimal,
  toJsonNumber,
} from '../../../src/domain/base/money.js';

const anyAmount = fc.bigInt({ min: 1n, max: MAX_AMOUNT });

// The left side is JSON text, as a merchant writes it.
const fine: [json: string, amount: bigint][] = [
  ['150', 15_000n],
  ['150.0000', 15_000n],
  ['"150.0000"', 15_000n],
  ['"123.45"', 12_345n],
  ['123.45', 12_345n],
  ['"1"', 100n],
  ['"007.50"', 750n],
  ['19.9', 1_990n],
  ['"19.9"', 1_990n],
  ['1.15', 115n], // 1.15 * 100 is 114.99999999999999 in floating point
  ['4.35', 435n], // 434.99999999999994
  ['8.2', 820n], // 819.9999999999999
  ['0.01', 1n],
  ['"0.01"', 1n],
  ['115.99000000000001', 11_599n], // what the arithmetic of a shop makes of 115.99
  ['115.98999999999999', 11_599n],
  ['3.3000000000000003', 330n],
  ['0.30000000000000004', 30n],
  ['2.9999999999999996', 300n],
  ['9999999.989999998', 999_999_999n],
  ['1e3', 100_000n], // a JSON number is a number, however it is written
  ['9999999.99', 999_999_999n],
  ['"9999999.99"', 999_999_999n],
  ['"0000000000009999999.990"', 999_999_999n],
];
for (const [json, amount] of fine) {
  test(`the price ${json} is ${amount} minor units`, () => assert.equal(parseAmount(JSON.parse(json)), amount));
}

const refused: [json: string, fault: string][] = [
  ['1.005', 'too_many_decimals'],
  ['"1.005"', 'too_many_decimals'],
  ['"150.001"', 'too_many_decimals'],
  ['"150.00000000000000000001"', 'too_many_decimals'],
  ['0.001', 'too_many_decimals'],
  ['1.0000001', 'too_many_decimals'],
  ['115.99000000100001', 'too_many_decimals'],
  ['"115.99000000000001"', 'too_many_decimals'], // a text says what it says (D21)
  ['9999999.999999998', 'too_large'],
  ['1e-7', 'too_many_decimals'],
  ['-1', 'not_positive'],
  ['"-1"', 'not_positive'],
  ['"-0.01"', 'not_positive'],
  ['-1e21', 'not_positive'],
  ['-1e-7', 'not_positive'],
  ['0', 'not_positive'],
  ['-0', 'not_positive'],
  ['"0"', 'not_positive'],
  ['"0.00"', 'not_positive'],
  ['10000000', 'too_large'],
  ['"10000000.00"', 'too_large'],
  ['"99999999999999999999999999"', 'too_large'],
  ['1e21', 'too_large'],
  ['1e308', 'too_large'],
  ['"NaN"', 'not_a_number'],
  ['"Infinity"', 'not_a_number'],
  ['"1e3"', 'not_a_number'],
  ['"abc"', 'not_a_number'],
  ['""', 'not_a_number'],
  ['"12,50"', 'not_a_number'],
  ['"1,234.50"', 'not_a_number'],
  ['"0x10"', 'not_a_number'],
  ['"1 000"', 'not_a_number'],
  ['" 150"', 'not_a_number'],
  ['"150\\n"', 'not_a_number'],
  ['"+150"', 'not_a_number'],
  ['"$150"', 'not_a_number'],
  ['".5"', 'not_a_number'],
  ['"5."', 'not_a_number'],
  ['"1.2.3"', 'not_a_number'],
  ['"١٥٠"', 'not_a_number'],
  ['true', 'not_a_number'],
  ['null', 'not_a_number'],
  ['[]', 'not_a_number'],
  ['[150]', 'not_a_number'],
  ['{}', 'not_a_number'],
];
for (const [json, fault] of refused) {
  test(`the price ${json} is refused as ${fault}`, () => assert.equal(parseAmount(JSON.parse(json)), fault));
}

test('numbers that JSON cannot write are refused, and so is a bigint', () => {
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 150n, undefined, Symbol('x')]) {
    assert.equal(parseAmount(value), 'not_a_number');
  }
});

test('every amount survives the way over JSON, as a number and as a text', () => {
  fc.assert(
    fc.property(anyAmount, (amount) => {
      assert.equal(parseAmount(JSON.parse(JSON.stringify(toJsonNumber(amount)))), amount);
      assert.equal(parseAmount(toDecimal(amount)), amount);
      assert.equal(parseAmount(`${toDecimal(amount)}0000`), amount);
    }),
  );
});

test('the JSON number of an amount has at most two decimals', () => {
  fc.assert(fc.property(anyAmount, (amount) => assert.match(String(toJsonNumber(amount)), /^\d+(\.\d{1,2})?$/)));
});

test('whatever is sent becomes an amount within the limits or a named fault, and never throws', () => {
  const faults = ['not_a_number', 'not_positive', 'too_many_decimals', 'too_large'];
  const decimalText = fc.stringMatching(/^-?\d{0,9}\.?\d{0,4}$/);
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.double(), decimalText), (value) => {
      const amount = parseAmount(value);
      if (typeof amount === 'bigint') assert.ok(amount > 0n && amount <= MAX_AMOUNT);
      else assert.ok(faults.includes(amount));
    }),
  );
});

test('a third decimal is refused unless it is zero, as a number and as a text', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9_999_999_989 }), (thousandths) => {
      const text = `${Math.floor(thousandths / 1000)}.${String(thousandths % 1000).padStart(3, '0')}`;
      const wanted = thousandths % 10 === 0 ? BigInt(thousandths / 10) : 'too_many_decimals';
      assert.equal(parseAmount(text), wanted);
      assert.equal(parseAmount(JSON.parse(text)), wanted);
    }),
  );
});

const shown: [amount: bigint, machines: string, people: string][] = [
  [0n, '0.00', '0.00'],
  [5n, '0.05', '0.05'],
  [50n, '0.50', '0.50'],
  [100n, '1.00', '1.00'],
  [99_999n, '999.99', '999.99'],
  [123_456n, '1234.56', '1,234.56'],
  [12_345_678n, '123456.78', '123,456.78'],
  [MAX_AMOUNT, '9999999.99', '9,999,999.99'],
  [-1n, '-0.01', '-0.01'],
  [-12_345_678n, '-123456.78', '-123,456.78'],
];
for (const [amount, machines, people] of shown) {
  test(`${amount} minor units are ${machines} for machines and ${people} for people`, () => {
    assert.equal(toDecimal(amount), machines);
    assert.equal(formatAmount(amount), people);
  });
}

test('for people an amount has thousands separators and is otherwise the same text', () => {
  fc.assert(
    fc.property(anyAmount, (amount) => {
      assert.match(formatAmount(amount), /^\d{1,3}(,\d{3})*\.\d{2}$/);
      assert.equal(formatAmount(amount).replaceAll(',', ''), toDecimal(amount));
    }),
  );
});

const quotients: [numerator: bigint, denominator: bigint, quotient: bigint][] = [
  [0n, 7n, 0n],
  [1n, 3n, 0n],
  [2n, 3n, 1n],
  [1n, 2n, 1n],
  [3n, 2n, 2n],
  [49n, 100n, 0n],
  [50n, 100n, 1n],
  [149n, 100n, 1n],
  [150n, 100n, 2n],
  [250n, 100n, 3n], // half up, not half to even
];
for (const [numerator, denominator, quotient] of quotients) {
  test(`${numerator} / ${denominator} is ${quotient}, a half rounded up`, () =>
    assert.equal(divideHalfUp(numerator, denominator), quotient));
}

test('division half up is the whole number q with q - 1/2 <= n/d < q + 1/2', () => {
  const numerators = fc.bigInt({ min: 0n, max: 10n ** 24n });
  const denominators = fc.bigInt({ min: 1n, max: 10n ** 12n });
  fc.assert(
    fc.property(numerators, denominators, (n, d) => {
      const q = divideHalfUp(n, d);
      assert.ok((2n * q - 1n) * d <= 2n * n && 2n * n < (2n * q + 1n) * d);
    }),
  );
});

const rounded: [json: string, amount: bigint | string][] = [
  ['173.9884', 17_399n],
  ['"173.9884"', 17_399n],
  ['"173.9850"', 17_399n],
  ['"173.98499999999999999999999"', 17_398n], // a text says what it says
  ['173.98499999999999', 17_399n], // a number is meant as 173.985
  ['173.98500000000001', 17_399n],
  ['"64.354999"', 6_435n],
  ['1.005', 101n], // 1.00499999999999989… in floating point
  ['1.115', 112n],
  ['2.675', 268n],
  ['8.345', 835n],
  ['0.005', 1n],
  ['"0.005"', 1n],
  ['"0.0049"', 'not_positive'],
  ['0.0049', 'not_positive'],
  ['1e-7', 'not_positive'],
  ['9999999.994', 999_999_999n],
  ['9999999.995', 'too_large'],
  ['"9999999.995"', 'too_large'],
  ['1e21', 'too_large'],
  ['99.999', 10_000n],
  ['"1e3"', 'not_a_number'],
  ['"12,555"', 'not_a_number'],
  ['-1.005', 'not_positive'],
  ['"-1.005"', 'not_positive'],
];
for (const [json, amount] of rounded) {
  test(`for a cart the price ${json} is ${amount}`, () => assert.equal(parseRoundedAmount(JSON.parse(json)), amount));
}

test('whatever a price may be, a cart may send it too, and it is read in the same way', () => {
  for (const [json, amount] of fine) assert.equal(parseRoundedAmount(JSON.parse(json)), amount, json);
  fc.assert(
    fc.property(anyAmount, (amount) => {
      assert.equal(parseRoundedAmount(toJsonNumber(amount)), amount);
      assert.equal(parseRoundedAmount(toDecimal(amount)), amount);
    }),
  );
});

test('a price with more decimals goes to the nearest centavo, and from the middle up', () => {
  const digits = fc.integer({ min: 0, max: 999_999 });
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 99_999_999n }), digits, (amount, later) => {
      const text = `${toDecimal(amount)}${String(later).padStart(6, '0')}`;
      const expected = amount + (later >= 500_000 ? 1n : 0n);
      assert.equal(parseRoundedAmount(text), expected);
      assert.equal(parseRoundedAmount(Number(text)), expected);
    }),
  );
});

test('half of an amount is rounded down, and a centavo stays one', () => {
  assert.deepEqual([10_001n, 10_000n, 2n, 1n, 0n].map(halfOf), [5_000n, 5_000n, 1n, 1n, 0n]);
});
