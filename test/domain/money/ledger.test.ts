// The books: D48.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  add,
  difference,
  LEDGER_ACCOUNTS,
  move,
  orderPosition,
  type Postings,
  sumOf,
} from '../../../src/domain/money/ledger.js';

const anyPostings = fc.dictionary(
  fc.constantFrom(...LEDGER_ACCOUNTS),
  fc.bigInt(-(10n ** 15n), 10n ** 15n),
) as fc.Arbitrary<Postings>;

test('the position of an order sums to zero, covered or not, released or not, even when the fee eats the amount', () => {
  fc.assert(
    fc.property(
      fc.bigInt(1n, 10n ** 9n),
      fc.bigInt(0n, 10n ** 6n),
      fc.bigInt(0n, 10n ** 6n),
      fc.bigInt(0n, 10n ** 15n),
      fc.boolean(),
      (amount, fee, iva, extra, released) => {
        const order = { amount, fee: { amount: fee, iva } };
        assert.equal(sumOf(orderPosition(order, { received: extra, covered: false, released })), 0n);
        assert.equal(sumOf(orderPosition(order, { received: amount + extra, covered: true, released })), 0n);
      },
    ),
  );
});

test('adding a difference leads from one position to the other', () => {
  fc.assert(
    fc.property(anyPostings, anyPostings, (before, after) => {
      const reached = add(before, difference(after, before));
      for (const account of LEDGER_ACCOUNTS) assert.equal(reached[account] ?? 0n, after[account] ?? 0n);
      assert.equal(sumOf(add(before, after)), sumOf(before) + sumOf(after));
    }),
  );
});

test('accounts where nothing is posted are left out', () => {
  assert.deepEqual(difference({ held: 5n, rail: -5n }, { held: 5n, rail: -5n }), {});
  assert.deepEqual(add(move(5n, 'rail', 'held'), move(5n, 'held', 'returned')), { rail: -5n, returned: 5n });
});

test('a move takes from one account what it gives to the other', () => {
  assert.deepEqual(move(7n, 'available', 'refunded'), { available: -7n, refunded: 7n });
  assert.equal(sumOf(move(7n, 'available', 'refunded')), 0n);
});
