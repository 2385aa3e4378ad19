// Slots for messages to a customer: as many as an order has, however many ask at once.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { Scope } from '../../../src/domain/account.js';
import {
  listSms,
  type NewSms,
  noteSmsFailed,
  noteSmsSent,
  takeSmsSlot,
} from '../../../src/store/orders/sms-messages.js';
import { openTestDb } from '../../support/database.js';

const db = await openTestDb();
const scope: Scope = { accountId: randomUUID(), mode: 'live' };

const sms = (orderId: string, change: Partial<NewSms> = {}): NewSms => ({
  ...{ scope, orderId, id: randomUUID(), phone: '+525512345678', text: 'Paga aquí', gateway: 'log', at: 1 },
  ...change,
});

test('requests of the same moment get the slots of an order and no more', async () => {
  const orderId = randomUUID();
  const taken = await Promise.all(Array.from({ length: 6 }, () => takeSmsSlot(db, sms(orderId), 2)));
  assert.deepEqual(taken.filter(Boolean).length, 2);
  assert.equal(await takeSmsSlot(db, sms(orderId), 2), false);
});

test('the same order id in another mode or account has slots of its own', async () => {
  const orderId = randomUUID();
  assert.equal(await takeSmsSlot(db, sms(orderId), 1), true);
  assert.equal(await takeSmsSlot(db, sms(orderId), 1), false);
  assert.equal(await takeSmsSlot(db, sms(orderId, { scope: { ...scope, mode: 'test' } }), 1), true);
  assert.equal(await takeSmsSlot(db, sms(orderId, { scope: { ...scope, accountId: randomUUID() } }), 1), true);
});

test('a message that failed gives its slot back, one that was sent does not', async () => {
  const orderId = randomUUID();
  const [failing, sent] = [sms(orderId), sms(orderId)];
  assert.equal(await takeSmsSlot(db, failing, 1), true);
  await noteSmsFailed(db, failing);
  assert.equal(await takeSmsSlot(db, sent, 1), true);
  await noteSmsSent(db, sent, 'gateway-1');
  assert.equal(await takeSmsSlot(db, sms(orderId), 1), false);
});

test('a merchant sees their own messages of that mode, the operator all of them, newest first', async () => {
  const mine: Scope = { accountId: randomUUID(), mode: 'test' };
  for (const at of [10, 30, 20]) await takeSmsSlot(db, sms(randomUUID(), { scope: mine, at }), 1);
  await takeSmsSlot(db, sms(randomUUID(), { scope: { ...mine, mode: 'live' }, at: 40 }), 1);
  const listed = await listSms(db, mine, 2);
  assert.deepEqual(
    listed.map(({ createdAt, state }) => [createdAt, state]),
    [
      [30, 'sending'],
      [20, 'sending'],
    ],
  );
  assert.deepEqual(listed[0]?.scope, mine);
  assert.equal((await listSms(db, null, 1))[0]?.createdAt, 40);
});
