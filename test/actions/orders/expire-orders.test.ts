// Expiry, and the release of funds: what workers do to orders when time passes (D36, D48).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { releaseFunds } from '../../../src/actions/money/release-funds.js';
import { expireOrders } from '../../../src/actions/orders/expire-orders.js';
import { makeTestClock, moveTestClock } from '../../../src/actions/orders/move-test-clock.js';
import { findBalances } from '../../../src/store/money/balances.js';
import { assertBooks } from '../../money/books.js';
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
