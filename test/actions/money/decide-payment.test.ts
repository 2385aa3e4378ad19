// An operator's decisions about odd money against the database (D43): each once, whoever else decides meanwhile.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFee } from '../../../src/actions/accounts/set-fee.js';
import {
  acceptPayment,
  matchPayment,
  requirePayment,
  returnPayment,
} from '../../../src/actions/money/decide-payment.js';
import { verifyLedger } from '../../../src/actions/money/proofs/verify-ledger.js';
import { makeTestPayment } from '../../../src/actions/money/test-payment.js';
import { cancelOrder } from '../../../src/actions/orders/cancel-order.js';
import { requireTransfer } from '../../../src/actions/transfers/change-transfer.js';
import { formatOrderId } from '../../../src/domain/base/identity.js';
import { type Payment, stateOf } from '../../../src/domain/money/payment.js';
import type { Scenario } from '../../../src/domain/money/scenario.js';
import type { Order } from '../../../src/domain/orders/order.js';
import { findBalances } from '../../../src/store/money/balances.js';
import { transfer } from '../../support/arrived-money.js';
import { auditOf } from '../../support/audit.js';
import { credentialOf, makeOrder, makePaidOrder, orderDraft, readOrder, refusal } from '../../support/made-orders.js';
import { startTestService } from '../../support/service.js';

const service = await startTestService();
const { deps } = service;
const merchant = await credentialOf(service);
const actor = 'test';

const pay = (order: Order, scenario: Scenario) =>
  makeTestPayment(deps, { merchant, uuid: order.uuid, scenario, amount: null, at: null });
const match = (payment: Payment, order: Order) =>
  matchPayment(deps, { paymentId: payment.id, orderId: formatOrderId(order.uuid), actor });
const accept = ({ id }: Payment) => acceptPayment(deps, { paymentId: id, actor });
const giveBack = ({ id }: Payment) => returnPayment(deps, { paymentId: id, actor });

/** One of them goes through; how the others end is told. */
async function race(works: readonly Promise<unknown>[]): Promise<unknown[]> {
  const ended = await Promise.allSettled(works);
  const refused = ended.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
  assert.equal(refused.length, works.length - 1, 'one decision counts');
  return refused;
}

test('unmatched money is matched with an order, which is paid; the log says who did it', async () => {
  const order = await makeOrder(deps, merchant);
  const lost = await pay(order, 'wrong_reference');
  assert.deepEqual(await requirePayment(deps, lost.id), lost);
  const matched = await match(lost, order);
  assert.deepEqual(
    [stateOf(matched), matched.orderId, matched.accountId],
    ['applied', order.uuid, order.scope.accountId],
  );
  assert.deepEqual(await requirePayment(deps, lost.id), matched);
  assert.equal((await readOrder(deps, merchant, order.uuid)).status, 'paid');
  const details = { amount: '100.00', from: 'unmatched', to: 'applied', account: order.scope.accountId };
  assert.deepEqual(await auditOf(deps, lost.id), [
    ['test', 'payment.match', { ...details, order: formatOrderId(order.uuid) }],
  ]);
  await assert.rejects(match(lost, order), refusal('already_matched'));
  await assertBooks();
});

test('money is matched once, also when two orders want it at the same time', async () => {
  const [one, other] = [await makeOrder(deps, merchant), await makeOrder(deps, merchant)];
  const lost = await pay(one, 'wrong_reference');
  const [code] = await race([match(lost, one), match(lost, other)]);
  assert.ok(code === 'payment_changed' || code === 'already_matched', String(code));
  const statuses = [await readOrder(deps, merchant, one.uuid), await readOrder(deps, merchant, other.uuid)];
  assert.deepEqual(statuses.map(({ status }) => status).sort(), ['paid', 'pending']);
  await assertBooks();
});

test('money is matched only with an order that exists, of its own mode and merchant', async () => {
  const order = await makeOrder(deps, merchant);
  const lost = await pay(order, 'wrong_reference');
  for (const orderId of ['', 'ch_nope', 'ch_01890000-0000-7000-8000-000000000000'])
    await assert.rejects(matchPayment(deps, { paymentId: lost.id, orderId, actor }), refusal('unknown_order'));
  const live = await makeOrder(deps, await credentialOf(service, service.merchant.keys.live.private));
  await assert.rejects(match(lost, live), refusal('mode_mismatch'));
  assert.deepEqual(await requirePayment(deps, lost.id), lost);

  const held = await heldWithoutOrder();
  const foreign = await makeOrder(deps, await credentialOf(service, service.other.keys.test.private));
  await assert.rejects(match(held, foreign), refusal('merchant_mismatch'));
  const own = await match(held, await makeOrder(deps, merchant));
  assert.equal(stateOf(own), 'applied');
  await assertBooks();
});

test('money that waits for no order is not matched', async () => {
  const order = await makeOrder(deps, merchant);
  const returned = await giveBack(await pay(order, 'wrong_reference'));
  await assert.rejects(match(returned, order), refusal('not_matchable'));
  await assert.rejects(match(await pay(order, 'exact'), order), refusal('already_matched'));
});

test('surplus is accepted once, also when it is accepted and returned at the same time', async () => {
  const order = await makePaidOrder(deps, merchant);
  const surplus = await pay(order, 'exact');
  const before = await findBalances(deps.db, merchant.scope);
  await race([accept(surplus), giveBack(surplus), accept(surplus)]);
  const after = await findBalances(deps.db, merchant.scope);
  assert.equal(after.surplus, before.surplus - 10_000n);
  const sum = ({ available, to_return, fees, iva }: typeof before) => available + to_return + fees + iva;
  assert.equal(sum(after), sum(before) + 10_000n);
  await assert.rejects(accept(surplus), refusal('nothing_to_accept'));
  await assert.rejects(giveBack(surplus), refusal('nothing_to_return'));
  await assertBooks();
});

test('the surplus of a small order that was paid with a large sum bears the fee on it, the fixed part only once', async () => {
  const order = await makeOrder(deps, merchant, { price: { amount: 944n, currency: 'MXN' } });
  const before = await findBalances(deps.db, merchant.scope);
  await makeTestPayment(deps, { merchant, uuid: order.uuid, scenario: 'exact', amount: 1_000_000n, at: null }).then(
    accept,
  );
  const after = await findBalances(deps.db, merchant.scope);
  // 8.14 and 1.30 of IVA for the order; 1.5 % of the other 9,990.56, and IVA.
  assert.deepEqual([after.fees - before.fees, after.iva - before.iva], [814n + 14_986n, 130n + 2_398n]);
  assert.equal(after.available - before.available, 1_000_000n - 944n - 14_986n - 2_398n);
  await assertBooks();
});

test('what is kept of a canceled order bears the fixed part with the first of it', async () => {
  const order = await makeOrder(deps, merchant);
  await cancelOrder(deps, order, 'test');
  const [first, second] = [await pay(order, 'exact'), await pay(order, 'exact')];
  assert.deepEqual((await accept(first)).accepted, { amount: 10_000n, fee: { amount: 950n, iva: 152n } });
  const { accepted } = await accept(second);
  assert.deepEqual(accepted, { amount: 10_000n, fee: { amount: 150n, iva: 24n } });
  assert.deepEqual((await requirePayment(deps, second.id)).accepted, accepted);
  await assertBooks();
});

test('the fee on kept money is of the merchant’s own terms', async () => {
  const { account, keys } = await service.account({ name: 'Own terms' });
  const own = await credentialOf(service, keys.test.private);
  await setFee(deps, { accountId: account.id, method: 'spei', schedule: { basisPoints: 1_000n, fixed: 100n }, actor });
  const order = await makeOrder(deps, own);
  await cancelOrder(deps, order, 'test');
  const call = { merchant: own, uuid: order.uuid, scenario: 'exact', amount: null, at: null } as const;
  const { accepted } = await accept(await makeTestPayment(deps, call));
  assert.deepEqual(accepted.fee, { amount: 1_100n, iva: 176n });
});

test('unmatched money is returned once and never accepted: nobody knows whose it is', async () => {
  const lost = await pay(await makeOrder(deps, merchant), 'wrong_reference');
  await assert.rejects(accept(lost), refusal('unmatched_money'));
  assert.deepEqual(await race([giveBack(lost), giveBack(lost)]), ['nothing_to_return']);
  const [[who, action, details] = []] = await auditOf(deps, lost.id);
  assert.deepEqual([who, action], ['test', 'payment.return']);
  const { transfer, ...rest } = details as Record<string, unknown>;
  assert.deepEqual(rest, { amount: '100.00', from: 'unmatched', to: 'returned', account: null, order: null });
  assert.equal((await requireTransfer(deps.db, { transferId: String(transfer) })).sourceId, lost.id);
  await assertBooks();
});

test('parts of an order are decided after it has ended, not while it waits for the rest', async () => {
  const order = await makeOrder(deps, merchant);
  const part = await pay(order, 'short');
  for (const decide of [accept, giveBack]) await assert.rejects(decide(part), refusal('order_still_waits'));
  await cancelOrder(deps, order, 'test');
  assert.equal((await giveBack(part)).returned, 5_000n);
  assert.equal((await readOrder(deps, merchant, order.uuid)).received, 0n);
  await assertBooks();
});

test('a payment that does not exist is refused', async () => {
  for (const id of ['', 'nonsense', '01890000-0000-7000-8000-000000000000']) {
    await assert.rejects(requirePayment(deps, id), refusal('unknown_payment'));
    for (const work of [
      () => acceptPayment(deps, { paymentId: id, actor }),
      () => returnPayment(deps, { paymentId: id, actor }),
      () => matchPayment(deps, { paymentId: id, orderId: 'ch_x', actor }),
    ])
      await assert.rejects(work, refusal('unknown_payment'));
  }
});

async function assertBooks(): Promise<void> {
  const { proofs } = await verifyLedger(deps);
  assert.deepEqual(
    proofs.filter(({ broken }) => broken > 0),
    [],
  );
}

/** Money for a customer's own CLABE when none of their orders can be paid any more. */
async function heldWithoutOrder(): Promise<Payment> {
  const { customer } = orderDraft();
  const order = await makeOrder(deps, merchant, { customer: { ...customer, id: 'c-1' } });
  await cancelOrder(deps, order, 'test');
  const held = await transfer(service, { clabe: order.clabe ?? '', amount: '100.00' });
  assert.deepEqual([held.accountId, held.orderId, held.held], [merchant.scope.accountId, null, 10_000n]);
  return held;
}
