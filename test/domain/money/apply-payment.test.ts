// What a payment does to its order: D36, D43.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { applyPayment } from '../../../src/domain/money/apply-payment.js';
import { sumOf } from '../../../src/domain/money/ledger.js';
import { type PaymentState, type Split, stateOf } from '../../../src/domain/money/payment.js';
import { DEFAULT_POLICIES, POLICY_CHOICES, type Policies } from '../../../src/domain/money/policy.js';
import { canBecome, type Order, STATUSES, type Status } from '../../../src/domain/orders/order.js';
import { HOUR_MS, makeOrder, makeTerms, NOON } from '../../money/fixtures.js';

const EXPIRY = NOON + HOUR_MS;
const GRACE_END = EXPIRY + 24 * HOUR_MS;
const WHEN = {
  'in time': NOON,
  'at expiry': EXPIRY,
  late: EXPIRY + 1,
  'end of grace': GRACE_END,
  after: GRACE_END + 1,
};

type Case = {
  status: Status;
  received?: bigint;
  when?: keyof typeof WHEN;
  amount: bigint;
  policies?: Partial<Policies>;
  /** What becomes of it: status, received, where the money is, flags, events. */
  to: [Status, bigint, Partial<Split>, string, string];
};

const P = 'pending';
const CASES: Case[] = [
  { status: P, amount: 10_000n, to: ['paid', 10_000n, { applied: 10_000n }, '', 'success'] },
  { status: P, amount: 9_999n, to: [P, 9_999n, { applied: 9_999n }, 'short', 'partial'] },
  { status: P, amount: 9_999n, policies: { short: 'hold' }, to: [P, 0n, { held: 9_999n }, 'short', 'held'] },
  { status: P, amount: 9_999n, policies: { short: 'return' }, to: [P, 0n, { returned: 9_999n }, 'short', ''] },
  { status: P, received: 9_999n, amount: 1n, to: ['paid', 10_000n, { applied: 1n }, '', 'success'] },
  {
    status: P,
    received: 4_000n,
    amount: 7_000n,
    to: ['paid', 11_000n, { applied: 6_000n, surplus: 1_000n }, 'over', 'success overpaid'],
  },
  {
    status: P,
    amount: 10_001n,
    policies: { over: 'hold' },
    to: ['paid', 10_000n, { applied: 10_000n, held: 1n }, 'over', 'success overpaid held'],
  },
  {
    status: P,
    amount: 10_001n,
    policies: { over: 'return' },
    to: ['paid', 10_000n, { applied: 10_000n, returned: 1n }, 'over', 'success overpaid'],
  },
  { status: 'expired', when: 'at expiry', amount: 10_000n, to: ['paid', 10_000n, { applied: 10_000n }, '', 'success'] },
  {
    status: 'expired',
    when: 'late',
    amount: 10_000n,
    to: ['paid', 10_000n, { applied: 10_000n }, 'late', 'success late'],
  },
  { status: P, when: 'late', amount: 10_000n, to: ['paid', 10_000n, { applied: 10_000n }, 'late', 'success late'] },
  {
    status: 'expired',
    when: 'end of grace',
    amount: 12_000n,
    to: ['paid', 12_000n, { applied: 10_000n, surplus: 2_000n }, 'late over', 'success late overpaid'],
  },
  { status: 'expired', when: 'late', amount: 1n, to: ['expired', 1n, { applied: 1n }, 'late short', 'partial'] },
  {
    status: 'expired',
    when: 'late',
    amount: 1n,
    policies: { late: 'return' },
    to: ['expired', 0n, { returned: 1n }, 'late', ''],
  },
  { status: 'expired', when: 'after', amount: 10_000n, to: ['expired', 0n, { held: 10_000n }, 'too_late', 'held'] },
  { status: P, when: 'after', amount: 10_000n, to: [P, 0n, { held: 10_000n }, 'too_late', 'held'] },
  {
    status: 'expired',
    when: 'after',
    amount: 10_000n,
    policies: { too_late: 'accept' },
    to: ['paid', 10_000n, { applied: 10_000n }, 'too_late', 'success'],
  },
  {
    status: 'paid',
    received: 10_000n,
    amount: 500n,
    to: ['paid', 10_500n, { surplus: 500n }, 'paid_again', 'overpaid'],
  },
  {
    status: 'paid',
    received: 10_000n,
    amount: 500n,
    policies: { paid_again: 'hold' },
    to: ['paid', 10_000n, { held: 500n }, 'paid_again', 'held'],
  },
  {
    status: 'paid',
    received: 10_000n,
    amount: 500n,
    policies: { paid_again: 'return' },
    to: ['paid', 10_000n, { returned: 500n }, 'paid_again', ''],
  },
  { status: 'canceled', amount: 10_000n, to: ['canceled', 0n, { held: 10_000n }, 'canceled', 'held'] },
  {
    status: 'canceled',
    amount: 10_000n,
    policies: { canceled: 'return' },
    to: ['canceled', 0n, { returned: 10_000n }, 'canceled', ''],
  },
  {
    status: 'canceled',
    amount: 10_000n,
    policies: { canceled: 'accept' },
    to: ['canceled', 0n, { surplus: 10_000n }, 'canceled', 'overpaid'],
  },
];

for (const { status, received = 0n, when = 'in time', amount, policies = {}, to } of CASES) {
  test(`${amount} ${when} on a ${status} order with ${received} ${JSON.stringify(policies)}`, () => {
    const order = makeOrder({ status, received });
    const terms = makeTerms({ policies: { ...DEFAULT_POLICIES, ...policies } });
    const result = applyPayment(order, { amount, paidAt: WHEN[when] }, terms);
    const split = Object.fromEntries(
      (['applied', 'surplus', 'held', 'unmatched', 'returned'] as const)
        .filter((state) => result.split[state] > 0n)
        .map((state) => [state, result.split[state]]),
    );
    const events = result.events.map((event) => event.replace('charge.', '')).join(' ');
    assert.deepEqual([result.order.status, result.order.received, split, result.flags.join(' '), events], to);
    assert.equal(result.order.acceptedAt !== null, result.order.status === 'paid', 'accepted_at goes with paid');
  });
}

test('a paid order shares its amount out over net, fee and IVA at once, or pending until it is settled', () => {
  const money = { amount: 10_000n, paidAt: NOON };
  const shares = { rail: -10_000n, fees: 950n, iva: 152n };
  assert.deepEqual(applyPayment(makeOrder(), money, makeTerms()).postings, { ...shares, available: 8_898n });
  const later = applyPayment(makeOrder(), money, makeTerms({ releasesAtOnce: false }));
  assert.deepEqual(later.postings, { ...shares, pending: 8_898n });
  assert.equal(later.order.released, false);
});

test('a part waits among what is held, and leaves it when the order is paid', () => {
  const part = applyPayment(makeOrder(), { amount: 4_000n, paidAt: NOON }, makeTerms());
  assert.deepEqual(part.postings, { rail: -4_000n, held: 4_000n });
  const rest = applyPayment(part.order, { amount: 6_000n, paidAt: NOON }, makeTerms());
  assert.deepEqual(rest.postings, { rail: -6_000n, held: -4_000n, available: 8_898n, fees: 950n, iva: 152n });
});

test('whatever changes what an order has received is told with the time it happened', () => {
  const later = makeTerms({ now: NOON + HOUR_MS });
  for (const order of [makeOrder(), makeOrder({ status: 'paid', received: 10_000n, updatedAt: NOON })]) {
    const { order: after, events } = applyPayment(order, { amount: 5_000n, paidAt: NOON }, later);
    assert.equal(after.updatedAt, later.now, `${order.status}: the events ${events} bear this time`);
  }
});

const choice = fc.constantFrom(...POLICY_CHOICES);
const anyPolicies = fc.record({
  short: choice,
  over: choice,
  late: choice,
  too_late: choice,
  paid_again: choice,
  canceled: choice,
});

test('whatever the order, the money and the policies: no centavo is lost and no forbidden step is taken', () => {
  const anyCase = fc.record({
    status: fc.constantFrom(...STATUSES),
    part: fc.bigInt(0n, 9_999n),
    surplus: fc.bigInt(0n, 5_000n),
    amount: fc.oneof(fc.bigInt(1n, 25_000n), fc.bigInt(1n, 10n ** 15n)),
    paidAt: fc.integer({ min: NOON - HOUR_MS, max: GRACE_END + HOUR_MS }),
    policies: anyPolicies,
    settlesAtOnce: fc.boolean(),
  });
  fc.assert(
    fc.property(anyCase, ({ status, part, surplus, amount, paidAt, policies, settlesAtOnce }) => {
      const before: Order = makeOrder({ status, received: status === 'paid' ? 10_000n + surplus : part });
      const { split, postings, order, flags } = applyPayment(
        before,
        { amount, paidAt },
        makeTerms({ policies, releasesAtOnce: settlesAtOnce }),
      );
      const places = ['applied', 'surplus', 'held', 'unmatched', 'returned'] as PaymentState[];
      assert.equal(
        places.reduce((sum, place) => sum + split[place], 0n),
        amount,
        'the split is the amount',
      );
      assert.ok(places.every((place) => split[place] >= 0n));
      assert.ok(split[stateOf(split)] > 0n, 'its state is a place that holds some of it');
      assert.equal(sumOf(postings), 0n, 'postings sum to zero');
      assert.equal(postings.rail, -amount, 'all of it comes from the rail');
      assert.ok(order.status === before.status || canBecome(before.status, order.status));
      assert.equal(order.status === 'paid', order.received >= order.amount, 'paid if and only if covered');
      const counts = order.status === 'paid' ? split.applied + split.surplus : split.applied;
      assert.equal(order.received - before.received, counts, 'received is what counts');
      assert.equal(new Set(flags).size, flags.length, 'a flag stands once');
    }),
    { numRuns: 1_000 },
  );
});
