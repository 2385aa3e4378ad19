// The signature of a row is an HMAC (D87): other versions of the service, and whoever checks by hand, make the same one.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { newRowKey, readRowKey } from '../../../src/domain/base/row-key.js';

const bytes = Buffer.from(Array.from({ length: 32 }, (_, at) => 7 * at + 200));
const key = readRowKey(newRowKey(() => bytes, { now: 0, isUpdate: false }));
const expected = (text: string) => `\\x${createHmac('sha256', bytes).update(text).digest('hex').slice(0, 32)}`;

test('a signature is an HMAC with SHA-256, whatever the text and whichever was signed before', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => assert.equal(key.sign(text), expected(text))));
  for (const length of [0, 1_000, 1_365, 1_366, 4_096, 4_097, 100_000, 3])
    for (const sign of ['a', 'ñ', '😀']) {
      const text = sign.repeat(length);
      assert.equal(key.sign(text), expected(text), `${length} of ${sign}`);
    }
});
