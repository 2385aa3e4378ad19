// Matching notices with orders, apart from the queue before it (D41 to D43).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchNotices } from '../../src/actions/match-payments.js';
import { storeNotice } from '../../src/actions/receive-notice.js';
import type { Order } from '../../src/domain/order.js';
import type { ParsedNotice } from '../../src/domain/rails/notice.js';
import { findPaymentByIdentity } from '../../src/store/money/payments.js';
import { listOpenNotices } from '../../src/store/rails/notices.js';
import { assertBooks, speiNotice, trackingKey } from '../money/books.js';
import { credentialOf, makeOrder, readOrder } from '../support/made-orders.js';
import { startTestService } from '../support/service.js';

const service = await startTestService();
const { deps } = service;
const merchant = await credentialOf(service);
const other = await credentialOf(service, service.other.keys.test.private);
const RAIL = { id: '00000000-0000-0000-0000-000000000001', kind: 'spei', name: 'banxico', mode: 'test' } as const;

const notice = async (clabe: string | null, monto: string, claveRastreo = trackingKey()): Promise<ParsedNotice> =>
  (await storeNotice(deps, RAIL, speiNotice(clabe ?? '', monto, { claveRastreo }))) ?? assert.fail('ignored');
const paymentOf = async ({ arrival }: ParsedNotice) =>
  (await findPaymentByIdentity(deps.db, arrival?.identity ?? assert.fail())) ?? assert.fail('no payment');
const statusOf = async ({ uuid }: Order, owner = merchant) => (await readOrder(deps, owner, uuid)).status;

test('a batch pays the orders of several merchants, and parts add up within it', async () => {
  const [one, two] = [await makeOrder(deps, merchant), await makeOrder(deps, other)];
  await matchNotices(deps, [
    await notice(one.clabe, '60.00'),
    await notice(two.clabe, '100.00'),
    await notice(one.clabe, '40.00'),
  ]);
  assert.deepEqual([await statusOf(one), await statusOf(two, other)], ['paid', 'paid']);
});

test('matching the same notices again changes nothing', async () => {
  const order = await makeOrder(deps, merchant);
  const notices = [await notice(order.clabe, '30.00'), await notice(order.clabe, '30.00')];
  await matchNotices(deps, notices);
  await matchNotices(deps, notices);
  assert.equal((await readOrder(deps, merchant, order.uuid)).received, 6_000n);
  for (const one of notices) assert.equal((await paymentOf(one)).repeats, 0);
});

test('one payment reported three times in a batch, and once after it, counts once', async () => {
  const order = await makeOrder(deps, merchant);
  const key = trackingKey();
  const reported = [];
  for (let time = 0; time < 4; time++) reported.push(await notice(order.clabe, '100.00', key));
  await matchNotices(deps, reported.slice(0, 3));
  await matchNotices(deps, reported.slice(3));
  const payment = await paymentOf(reported[0] ?? assert.fail());
  assert.deepEqual([payment.applied, payment.repeats], [10_000n, 3]);
});

test('two batches at once with the same notices book them once', async () => {
  const order = await makeOrder(deps, merchant);
  const notices = [await notice(order.clabe, '50.00'), await notice(order.clabe, '50.00')];
  await Promise.all([matchNotices(deps, notices), matchNotices(deps, [...notices].reverse())]);
  const { status, received } = await readOrder(deps, merchant, order.uuid);
  assert.deepEqual([status, received], ['paid', 10_000n]);
});

test('money that nobody asked for is unmatched, and a notice that tells of none is closed', async () => {
  const unknown = await notice('646180999999999999', '12.34');
  const empty = await notice('646180999999999999', '1.00');
  await matchNotices(deps, [unknown, { ...empty, arrival: null }]);
  const payment = await paymentOf(unknown);
  assert.deepEqual([payment.unmatched, payment.accountId, payment.flags], [1_234n, null, ['unknown']]);
  assert.deepEqual(await listOpenNotices(deps.db, Date.now() + 1_000, 10), []);
});

test('a notice of the other mode reaches no order', async () => {
  const order = await makeOrder(deps, merchant);
  const body = speiNotice(order.clabe ?? '', '100.00');
  const live = (await storeNotice(deps, { ...RAIL, mode: 'live' }, body)) ?? assert.fail();
  await matchNotices(deps, [live]);
  assert.equal((await paymentOf(live)).unmatched, 10_000n);
  assert.equal(await statusOf(order), 'pending');
});

test('a failure in the middle leaves every notice of the batch open', async () => {
  const order = await makeOrder(deps, merchant);
  const good = await notice(order.clabe, '100.00');
  const bad = await notice(order.clabe, '1.00');
  const arrival = { ...(bad.arrival ?? assert.fail()), identity: Buffer.alloc(5) }; // the database takes 32 bytes only
  await assert.rejects(matchNotices(deps, [good, { ...bad, arrival }]));
  assert.equal((await listOpenNotices(deps.db, Date.now() + 1_000, 10)).length, 2);
  await matchNotices(deps, [good, bad]);
  assert.equal(await statusOf(order), 'paid');
  await assertBooks(deps.db);
});
