// Which order money is for: D71.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { chooseOrder } from '../../../src/domain/money/choose-order.js';
import { type Order, STATUSES } from '../../../src/domain/orders/order.js';
import { HOUR_MS, makeOrder, NOON } from '../../money/fixtures.js';

const GRACE_MS = 24 * HOUR_MS;
const EXPIRY = NOON + HOUR_MS;
const CUSTOMER = { id: 'c-1', name: 'Ana', email: 'ana@example.com', phone: null };
const order = (uuid: string, change: Partial<Order> = {}) => makeOrder({ uuid, customer: CUSTOMER, ...change });
const expired = (uuid: string, change: Partial<Order> = {}) => order(uuid, { status: 'expired', ...change });
const chosen = (candidates: readonly Order[], amount: bigint, paidAt = NOON) =>
  chooseOrder(candidates, { amount, paidAt }, GRACE_MS)?.uuid ?? null;

test('the oldest open order of exactly that amount, else the oldest open', () => {
  const three = [order('c', { amount: 20_000n }), order('b', { amount: 20_000n }), order('a')];
  assert.equal(chosen(three, 20_000n), 'b');
  assert.equal(chosen(three, 15_000n), 'a');
  assert.equal(chosen([], 1n), null);
});

test('what is owed counts, not what was asked', () => {
  const partlyPaid = [order('a', { amount: 10_000n }), order('b', { amount: 20_000n, received: 12_000n })];
  assert.equal(chosen(partlyPaid, 8_000n), 'b');
});

test('an open order that owes exactly that amount comes before an expired one that did, however the times are', () => {
  const orders = [expired('a', { amount: 20_000n }), order('b', { amount: 20_000n })];
  for (const paidAt of [NOON, EXPIRY, EXPIRY + HOUR_MS]) assert.equal(chosen(orders, 20_000n, paidAt), 'b');
});

test('paid in time and told late: the order that expired meanwhile, when the amount names it', () => {
  const orders = [expired('a', { amount: 20_000n }), order('b')];
  assert.equal(chosen(orders, 20_000n, EXPIRY), 'a');
  assert.equal(chosen(orders, 5_000n, EXPIRY), 'b', 'any other amount goes to the open one');
  assert.equal(chosen(orders, 20_000n, EXPIRY + 1), 'b', 'paid too late for it, the open one comes first');
  assert.equal(chosen([expired('a')], 5_000n, EXPIRY), 'a');
});

test('with nothing open, an expired one within its grace: one of that amount, else the one that expired first', () => {
  const early = { expiry: { at: EXPIRY - HOUR_MS, unit: 's' } } as const;
  const orders = [expired('a'), expired('b', early), expired('c', { amount: 20_000n })];
  assert.equal(chosen(orders, 20_000n, EXPIRY + HOUR_MS), 'c');
  assert.equal(chosen(orders, 7n, EXPIRY + HOUR_MS), 'b');
  assert.equal(chosen(orders, 7n, EXPIRY + GRACE_MS), 'a', 'the grace of the other one is over');
  assert.equal(chosen(orders, 7n, EXPIRY + GRACE_MS + 1), null, 'nobody is looked at after the grace');
});

test("a paid or canceled order of a customer's CLABE takes nothing", () => {
  for (const status of ['paid', 'canceled'] as const) {
    assert.equal(chosen([order('a', { status }), order('b', { amount: 20_000n })], 10_000n), 'b', status);
    assert.equal(chosen([order('a', { status })], 10_000n), null, status);
  }
});

test('an order that is named by its own CLABE, reference or card takes its money in every state', () => {
  for (const status of STATUSES) {
    const own = makeOrder({ uuid: 'a', status });
    assert.equal(chosen([own], 1n, EXPIRY + 100 * GRACE_MS), 'a', status);
    assert.equal(chosen([{ ...own, clabe: null, reference: '1', customer: CUSTOMER }], 1n), 'a', `${status}, a till`);
  }
});

test('of any orders the choice has the best claim of D71, whatever order they come in', () => {
  const anyOrder = fc.record({
    status: fc.constantFrom(...STATUSES),
    amount: fc.constantFrom(10_000n, 20_000n),
    received: fc.constantFrom(0n, 5_000n),
    expiry: fc.integer({ min: -30, max: 3 }).map((hours) => ({ at: NOON + hours * HOUR_MS, unit: 's' as const })),
  });
  const money = fc.record({
    amount: fc.constantFrom(10_000n, 15_000n, 20_000n),
    hours: fc.integer({ min: -2, max: 2 }),
  });
  fc.assert(
    fc.property(fc.array(anyOrder, { maxLength: 7 }), money, fc.integer(), (changes, paid, turn) => {
      const orders = changes.map((change, at) => order(`order-${at}`, change));
      const paidAt = NOON + paid.hours * HOUR_MS;
      const claim = (one: Order): number => {
        const isExact = one.amount - one.received === paid.amount;
        if (one.status === 'pending') return isExact ? 1 : 3;
        if (one.status !== 'expired' || paidAt > one.expiry.at + GRACE_MS) return Number.POSITIVE_INFINITY;
        return isExact ? (paidAt <= one.expiry.at ? 2 : 4) : 5;
      };
      const found = chooseOrder(rotate(orders, turn), { amount: paid.amount, paidAt }, GRACE_MS);
      const best = Math.min(...orders.map(claim));
      assert.equal(found === null, best === Number.POSITIVE_INFINITY);
      if (found === null) return;
      assert.equal(claim(found), best);
      const equals = orders.filter((one) => claim(one) === best);
      const isOlder = (one: Order) =>
        best === 1 || best === 3
          ? one.uuid < found.uuid
          : one.expiry.at < found.expiry.at || (one.expiry.at === found.expiry.at && one.uuid < found.uuid);
      assert.ok(!equals.some(isOlder), 'the oldest of equals');
    }),
  );
});

function rotate<Item>(items: readonly Item[], by: number): Item[] {
  const at = items.length === 0 ? 0 : Math.abs(by) % items.length;
  return [...items.slice(at), ...items.slice(0, at)];
}
