// Expiry, and the release of funds: what workers do to orders when time passes (D36, D48).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchNotices } from '../../../src/actions/money/match-payments.js';
import { storeNotice } from '../../../src/actions/money/receive-notice.js';
import { refundOrder } from '../../../src/actions/money/refund-order.js';
import { makeTestPayment } from '../../../src/actions/money/test-payment.js';
import { expireOrders } from '../../../src/actions/orders/expire-orders.js';
import { makeTestClock, moveTestClock } from '../../../src/actions/orders/move-test-clock.js';
import { releaseFunds } from '../../../src/actions/orders/release-funds.js';
import { NIL_UUID } from '../../../src/domain/base/identity.js';
import { findBalances } from '../../../src/store/money/balances.js';
import { sql } from '../../../src/store/sql.js';
import { assertBooks, speiNotice } from '../../money/books.js';
import { untilBlocked } from '../../support/locks.js';
import { credentialOf, makeOrder, makePaidOrder, readOrder, refusal } from '../../support/made-orders.js';
import { startTestService } from '../../support/service.js';

const service = await startTestService({ COBRO_SETTLEMENT_DELAY_HOURS: '2' });
const { deps } = service;
const merchant = await credentialOf(service);
const HOUR_MS = 3_600_000;
const START = Date.parse('2026-11-02T12:00:00Z');

test('an order expires when its time has passed, once, whoever looks', async () => {
  service.setTime(START);
  const { uuid } = await makeOrder(deps, merchant, { expiry: { at: START + HOUR_MS, unit: 'ms' } });
  await expireOrders(deps);
  assert.equal((await readOrder(deps, merchant, uuid)).status, 'pending');
  service.setTime(START + HOUR_MS);
  const expired = await Promise.all([1, 2, 3].map(() => expireOrders(deps)));
  assert.equal(
    expired.reduce((sum, one) => sum + one),
    1,
  );
  const order = await readOrder(deps, merchant, uuid);
  assert.deepEqual([order.status, order.lastEvent], ['expired', 2]);
});

test('a paid order never expires, and an order on a test clock only by that clock', async () => {
  service.setTime(START);
  const paid = await makePaidOrder(deps, merchant);
  const clock = await makeTestClock(deps, merchant.scope.accountId);
  const clocked = await makeOrder(deps, merchant, {
    testClockId: clock.id,
    expiry: { at: START + HOUR_MS, unit: 'ms' },
  });
  service.setTime(START + 100 * HOUR_MS);
  await expireOrders(deps);
  assert.equal((await readOrder(deps, merchant, paid.uuid)).status, 'paid');
  assert.equal((await readOrder(deps, merchant, clocked.uuid)).status, 'pending');
  await moveTestClock(deps, merchant.scope.accountId, { id: clock.id, to: START + HOUR_MS });
  assert.equal((await readOrder(deps, merchant, clocked.uuid)).status, 'expired');
});

test('a test clock never goes back, and no other account can move it', async () => {
  service.setTime(START);
  const { accountId } = merchant.scope;
  const { id } = await makeTestClock(deps, accountId, START);
  const move = (account: string, to: number) => moveTestClock(deps, account, { id, to });
  await assert.rejects(move(accountId, START - 1), refusal('invalid_request'));
  await assert.rejects(move(service.other.account.id, START + 1), refusal('test_clock_not_found'));
  await assert.rejects(moveTestClock(deps, accountId, { id: 'x', to: START }), refusal('test_clock_not_found'));
  assert.deepEqual(await move(accountId, START), { id, frozenTime: START });
});

test('funds are released when the delay is over, once, and the books hold', async () => {
  service.setTime(START);
  await releaseFunds(deps);
  const before = await findBalances(deps.db, merchant.scope);
  const { uuid } = await makePaidOrder(deps, merchant);
  service.setTime(START + 2 * HOUR_MS - 1);
  await releaseFunds(deps);
  assert.equal((await readOrder(deps, merchant, uuid)).released, false);
  service.setTime(START + 2 * HOUR_MS);
  await Promise.all([1, 2, 3].map(() => releaseFunds(deps)));
  assert.equal((await readOrder(deps, merchant, uuid)).released, true);
  const after = await findBalances(deps.db, merchant.scope);
  assert.equal(after.pending, 0n);
  assert.equal(after.available - before.available - before.pending, 10_000n - 950n - 152n);
  await assertBooks(deps.db);
});

test('funds of an order on a test clock are released by that clock, and its entries have the time of the books', async () => {
  service.setTime(START);
  const { accountId } = merchant.scope;
  const ahead = START + 1_000 * HOUR_MS;
  const clock = await makeTestClock(deps, accountId, ahead);
  service.setTime(ahead);
  const { uuid } = await makeOrder(deps, merchant, { testClockId: clock.id });
  service.setTime(START);
  await makeTestPayment(deps, { merchant, uuid, scenario: 'exact', amount: null, at: null });
  const isReleased = async () => (await readOrder(deps, merchant, uuid)).released;
  await moveTestClock(deps, accountId, { id: clock.id, to: ahead + 2 * HOUR_MS - 1 });
  service.setTime(START + HOUR_MS);
  await releaseFunds(deps);
  assert.equal(await isReleased(), false);
  await moveTestClock(deps, accountId, { id: clock.id, to: ahead + 2 * HOUR_MS });
  assert.equal(await isReleased(), true);
  await refundOrder(deps, { key: { scope: merchant.scope, uuid }, amount: null, reason: null, actor: 'test' });
  const entries = await deps.db.query<{ kind: string; created_at: number }>(
    sql`select kind, created_at from ledger_entries where order_id = ${uuid} order by id`,
  );
  assert.deepEqual(
    entries.map(({ kind, created_at }) => [kind, created_at]),
    [
      ['payment', START],
      ['release', START + HOUR_MS],
      ['refund', START + HOUR_MS],
    ],
  );
  await assertBooks(deps.db);
});

test('the time of day releases nothing on a test clock, and money paid long ago on it is released at once', async () => {
  service.setTime(START - 500 * HOUR_MS);
  const clock = await makeTestClock(deps, merchant.scope.accountId);
  const one = await makeOrder(deps, merchant, { testClockId: clock.id });
  const two = await makeOrder(deps, merchant, { testClockId: clock.id });
  service.setTime(START);
  const isReleasedAfter = async (uuid: string, at: number) => {
    await makeTestPayment(deps, { merchant, uuid, scenario: 'exact', amount: null, at });
    await releaseFunds(deps);
    return (await readOrder(deps, merchant, uuid)).released;
  };
  await moveTestClock(deps, merchant.scope.accountId, { id: clock.id, to: START - 490 * HOUR_MS });
  assert.equal(await isReleasedAfter(one.uuid, START - 490 * HOUR_MS), false);
  assert.equal(await isReleasedAfter(two.uuid, START - 499 * HOUR_MS), true);
});

test('a payment that waited for a lock over midnight is booked on the new day', async () => {
  const midnight = Date.parse('2026-11-03T06:00:00Z'); // of Mexico City
  service.setTime(midnight - 1);
  const { uuid, clabe } = await makeOrder(deps, merchant);
  const rail = { id: NIL_UUID, kind: 'spei', name: 'test', mode: 'test' } as const;
  const told = await storeNotice(deps, rail, speiNotice(clabe ?? '', '100.00', { tsLiquidacion: midnight - 1 }));
  let matching: Promise<void> | undefined;
  await deps.db.transaction(async (tx) => {
    await tx.query(sql`select 1 from orders where id = ${uuid} for update`);
    matching = matchNotices(deps, [told ?? assert.fail()]);
    await untilBlocked(deps.db, 1);
    service.setTime(midnight + 1);
  });
  await matching;
  const days = await deps.db.query(sql`
    select (created_at at time zone 'America/Mexico_City')::date::text as day
    from ledger_entries where order_id = ${uuid}`);
  assert.deepEqual(days, [{ day: '2026-11-03' }]);
});
