// Receiving a notice, apart from HTTP (D41): stored first, read once, matched afterwards.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchOpen } from '../../../src/actions/money/match-open.js';
import { verifyLedger } from '../../../src/actions/money/proofs/verify-ledger.js';
import { receiveNotice, storeNotice } from '../../../src/actions/money/receive-notice.js';
import { refundOrder } from '../../../src/actions/money/refund-order.js';
import { confirmTransfer, markSent, requireTransfer } from '../../../src/actions/transfers/change-transfer.js';
import type { Deps } from '../../../src/deps.js';
import type { ParsedNotice } from '../../../src/domain/money/read-notice.js';
import type { Rail } from '../../../src/domain/rails/rail.js';
import { findPaymentByIdentity, listPayments } from '../../../src/store/money/payments.js';
import { sql } from '../../../src/store/sql.js';
import { assertBooks, cashNotice, speiNotice, trackingKey } from '../../money/books.js';
import { credentialOf, makeOrder, makePaidOrder, readOrder, refusal } from '../../support/made-orders.js';
import { startTestService } from '../../support/service.js';
import { until } from '../../support/until.js';

const service = await startTestService();
const { deps } = service;
const merchant = await credentialOf(service);
const SPEI: Rail = { id: '00000000-0000-0000-0000-000000000001', kind: 'spei', name: 'banxico', mode: 'test' };
const CASH: Rail = { id: '00000000-0000-0000-0000-000000000002', kind: 'cash', name: 'OXXO', mode: 'test' };

/** What was handed to the matcher, with the work it does. */
function watched(match: (notice: ParsedNotice) => Promise<true> = deps.matcher.match) {
  const handed: { notice: ParsedNotice; done: Promise<unknown> }[] = [];
  const watching: Deps = {
    ...deps,
    matcher: {
      match(notice) {
        const done = match(notice);
        handed.push({ notice, done: done.catch(() => {}) });
        return done;
      },
    },
  };
  return { watching, handed };
}
const stateOf = async (body: string) => {
  const rows = await deps.db.query<{ state: string; problem: string | null }>(sql`
    select state, problem
    from rail_notices
    where body = ${body}
    order by id desc`);
  return rows[0];
};

test('a notice is stored, and what it says goes to the matcher with it', async () => {
  const order = await makeOrder(deps, merchant);
  const body = speiNotice(order.clabe ?? '', '100.00');
  const { watching, handed } = watched();
  await receiveNotice(watching, SPEI, body);
  const [{ notice, done } = assert.fail('nothing was handed on')] = handed;
  assert.deepEqual([notice.arrival?.kind, notice.arrival?.amount], ['spei', 10_000n]);
  await done;
  assert.equal((await stateOf(body))?.state, 'matched');
  assert.equal((await readOrder(deps, merchant, order.uuid)).status, 'paid');
});

test('a matcher that fails is no refusal: the notice waits and is matched later', async () => {
  const order = await makeOrder(deps, merchant);
  const body = speiNotice(order.clabe ?? '', '100.00');
  const { watching, handed } = watched(() => Promise.reject(new Error('the database is away')));
  await receiveNotice(watching, SPEI, body);
  await handed[0]?.done;
  assert.equal((await stateOf(body))?.state, 'stored');
  await matchOpen(deps, deps.clock.now() + 1);
  assert.equal((await stateOf(body))?.state, 'matched');
  assert.equal((await readOrder(deps, merchant, order.uuid)).status, 'paid');
});

test('a malformed notice is kept with its problem and refused', async () => {
  const { watching, handed } = watched();
  const malformed = speiNotice('646180123400000004', '1.005');
  await assert.rejects(receiveNotice(watching, SPEI, malformed), refusal('malformed_notice'));
  assert.deepEqual(await stateOf(malformed), {
    state: 'malformed',
    problem: 'monto must be a positive amount with at most two decimals',
  });
  assert.equal(handed.length, 0);
});

test('money that the bank sends back is nobody’s and waits at the desk; it pays no order, though it names one (D84)', async () => {
  const order = await makeOrder(deps, merchant);
  const body = speiNotice(order.clabe ?? '', '100.00', { tipoPago: 17 });
  await receiveNotice(deps, SPEI, body);
  await until('it is booked', async () => ((await stateOf(body))?.state === 'matched' ? true : undefined));
  assert.equal((await readOrder(deps, merchant, order.uuid)).status, 'pending');
  const [payment] = await listPayments(deps.db, { mode: 'test', state: 'unmatched', trackingKey: null, limit: 1 });
  assert.deepEqual([payment?.amount, payment?.orderId, payment?.accountId], [10_000n, null, null]);
});

test('a transfer of ours that the bank sends back bounces once, also after it was confirmed (D84)', async () => {
  const { uuid } = await makePaidOrder(deps, merchant);
  const key = { scope: merchant.scope, uuid };
  const refunded = await refundOrder(deps, { key, amount: null, reason: null, actor: 'test' });
  const { transfer } = refunded.is === 'first' ? refunded.value : assert.fail();
  await markSent(deps, { transferId: transfer.id, trackingKey: 'OURS84', actor: 'test' });
  await confirmTransfer(deps, { transferId: transfer.id, actor: 'test' });
  const body = speiNotice('646180123400000004', '100.00', { tipoPago: 17, claveRastreo: 'OURS84' });
  for (const _ of [1, 2]) await receiveNotice(deps, SPEI, body);
  await matchOpen(deps, deps.clock.now() + 1);
  const state = async () => (await requireTransfer(deps.db, { transferId: transfer.id })).state;
  assert.equal(await state(), 'bounced');
  assert.deepEqual(await stateOf(body), { state: 'matched', problem: `returned tr_${transfer.id}` });
  assert.equal((await readOrder(deps, merchant, uuid)).refunded, 0n);
  assert.equal((await verifyLedger(deps)).ok, true);
  await confirmTransfer(deps, { transferId: transfer.id, actor: 'test', isCorrection: true });
  assert.equal(await state(), 'confirmed');
  assert.equal((await readOrder(deps, merchant, uuid)).refunded, 10_000n);
  assert.equal((await verifyLedger(deps)).ok, true);
});

test('a rail that reports for another network is refused, and nothing is stored', async () => {
  const body = cashNotice('12345678901234', '5.00', { network: 'EXTRA' });
  await assert.rejects(storeNotice(deps, CASH, body), refusal('rail_forbidden'));
  assert.equal(await stateOf(body), undefined);
});

test('the same notice at once and again is one payment', async () => {
  const order = await makeOrder(deps, merchant);
  const body = speiNotice(order.clabe ?? '', '100.00', { claveRastreo: trackingKey() });
  const { watching, handed } = watched();
  await Promise.all(Array.from({ length: 4 }, () => receiveNotice(watching, SPEI, body)));
  await Promise.all(handed.map(({ done }) => done));
  await receiveNotice(watching, SPEI, body);
  await Promise.all(handed.map(({ done }) => done));
  const identity = handed[0]?.notice.arrival?.identity ?? assert.fail();
  assert.equal((await findPaymentByIdentity(deps.db, identity))?.repeats, 4);
  assert.equal((await readOrder(deps, merchant, order.uuid)).received, 10_000n);
});

test('a notice of live mode leaves a test order as it is', async () => {
  const order = await makeOrder(deps, merchant);
  const notice = await storeNotice(deps, { ...SPEI, mode: 'live' }, speiNotice(order.clabe ?? '', '100.00'));
  await deps.matcher.match(notice ?? assert.fail());
  assert.equal((await readOrder(deps, merchant, order.uuid)).status, 'pending');
  await assertBooks(deps.db);
});
