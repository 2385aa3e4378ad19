// A draft becomes an order: priced, given its fee, its lifetime and its names (D22, D23, D27, D57).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parity } from '../../src/domain/exchange.js';
import { DEFAULT_FEES } from '../../src/domain/fee.js';
import type { Currency } from '../../src/domain/money.js';
import type { OrderDraft } from '../../src/domain/order.js';
import { completeOrder, type PricingTerms, priceDraft } from '../../src/domain/price.js';

const NOW = 1_794_712_324_991;
const SCOPE = { accountId: '01a1dd30-0000-7000-8000-000000000000', mode: 'test' as const };
const NAMES = {
  uuid: '01a1dd30-cb7f-76ed-9c59-3b4e7f3b3ffc',
  folio: '8C42E034',
  clabe: '000000880179333187',
  reference: null,
  cardNumber: null,
};
const TERMS: PricingTerms = {
  rate: parity(NOW),
  schedule: DEFAULT_FEES.spei,
  ivaBasisPoints: 1_600n,
  minimum: 100n,
  lifetimeHours: 48,
  now: NOW,
};

function draftOf(amount: bigint, currency: Currency = 'MXN'): OrderDraft {
  return {
    point: null,
    product: { id: 'SMG-1', name: 'Funda', imageUrl: null },
    price: { amount, currency },
    customer: { id: null, name: 'Ana Robles', email: 'ana@example.com', phone: null },
    extras: { cart: 7 },
    returnUrls: { success: null, failure: null },
    testClockId: null,
    expiry: null,
  };
}

const USD: PricingTerms = { ...TERMS, rate: { millionths: 18_500_000n, takenAt: NOW - 5 } };

const priced: [amount: bigint, currency: Currency, terms: PricingTerms, result: bigint | 'too_small'][] = [
  [15_000n, 'MXN', TERMS, 15_000n],
  [100n, 'MXN', TERMS, 100n],
  [99n, 'MXN', TERMS, 'too_small'],
  [6n, 'USD', USD, 111n], // the least is in pesos: 0.06 USD are 1.11 MXN
  [5n, 'USD', USD, 'too_small'], // 0.93 MXN
  [999_999_999n, 'MXN', TERMS, 999_999_999n],
  [1n, 'MXN', { ...TERMS, minimum: 1n }, 1n],
];
for (const [amount, currency, terms, result] of priced) {
  test(`${amount} minor units of ${currency} with a least of ${terms.minimum} centavos are ${result}`, () =>
    assert.equal(priceDraft(draftOf(amount, currency), terms), result));
}

test('a completed order is pending, as old as now, and carries draft, rate, fee and names', () => {
  const draft = draftOf(1_000n, 'USD');
  assert.deepEqual(completeOrder(draft, 18_500n, USD, SCOPE, NAMES), {
    ...NAMES,
    scope: SCOPE,
    method: 'spei',
    point: null,
    returnUrls: draft.returnUrls,
    testClockId: null,
    received: 0n,
    refunded: 0n,
    acceptedAt: null,
    released: false,
    lastEvent: 1,
    product: draft.product,
    customer: draft.customer,
    price: { amount: 1_000n, currency: 'USD' },
    rate: USD.rate,
    amount: 18_500n,
    fee: { amount: 1_078n, iva: 172n }, // on the pesos, not on the dollars
    extras: { cart: 7 },
    status: 'pending',
    createdAt: NOW,
    updatedAt: NOW,
    expiry: { at: NOW + 48 * 3_600_000, unit: 's' },
  });
});

test('an expiry of the merchant wins over the default, in his unit', () => {
  const expiry = { at: NOW + 1_000, unit: 's' } as const;
  assert.deepEqual(completeOrder({ ...draftOf(100n), expiry }, 100n, TERMS, SCOPE, NAMES).expiry, expiry);
});

test('the same inputs give the same order', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 100n, max: 999_999_999n }), (amount) => {
      const make = () => completeOrder(draftOf(amount), amount, TERMS, SCOPE, NAMES);
      assert.deepEqual(make(), make());
    }),
  );
});
