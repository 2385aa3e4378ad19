// Fees and the tax on them (D23).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { computeFee, computeFeeWithin, METHODS, type Method, parseFee } from '../../../src/domain/accounts/fee.js';
import { MAX_AMOUNT, parseAmount, toDecimal } from '../../../src/domain/base/money.js';
import { readSettings } from '../../../src/settings/settings.js';

const { defaultFees } = readSettings({});
const IVA = 1_600n;

// The first five are the proof values of D23.
const proof: [method: Method, amount: string, fee: string, iva: string][] = [
  ['cash', '75', '5.18', '0.83'],
  ['cash', '12', '3.35', '0.54'],
  ['cash', '1000', '32.00', '5.12'],
  ['spei', '150', '10.25', '1.64'],
  ['spei', '12.56', '8.19', '1.31'],
  ['bank_deposit', '75', '5.18', '0.83'],
  ['spei', '185', '10.78', '1.72'], // 10.775, the half goes up; IVA 1.7248
  ['spei', '1', '8.02', '1.28'], // 8.015, the half goes up
  ['spei', '9999999.99', '150008.00', '24001.28'],
];
for (const [method, amountText, fee, iva] of proof) {
  test(`by ${method} ${amountText} MXN cost ${fee} and ${iva} of IVA`, () => {
    const amount = parseAmount(amountText);
    assert.ok(typeof amount === 'bigint');
    const { amount: feeAmount, iva: ivaAmount } = computeFee(amount, defaultFees[method], IVA);
    assert.deepEqual([toDecimal(feeAmount), toDecimal(ivaAmount)], [fee, iva]);
  });
}

test('the defaults are 1.5 % + 8.00 for SPEI and 2.9 % + 3.00 for tills and deposits', () => {
  assert.deepEqual(defaultFees.spei, { basisPoints: 150n, fixed: 800n });
  assert.deepEqual(defaultFees.cash, { basisPoints: 290n, fixed: 300n });
  assert.deepEqual(defaultFees.bank_deposit, defaultFees.cash);
  assert.deepEqual(Object.keys(defaultFees).sort(), [...METHODS].sort());
});

test('a schedule of nothing costs nothing, and no IVA rate means no IVA', () => {
  assert.deepEqual(computeFee(15_000n, { basisPoints: 0n, fixed: 0n }, IVA), { amount: 0n, iva: 0n });
  assert.deepEqual(computeFee(15_000n, defaultFees.spei, 0n), { amount: 1_025n, iva: 0n });
});

test('a fee is within half a centavo of its share and fixed part, and IVA is taken of the rounded fee', () => {
  const amounts = fc.bigInt({ min: 1n, max: MAX_AMOUNT });
  const shares = fc.bigInt({ min: 0n, max: 10_000n });
  const fixed = fc.bigInt({ min: 0n, max: 100_000n });
  fc.assert(
    fc.property(amounts, shares, fixed, shares, (amount, basisPoints, fixedPart, ivaBasisPoints) => {
      const fee = computeFee(amount, { basisPoints, fixed: fixedPart }, ivaBasisPoints);
      const feeError = 2n * (fee.amount * 10_000n - (amount * basisPoints + fixedPart * 10_000n));
      const ivaError = 2n * (fee.iva * 10_000n - fee.amount * ivaBasisPoints);
      for (const error of [feeError, ivaError]) assert.ok(error > -10_000n && error <= 10_000n);
    }),
  );
});

test('a fee of the settings is a percentage and pesos', () => {
  assert.deepEqual(parseFee('1.5% + 8.00'), defaultFees.spei);
  assert.deepEqual(parseFee('2.9%+3'), defaultFees.cash);
  assert.deepEqual(parseFee('0 % + 0.05'), { basisPoints: 0n, fixed: 5n });
  for (const wrong of ['', '1.5', '1.5%', '8.00', '1.555% + 8', '-1% + 8', '1.5% + 8.001', '100% + 1', '1,5% + 8'])
    assert.equal(parseFee(wrong), null, wrong);
});

test('the fee on kept money is the usual one, and with its IVA never more than the money', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 5_000n), fc.constantFrom(...METHODS), (amount, method) => {
      const usual = computeFee(amount, defaultFees[method], IVA);
      const kept = computeFeeWithin(amount, defaultFees[method], IVA);
      if (usual.amount + usual.iva <= amount) assert.deepEqual(kept, usual);
      else assert.equal(kept.amount + kept.iva, amount);
    }),
  );
  assert.deepEqual(computeFeeWithin(944n, defaultFees.spei, IVA), { amount: 814n, iva: 130n });
  assert.deepEqual(computeFeeWithin(116n, defaultFees.spei, IVA), { amount: 100n, iva: 16n });
});
