// Card numbers as people write them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCardNumber } from '../../../src/domain/points/card.js';

for (const [text, wanted] of [
  ['4000 0000 0000 0002', '4000000000000002'],
  ['4000-0000-0000-0002', '4000000000000002'],
  ['1'.repeat(12), '1'.repeat(12)],
  ['1'.repeat(19), '1'.repeat(19)],
  ['1'.repeat(11), null],
  ['1'.repeat(20), null],
  ['4000000000000o02', null],
  ['', null],
] as const)
  test(`"${text}" is ${wanted === null ? 'no card number' : 'a card number'}`, () => {
    assert.equal(parseCardNumber(text), wanted);
  });
