// A policy returns money by itself. After a restore it must not return what it has returned already, in the database of before (D84).
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setPolicies } from '../../../src/actions/accounts/set-policy.js';
import { matchPayment, returnPayment } from '../../../src/actions/money/decide-payment.js';
import { MINUTE_MS } from '../../../src/domain/base/duration.js';
import { formatOrderId } from '../../../src/domain/base/identity.js';
import type { Payment } from '../../../src/domain/money/payment.js';
import { insertRestore } from '../../../src/store/keeping/restores.js';
import { listWork } from '../../../src/store/transfers/transfers.js';
import { transfer } from '../../support/arrived-money.js';
import { credentialOf, makeOrder } from '../../support/made-orders.js';
import { startTestService } from '../../support/service.js';

const service = await startTestService();
const { deps } = service;
const merchant = await credentialOf(service, service.merchant.keys.live.private);
await setPolicies(deps, { accountId: merchant.scope.accountId, policies: { paid_again: 'return' }, actor: 'test' });
const order = await makeOrder(deps, merchant);
const pay = (clabe = order.clabe ?? '') => transfer(service, { clabe, amount: '100.00', mode: 'live' });
await pay();

const now = Date.now();
await insertRestore(deps.db, { id: randomUUID(), moment: now, at: now + MINUTE_MS, by: 'test' });

const places = ({ held, returned }: Payment) => [held, returned];
const outgoing = async () => (await listWork(deps.db, { mode: 'live', status: null, limit: null })).length;

test('what was paid before the restore is held, until somebody decides that it goes back', async () => {
  const paid = await pay();
  assert.deepEqual([...places(paid), await outgoing()], [10_000n, 0n, 0]);
  const { id: paymentId } = paid;
  assert.deepEqual(places(await returnPayment(deps, { paymentId, actor: 'test' })), [0n, 10_000n]);
});

test('what is matched by hand is held, too', async () => {
  const { id: paymentId } = await pay('646180110400000007');
  const call = { paymentId, orderId: formatOrderId(order.uuid), actor: 'test' };
  assert.deepEqual(places(await matchPayment(deps, call)), [10_000n, 0n]);
});

test('what is paid after the restore is returned as the policy says', async () => {
  service.setTime(now + 2 * MINUTE_MS);
  const before = await outgoing();
  assert.deepEqual([...places(await pay()), (await outgoing()) - before], [0n, 10_000n, 1]);
});
