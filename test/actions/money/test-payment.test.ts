// Payments of test mode, apart from HTTP (D47).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeTestPayment, type TestPaymentCall } from '../../../src/actions/money/test-payment.js';
import { METHODS } from '../../../src/domain/accounts/fee.js';
import { SCENARIOS } from '../../../src/domain/money/scenario.js';
import { railPaying } from '../../../src/domain/rails/kinds.js';
import { assertBooks } from '../../money/books.js';
import { credentialOf, makeOrder, readOrder, refusal } from '../../support/made-orders.js';
import { startTestService } from '../../support/service.js';

const service = await startTestService();
const { deps } = service;
const merchant = await credentialOf(service);
const points = await deps.points.all();
const pay = (uuid: string | null, change: Partial<TestPaymentCall> = {}) =>
  makeTestPayment(deps, { merchant, uuid, scenario: 'exact', amount: null, at: null, ...change });

test('the rail that brings the money of a method reports it', async () => {
  const seen = new Set<string>();
  for (const point of [null, ...['OXXO', 'FARMACIA_ABC', 'BBVA', 'BTC'].map((code) => byCode(code))]) {
    const order = await makeOrder(deps, merchant, { point });
    const payment = await pay(order.uuid);
    assert.deepEqual([payment.applied, payment.orderId, payment.mode], [10_000n, order.uuid, 'test']);
    seen.add(payment.kind);
  }
  assert.deepEqual(seen, new Set(METHODS.map(railPaying)));
});

test('every scenario gives a payment, and a mistyped one reaches no order', async () => {
  for (const scenario of SCENARIOS) {
    const { uuid } = await makeOrder(deps, merchant);
    const { orderId } = await pay(uuid, { scenario });
    assert.equal(orderId, scenario === 'wrong_reference' ? null : uuid, scenario);
  }
});

test('the amount and the time that are given stand above the scenario', async () => {
  const order = await makeOrder(deps, merchant);
  const at = order.createdAt + 5_000;
  const { amount, paidAt } = await pay(order.uuid, { scenario: 'over', amount: 1_234n, at });
  assert.deepEqual([amount, paidAt], [1_234n, at]);
});

test('two payments at once are two payments', async () => {
  const { uuid } = await makeOrder(deps, merchant);
  const both = await Promise.all([pay(uuid, { amount: 5_000n }), pay(uuid, { amount: 5_000n })]);
  assert.notEqual(both[0].id, both[1].id);
  assert.equal((await readOrder(deps, merchant, uuid)).status, 'paid');
  await assertBooks(deps.db);
});

test('an unknown order, one of another account and live mode are refused', async () => {
  const { uuid } = await makeOrder(deps, merchant);
  await assert.rejects(pay(null), refusal('order_not_found'));
  const stranger = await credentialOf(service, service.other.keys.test.private);
  await assert.rejects(pay(uuid, { merchant: stranger }), refusal('order_not_found'));
  const live = await credentialOf(service, service.merchant.keys.live.private);
  await assert.rejects(pay(uuid, { merchant: live }), refusal('test_mode_only'));
  assert.equal((await readOrder(deps, merchant, uuid)).received, 0n);
});

function byCode(code: string) {
  return points.find((point) => point.code === code) ?? assert.fail(code);
}
