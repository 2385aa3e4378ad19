// Which of a customer's orders a payment is for: D28.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseOrder } from '../../src/domain/choose-order.js';
import type { Order } from '../../src/domain/order.js';
import { HOUR_MS, makeOrder, NOON } from '../money/fixtures.js';

const GRACE_MS = 24 * HOUR_MS;
const EXPIRY = NOON + HOUR_MS;
const order = (uuid: string, change: Partial<Order> = {}) => makeOrder({ uuid, ...change });
const chosen = (candidates: readonly Order[], amount: bigint, paidAt = NOON) =>
  chooseOrder(candidates, { amount, paidAt }, GRACE_MS)?.uuid ?? null;

test('the oldest open order of exactly that amount, else the oldest open', () => {
  const three = [order('a'), order('b', { amount: 20_000n }), order('c', { amount: 20_000n })];
  assert.equal(chosen(three, 20_000n), 'b');
  assert.equal(chosen(three, 15_000n), 'a');
  assert.equal(chosen([], 1n), null);
});

test('what is owed counts, not what was asked', () => {
  const partlyPaid = [order('a', { amount: 10_000n }), order('b', { amount: 20_000n, received: 12_000n })];
  assert.equal(chosen(partlyPaid, 8_000n), 'b');
});

test('paid in time and told late: the order that expired meanwhile, when the amount names it', () => {
  const orders = [order('a', { status: 'expired', amount: 20_000n }), order('b')];
  assert.equal(chosen(orders, 20_000n, EXPIRY), 'a');
  assert.equal(chosen(orders, 5_000n, EXPIRY), 'b', 'any other amount goes to the open one');
  assert.equal(chosen([order('a', { status: 'expired' })], 5_000n, EXPIRY), 'a');
});

test('an order whose grace is over is no choice while another is open, and the last resort when none is', () => {
  const old = order('a', { status: 'expired', expiry: { at: NOON - 30 * HOUR_MS, unit: 's' } });
  assert.equal(chosen([old, order('b', { amount: 20_000n })], 10_000n), 'b');
  assert.equal(chosen([old], 10_000n), 'a');
});

test('a paid or canceled order is never preferred to an open one', () => {
  for (const status of ['paid', 'canceled'] as const)
    assert.equal(chosen([order('a', { status }), order('b', { amount: 20_000n })], 10_000n), 'b', status);
});
