// What counts as the same name with a slip of the pen.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isNear, plainName } from '../../../src/domain/base/near-text.js';

for (const [written, meant, isSlip] of [
  ['curency', 'currency', true],
  ['currrency', 'currency', true],
  ['curerncy', 'currency', true],
  ['currancies', 'currency', false],
  ['expiers_at', 'expiresAt', true],
  ['ammount', 'amount', true],
  ['emial', 'email', true],
  ['mail', 'email', true],
  ['nmae', 'name', true],
  ['home', 'name', false],
  ['di', 'id', true],
  ['ulr', 'url', true],
  ['uri', 'url', false],
  ['zip', 'id', false],
  ['is', 'id', false],
  ['', 'id', false],
  ['colour', 'currency', false],
] as const) {
  test(`${written || 'nothing'} is ${isSlip ? 'near' : 'not near'} ${meant}`, () => {
    assert.equal(isNear(plainName(written), plainName(meant)), isSlip);
  });
}
