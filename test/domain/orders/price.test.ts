// A draft becomes an order: priced, given its fee, its lifetime and its names (D22, D23, D27, D57).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Currency } from '../../../src/domain/base/money.js';
import { orderPosition } from '../../../src/domain/money/ledger.js';
import { parity } from '../../../src/domain/orders/exchange.js';
import type { OrderDraft } from '../../../src/domain/orders/order.js';
import { completeOrder, type PricingTerms, priceDraft } from '../../../src/domain/orders/price.js';
import { readSettings } from '../../../src/settings/settings.js';

const { defaultFees } = readSettings({});
const NOW = 1_794_712_324_991;
const SCOPE = { accountId: '01a1dd30-0000-7000-8000-000000000000', mode: 'test' as const };
const NAMES = {
  uuid: '01a1dd30-cb7f-76ed-9c59-3b4e7f3b3ffc',
  folio: '8C42E034',
  clabe: '000000880179333187',
  clabeIsReused: false,
  reference: null,
  cardNumber: null,
};
const TERMS: PricingTerms = {
  rate: parity(NOW),
  schedule: defaultFees.spei,
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

/** 10.00 USD, with a fee on the pesos and not on the dollars. */
const PRICED = { amount: 18_500n, fee: { amount: 1_078n, iva: 172n } };
const USD: PricingTerms = { ...TERMS, rate: { millionths: 18_500_000n, takenAt: NOW - 5 } };

const FREE: PricingTerms = { ...TERMS, schedule: { basisPoints: 0n, fixed: 0n } };

const priced: [what: string, amount: bigint, currency: Currency, terms: PricingTerms, result: bigint | 'too_small'][] =
  [
    ['150.00', 15_000n, 'MXN', TERMS, 15_000n],
    ['9.44, all of which is fee and IVA,', 944n, 'MXN', TERMS, 944n],
    ['9.43, less than fee and IVA,', 943n, 'MXN', TERMS, 'too_small'],
    ['0.52 USD, 9.62 pesos,', 52n, 'USD', USD, 962n],
    ['0.50 USD, 9.25 pesos,', 50n, 'USD', USD, 'too_small'],
    ['9,999,999.99', 999_999_999n, 'MXN', TERMS, 999_999_999n],
    ['the minimum of 1.00 where nothing is charged', 100n, 'MXN', FREE, 100n],
    ['0.99 where nothing is charged', 99n, 'MXN', FREE, 'too_small'],
    ['one centavo with a minimum of one', 1n, 'MXN', { ...FREE, minimum: 1n }, 1n],
    ['20.00 with a minimum of 20.01', 2_000n, 'MXN', { ...TERMS, minimum: 2_001n }, 'too_small'],
  ];
for (const [what, amount, currency, terms, result] of priced) {
  test(`${what} is ${result === 'too_small' ? 'too small' : `an order of ${result} centavos`}`, () => {
    const found = priceDraft(draftOf(amount, currency), terms);
    assert.equal(typeof found === 'string' ? found : found.amount, result);
  });
}

test('whatever the fee, the IVA and the rate, an order that is accepted has a net of zero or more', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 5_000n }),
      fc.bigInt({ min: 0n, max: 10_000n }),
      fc.bigInt({ min: 0n, max: 2_000n }),
      fc.bigInt({ min: 0n, max: 5_000n }),
      fc.bigInt({ min: 1n, max: 30_000_000n }),
      (amount, basisPoints, fixed, ivaBasisPoints, millionths) => {
        const schedule = { basisPoints, fixed };
        const terms = { ...TERMS, schedule, ivaBasisPoints, minimum: 1n, rate: { millionths, takenAt: NOW } };
        const found = priceDraft(draftOf(amount, 'USD'), terms);
        if (typeof found === 'string') return;
        const order = completeOrder(draftOf(amount, 'USD'), found, terms, SCOPE, NAMES);
        for (const released of [true, false]) {
          const position = orderPosition(order, { received: order.amount + 7n, covered: true, released });
          assert.ok((position.available ?? position.pending ?? -1n) >= 0n);
        }
      },
    ),
  );
});

test('a completed order is pending, as old as now, and carries draft, rate, fee and names', () => {
  const draft = draftOf(1_000n, 'USD');
  assert.deepEqual(priceDraft(draft, USD), PRICED);
  assert.deepEqual(completeOrder(draft, PRICED, USD, SCOPE, NAMES), {
    ...NAMES,
    clabeIsReused: false,
    scope: SCOPE,
    method: 'spei',
    point: null,
    returnUrls: draft.returnUrls,
    testClockId: null,
    received: 0n,
    surplus: 0n,
    held: 0n,
    refunded: 0n,
    acceptedAt: null,
    released: false,
    lastEvent: 1,
    product: draft.product,
    customer: draft.customer,
    price: { amount: 1_000n, currency: 'USD' },
    rate: USD.rate,
    amount: 18_500n,
    fee: PRICED.fee,
    extras: { cart: 7 },
    status: 'pending',
    createdAt: NOW,
    updatedAt: NOW,
    expiry: { at: NOW + 48 * 3_600_000, unit: 's' },
  });
});

test('an expiry of the merchant wins over the default, in his unit', () => {
  const expiry = { at: NOW + 1_000, unit: 's' } as const;
  assert.deepEqual(completeOrder({ ...draftOf(100n), expiry }, PRICED, TERMS, SCOPE, NAMES).expiry, expiry);
});

test('the same inputs give the same order', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 100n, max: 999_999_999n }), (amount) => {
      const make = () => completeOrder(draftOf(amount), { ...PRICED, amount }, TERMS, SCOPE, NAMES);
      assert.deepEqual(make(), make());
    }),
  );
});
