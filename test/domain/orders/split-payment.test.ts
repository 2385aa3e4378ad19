// The parts in which an order is paid at a till that takes only so much at a time (D57).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { describeParts, splitPayment } from '../../../src/domain/orders/split-payment.js';

test('parts add up to the amount, none is over the limit, and none is so small that no till takes it', () => {
  const amounts = fc.bigInt({ min: 1n, max: 999_999_999n });
  fc.assert(
    fc.property(amounts, fc.bigInt({ min: 100_000n, max: 20_000_000n }), (amount, limit) => {
      const parts = splitPayment(amount, limit);
      assert.equal(
        parts.reduce((sum, part) => sum + part, 0n),
        amount,
      );
      for (const part of parts) assert.ok(part <= limit && part > 0n);
      if (parts.length > 1) for (const part of parts) assert.ok(part >= 1_000n, `${part} of ${amount} by ${limit}`);
    }),
  );
});

test('parts are as few as can be, and as large as the till allows', () => {
  assert.deepEqual(splitPayment(875_000n, 500_000n), [500_000n, 375_000n]);
  assert.deepEqual(splitPayment(500_000n, 500_000n), [500_000n]);
  assert.deepEqual(splitPayment(500_050n, 500_000n), [499_050n, 1_000n]);
  assert.deepEqual(splitPayment(100n, 0n), [100n]);
});

test('parts are told in words', () => {
  assert.equal(describeParts([500_000n, 375_000n], 'es'), '$5,000.00 MXN y después $3,750.00 MXN');
  assert.equal(describeParts([500_000n, 500_000n, 1_000n], 'en'), '2 × $5,000.00 MXN and then $10.00 MXN');
});
