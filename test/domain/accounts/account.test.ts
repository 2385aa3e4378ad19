// Keys: how they look, which ones may be brought along, and what may be shown of them afterwards (D17).

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { isKeyForm, KEY_KINDS, type KeyKind, keyPrefix, makeKey } from '../../../src/domain/accounts/account.js';
import type { Mode } from '../../../src/domain/base/mode.js';

const forms: [mode: Mode, kind: KeyKind, form: RegExp][] = [
  ['test', 'public', /^pk_test_[A-Za-z0-9]{32}$/],
  ['test', 'private', /^sk_test_[A-Za-z0-9]{32}$/],
  ['live', 'public', /^pk_live_[A-Za-z0-9]{32}$/],
  ['live', 'private', /^sk_live_[A-Za-z0-9]{32}$/],
];
for (const [mode, kind, form] of forms) {
  test(`a ${mode} ${kind} key looks like ${form.source}`, () => {
    const key = makeKey(mode, kind, randomBytes);
    assert.match(key, form);
    assert.ok(isKeyForm(key));
  });
}

test('every made key is different', () => {
  const keys = new Set(Array.from({ length: 1000 }, () => makeKey('test', 'private', randomBytes)));
  assert.equal(keys.size, 1000);
});

test('every character of a key is equally likely: bytes that would favour some are passed over', () => {
  // The first character that a byte gives; the zero after it lets a byte that is passed over end, too.
  const firstOf = (byte: number) =>
    makeKey('test', 'public', (size) => Buffer.alloc(size, Buffer.from([byte, 0]))).slice(8, 9);
  const counts = new Map<string, number>();
  for (let byte = 0; byte < 248; byte++) counts.set(firstOf(byte), (counts.get(firstOf(byte)) ?? 0) + 1);
  assert.equal(counts.size, 62);
  assert.deepEqual(new Set(counts.values()), new Set([4]));
  for (let byte = 248; byte < 256; byte++) assert.equal(firstOf(byte), firstOf(0));
});

const brought: [key: string, fine: boolean][] = [
  ['a1b2c3d4', true],
  ['A-_z0-_9', true],
  ['x'.repeat(80), true],
  ['x'.repeat(7), false],
  ['x'.repeat(81), false],
  ['', false],
  ['has space', false],
  ['colon:colon', false],
  ['ñandúñandú', false],
  ['12345678\n', false],
];
for (const [key, fine] of brought) {
  test(`${JSON.stringify(key).slice(0, 30)} of ${key.length} characters ${fine ? 'may' : 'may not'} be brought along`, () =>
    assert.equal(isKeyForm(key), fine));
}

test('of a key is shown its kind, its mode and four characters more', () => {
  assert.equal(keyPrefix('sk_test_ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef'), 'sk_test_ABCD');
  assert.equal(keyPrefix('pk_live_ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef'), 'pk_live_ABCD');
  assert.equal(keyPrefix('a1b2c3d4e5f6'), 'a1b2');
});

test('what is shown of a key is its beginning and leaves at least four characters to guess, however short it is', () => {
  const prefixes = fc.constantFrom('', 'pk_test_', 'sk_test_', 'pk_live_', 'sk_live_');
  const keys = fc
    .tuple(prefixes, fc.stringMatching(/^[A-Za-z0-9_-]{0,60}$/))
    .map((parts) => parts.join(''))
    .filter(isKeyForm);
  fc.assert(
    fc.property(keys, (key) => {
      assert.ok(key.startsWith(keyPrefix(key)));
      assert.ok(key.length - keyPrefix(key).length >= 4, `${key} is shown as ${keyPrefix(key)}`);
    }),
  );
});

test('there are two kinds of keys', () => assert.deepEqual([...KEY_KINDS], ['public', 'private']));
