// The least that an order may be: its fee and IVA never exceed it (D63).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { computeFee, type FeeSchedule } from '../../../src/domain/accounts/fee.js';
import { fromPesos, toPesos } from '../../../src/domain/orders/exchange.js';
import { leastAmount, leastPrice } from '../../../src/domain/orders/least-amount.js';
import { readSettings } from '../../../src/settings/settings.js';

const { defaultFees } = readSettings({});
const TERMS = { ivaBasisPoints: 1_600n, minimum: 100n };
const RATE = { millionths: 18_500_000n, takenAt: 0 };

const known: [what: string, schedule: FeeSchedule, least: bigint | null][] = [
  ['the default for SPEI', defaultFees.spei, 944n],
  ['the default for cash', defaultFees.cash, 360n],
  ['the default for bank deposits', defaultFees.bank_deposit, 360n],
  ['no fee at all', { basisPoints: 0n, fixed: 0n }, 100n],
  ['a small fee', { basisPoints: 100n, fixed: 10n }, 100n],
  ['10.00 for each order', { basisPoints: 0n, fixed: 1_000n }, 1_160n],
  ['half of the amount and 1.00', { basisPoints: 5_000n, fixed: 100n }, 276n],
  ['86 % of the amount, which is nearly all of it with IVA,', { basisPoints: 8_600n, fixed: 0n }, 100n],
  ['87 % of the amount, which is more than all of it with IVA,', { basisPoints: 8_700n, fixed: 100n }, null],
  ['the whole amount', { basisPoints: 10_000n, fixed: 0n }, null],
  ['more than any order', { basisPoints: 0n, fixed: 999_999_999n }, null],
];
for (const [what, schedule, least] of known) {
  test(`with ${what} the least order is ${least ?? 'none'}`, () =>
    assert.equal(leastAmount({ ...TERMS, schedule }), least));
}

const schedules = fc.record({
  basisPoints: fc.bigInt({ min: 0n, max: 8_000n }),
  fixed: fc.bigInt({ min: 0n, max: 2_000n }),
});
const terms = fc.record({
  schedule: schedules,
  ivaBasisPoints: fc.bigInt({ min: 0n, max: 2_400n }),
  minimum: fc.bigInt({ min: 1n, max: 500n }),
});
type Terms = typeof terms extends fc.Arbitrary<infer T> ? T : never;

function isBearable(amount: bigint, { schedule, ivaBasisPoints, minimum }: Terms): boolean {
  const fee = computeFee(amount, schedule, ivaBasisPoints);
  return amount >= minimum && fee.amount + fee.iva <= amount;
}

test('the least at or above an amount can bear its fee, and none between them can', () => {
  fc.assert(
    fc.property(terms, fc.bigInt({ min: 0n, max: 3_000n }), (given, from) => {
      const least = leastAmount(given, from) ?? assert.fail('none');
      assert.ok(least >= from && isBearable(least, given));
      for (let smaller = from; smaller < least; smaller++) assert.ok(!isBearable(smaller, given));
    }),
    { numRuns: 200 },
  );
});

test('the least price in another currency makes pesos that can bear the fee, and no price below it does', () => {
  fc.assert(
    fc.property(terms, fc.bigInt({ min: 100_000n, max: 30_000_000n }), (given, millionths) => {
      const rate = { millionths, takenAt: 0 };
      const price = { amount: 1n, currency: 'USD' } as const;
      const least = leastPrice(price, { ...given, rate }) ?? assert.fail('none');
      const pesosOf = (amount: bigint) => toPesos({ amount, currency: 'USD' }, rate);
      assert.ok(isBearable(pesosOf(least.amount), given));
      for (let cents = 1n; cents < least.amount; cents++) assert.ok(!isBearable(pesosOf(cents), given));
    }),
    { numRuns: 100 },
  );
});

test('the least price is in the currency of the price that was asked', () => {
  const given = { ...TERMS, schedule: defaultFees.spei };
  const asked = { amount: 50n, currency: 'USD' } as const;
  assert.deepEqual(leastPrice(asked, { ...given, rate: RATE }), { amount: 51n, currency: 'USD' }); // 9.435 pesos
  const parity = { millionths: 1_000_000n, takenAt: 0 };
  const pesos = { amount: 1n, currency: 'MXN' } as const;
  assert.deepEqual(leastPrice(pesos, { ...given, rate: parity }), { amount: 944n, currency: 'MXN' });
  const whole = { ...TERMS, schedule: { basisPoints: 10_000n, fixed: 0n }, rate: RATE };
  assert.equal(leastPrice(asked, whole), null);
});

test('the smallest price for so many centavos makes them, and one cent less does not', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 1_000_000n }),
      fc.bigInt({ min: 1n, max: 99_999_999_999n }),
      (amount, millionths) => {
        const rate = { millionths, takenAt: 0 };
        const price = fromPesos(amount, rate);
        assert.ok(toPesos({ amount: price, currency: 'USD' }, rate) >= amount);
        assert.ok(toPesos({ amount: price - 1n, currency: 'USD' }, rate) < amount);
      },
    ),
  );
});
