// Taking back a wrong match and voiding a phantom booking (D75): the books, the order and the merchant's events follow.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  acceptPayment,
  matchPayment,
  requirePayment,
  returnPayment,
} from '../../../src/actions/money/decide-payment.js';
import { verifyLedger } from '../../../src/actions/money/proofs/verify-ledger.js';
import { refundOrder } from '../../../src/actions/money/refund-order.js';
import { makeTestPayment } from '../../../src/actions/money/test-payment.js';
import { takeBackPayment, voidPayment } from '../../../src/actions/money/undo-payment.js';
import { expireOrders } from '../../../src/actions/orders/expire-orders.js';
import { createPayout } from '../../../src/actions/transfers/create-payout.js';
import { exportTransfers } from '../../../src/actions/transfers/export-transfers.js';
import { HOUSE_ACCOUNT } from '../../../src/domain/accounts/account.js';
import { formatOrderId } from '../../../src/domain/base/identity.js';
import { NOTHING_ACCEPTED } from '../../../src/domain/money/payment.js';
import type { Order } from '../../../src/domain/orders/order.js';
import { findBalances } from '../../../src/store/money/balances.js';
import { listPayments } from '../../../src/store/money/payments.js';
import { listEvents, placeEvents } from '../../../src/store/orders/order-events.js';
import { listOddNotices } from '../../../src/store/rails/notices.js';
import { addRail, cashNotice, speiNotice, trackingKey } from '../../money/books.js';
import { transfer } from '../../support/arrived-money.js';
import { auditOf } from '../../support/audit.js';
import { credentialOf, makeOrder, makePaidOrder, orderDraft, readOrder, refusal } from '../../support/made-orders.js';
import { nameAccount } from '../../support/refund-form.js';
import { chargeBody, startTestService } from '../../support/service.js';
import { until } from '../../support/until.js';

const service = await startTestService();
const { deps } = service;
const merchant = await credentialOf(service);
const { scope } = merchant;
const house = { accountId: HOUSE_ACCOUNT, mode: 'test' } as const;
const call = { actor: 'test', note: 'wrong order' };

const takeBack = (paymentId: string) => takeBackPayment(deps, { ...call, paymentId });
const makeVoid = (paymentId: string) => voidPayment(deps, { ...call, paymentId });
const pay = (order: Order, scenario: 'exact' | 'over' | 'short' | 'wrong_reference' = 'exact') =>
  makeTestPayment(deps, { merchant, uuid: order.uuid, scenario, amount: null, at: null });
const balances = (of: Parameters<typeof findBalances>[1] = scope) => findBalances(deps.db, of);

async function assertBooks(): Promise<void> {
  const { proofs } = await verifyLedger(deps);
  assert.deepEqual(
    proofs.filter(({ broken }) => broken > 0),
    [],
  );
}

async function eventsOf(order: Order): Promise<string[]> {
  await placeEvents(deps.db, scope);
  const events = await listEvents(deps.db, scope, { after: 0n, limit: 1_000 });
  return events.filter((one) => one.order.uuid === order.uuid).map(({ event }) => event.type);
}

test('a wrong match is taken back: the order is open again, the merchant is told, and the right order gets the money', async () => {
  const wrong = await makeOrder(deps, merchant);
  const right = await makeOrder(deps, merchant);
  const before = [await balances(), await balances(house)];
  const { id } = await pay(wrong, 'wrong_reference');
  await matchPayment(deps, { paymentId: id, orderId: formatOrderId(wrong.uuid), actor: 'test' });
  assert.equal((await readOrder(deps, merchant, wrong.uuid)).status, 'paid');
  const back = await takeBack(id);
  assert.deepEqual([back.unmatched, back.orderId, back.accountId, back.flags], [10_000n, null, null, ['unknown']]);
  const { status, received, acceptedAt } = await readOrder(deps, merchant, wrong.uuid);
  assert.deepEqual([status, received, acceptedAt], ['pending', 0n, null]);
  assert.deepEqual(await eventsOf(wrong), ['charge.pending', 'charge.success', 'charge.pending']);
  assert.deepEqual(await balances(), before[0]);
  assert.equal((await balances(house)).unmatched - (before[1]?.unmatched ?? 0n), 10_000n);
  const [[who, action, details] = []] = await auditOf(deps, id);
  assert.deepEqual([who, action], ['test', 'payment.take_back']);
  assert.equal((details as { note: string }).note, 'wrong order');
  await assertBooks();
  await assert.rejects(takeBack(id), refusal('not_undoable'));
  await matchPayment(deps, { paymentId: id, orderId: formatOrderId(right.uuid), actor: 'test' });
  assert.equal((await readOrder(deps, merchant, right.uuid)).status, 'paid');
  await assertBooks();
});

test('an order whose time is over expires after its money was taken back', async () => {
  const order = await makeOrder(deps, merchant);
  const { id } = await pay(order);
  service.setTime(order.expiry.at + 1);
  await takeBack(id);
  await expireOrders(deps);
  assert.equal((await readOrder(deps, merchant, order.uuid)).status, 'expired');
  service.setTime(null);
  await assertBooks();
});

test('money to a customer’s own CLABE is held for its merchant again', async () => {
  const customer = { ...orderDraft().customer, id: 'customer-1' };
  const order = await makeOrder(deps, merchant, { customer });
  const { id } = await transfer(service, { clabe: order.clabe ?? '', amount: '100.00' });
  assert.equal((await readOrder(deps, merchant, order.uuid)).status, 'paid');
  const before = await balances();
  const back = await takeBack(id);
  assert.deepEqual([back.held, back.orderId, back.accountId], [10_000n, null, scope.accountId]);
  assert.equal((await balances()).held, before.held + 10_000n);
  await assertBooks();
});

test('a payment that the rail never had is voided once, and a wrong void is taken back', async () => {
  const order = await makePaidOrder(deps, merchant);
  const [payment] = await listPayments(deps.db, { mode: 'test', state: 'applied', trackingKey: null, limit: 1 });
  assert.equal(payment?.orderId, order.uuid);
  const before = await balances();
  const voided = await makeVoid(payment.id);
  assert.deepEqual([voided.returned, voided.applied, voided.flags], [10_000n, 0n, ['voided']]);
  assert.equal((await readOrder(deps, merchant, order.uuid)).status, 'pending');
  assert.equal((await balances()).rail, before.rail + 10_000n, 'it never came from a rail');
  assert.deepEqual(await makeVoid(payment.id), voided);
  await assertBooks();
  await assert.rejects(returnPayment(deps, { paymentId: payment.id, actor: 'test' }), refusal('nothing_to_return'));
  assert.equal((await takeBack(payment.id)).unmatched, 10_000n);
  await assertBooks();
});

test('a payment that was voided and is told again is reported, and pays nothing', async () => {
  const order = await makeOrder(deps, merchant);
  const { authorization } = await addRail(deps, { kind: 'spei', mode: 'test' });
  const claveRastreo = trackingKey();
  const body = speiNotice(order.clabe ?? '', '100.00', { claveRastreo });
  const tell = () => service.call('POST', '/rails/spei/deposits', { headers: { authorization }, body });
  const told = async () =>
    (await listPayments(deps.db, { mode: 'test', state: null, trackingKey: claveRastreo, limit: 1 }))[0];
  await tell();
  await makeVoid((await until('the money is matched', told)).id);
  await tell();
  const again = await until('it is told again', async () => {
    const payment = await told();
    return payment !== undefined && payment.repeats > 0 ? payment : undefined;
  });
  assert.deepEqual([again.applied, again.flags, again.differing], [0n, ['voided'], 1]);
  const problems = (await listOddNotices(deps.db, 'differs', 10)).map(({ problem }) => problem);
  assert.deepEqual(problems, [`repeats ${claveRastreo}, which was voided`]);
  await assertBooks();
});

test('unmatched money that was a phantom leaves the books of the house', async () => {
  const before = await balances(house);
  const { id } = await pay(await makeOrder(deps, merchant), 'wrong_reference');
  await makeVoid(id);
  assert.deepEqual(await balances(house), before);
  await assertBooks();
});

test('what was paid out already becomes a debt of the merchant', async () => {
  const { account, keys } = await service.account({ name: 'Debtor' });
  const own = await credentialOf(service, keys.test.private);
  const order = await makeOrder(deps, own);
  const { id } = await makeTestPayment(deps, {
    ...{ merchant: own, uuid: order.uuid, scenario: 'exact', amount: null, at: null },
  });
  const { available } = await balances(own.scope);
  await createPayout(deps, { scope: own.scope, amount: available, note: null, actor: 'test' });
  await takeBack(id);
  assert.equal((await balances({ accountId: account.id, mode: 'test' })).available, -available);
  await assertBooks();
});

test('accepted money is undone with the fee that it bore, by a take-back and by a void', async () => {
  for (const undo of [takeBack, makeVoid]) {
    const before = await balances();
    const { id } = await pay(await makeOrder(deps, merchant), 'over');
    const accepted = await acceptPayment(deps, { paymentId: id, actor: 'test' });
    assert.deepEqual(accepted.accepted, { amount: 1_000n, fee: { amount: 15n, iva: 2n } });
    const undone = await undo(id);
    assert.deepEqual([undone.accepted, undone.flags.includes('accepted')], [NOTHING_ACCEPTED, false]);
    assert.deepEqual(await balances(), before);
    await assertBooks();
  }
});

test('accepted money of one payment stays when another payment of the order is undone, and can be decided no more', async () => {
  const order = await makeOrder(deps, merchant);
  const first = await pay(order);
  const second = await pay(order);
  await acceptPayment(deps, { paymentId: second.id, actor: 'test' });
  await makeVoid(first.id);
  const { status, received } = await readOrder(deps, merchant, order.uuid);
  assert.deepEqual([status, received], ['pending', 0n]);
  await assertBooks();
});

test('a payment that there never was is voided also after a refund, and the merchant owes what was given back', async () => {
  const order = await makeOrder(deps, merchant);
  const before = await balances();
  const { id } = await pay(order);
  await refundOrder(deps, { key: order, amount: 4_000n, reason: null, actor: 'test' });
  await makeVoid(id);
  const { status, refunded } = await readOrder(deps, merchant, order.uuid);
  assert.deepEqual([status, refunded], ['pending', 4_000n]);
  const after = await balances();
  assert.deepEqual([after.available - before.available, after.to_refund - before.to_refund], [-4_000n, 4_000n]);
  assert.equal(after.rail, before.rail);
  await assertBooks();
});

test('what was refunded cannot be taken back, and what was sent back or reversed cannot be undone', async () => {
  const refunded = await makeOrder(deps, merchant);
  const paid = await pay(refunded);
  await refundOrder(deps, { key: refunded, amount: 100n, reason: null, actor: 'test' });
  await assert.rejects(takeBack(paid.id), refusal('not_undoable'));
  const sentBack = await pay(await makePaidOrder(deps, merchant));
  await returnPayment(deps, { paymentId: sentBack.id, actor: 'test' });
  await exportTransfers(deps, { mode: 'test', actor: 'test' });
  for (const undo of [takeBack, makeVoid]) await assert.rejects(undo(sentBack.id), refusal('not_undoable'));
  await assert.rejects(takeBack('nonsense'), refusal('unknown_payment'));
  await assertBooks();
});

test('a transfer that no bank has yet is ended with the payment that it would return', async () => {
  const again = await pay(await makePaidOrder(deps, merchant));
  const before = await balances();
  await returnPayment(deps, { paymentId: again.id, actor: 'test' });
  const back = await takeBack(again.id);
  assert.deepEqual([back.unmatched, back.returned], [10_000n, 0n]);
  assert.equal((await balances()).to_return, before.to_return);
  assert.equal(await exportTransfers(deps, { mode: 'test', actor: 'test' }), null);
  await assertBooks();
});

test('a till does not reverse what a bank is about to send back, and ends the transfer before that', async () => {
  const { authorization } = await addRail(deps, { kind: 'cash', mode: 'test' });
  const headers = { authorization };
  for (const isExported of [false, true]) {
    const charge = await service.call('POST', '/v1/charges', { key: service.key, body: chargeBody() });
    const reference = charge.json.instructions.details.order_reference_number;
    await service.call('POST', `/v1/charges/${charge.json.id}/cancel`, { key: service.key });
    const transaction_id = trackingKey();
    const body = cashNotice(reference, charge.json.amount, { transaction_id });
    await service.call('POST', '/rails/cash/payments', { headers, body });
    const held = await until('it is held', async () => {
      return (await listPayments(deps.db, { mode: 'test', state: 'held', trackingKey: transaction_id, limit: 1 }))[0];
    });
    const returned = await service.call('POST', `/v1/payments/${held.id}/return`, { key: service.key });
    assert.equal(returned.json.transfer.status, 'needs_destination');
    if (isExported) {
      const url = new URL(returned.json.transfer.destination_url);
      const account = { clabe: '012180015025335996', holder: 'Ana' };
      assert.equal((await nameAccount(service, url.pathname, account)).status, 200);
      await exportTransfers(deps, { mode: 'test', actor: 'test' });
    }
    const reversed = await service.call('POST', '/rails/cash/reversals', {
      headers,
      body: { network: 'OXXO', transaction_id },
    });
    assert.equal(reversed.status, isExported ? 409 : 200, reversed.text);
    const { flags } = await requirePayment(deps, held.id);
    assert.equal(flags.includes('reversed'), !isExported);
    await assertBooks();
  }
});

test('two who undo one payment at once undo it once, and a match beside it is not lost', async () => {
  for (let round = 0; round < 10; round++) {
    const order = await makeOrder(deps, merchant);
    const { id } = await pay(order);
    const all = await Promise.allSettled([takeBack(id), makeVoid(id), takeBack(id)]);
    assert.ok(all.some(({ status }) => status === 'fulfilled'));
    const { unmatched, returned } = await requirePayment(deps, id);
    assert.equal(unmatched + returned, 10_000n);
  }
  await assertBooks();
});
