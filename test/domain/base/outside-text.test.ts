// What texts from outside are held to before anybody reads them (D83).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hasLongLine, LONGEST_LINE, MOST_LEVELS, parseOutsideJson } from '../../../src/domain/base/outside-text.js';

const read = (text: string) => parseOutsideJson(text, JSON.parse);
const nested = (levels: number) => `${'['.repeat(levels)}1${']'.repeat(levels)}`;
const problemOf = (text: string) => {
  const parsed = read(text);
  return 'problem' in parsed ? parsed.problem : null;
};

test('JSON that is nested as deep as may be is read, and one level more is not even parsed', () => {
  assert.deepEqual(read('{"a":[{"b":1}]}'), { value: { a: [{ b: 1 }] } });
  assert.equal(problemOf(nested(MOST_LEVELS)), null);
  const unread = () => assert.fail('it was parsed');
  for (const text of [nested(MOST_LEVELS + 1), nested(30_000), '['.repeat(60_000), '{"a":'.repeat(12_000)])
    assert.match(JSON.stringify(parseOutsideJson(text, unread)), /nested deeper than 16 levels/);
});

test('brackets in texts are no levels, and any JSON of few levels is read as it is', () => {
  assert.deepEqual(read(JSON.stringify(['['.repeat(40), '\\"[[{{', '\\'])), {
    value: ['['.repeat(40), '\\"[[{{', '\\'],
  });
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      const text = JSON.stringify(value);
      assert.deepEqual(read(text), { value: JSON.parse(text) });
    }),
  );
});

test('a line that is too long is refused wherever it is, and a long text of short lines is not', () => {
  const long = 'x'.repeat(LONGEST_LINE + 1);
  for (const value of [{ a: long }, [[{ b: [long] }]], { [long]: 1 }, `a\n${long}`])
    assert.match(problemOf(JSON.stringify(value)) ?? '', /a line of more than 16,384 characters/);
  assert.equal(problemOf(JSON.stringify({ a: long.slice(1), b: '4111111111111111\n'.repeat(3_000) })), null);
  assert.equal(hasLongLine({ a: null, b: 1, c: { d: 'short' } }), false);
});

test('what is no JSON is told as such', () => assert.equal(problemOf('{"a":'), 'is not valid JSON'));
