// What a till asks, apart from HTTP (D45).
import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { test } from 'node:test';
import { lookUpCash, reverseCash } from '../../../src/actions/money/cash-till.js';
import { matchPayment } from '../../../src/actions/money/decide-payment.js';
import { matchLeftBehind } from '../../../src/actions/money/match-open.js';
import { matchNotices } from '../../../src/actions/money/match-payments.js';
import { verifyLedger } from '../../../src/actions/money/proofs/verify-ledger.js';
import { storeNotice } from '../../../src/actions/money/receive-notice.js';
import { makeTestClock } from '../../../src/actions/orders/move-test-clock.js';
import { formatOrderId } from '../../../src/domain/base/identity.js';
import type { Order } from '../../../src/domain/orders/order.js';
import { cashIdentity } from '../../../src/domain/rails/cash.js';
import type { Rail } from '../../../src/domain/rails/rail.js';
import { listPayments, lockPayment } from '../../../src/store/money/payments.js';
import { sql } from '../../../src/store/sql.js';
import { assertBooks, cashNotice, trackingKey } from '../../money/books.js';
import { untilBlocked } from '../../support/locks.js';
import { credentialOf, makeOrder, readOrder, refusal } from '../../support/made-orders.js';
import { startTestService } from '../../support/service.js';

const service = await startTestService();
const { deps } = service;
const merchant = await credentialOf(service);
const oxxo = (await deps.points.all()).find(({ code }) => code === 'OXXO') ?? assert.fail();
const RAIL: Rail = { id: '00000000-0000-0000-0000-000000000001', kind: 'cash', name: 'OXXO', mode: 'test' };

const charge = () => makeOrder(deps, merchant, { point: oxxo });
const pay = async (order: Order, amount: string): Promise<string> => {
  const transaction_id = trackingKey();
  const notice = await storeNotice(deps, RAIL, cashNotice(order.reference ?? '', amount, { transaction_id }));
  await deps.matcher.match(notice ?? assert.fail());
  return transaction_id;
};
const look = (order: Order, rail = RAIL) => lookUpCash(deps, rail, order.reference ?? '');

test('a till hears what is left to pay, as an amount in centavos', async () => {
  const order = await charge();
  assert.deepEqual(await look(order), {
    isPayable: true,
    outstanding: 10_000n,
    productName: 'Funda',
    expiresAt: order.expiry.at,
  });
  await pay(order, '40.50');
  assert.equal((await look(order))?.outstanding, 5_950n);
  await pay(order, '59.50');
  assert.deepEqual([(await look(order))?.isPayable, (await look(order))?.outstanding], [false, 0n]);
});

test('an order whose time has passed is known and not payable', async () => {
  const order = await charge();
  service.setTime(order.expiry.at);
  assert.equal((await look(order))?.isPayable, false);
  service.setTime(null);
  assert.equal((await look(order))?.isPayable, true);
});

test('a rail sees the orders of its points, and of no other', async () => {
  const order = await charge();
  assert.equal((await look(order, { ...RAIL, name: 'RED', points: ['EXTRA', 'OXXO'] }))?.isPayable, true);
  assert.equal(await look(order, { ...RAIL, points: ['EXTRA'] }), null, 'its name is no point of its own then');
});

test('another network, the other mode and a mistyped reference know nothing of it', async () => {
  const order = await charge();
  assert.equal(await look(order, { ...RAIL, name: 'EXTRA' }), null);
  assert.equal(await look(order, { ...RAIL, mode: 'live' }), null);
  assert.equal(await lookUpCash(deps, RAIL, `${order.reference?.slice(0, -1)}x`), null);
});

test('a payment is taken back once, however often and at once the till asks', async () => {
  const order = await charge();
  const transaction = await pay(order, '100.00');
  await Promise.all(Array.from({ length: 4 }, () => reverseCash(deps, RAIL, transaction)));
  await reverseCash(deps, RAIL, transaction);
  const { status, received } = await readOrder(deps, merchant, order.uuid);
  assert.deepEqual([status, received], ['pending', 0n]);
  await assertBooks(deps.db);
});

test('a payment of another network or mode, or an old one, is not taken back', async () => {
  const order = await charge();
  const transaction = await pay(order, '100.00');
  for (const rail of [
    { ...RAIL, name: 'EXTRA' },
    { ...RAIL, mode: 'live' as const },
  ])
    await reverseCash(deps, rail, transaction); // waits for a payment of its own network and mode
  assert.equal((await readOrder(deps, merchant, order.uuid)).status, 'paid');
  service.setTime(Date.now() + 11 * 60_000);
  await assert.rejects(reverseCash(deps, RAIL, transaction), refusal('not_reversible'));
  service.setTime(null);
  assert.equal((await readOrder(deps, merchant, order.uuid)).status, 'paid');
});

const payment = async (transaction: string) =>
  (await listPayments(deps.db, { mode: 'test', state: null, trackingKey: transaction, limit: 2 }))[0];
const noticesOf = (state: string) =>
  deps.db.query<{ body: string; problem: string | null }>(sql`
    select body, problem
    from rail_notices
    where state = ${state}
    order by id desc`);

test('a reversal that overtakes its payment is kept, and the payment is returned when it comes', async () => {
  const order = await charge();
  const transaction_id = trackingKey();
  const body = `{"network":"OXXO","transaction_id":"${transaction_id}","till":7}`;
  await reverseCash(deps, RAIL, transaction_id, body);
  await reverseCash(deps, RAIL, transaction_id, body);
  assert.equal((await noticesOf('waiting'))[0]?.body, body, 'kept as it came');
  for (let told = 0; told < 2; told++) {
    const notice = await storeNotice(deps, RAIL, cashNotice(order.reference ?? '', '100.00', { transaction_id }));
    await deps.matcher.match(notice ?? assert.fail());
  }
  const { status, received } = await readOrder(deps, merchant, order.uuid);
  assert.deepEqual([status, received], ['pending', 0n]);
  const { returned, flags, orderId, repeats } = (await payment(transaction_id)) ?? assert.fail();
  assert.deepEqual([returned, flags, orderId, repeats], [10_000n, ['reversed'], null, 1]);
  await reverseCash(deps, RAIL, transaction_id, body);
  assert.ok(!(await noticesOf('waiting')).some((notice) => notice.body === body), 'nothing waits any more');
  await assertBooks(deps.db);
});

test('a reversal and its payment at the same moment on two nodes: it is returned, whoever is first', async () => {
  const other = await startTestService({}, { databaseUrl: service.databaseUrl });
  for (let round = 0; round < 25; round++) {
    const order = await charge();
    const transaction_id = trackingKey();
    const notice = await storeNotice(deps, RAIL, cashNotice(order.reference ?? '', '100.00', { transaction_id }));
    await Promise.all([
      matchNotices(deps, [notice ?? assert.fail()]),
      reverseCash(round % 2 === 0 ? other.deps : deps, RAIL, transaction_id),
    ]);
    assert.equal((await readOrder(deps, merchant, order.uuid)).status, 'pending', `round ${round}`);
    assert.equal((await payment(transaction_id))?.returned, 10_000n, `round ${round}`);
  }
  await assertBooks(deps.db);
});

/** A reversal that was stored, and that nobody has handled: the process was killed. */
async function keep(transaction: string): Promise<void> {
  const [id, receivedAt] = [deps.random.uuid(deps.clock.now()), deps.clock.now()];
  const reverses = cashIdentity('test', 'OXXO', transaction);
  const notice = { id, railId: RAIL.id, kind: 'cash', mode: 'test', body: '{}', receivedAt } as const;
  await deps.notices.store({ ...notice, state: 'reversing', problem: null, reverses });
}

test('a reversal that a crash left behind is handled, by the time that it came', async () => {
  const [order, old] = [await charge(), await charge()];
  await keep(await pay(order, '100.00'));
  const late = await pay(old, '100.00');
  service.setTime(Date.now() + 11 * 60_000);
  await keep(late);
  service.setTime(Date.now() + 20 * 60_000);
  await matchLeftBehind(deps);
  service.setTime(null);
  assert.equal((await readOrder(deps, merchant, order.uuid)).status, 'pending', 'it came in time');
  assert.equal((await readOrder(deps, merchant, old.uuid)).status, 'paid', 'it came too late');
  assert.match((await noticesOf('ignored'))[0]?.problem ?? '', /10 minutes/);
  assert.deepEqual(await noticesOf('reversing'), []);
});

test('a payment that is told again does not use up the reversal that a crash left behind', async () => {
  const order = await charge();
  const transaction_id = trackingKey();
  const body = cashNotice(order.reference ?? '', '100.00', { transaction_id });
  const tell = async () => deps.matcher.match((await storeNotice(deps, RAIL, body)) ?? assert.fail());
  await tell();
  await keep(transaction_id);
  await tell();
  service.setTime(Date.now() + 60_000);
  await matchLeftBehind(deps);
  service.setTime(null);
  assert.equal((await readOrder(deps, merchant, order.uuid)).status, 'pending', 'the till has given the money back');
  await assertBooks(deps.db);
});

test('a reversal happens at the time of the order, which may have a clock of its own', async () => {
  const clock = await makeTestClock(deps, merchant.scope.accountId, Date.now() + 3_600_000);
  const order = await makeOrder(deps, merchant, { point: oxxo, testClockId: clock.id });
  const transaction = await pay(order, '100.00');
  await reverseCash(deps, RAIL, transaction);
  const after = await readOrder(deps, merchant, order.uuid);
  assert.deepEqual([after.status, after.updatedAt], ['pending', clock.frozenTime]);
});

test('a reversal that names no payment is kept as malformed and refused', async () => {
  await assert.rejects(reverseCash(deps, RAIL, ' ', '{"network":"OXXO"}'), refusal('malformed_notice'));
  const [kept] = await noticesOf('malformed');
  assert.deepEqual([kept?.body, kept?.problem], ['{"network":"OXXO"}', 'transaction_id is missing']);
});

test('money that is matched with an order while the till takes it back goes back out of the books of that merchant', async () => {
  const order = await charge();
  const transaction = await pay({ ...order, reference: '00000000000000' }, '100.00');
  const [lost] = await listPayments(deps.db, { mode: 'test', state: 'unmatched', trackingKey: transaction, limit: 1 });
  const paymentId = lost?.id ?? assert.fail();
  // Both wait for the payment, the match first; what the till read before is then no longer so.
  const held = new EventEmitter();
  const holding = deps.db.transaction(async (tx) => {
    await lockPayment(tx, paymentId);
    held.emit('locked');
    await once(held, 'released');
  });
  await once(held, 'locked');
  const matching = matchPayment(deps, { paymentId, orderId: formatOrderId(order.uuid), actor: 'test' });
  await untilBlocked(deps.db, 1);
  const reversing = reverseCash(deps, RAIL, transaction);
  await untilBlocked(deps.db, 2);
  held.emit('released');
  await Promise.all([holding, matching, reversing]);

  const after = await readOrder(deps, merchant, order.uuid);
  assert.deepEqual([after.status, after.received], ['pending', 0n]);
  await assertBooks(deps.db);
  const { proofs } = await verifyLedger(deps);
  assert.deepEqual(
    proofs.filter(({ broken }) => broken > 0),
    [],
  );
});
