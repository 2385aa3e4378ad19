// What an operator's decision makes of odd money (D43): where it goes, what the books and the order say afterwards.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  acceptMoney,
  type Decision,
  isMatchable,
  matchMoney,
  oddMoney,
  returnMoney,
} from '../../../src/domain/money/decide.js';
import { sumOf } from '../../../src/domain/money/ledger.js';
import { allIn, NOTHING_ACCEPTED, type Payment, type PaymentState } from '../../../src/domain/money/payment.js';
import { DEFAULT_POLICIES } from '../../../src/domain/money/policy.js';
import { HOUR_MS, makeOrder, makePayment, makeTerms, NOON } from '../../money/fixtures.js';

const LATER = NOON + 5 * HOUR_MS;
const ORDERLESS = { accountId: null, orderId: null };

/** A payment of which everything is in one place. */
function paymentIn(state: PaymentState, amount = 10_000n, change: Partial<Payment> = {}): Payment {
  return { ...makePayment(1, { amount, split: allIn(state, amount) }), ...change };
}

function splitOf({ applied, surplus, held, unmatched, returned }: Payment) {
  return { applied, surplus, held, unmatched, returned };
}

const SPEI = { schedule: { basisPoints: 150n, fixed: 800n }, ivaBasisPoints: 1_600n };

function keepingTerms(change: Parameters<typeof makeTerms>[0] = {}, fixed = SPEI.schedule.fixed) {
  return { ...makeTerms(change), keeping: { ...SPEI, schedule: { ...SPEI.schedule, fixed } } };
}

const booked = (decision: Decision | null) =>
  decision?.entries.map(({ in: where, kind, postings }) => [where, kind, postings]);

test('unmatched money that covers an order pays it: out of the house, into the books of the merchant', () => {
  const order = makeOrder();
  const decision = matchMoney(order, paymentIn('unmatched', 10_000n, ORDERLESS), makeTerms());
  assert.equal(decision.order?.status, 'paid');
  assert.deepEqual(decision.events, ['charge.success']);
  assert.deepEqual(splitOf(decision.payment), allIn('applied', 10_000n));
  assert.deepEqual([decision.payment.accountId, decision.payment.orderId], [order.scope.accountId, order.uuid]);
  assert.equal(decision.payment.updatedAt, NOON);
  assert.deepEqual(booked(decision), [
    ['house', 'match', { unmatched: -10_000n, rail: 10_000n }],
    ['merchant', 'match', { rail: -10_000n, available: 8_898n, fees: 950n, iva: 152n }],
  ]);
});

test("held money of a merchant's customer is matched within the books of that merchant", () => {
  const decision = matchMoney(makeOrder(), paymentIn('held', 10_000n, { orderId: null }), makeTerms());
  assert.deepEqual(booked(decision), [
    ['merchant', 'match', { held: -10_000n, available: 8_898n, fees: 950n, iva: 152n }],
  ]);
});

test('money matched with an order that cannot take it goes where the policy says, and the merchant is told', () => {
  const terms = makeTerms({ policies: { ...DEFAULT_POLICIES, canceled: 'hold' } });
  const decision = matchMoney(makeOrder({ status: 'canceled' }), paymentIn('unmatched', 500n, ORDERLESS), terms);
  assert.deepEqual([decision.order?.status, decision.order?.received], ['canceled', 0n]);
  assert.deepEqual(decision.events, ['charge.held']);
  assert.deepEqual(splitOf(decision.payment), allIn('held', 500n));
  assert.deepEqual(decision.payment.flags, ['canceled']);
});

test('a part that is matched is told of, though the order waits on', () => {
  const decision = matchMoney(makeOrder(), paymentIn('unmatched', 4_000n, ORDERLESS), makeTerms());
  assert.deepEqual([decision.order?.status, decision.order?.received], ['pending', 4_000n]);
  assert.deepEqual(decision.events, ['charge.partial']);
});

test('held money pays a waiting order when it is accepted, whatever the policies say', () => {
  const policies = { ...DEFAULT_POLICIES, too_late: 'return', over: 'return' } as const;
  const held = paymentIn('held', 10_700n, { paidAt: NOON + 60 * HOUR_MS, flags: ['too_late'] });
  const decision = acceptMoney(makeOrder(), held, keepingTerms({ policies, now: LATER }));
  assert.equal(decision?.order?.status, 'paid');
  assert.deepEqual(splitOf(decision.payment), { ...allIn('applied', 10_000n), surplus: 700n });
  assert.deepEqual(decision.payment.flags, ['too_late', 'over']);
  assert.deepEqual(decision.events, ['charge.success', 'charge.overpaid']);
  assert.deepEqual(booked(decision), [
    ['merchant', 'payment', { held: -10_700n, available: 8_898n, fees: 950n, iva: 152n, surplus: 700n }],
  ]);
});

test('held money that does not cover a waiting order counts as a part of it', () => {
  const decision = acceptMoney(makeOrder(), paymentIn('held', 4_000n), keepingTerms());
  assert.deepEqual([decision?.order?.status, decision?.order?.received], ['pending', 4_000n]);
  assert.deepEqual(decision?.events, ['charge.partial']);
});

test('an expired order is paid by held money only when that covers it; else the money goes to the merchant beside it', () => {
  const expired = makeOrder({ status: 'expired' });
  const covers = acceptMoney(expired, paymentIn('held'), keepingTerms({ now: LATER }));
  assert.equal(covers?.order?.status, 'paid');
  const short = acceptMoney({ ...expired, held: 4_000n }, paymentIn('held', 4_000n), keepingTerms({ now: LATER }));
  assert.deepEqual([short?.order, short?.events], [{ ...expired, held: 0n, updatedAt: LATER }, []]);
  assert.deepEqual(splitOf(short?.payment ?? assert.fail()), allIn('applied', 4_000n));
  assert.deepEqual(short?.payment.flags, ['accepted']);
  assert.deepEqual(booked(short), [
    ['merchant', 'accept', { held: -4_000n, available: 3_002n, fees: 860n, iva: 138n }],
  ]);
});

test('surplus on a paid order is accepted with the fee on it alone, and no longer counts on the order', () => {
  const paid = makeOrder({ status: 'paid', received: 10_700n, surplus: 700n });
  const over = makePayment(1, { amount: 10_700n, split: { ...allIn('applied', 10_000n), surplus: 700n } });
  const decision = acceptMoney(paid, over, keepingTerms({ now: LATER }, 0n));
  const { received, surplus, updatedAt } = decision?.order ?? assert.fail();
  assert.deepEqual([received, surplus, updatedAt], [10_000n, 0n, LATER]);
  assert.deepEqual(splitOf(decision?.payment ?? assert.fail()), allIn('applied', 10_700n));
  assert.deepEqual(booked(decision), [['merchant', 'accept', { surplus: -700n, available: 687n, fees: 11n, iva: 2n }]]);
  assert.deepEqual(decision?.payment.accepted, { amount: 700n, fee: { amount: 11n, iva: 2n } });
});

test('parts of an order that ended unpaid are accepted once', () => {
  const canceled = makeOrder({ status: 'canceled', received: 4_000n });
  const decision = acceptMoney(canceled, paymentIn('applied', 4_000n), keepingTerms());
  assert.equal(decision?.order?.received, 0n);
  assert.deepEqual(booked(decision), [
    ['merchant', 'accept', { held: -4_000n, available: 3_002n, fees: 860n, iva: 138n }],
  ]);
  assert.equal(acceptMoney(decision?.order ?? null, decision?.payment ?? assert.fail(), keepingTerms()), null);
});

test("held money without an order is accepted into the merchant's books alone, and its fee is at most all of it", () => {
  const decision = acceptMoney(null, paymentIn('held', 500n, { orderId: null }), keepingTerms());
  assert.equal(decision?.order, null);
  assert.deepEqual(booked(decision), [['merchant', 'accept', { held: -500n, fees: 431n, iva: 69n }]]);
});

test('unmatched money is returned out of the house', () => {
  const decision = returnMoney(null, paymentIn('unmatched', 500n, ORDERLESS), LATER);
  assert.deepEqual(splitOf(decision?.payment ?? assert.fail()), allIn('returned', 500n));
  assert.deepEqual([decision?.order, decision?.payment.updatedAt], [null, LATER]);
  assert.deepEqual(booked(decision), [['house', 'return', { unmatched: -500n, to_return: 500n }]]);
});

test('held money and surplus are returned from where they lie', () => {
  const held = returnMoney(makeOrder({ status: 'canceled', held: 800n }), paymentIn('held', 500n), LATER);
  assert.equal(held?.order?.held, 300n);
  assert.deepEqual(booked(held), [['merchant', 'return', { held: -500n, to_return: 500n }]]);

  const paid = makeOrder({ status: 'paid', received: 10_700n });
  const over = makePayment(1, { amount: 10_700n, split: { ...allIn('applied', 10_000n), surplus: 700n } });
  const surplus = returnMoney(paid, over, LATER);
  assert.equal(surplus?.order?.received, 10_000n);
  assert.deepEqual(splitOf(surplus.payment), { ...allIn('applied', 10_000n), returned: 700n });
  assert.deepEqual(booked(surplus), [['merchant', 'return', { surplus: -700n, to_return: 700n }]]);
});

test('parts of an order that ended unpaid are returned, and are then no longer applied', () => {
  const decision = returnMoney(makeOrder({ status: 'expired', received: 4_000n }), paymentIn('applied', 4_000n), LATER);
  assert.equal(decision?.order?.received, 0n);
  assert.deepEqual(splitOf(decision.payment), allIn('returned', 4_000n));
  assert.deepEqual(booked(decision), [['merchant', 'return', { held: -4_000n, to_return: 4_000n }]]);
});

for (const [what, order, payment] of [
  [
    'a payment that is all applied to a paid order',
    makeOrder({ status: 'paid', received: 10_000n }),
    paymentIn('applied'),
  ],
  ['a part of an order that still waits', makeOrder({ received: 4_000n }), paymentIn('applied', 4_000n)],
  ['a payment that was returned', null, paymentIn('returned', 500n, ORDERLESS)],
] as const)
  test(`of ${what} nothing can be accepted or returned`, () => {
    assert.equal(acceptMoney(order, payment, keepingTerms()), null);
    assert.equal(returnMoney(order, payment, LATER), null);
  });

test("money is matchable while it is nobody's, or a customer's without an order", () => {
  for (const [payment, wanted] of [
    [paymentIn('unmatched', 500n, ORDERLESS), true],
    [paymentIn('held', 500n, { orderId: null }), true],
    [paymentIn('held'), false],
    [paymentIn('applied'), false],
    [paymentIn('surplus'), false],
    [paymentIn('returned', 500n, ORDERLESS), false],
  ] as const)
    assert.equal(isMatchable(payment), wanted);
});

test('what is applied waits for a decision only on an order that ended unpaid, until it is accepted', () => {
  const part = paymentIn('applied', 4_000n);
  for (const [status, parts] of [
    ['pending', 0n],
    ['paid', 0n],
    ['expired', 4_000n],
    ['canceled', 4_000n],
  ] as const)
    assert.equal(oddMoney(makeOrder({ status, received: 4_000n }), part).parts, parts, status);
  const accepted: Payment = { ...part, accepted: { ...NOTHING_ACCEPTED, amount: 3_000n } };
  assert.equal(oddMoney(makeOrder({ status: 'canceled' }), accepted).parts, 1_000n);
  assert.deepEqual(oddMoney(null, paymentIn('held', 500n)), { held: 500n, surplus: 0n, parts: 0n });
});

const anyCase = fc.record({
  status: fc.constantFrom('pending', 'paid', 'expired', 'canceled'),
  state: fc.constantFrom<PaymentState>('applied', 'surplus', 'held', 'unmatched', 'returned'),
  amount: fc.bigInt(1n, 20_000n),
  received: fc.bigInt(0n, 9_999n),
  paidAt: fc.integer({ min: NOON - HOUR_MS, max: NOON + 60 * HOUR_MS }),
  choice: fc.constantFrom('accept', 'hold', 'return'),
  releasesAtOnce: fc.boolean(),
});

test('whatever is decided, postings sum to zero and no centavo of the payment is lost', () => {
  fc.assert(
    fc.property(anyCase, ({ status, state, amount, received, paidAt, choice, releasesAtOnce }) => {
      const counted = state === 'applied' || (state === 'surplus' && status === 'paid') ? amount : 0n;
      const base = status === 'paid' ? 10_000n : received;
      const order = makeOrder({ status, received: base + counted, released: status === 'paid' && releasesAtOnce });
      const isOrderless = state === 'unmatched';
      const payment = paymentIn(state, amount, { paidAt, ...(isOrderless && ORDERLESS) });
      const policies = {
        short: choice,
        over: choice,
        late: choice,
        too_late: choice,
        paid_again: choice,
        canceled: choice,
      };
      const terms = makeTerms({ policies, releasesAtOnce, now: LATER });
      const decisions = [
        isOrderless || state === 'held' ? matchMoney(order, payment, terms) : null,
        isOrderless ? null : acceptMoney(order, payment, { ...terms, keeping: SPEI }),
        returnMoney(isOrderless ? null : order, payment, LATER),
      ];
      for (const decision of decisions) {
        if (decision === null) continue;
        for (const { postings } of decision.entries) assert.equal(sumOf(postings), 0n);
        const places = Object.values(splitOf(decision.payment));
        assert.equal(
          places.reduce((sum, part) => sum + part, 0n),
          amount,
        );
        assert.ok(places.every((part) => part >= 0n));
        assert.ok(decision.order === null || decision.order.received >= 0n);
      }
    }),
  );
});
