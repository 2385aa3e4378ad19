// What a customer brings to a store: one sum, with the commission, in the same words wherever it is said.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bringText, handedText, madeOfText, toBring, totalText } from '../../../src/domain/orders/to-bring.js';

const STORE = { kind: 'agreement', tillLimit: 500_000n, commission: 1_000n } as const;

test('the commission is in the sum, and the words say what it is made of', () => {
  const bring = toBring(119_000n, STORE);
  assert.equal(bring.total, 120_000n);
  assert.equal(bringText(bring, 'es'), '$1,200.00 MXN ($1,190.00 + $10.00 de comisión)');
  assert.equal(totalText(bring, 'en'), '$1,200.00 MXN ($1,190.00 + $10.00 fee)');
});

test('each part bears its commission', () => {
  const bring = toBring(875_000n, STORE);
  assert.deepEqual(bring.parts, [501_000n, 376_000n]);
  assert.equal(bringText(bring, 'es'), '$5,010.00 MXN y después $3,760.00 MXN ($8,750.00 + 2 × $10.00 de comisión)');
  assert.equal(totalText(bring, 'es'), '$8,770.00 MXN ($8,750.00 + 2 × $10.00 de comisión)');
});

test('of a deposit only what is due is paid in, and the commission beside it', () => {
  const store = { ...STORE, kind: 'card' } as const;
  const text = (due: bigint) => handedText(toBring(due, store), 'es');
  assert.equal(text(123_450n), '$1,234.50 MXN');
  assert.equal(text(875_000n), '$5,000.00 MXN y después $3,750.00 MXN');
});

test('a transfer, a free point and one whose commission nobody knows ask for what is due', () => {
  for (const point of [null, { ...STORE, commission: 0n }, { ...STORE, commission: null }]) {
    const bring = toBring(119_000n, point);
    assert.deepEqual([bring.total, madeOfText(bring, 'es')], [119_000n, null]);
    assert.equal(bringText(bring, 'es'), '$1,190.00 MXN');
  }
});

test('the parts always add up to the total', () => {
  const amounts = fc.bigInt({ min: 1n, max: 10_000_000n });
  fc.assert(
    fc.property(amounts, fc.bigInt({ min: 0n, max: 5_000n }), (due, commission) => {
      const { parts, total } = toBring(due, { ...STORE, commission });
      assert.equal(
        parts.reduce((sum, part) => sum + part, 0n),
        total,
      );
      assert.equal(total - commission * BigInt(parts.length), due);
    }),
  );
});
