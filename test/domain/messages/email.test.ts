// Which events cause an e-mail, when it is due, and to which addresses we write.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS } from '../../../src/domain/base/duration.js';
import { readMailbox } from '../../../src/domain/base/mailbox.js';
import { nextTryAt } from '../../../src/domain/messages/email.js';
import { emailsOf, isStillTrue, reminderTime } from '../../../src/domain/messages/email-causes.js';
import { changeMessageSettings, DEFAULT_MESSAGE_SETTINGS } from '../../../src/domain/messages/message-settings.js';
import { orderEvent } from '../../../src/domain/orders/event.js';
import type { EventType } from '../../../src/domain/orders/event-types.js';
import type { Order, Status } from '../../../src/domain/orders/order.js';
import { sampleOrder as makeOrder } from '../../support/order.js';

const on = { isOn: true };
const settings = changeMessageSettings(DEFAULT_MESSAGE_SETTINGS, {
  kinds: { instructions: on, paid: on, expiring: on, refund: on },
});

const life = (hours: number) => ({ createdAt: 0, expiry: { at: hours * HOUR_MS, unit: 'ms' as const } });
const reminded = (hours: number, lead: number | null) => {
  const at = reminderTime(life(hours), lead);
  return at === null ? null : at / HOUR_MS;
};

test('the reminder comes so many hours before the end, or after three quarters of a short life', () => {
  assert.equal(reminded(72, null), 48);
  assert.equal(reminded(48, null), 24);
  assert.equal(reminded(24, null), 18);
  assert.equal(reminded(24, 3), 21);
  assert.equal(reminded(24, 13), 18);
  assert.equal(reminded(0.5, 1), null);
});

test('the first event, a payment and a refund cause e-mails, each kind only if it is on', () => {
  const order = makeOrder();
  const kinds = (type: EventType, sequence: number, wanted = settings) =>
    emailsOf(order, orderEvent(order, sequence, type), wanted).map(({ kind }) => kind);
  assert.deepEqual(kinds('charge.pending', 1), ['instructions', 'expiring']);
  assert.deepEqual(kinds('charge.pending', 3), [], 'a till took its payment back');
  assert.deepEqual(kinds('charge.success', 2), ['paid']);
  assert.deepEqual(kinds('charge.refunded', 3), ['refund']);
  for (const type of ['charge.partial', 'charge.expired', 'charge.canceled', 'charge.overpaid'] as const)
    assert.deepEqual(kinds(type, 2), [], type);
  assert.deepEqual(kinds('charge.pending', 1, DEFAULT_MESSAGE_SETTINGS), []);
});

test('an e-mail is true only in the situation that it tells of', () => {
  const at = (status: Status, change: Partial<Order> = {}) => ({ ...makeOrder(), status, ...change });
  const before = makeOrder().expiry.at - 1;
  assert.equal(isStillTrue('instructions', at('pending'), before), true);
  assert.equal(isStillTrue('expiring', at('pending'), before + 1), false, 'its time is over');
  assert.equal(isStillTrue('instructions', at('paid'), before), false);
  assert.equal(isStillTrue('paid', at('paid'), before), true);
  assert.equal(isStillTrue('paid', at('pending'), before), false);
  assert.equal(isStillTrue('refund', at('paid', { refunded: 1n }), before), true);
  assert.equal(isStillTrue('refund', at('paid'), before), false, 'the bank sent it back');
});

test('after seven tries there is no other', () => {
  assert.equal(nextTryAt(1, 0), 60_000);
  assert.equal(nextTryAt(6, 0), 6 * HOUR_MS);
  assert.equal(nextTryAt(7, 0), null);
});

test('we write to one plain mailbox', () => {
  const good = { 'ana+x@example.com': 'ana+x@example.com', "o'neil@mail.example.mx": "o'neil@mail.example.mx" };
  for (const [given, read] of Object.entries(good)) assert.equal(readMailbox(given), read);
  assert.equal(readMailbox('ana@correo.ñandú.mx'), 'ana@correo.xn--and-6ma2c.mx');
  const bad = [
    ...['', '@', 'ana', 'ana@', '@example.com', 'a b@example.com', 'a@b', 'a@example..com', '.a@example.com'],
    ...['a@localhost', 'erased@erased.invalid', 'a@[127.0.0.1]', 'a@127.0.0.1', '"a"@example.com', 'a@b@example.com\n'],
    ...['a,b@example.com', '<a@example.com>', 'a@example.com\r\nBcc: b@example.com', `${'a'.repeat(65)}@example.com`],
  ];
  for (const address of bad) assert.equal(readMailbox(address), null, JSON.stringify(address));
});
