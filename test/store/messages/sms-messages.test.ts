// Slots for messages to a customer: as many as an order has, however many ask at once.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { Scope } from '../../../src/domain/accounts/account.js';
import { type NewSms, noteSmsFailed, noteSmsSent, takeSmsSlot } from '../../../src/store/messages/sms-messages.js';
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
