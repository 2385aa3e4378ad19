// Lifetimes: what is read as an expiry, in which unit, and its limits to the millisecond (D27).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { expiryAfter, parseExpiry } from '../../../src/domain/orders/lifetime.js';

const NOW = 1_794_712_324_991;
const NOW_SECONDS = 1_794_712_324;
const MINUTE = 60_000;
const MONTH = 30 * 86_400_000;
const MONTH_SECONDS = 30 * 86_400;

const limits: [what: string, value: number, result: string][] = [
  ['a minute ago', NOW - MINUTE, 'ms'],
  ['a minute and a millisecond ago', NOW - MINUTE - 1, 'in_the_past'],
  ['now', NOW, 'ms'],
  ['in 30 days', NOW + MONTH, 'ms'],
  ['in 30 days and a millisecond', NOW + MONTH + 1, 'too_far'],
  // A time in seconds is the whole second it names: 991 ms of the current one have passed.
  ['a minute ago in seconds', NOW_SECONDS - 60, 's'],
  ['61 seconds ago in seconds', NOW_SECONDS - 61, 'in_the_past'],
  ['now in seconds', NOW_SECONDS, 's'],
  ['in 30 days in seconds', NOW_SECONDS + MONTH_SECONDS, 's'],
  ['in 30 days and a second in seconds', NOW_SECONDS + MONTH_SECONDS + 1, 'too_far'],
  ['1970', 0, 'in_the_past'],
  ['the largest number of seconds', 99_999_999_999, 'too_far'],
  ['the smallest number of milliseconds', 100_000_000_000, 'in_the_past'],
];
for (const [what, value, result] of limits) {
  test(`${what} is ${result.length > 2 ? `refused as ${result}` : `taken as ${result}`}, as a number and as a text`, () => {
    const wanted =
      result === 's' ? { at: value * 1000, unit: 's' } : result === 'ms' ? { at: value, unit: 'ms' } : result;
    assert.deepEqual(parseExpiry(value, NOW), wanted);
    assert.deepEqual(parseExpiry(String(value), NOW), wanted);
  });
}

test('a second that ended exactly a minute ago is still taken, a millisecond later no longer', () => {
  const second = NOW_SECONDS;
  assert.deepEqual(parseExpiry(second, second * 1000 + 999 + MINUTE), { at: second * 1000, unit: 's' });
  assert.equal(parseExpiry(second, second * 1000 + 1000 + MINUTE), 'in_the_past');
});

const nonsense: unknown[] = [
  'tomorrow',
  '2026-11-15T00:00:00Z',
  '',
  ' 1794885124',
  '1794885124 ',
  '1794885124.0',
  '1e10',
  '-5',
  '+1794885124',
  '0x6AFB',
  '١٧٩٤',
  '9'.repeat(30),
  1794885124.5,
  -5,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  2 ** 53,
  true,
  null,
  undefined,
  {},
  [],
  [1794885124],
  1794885124n,
];
for (const value of nonsense) {
  const shown = typeof value === 'bigint' ? `${value}n` : typeof value === 'number' ? value : JSON.stringify(value);
  test(`${shown} is not a time`, () => assert.equal(parseExpiry(value, NOW), 'not_a_time'));
}

test('within the limits seconds and milliseconds mean the same moment', () => {
  const seconds = fc.integer({ min: NOW_SECONDS - 59, max: NOW_SECONDS + MONTH_SECONDS });
  fc.assert(
    fc.property(seconds, (at) => {
      for (const value of [at, String(at)]) assert.deepEqual(parseExpiry(value, NOW), { at: at * 1000, unit: 's' });
      for (const value of [at * 1000, String(at * 1000)]) {
        assert.deepEqual(parseExpiry(value, NOW), { at: at * 1000, unit: 'ms' });
      }
    }),
  );
});

test('whatever is sent gives an expiry within the limits or a named fault, and never throws', () => {
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.maxSafeInteger(), fc.maxSafeInteger().map(String)), (value) => {
      const expiry = parseExpiry(value, NOW);
      if (typeof expiry === 'string') assert.ok(['not_a_time', 'in_the_past', 'too_far'].includes(expiry));
      else assert.ok(expiry.at >= NOW - MINUTE - 999 && expiry.at <= NOW + MONTH);
    }),
  );
});

test('the default is so many hours from now', () => {
  assert.deepEqual(expiryAfter(48, NOW), { at: NOW + 172_800_000, unit: 's' });
  assert.deepEqual(expiryAfter(24, NOW), { at: NOW + 86_400_000, unit: 's' });
});
