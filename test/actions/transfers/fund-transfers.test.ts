// Refunds that their merchant has no money for (D86): counted on the order, in no books and in no file until there is money.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setOverdraft } from '../../../src/actions/accounts/set-overdraft.js';
import { verifyLedger } from '../../../src/actions/money/proofs/verify-ledger.js';
import { refundOrder } from '../../../src/actions/money/refund-order.js';
import { makeTestPayment } from '../../../src/actions/money/test-payment.js';
import { releaseFunds } from '../../../src/actions/orders/release-funds.js';
import {
  bounceTransfer,
  lendTransfer,
  markSent,
  requireTransfer,
} from '../../../src/actions/transfers/change-transfer.js';
import { createPayout } from '../../../src/actions/transfers/create-payout.js';
import { exportTransfers } from '../../../src/actions/transfers/export-transfers.js';
import { fundTransfers } from '../../../src/actions/transfers/fund-transfers.js';
import { setPayeeAccount } from '../../../src/actions/transfers/set-payee-account.js';
import type { Credential } from '../../../src/domain/accounts/account.js';
import type { Order } from '../../../src/domain/orders/order.js';
import type { Transfer } from '../../../src/domain/transfers/transfer.js';
import { findBalances } from '../../../src/store/money/balances.js';
import { assertBooks } from '../../money/books.js';
import { credentialOf, makeOrder, makePaidOrder, readOrder, refusal } from '../../support/made-orders.js';
import { startTestService, type TestService } from '../../support/service.js';

const service = await startTestService();
const delayed = await startTestService({ COBRO_SETTLEMENT_DELAY_HOURS: '24' });
const { deps } = service;
const call = { actor: 'test', note: 'why' };
/** What an order of 100.00 leaves. */
const NET = 8_898n;

async function openShop(of: TestService = service): Promise<Credential> {
  return credentialOf(of, (await of.account({ name: 'Shop' })).keys.test.private);
}

async function refund(order: Order, amount: bigint | null = null, of: TestService = service): Promise<Transfer> {
  const done = await refundOrder(of.deps, { key: order, amount, reason: null, actor: 'test' });
  assert.ok(done.is === 'first');
  return done.value.transfer;
}

const stateOf = async ({ id }: Transfer, of: TestService = service) =>
  (await requireTransfer(of.deps.db, { transferId: id })).state;

async function assertProved(of: TestService = service): Promise<void> {
  await assertBooks(of.deps.db);
  const { proofs } = await verifyLedger(of.deps);
  assert.deepEqual(
    proofs.filter(({ broken }) => broken > 0),
    [],
  );
}

test('a refund without money is counted, but not booked and in no file; money that comes funds it, once', async () => {
  const merchant = await openShop();
  const order = await makePaidOrder(deps, merchant);
  const waiting = await refund(order);
  assert.equal(waiting.state, 'to_fund');
  assert.equal((await readOrder(deps, merchant, order.uuid)).refunded, 10_000n);
  assert.deepEqual([(await findBalances(deps.db, merchant.scope)).available, waiting.batchId], [NET, null]);
  assert.equal(await exportTransfers(deps, { mode: 'test', actor: 'test' }), null);
  await assert.rejects(
    markSent(deps, { transferId: waiting.id, actor: 'test', trackingKey: 'K1' }),
    refusal('transfer_state'),
  );
  await fundTransfers(deps);
  assert.equal(await stateOf(waiting), 'to_fund');
  await assertProved();

  await makePaidOrder(deps, merchant);
  await Promise.all([fundTransfers(deps), fundTransfers(deps), fundTransfers(deps)]);
  assert.equal(await stateOf(waiting), 'to_send');
  const { available, to_refund } = await findBalances(deps.db, merchant.scope);
  assert.deepEqual([available, to_refund], [2n * NET - 10_000n, 10_000n]);
  assert.equal((await exportTransfers(deps, { mode: 'test', actor: 'test' }))?.file.lines.length, 1);
  await assertProved();
});

test('the oldest refund that the money suffices for goes first', async () => {
  const merchant = await openShop();
  const orders = [await makePaidOrder(deps, merchant), await makePaidOrder(deps, merchant)] as const;
  await createPayout(deps, { scope: merchant.scope, amount: 2n * NET, note: null, actor: 'test' });
  const large = await refund(orders[0], 9_000n);
  const [older, newer] = [await refund(orders[1], 4_000n), await refund(orders[1], 5_000n)];
  await makePaidOrder(deps, merchant); // 88.98 for 90.00, 40.00 and 50.00
  await fundTransfers(deps);
  assert.deepEqual(await Promise.all([large, older, newer].map((one) => stateOf(one))), [
    'to_fund',
    'to_send',
    'to_fund',
  ]);
  await assertProved();
});

test('an overdraft lets refunds take the balance so far below zero, and no further', async () => {
  const merchant = await openShop();
  const order = await makePaidOrder(deps, merchant);
  await setOverdraft(deps, { accountId: merchant.scope.accountId, overdraft: 1_102n, actor: 'test' });
  assert.equal((await refund(order)).state, 'to_send');
  assert.equal((await findBalances(deps.db, merchant.scope)).available, -1_102n);
  const next = await makePaidOrder(deps, merchant);
  const [one, other] = [await refund(next, 8_000n), await refund(next, 2_000n)];
  assert.deepEqual([one.state, other.state], ['to_send', 'to_fund']);
  await setOverdraft(deps, { accountId: merchant.scope.accountId, overdraft: 5_000n, actor: 'test' });
  await fundTransfers(deps);
  assert.equal(await stateOf(other), 'to_send');
  await assertProved();
});

test('two refunds at once do not both take the last money', async () => {
  const merchant = await openShop();
  const orders = await Promise.all(Array.from({ length: 4 }, () => makePaidOrder(deps, merchant)));
  await createPayout(deps, { scope: merchant.scope, amount: 3n * NET, note: null, actor: 'test' });
  const made = await Promise.all(orders.map((order) => refund(order, 5_000n)));
  assert.equal(made.filter(({ state }) => state === 'to_send').length, 1);
  assert.equal((await findBalances(deps.db, merchant.scope)).available, NET - 5_000n);
  await assertProved();
});

test('what of the very order is pending counts, what of others is does not', async () => {
  const merchant = await openShop(delayed);
  const [own, other] = [await makePaidOrder(delayed.deps, merchant), await makePaidOrder(delayed.deps, merchant)];
  assert.equal((await refund(own, NET, delayed)).state, 'to_send');
  const waiting = await refund(own, 10_000n - NET, delayed);
  assert.equal(waiting.state, 'to_fund');
  await fundTransfers(delayed.deps);
  assert.equal(await stateOf(waiting, delayed), 'to_fund', 'the other order is pending');
  delayed.setTime(delayed.deps.clock.now() + 25 * 3_600_000);
  await releaseFunds(delayed.deps);
  await fundTransfers(delayed.deps);
  assert.equal(await stateOf(waiting, delayed), 'to_send');
  assert.equal((await readOrder(delayed.deps, merchant, other.uuid)).released, true);
  delayed.setTime(null);
  await assertProved(delayed);
});

test('the operator lends the money, once; who owes gets no more', async () => {
  const merchant = await openShop();
  const transfer = await refund(await makePaidOrder(deps, merchant));
  const lend = () => lendTransfer(deps, { ...call, transferId: transfer.id });
  assert.deepEqual(
    (await Promise.all([lend(), lend()])).map(({ state }) => state),
    ['to_send', 'to_send'],
  );
  assert.equal((await findBalances(deps.db, merchant.scope)).available, NET - 10_000n);
  await markSent(deps, { ...call, transferId: transfer.id, trackingKey: 'LENT1' });
  await assert.rejects(lend(), refusal('transfer_state'));
  const next = await refund(await makePaidOrder(deps, merchant), 8_000n);
  assert.equal(next.state, 'to_fund');
  await assertProved();
});

test('a refund that waits is undone by hand, and the order can be refunded again', async () => {
  const merchant = await openShop();
  const order = await makePaidOrder(deps, merchant);
  const transfer = await refund(order);
  const bounced = await bounceTransfer(deps, { ...call, transferId: transfer.id });
  assert.equal(bounced.state, 'bounced');
  assert.equal((await readOrder(deps, merchant, order.uuid)).refunded, 0n);
  assert.equal((await findBalances(deps.db, merchant.scope)).available, NET);
  await makePaidOrder(deps, merchant);
  await fundTransfers(deps);
  assert.equal(await stateOf(transfer), 'bounced');
  assert.equal((await refund(order)).state, 'to_send');
  await assertProved();
});

test('a payout leaves what refunds wait for', async () => {
  const merchant = await openShop();
  await refund(await makePaidOrder(deps, merchant));
  const pay = (amount: bigint) => createPayout(deps, { scope: merchant.scope, amount, note: null, actor: 'test' });
  await assert.rejects(pay(1n), refusal('over_available'));
  await makePaidOrder(deps, merchant);
  await assert.rejects(pay(2n * NET - 9_999n), refusal('over_available'));
  await pay(2n * NET - 10_000n);
  await fundTransfers(deps);
  assert.equal((await findBalances(deps.db, merchant.scope)).available, 0n);
  await assertProved();
});

test('where a waiting refund goes can be said, by the operator and by the customer’s link', async () => {
  const merchant = await openShop();
  const oxxo = (await deps.points.all()).find(({ code }) => code === 'OXXO') ?? assert.fail();
  const order = await makeOrder(deps, merchant, { point: oxxo });
  await makeTestPayment(deps, { merchant, uuid: order.uuid, scenario: 'exact', amount: null, at: null });
  const done = await refundOrder(deps, { key: order, amount: null, reason: null, actor: 'test' });
  assert.ok(done.is === 'first' && done.value.link !== null);
  const path = new URL(done.value.link).pathname;
  assert.equal((await service.call('GET', path)).status, 200);
  const own = { clabe: '012180015025335996', holder: 'Ana', bank: null };
  const named = await setPayeeAccount(deps, { ...call, ...own, transferId: done.value.transfer.id });
  assert.deepEqual([named.state, named.destination?.holder], ['to_fund', 'Ana']);
  assert.notEqual((await service.call('GET', path)).status, 200);
});
