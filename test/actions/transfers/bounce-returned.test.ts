// Transfers of ours that the bank sends back (D84): each return bounces its transfer once, whether it comes before or after we know
// the clave de rastreo of the transfer, or at the same moment.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchOpen } from '../../../src/actions/money/match-open.js';
import { verifyLedger } from '../../../src/actions/money/proofs/verify-ledger.js';
import { receiveNotice } from '../../../src/actions/money/receive-notice.js';
import { refundOrder } from '../../../src/actions/money/refund-order.js';
import { takeBackPayment } from '../../../src/actions/money/undo-payment.js';
import { confirmTransfer, markSent, requireTransfer } from '../../../src/actions/transfers/change-transfer.js';
import { exportTransfers } from '../../../src/actions/transfers/export-transfers.js';
import { importResults } from '../../../src/actions/transfers/import-results.js';
import type { Rail } from '../../../src/domain/rails/rail.js';
import type { BankStatus } from '../../../src/domain/transfers/bank-result.js';
import { listPayments } from '../../../src/store/money/payments.js';
import { assertBooks, speiNotice, trackingKey } from '../../money/books.js';
import { credentialOf, makePaidOrder, readOrder, refusal } from '../../support/made-orders.js';
import { startTestService } from '../../support/service.js';

const service = await startTestService();
const { deps } = service;
const two = await startTestService({}, { databaseUrl: service.databaseUrl });
const merchant = await credentialOf(service);
const SPEI: Rail = { id: '00000000-0000-0000-0000-000000000001', kind: 'spei', name: 'banxico', mode: 'test' };
const actor = 'test';
for (let time = 0; time < 3; time++) await makePaidOrder(deps, merchant); // what is refunded in full must be there

/** The refund of an order, 100 pesos, in a bank file. */
async function refundInFile() {
  const order = await makePaidOrder(deps, merchant);
  const refunded = await refundOrder(deps, { key: order, amount: null, reason: null, actor });
  await exportTransfers(deps, { mode: 'test', actor });
  const transferId = refunded.is === 'first' ? `tr_${refunded.value.transfer.id}` : assert.fail();
  return { transferId, uuid: order.uuid, key: trackingKey() };
}
type Refund = Awaited<ReturnType<typeof refundInFile>>;

const noticeOf = ({ key }: Pick<Refund, 'key'>, pesos = '100.00') =>
  speiNotice('646180123400000004', pesos, { tipoPago: 17, claveRastreo: key });

async function comesBack(body: string, at = deps): Promise<void> {
  await receiveNotice(at, SPEI, body);
  await matchOpen(at, deps.clock.now() + 1);
}

async function bankSays(status: BankStatus, { transferId, key }: Refund, at = deps) {
  const result = {
    line: 1,
    transferId,
    status,
    trackingKey: key,
    note: 'CUENTA INEXISTENTE',
    amount: null,
    clabe: null,
  };
  const [imported] = await importResults(at, [result], actor);
  return imported?.is === 'done' ? imported.state : (imported?.error.code ?? assert.fail());
}

/** The state of the transfer, what its order has refunded, and the returns that are nobody's money. */
async function leftOf({ transferId, uuid, key }: Refund) {
  const { state } = await requireTransfer(deps.db, { transferId });
  const { refunded } = await readOrder(deps, merchant, uuid);
  const waiting = await listPayments(deps.db, { mode: 'test', state: 'unmatched', trackingKey: key, limit: 9 });
  assert.deepEqual(
    (await verifyLedger(deps)).proofs.filter(({ broken }) => broken > 0),
    [],
  );
  await assertBooks(deps.db);
  return { state, refunded, waiting: waiting.length };
}
const BACK = { state: 'bounced', refunded: 0n, waiting: 0 };
const GONE = { state: 'confirmed', refunded: 10_000n, waiting: 0 };

test('a return that comes again after two people have corrected its transfer bounces nothing; another return does', async () => {
  const refund = await refundInFile();
  await bankSays('confirmed', refund);
  const body = noticeOf(refund);
  await comesBack(body);
  assert.deepEqual(await leftOf(refund), BACK);
  await confirmTransfer(deps, { transferId: refund.transferId, actor, isCorrection: true });
  await comesBack(body);
  await comesBack(body, two.deps);
  assert.deepEqual(await leftOf(refund), GONE);
  await comesBack(body.replace(/"fechaOperacion":"?\d+"?/, '"fechaOperacion":20261231'));
  assert.deepEqual(await leftOf(refund), BACK);
});

for (const status of ['confirmed', 'bounced', 'sent'] as const) {
  test(`a return waits for the file of results that says ${status}, and is its bounce`, async () => {
    const refund = await refundInFile();
    const body = noticeOf(refund);
    await comesBack(body);
    assert.deepEqual(await leftOf(refund), { state: 'to_send', refunded: 10_000n, waiting: 1 });
    assert.equal(await bankSays(status, refund), 'bounced');
    assert.deepEqual(await leftOf(refund), BACK);
    await comesBack(body);
    await bankSays('bounced', refund);
    assert.deepEqual(await leftOf(refund), BACK);
  });

  test(`a return that comes after the file that says ${status} is no money of nobody`, async () => {
    const refund = await refundInFile();
    await bankSays(status, refund);
    for (const _ of [1, 2]) await comesBack(noticeOf(refund));
    assert.deepEqual(await leftOf(refund), BACK);
  });

  test(`a return and the file that says ${status} at once are one bounce`, async () => {
    for (let time = 0; time < 4; time++) {
      const refund = await refundInFile();
      await Promise.all([comesBack(noticeOf(refund), two.deps), bankSays(status, refund)]);
      await matchOpen(deps, deps.clock.now() + 1);
      assert.deepEqual(await leftOf(refund), BACK);
    }
  });
}

test('a clave that a person tells takes its return, too', async () => {
  const refund = await refundInFile();
  await comesBack(noticeOf(refund));
  await markSent(deps, { transferId: refund.transferId, trackingKey: refund.key, actor });
  assert.deepEqual(await leftOf(refund), BACK);
});

test('what came back before is no payment any more, and nobody makes it one', async () => {
  const refund = await refundInFile();
  const body = noticeOf(refund);
  await comesBack(body);
  const [waiting] = await listPayments(deps.db, {
    mode: 'test',
    state: 'unmatched',
    trackingKey: refund.key,
    limit: 1,
  });
  await bankSays('confirmed', refund);
  const takeBack = () => takeBackPayment(deps, { paymentId: waiting?.id ?? '', note: 'the bank has it', actor });
  await assert.rejects(takeBack(), refusal('not_undoable'));
  await confirmTransfer(deps, { transferId: refund.transferId, actor, isCorrection: true });
  await comesBack(body);
  assert.deepEqual(await leftOf(refund), GONE);
});

test('a return of another amount is no return of this transfer', async () => {
  const refund = await refundInFile();
  await comesBack(noticeOf(refund, '99.00'));
  assert.equal(await bankSays('confirmed', refund), 'confirmed');
  assert.deepEqual(await leftOf(refund), { ...GONE, waiting: 1 });
});
