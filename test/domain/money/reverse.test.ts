// A till takes a payment back: D45. After any history the books, the splits and the order tell the same story.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { applyPayment } from '../../../src/domain/money/apply-payment.js';
import { add, type Postings, sumOf } from '../../../src/domain/money/ledger.js';
import { allIn, type Payment } from '../../../src/domain/money/payment.js';
import { POLICY_CHOICES } from '../../../src/domain/money/policy.js';
import { reverse } from '../../../src/domain/money/reverse.js';
import type { Order } from '../../../src/domain/orders/order.js';
import { HOUR_MS, makeOrder, makePayment, makeTerms, NOON } from '../../money/fixtures.js';

test('the only payment of a paid order taken back: pending again, everything in the books undone', () => {
  const order = makeOrder({ status: 'paid', received: 10_000n });
  const { order: after, payments, postings } = reverse(order, makePayment(1, { amount: 10_000n }), [], NOON);
  assert.deepEqual(
    [after?.status, after?.received, after?.acceptedAt, after?.released],
    ['pending', 0n, null, false],
    'the order waits again',
  );
  assert.deepEqual(postings, { returned: 10_000n, available: -8_898n, fees: -950n, iva: -152n });
  assert.deepEqual([payments[0]?.returned, payments[0]?.applied, payments[0]?.flags], [10_000n, 0n, ['reversed']]);
});

test('an earlier part taken back while a surplus covers it: the order stays paid, the surplus is applied', () => {
  const order = makeOrder({ status: 'paid', received: 20_000n });
  const surplus = makePayment(2, { amount: 10_000n, split: allIn('surplus', 10_000n), flags: ['paid_again'] });
  const { order: after, payments, postings } = reverse(order, makePayment(1, { amount: 10_000n }), [surplus], NOON);
  assert.deepEqual([after?.status, after?.received, after?.acceptedAt], ['paid', 10_000n, NOON]);
  assert.deepEqual([payments[1]?.applied, payments[1]?.surplus], [10_000n, 0n]);
  assert.deepEqual(postings, { surplus: -10_000n, returned: 10_000n });
});

test('what was paid first is applied first, whatever the clocks of our nodes said when it came', () => {
  const order = makeOrder({ status: 'paid', received: 30_000n });
  const again = { amount: 10_000n, split: allIn('surplus', 10_000n) };
  const late = { ...makePayment(2, again), paidAt: NOON + 2_000 };
  const early = { ...makePayment(3, again), paidAt: NOON + 1_000 };
  const { payments } = reverse(order, makePayment(1, { amount: 10_000n }), [late, early], NOON);
  assert.deepEqual(
    payments.slice(1).map(({ id, applied }) => [id, applied]),
    [[early.id, 10_000n]],
  );
});

test('a part of a pending order taken back goes from what is held', () => {
  const { order, postings } = reverse(makeOrder({ received: 7_000n }), makePayment(1, { amount: 4_000n }), [], NOON);
  assert.deepEqual(
    [order?.status, order?.received, postings],
    ['pending', 3_000n, { held: -4_000n, returned: 4_000n }],
  );
});

test('money that no order took goes back from where it lies', () => {
  const unmatched = makePayment(1, { amount: 500n, split: allIn('unmatched', 500n), flags: ['unknown'] });
  assert.deepEqual(reverse(null, unmatched, [], NOON).postings, { unmatched: -500n, returned: 500n });
  const held = makePayment(1, { amount: 500n, split: allIn('held', 500n), flags: ['too_late'] });
  const expired = makeOrder({ status: 'expired', held: 500n });
  const { order, postings } = reverse(expired, held, [], NOON);
  assert.deepEqual(
    [order, postings],
    [
      { ...expired, held: 0n, updatedAt: NOON },
      { held: -500n, returned: 500n },
    ],
  );
});

test('a surplus beside a canceled order does not become applied when a part of it is taken back', () => {
  const canceled = makeOrder({ status: 'canceled', received: 4_000n });
  const beside = makePayment(2, { amount: 3_000n, split: allIn('surplus', 3_000n), flags: ['canceled'] });
  const { order, payments } = reverse(canceled, makePayment(1, { amount: 4_000n }), [beside], NOON);
  assert.equal(order?.received, 0n);
  const after = payments.find(({ id }) => id === beside.id) ?? beside;
  assert.deepEqual([after.applied, after.surplus], [0n, 3_000n]);
});

type Step =
  | { do: 'pay'; amount: bigint; paidAt: number }
  | { do: 'reverse'; which: number }
  | { do: 'cancel' | 'expire' };

const choice = fc.constantFrom(...POLICY_CHOICES);
const anyHistory = fc.record({
  policies: fc.record({
    short: choice,
    over: choice,
    late: choice,
    too_late: choice,
    paid_again: choice,
    canceled: choice,
  }),
  settlesAtOnce: fc.boolean(),
  steps: fc.array(
    fc.oneof(
      {
        weight: 6,
        arbitrary: fc.record({
          do: fc.constant('pay' as const),
          amount: fc.oneof(fc.bigInt(1n, 12_000n), fc.constantFrom(5_000n, 10_000n)),
          paidAt: fc.constantFrom(NOON, NOON, NOON + 2 * HOUR_MS, NOON + 40 * HOUR_MS),
        }),
      },
      { weight: 4, arbitrary: fc.record({ do: fc.constant('reverse' as const), which: fc.nat(20) }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('cancel' as const, 'expire' as const) }) },
    ),
    { maxLength: 14 },
  ),
});

test('after any history of payments and reversals the books equal what order and payments say', () => {
  fc.assert(
    fc.property(anyHistory, ({ policies, settlesAtOnce, steps }) => {
      const terms = makeTerms({ policies, releasesAtOnce: settlesAtOnce });
      let order: Order = makeOrder();
      let books: Postings = {};
      const payments: Payment[] = [];
      for (const step of steps as Step[]) {
        if (step.do === 'cancel' && order.status === 'pending') order = { ...order, status: 'canceled' };
        if (step.do === 'expire' && order.status === 'pending') order = { ...order, status: 'expired' };
        if (step.do === 'pay') {
          const result = applyPayment(order, step, terms);
          order = result.order;
          books = add(books, result.postings);
          payments.push(
            makePayment(payments.length, { amount: step.amount, split: result.split, flags: result.flags }),
          );
        }
        if (step.do === 'reverse') {
          const payment = payments[step.which % Math.max(payments.length, 1)];
          if (payment === undefined || payment.flags.includes('reversed')) continue;
          const others = payments.filter((other) => other !== payment);
          const result = reverse(order, payment, others, NOON);
          assert.equal(sumOf(result.postings), 0n);
          order = result.order ?? order;
          books = add(books, result.postings);
          for (const changed of result.payments) payments[payments.findIndex(({ id }) => id === changed.id)] = changed;
        }
        assertConsistent(order, payments, books);
      }
    }),
    { numRuns: 3_000 },
  );
});

function assertConsistent(order: Order, payments: readonly Payment[], books: Postings): void {
  const total = (place: 'applied' | 'surplus' | 'held' | 'returned' | 'amount') =>
    payments.reduce((sum, payment) => sum + payment[place], 0n);
  for (const { amount, applied, surplus, held, unmatched, returned } of payments)
    assert.equal(applied + surplus + held + unmatched + returned, amount, 'a split is its amount');
  const isPaid = order.status === 'paid';
  assert.equal(order.received, total('applied') + (isPaid ? total('surplus') : 0n), 'received is what counts');
  if (isPaid) assert.equal(total('applied'), order.amount, 'a paid order has its amount applied');
  else assert.ok(order.received < order.amount, 'an order that waits is not covered');
  const net = isPaid ? order.amount - order.fee.amount - order.fee.iva : 0n;
  const wanted: Postings = {
    rail: -total('amount'),
    held: total('held') + (isPaid ? 0n : total('applied')),
    surplus: total('surplus'),
    fees: isPaid ? order.fee.amount : 0n,
    iva: isPaid ? order.fee.iva : 0n,
  };
  for (const [account, amount] of Object.entries(wanted))
    assert.equal(books[account as keyof Postings] ?? 0n, amount, account);
  assert.equal((books.available ?? 0n) + (books.pending ?? 0n), net, 'net');
  // What a policy returns goes out with a transfer; what a till reverses is given back at once.
  assert.equal((books.returned ?? 0n) + (books.to_return ?? 0n), total('returned'), 'returned');
}
