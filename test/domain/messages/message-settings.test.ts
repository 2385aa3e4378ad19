// What a merchant may set about e-mails, and how their texts are filled in.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  changeMessageSettings,
  DEFAULT_MESSAGE_SETTINGS,
  faultsOf,
  fillPlaces,
  isAnyOn,
  LONGEST_INTRODUCTION,
  LONGEST_SUBJECT,
  type MessageSettingsChange,
} from '../../../src/domain/messages/message-settings.js';

const faults = (change: MessageSettingsChange) =>
  faultsOf(changeMessageSettings(DEFAULT_MESSAGE_SETTINGS, change)).map(({ param, error }) => [param, error]);
const subject = (text: string) => ({ kinds: { paid: { texts: { es: { subject: text } } } } });
const introduction = (text: string) => ({ kinds: { refund: { texts: { en: { introduction: text } } } } });

test('everything is off at first, and the default has no fault', () => {
  assert.equal(isAnyOn(DEFAULT_MESSAGE_SETTINGS), false);
  assert.deepEqual(faultsOf(DEFAULT_MESSAGE_SETTINGS), []);
});

test('a change leaves what it does not name', () => {
  const first = changeMessageSettings(DEFAULT_MESSAGE_SETTINGS, { ...subject('Listo {name}'), language: 'en' });
  const second = changeMessageSettings(first, { kinds: { paid: { isOn: true } }, replyTo: ' a@example.com ' });
  assert.equal(second.kinds.paid.texts.es.subject, 'Listo {name}');
  assert.deepEqual([second.language, second.replyTo, second.kinds.paid.isOn], ['en', 'a@example.com', true]);
  assert.equal(second.kinds.instructions.isOn, false);
  assert.equal(changeMessageSettings(second, { replyTo: '' }).replyTo, null);
});

test('texts may have the known places in braces and no other, and no hidden characters', () => {
  assert.deepEqual(faults(subject('{name} {amount} {folio} {shop}')), []);
  assert.deepEqual(faults(introduction('one\r\ntwo\nthree')), []);
  for (const text of ['{nombre}', '{}', 'a {Name}'])
    assert.deepEqual(faults(subject(text)), [['kinds.paid.es.subject', 'unknown_placeholder']], text);
  for (const text of ['a\nBcc: x@example.com', 'a\u0000b', 'a\u202eb', 'a\u2028b', 'a\ud800b'])
    assert.deepEqual(faults(subject(text)), [['kinds.paid.es.subject', 'invalid_characters']], JSON.stringify(text));
  assert.deepEqual(faults(subject('x'.repeat(LONGEST_SUBJECT + 1))), [['kinds.paid.es.subject', 'too_long']]);
  assert.deepEqual(faults(introduction('x'.repeat(LONGEST_INTRODUCTION + 1))), [
    ['kinds.refund.en.introduction', 'too_long'],
  ]);
});

test('answers go to one address, and reminders come whole hours before the end', () => {
  for (const replyTo of ['ana', 'a@b', 'a@example.com,b@example.com', 'Ana <a@example.com>'])
    assert.deepEqual(faults({ replyTo }), [['reply_to', 'invalid_email']], replyTo);
  for (const reminderHours of [0, 169, 1.5, Number.NaN])
    assert.deepEqual(faults({ reminderHours }), [['reminder_hours', 'out_of_range']]);
  assert.deepEqual(faults({ reminderHours: 168 }), []);
});

test('places are filled in once, and a missing name leaves no gap', () => {
  const values = { name: '{shop}', amount: '$1.00', folio: 'F', shop: 'S', way: 'W', until: 'U' };
  assert.equal(fillPlaces('{name} {amount} {other}', values), '{shop} $1.00 {other}');
  assert.equal(fillPlaces('Hola {name}: ya, {name}!', { ...values, name: '' }), 'Hola: ya,!');
});
