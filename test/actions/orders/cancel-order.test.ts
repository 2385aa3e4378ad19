// Canceling, apart from HTTP (D37).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeTestPayment } from '../../../src/actions/money/test-payment.js';
import { cancelOrder } from '../../../src/actions/orders/cancel-order.js';
import { credentialOf, makeOrder, makePaidOrder, readOrder, refusal } from '../../support/made-orders.js';
import { startTestService } from '../../support/service.js';

const service = await startTestService();
const { deps } = service;
const merchant = await credentialOf(service);

test('a pending order is canceled once, and canceling again gives the same order', async () => {
  const { uuid, scope } = await makeOrder(deps, merchant);
  const first = await cancelOrder(deps, { scope, uuid }, 'test');
  const again = await cancelOrder(deps, { scope, uuid }, 'test');
  assert.ok(first.is === 'first' && again.is === 'first');
  assert.equal(first.value.status, 'canceled');
  assert.deepEqual(again.value, first.value);
  assert.deepEqual(await readOrder(deps, merchant, uuid), first.value);
  assert.equal(first.value.lastEvent, 2);
});

test('two cancels at once make one event', async () => {
  const { uuid, scope } = await makeOrder(deps, merchant);
  await Promise.all([1, 2, 3].map(() => cancelOrder(deps, { scope, uuid }, 'test')));
  assert.equal((await readOrder(deps, merchant, uuid)).lastEvent, 2);
});

test('a paid order, and one whose time has passed, are not cancelable', async () => {
  const paid = await makePaidOrder(deps, merchant);
  await assert.rejects(cancelOrder(deps, paid, 'test'), refusal('not_cancelable'));
  const overdue = await makeOrder(deps, merchant, { expiry: { at: deps.clock.now() - 1_000, unit: 'ms' } });
  await assert.rejects(cancelOrder(deps, overdue, 'test'), refusal('not_cancelable'));
});

test('of a payment and a cancel at once each order keeps what came first, and loses no money', async () => {
  const orders = await Promise.all(Array.from({ length: 10 }, () => makeOrder(deps, merchant)));
  await Promise.all(
    orders.flatMap((order) => [
      cancelOrder(deps, order, 'test').catch(refusal('not_cancelable')),
      makeTestPayment(deps, { merchant, uuid: order.uuid, scenario: 'exact', amount: null, at: null }),
    ]),
  );
  for (const { uuid } of orders) {
    const { status, received } = await readOrder(deps, merchant, uuid);
    assert.ok(status === 'paid' ? received === 10_000n : status === 'canceled' && received === 0n, status);
  }
});

test("another account's order, one of the other mode, and one of another method do not exist", async () => {
  const { uuid, scope } = await makeOrder(deps, merchant);
  const foreign = { ...scope, accountId: service.other.account.id };
  for (const key of [
    { scope: foreign, uuid },
    { scope: { ...scope, mode: 'live' as const }, uuid },
    { scope, uuid, method: 'cash' as const },
    { scope, uuid: null },
  ])
    await assert.rejects(cancelOrder(deps, key, 'test'), refusal('order_not_found'));
  assert.equal((await readOrder(deps, merchant, uuid)).status, 'pending');
});
