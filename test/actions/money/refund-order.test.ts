// Refunding, apart from HTTP (D38).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setOverdraft } from '../../../src/actions/accounts/set-overdraft.js';
import { acceptPayment } from '../../../src/actions/money/decide-payment.js';
import { type RefundCall, refundOrder } from '../../../src/actions/money/refund-order.js';
import { makeTestPayment } from '../../../src/actions/money/test-payment.js';
import { cancelOrder } from '../../../src/actions/orders/cancel-order.js';
import type { OrderKey } from '../../../src/actions/orders/require-order.js';
import type { Db } from '../../../src/store/db.js';
import { findBalances } from '../../../src/store/money/balances.js';
import { assertBooks } from '../../money/books.js';
import { credentialOf, makeOrder, makePaidOrder, readOrder, refusal } from '../../support/made-orders.js';
import { startTestService } from '../../support/service.js';
import { until } from '../../support/until.js';

const service = await startTestService();
const { deps } = service;
const merchant = await credentialOf(service);

// What waits for money is the subject of fund-transfers.test.ts.
for (const { account } of [service.merchant, service.other])
  await setOverdraft(deps, { accountId: account.id, overdraft: 10_000_000n, actor: 'test' });

const refund = (key: OrderKey, change: Partial<RefundCall> = {}) =>
  refundOrder(deps, { key, amount: null, reason: null, actor: 'test', ...change });

test('parts add up to the whole, and no more than that is refunded', async () => {
  const order = await makePaidOrder(deps, merchant);
  const before = (await findBalances(deps.db, merchant.scope)).available;
  await refund(order, { amount: 4_000n });
  await assert.rejects(refund(order, { amount: 6_001n }), refusal('not_refundable'));
  const rest = await refund(order);
  assert.ok(rest.is === 'first' && rest.value.order.refunded === 10_000n);
  await assert.rejects(refund(order), refusal('not_refundable'));
  assert.equal((await findBalances(deps.db, merchant.scope)).available, before - 10_000n);
  assert.equal((await readOrder(deps, merchant, order.uuid)).status, 'paid');
  await assertBooks(deps.db);
});

test('accepted surplus can be refunded as well, and money that was kept of a canceled order', async () => {
  const pay = (uuid: string) => makeTestPayment(deps, { merchant, uuid, scenario: 'exact', amount: 10_000n, at: null });
  const order = await makePaidOrder(deps, merchant);
  const { id: paymentId } = await pay(order.uuid);
  await assert.rejects(refund(order, { amount: 10_001n }), refusal('not_refundable'));
  await acceptPayment(deps, { paymentId, actor: 'test' });
  const both = await refund(order);
  assert.ok(both.is === 'first' && both.value.order.refunded === 20_000n);

  const canceled = await makeOrder(deps, merchant);
  await cancelOrder(deps, canceled, 'test');
  const { id: held } = await pay(canceled.uuid);
  await assert.rejects(refund(canceled), refusal('not_refundable'));
  await acceptPayment(deps, { paymentId: held, actor: 'test' });
  await refund(canceled, { amount: 10_000n });
  await assert.rejects(refund(canceled), refusal('not_refundable'));
  await assertBooks(deps.db);
});

test('refunds at once never give back more than was paid', async () => {
  const order = await makePaidOrder(deps, merchant);
  const all = await Promise.allSettled(Array.from({ length: 8 }, () => refund(order, { amount: 3_000n })));
  assert.equal(all.filter(({ status }) => status === 'fulfilled').length, 3);
  assert.equal((await readOrder(deps, merchant, order.uuid)).refunded, 9_000n);
  await assertBooks(deps.db);
});

test('a refund that stops before its commit delays no refund of another merchant', async () => {
  const other = await credentialOf(service, service.other.keys.test.private);
  const [stopped, free] = [await makePaidOrder(deps, merchant), await makePaidOrder(deps, other)];
  let goOn = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let hasWritten = false;
  const stopping: Db = {
    ...deps.db,
    transaction: (work) =>
      deps.db.transaction(async (tx) => {
        const result = await work(tx);
        hasWritten = true;
        await gate;
        return result;
      }),
  };
  const first = refundOrder({ ...deps, db: stopping }, { key: stopped, amount: null, reason: null, actor: 'test' });
  await until('everything of the first refund is written', () => hasWritten);
  await refund(free);
  assert.equal((await readOrder(deps, other, free.uuid)).refunded, 10_000n);
  assert.equal((await readOrder(deps, merchant, stopped.uuid)).refunded, 0n, 'the first has not ended yet');
  goOn();
  await first;
});

test('a decision that was made on another sum refunds nothing', async () => {
  const order = await makePaidOrder(deps, merchant);
  await refund(order, { amount: 1_000n, refundedBefore: 0n });
  await assert.rejects(refund(order, { amount: 1_000n, refundedBefore: 0n }), refusal('order_changed'));
  await refund(order, { amount: 1_000n, refundedBefore: 1_000n });
  assert.equal((await readOrder(deps, merchant, order.uuid)).refunded, 2_000n);
});

test('what is not paid, or not of this account and mode, is not refunded', async () => {
  const pending = await makeOrder(deps, merchant);
  await assert.rejects(refund(pending), refusal('not_refundable'));
  const { uuid, scope } = await makePaidOrder(deps, merchant);
  const foreign = { ...scope, accountId: service.other.account.id };
  for (const key of [
    { scope: foreign, uuid },
    { scope: { ...scope, mode: 'live' as const }, uuid },
  ])
    await assert.rejects(refund(key), refusal('order_not_found'));
});
