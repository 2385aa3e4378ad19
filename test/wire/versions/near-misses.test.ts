// What a misspelt field is said to mean: never a name that the account must not use any more (D95).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { object, request } from '../../../src/wire/shape/request.js';
import { optionalText, text } from '../../../src/wire/shape/text.js';
import { movesOf } from '../../../src/wire/versions/names.js';
import { knownIn, missesAmong } from '../../../src/wire/versions/near-misses.js';

const { fields } = request({ product: object({ title: text() }), payBy: optionalText() });
const renamed = { 'product.title': 'name', payBy: 'expiresAt' };
// `payBy` may be missing, so its earlier name is read of everybody.
const known = knownIn(fields, [{ date: '2027-01-01', renamed, moves: movesOf(renamed, (place) => place === 'payBy') }]);

const meantBy = (given: object, version: string) =>
  missesAmong(known, { ...given }, version).map(({ details }) => details?.['meant']);

test('near the earlier name of a field that must be there, its name in the version of the account is meant', () => {
  assert.deepEqual(meantBy({ product: { nmae: 'x' } }, '2026-12-01'), ['product.name']);
  assert.deepEqual(meantBy({ product: { nmae: 'x' } }, '2027-01-01'), ['product.title']);
  assert.deepEqual(meantBy({ product: { tilte: 'x' } }, '2027-01-01'), ['product.title']);
});

test('near an earlier name that everybody may use, that name is meant', () => {
  assert.deepEqual(meantBy({ expiersAt: 1 }, '2026-12-01'), ['expiresAt']);
  assert.deepEqual(meantBy({ expiersAt: 1 }, '2027-01-01'), ['expiresAt']);
});
