// Text of others, made harmless for a terminal.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { visible, visibleLine } from '../../../src/domain/base/visible-text.js';

const DANGEROUS = /(?![\t\n])[\p{Cc}\u202e\u2066]/u;

test('escape sequences, bells, carriage returns and text in the other direction become visible', () => {
  assert.equal(visible('a\u001b[2Jb'), 'a\\u001b[2Jb');
  assert.equal(visible('\u009b31m \u0007 \r \u007f \u202e'), '\\u009b31m \\u0007 \\u000d \\u007f \\u202e');
  assert.equal(visible('líneas\n\tñ € 日本 🎉'), 'líneas\n\tñ € 日本 🎉');
  assert.equal(visibleLine('one\ntwo\tthree'), 'one\\u000atwo\\u0009three');
});

test('nothing dangerous is left in any text, and a JSON document means the same as before', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      assert.doesNotMatch(visible(text), DANGEROUS);
      assert.doesNotMatch(visibleLine(text), /[\n\t]/);
      assert.equal(JSON.parse(visible(JSON.stringify(text))), text);
    }),
  );
});
