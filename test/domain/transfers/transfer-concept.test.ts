// Concepts of transfers: what is written is found again, and nothing else is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TRANSFER_REASONS } from '../../../src/domain/transfers/transfer.js';
import { conceptOf, endingIn } from '../../../src/domain/transfers/transfer-concept.js';

const ID = '018f0000-0000-7000-8000-00c0ffee00aa';

test('whatever the reason, a concept is found among the words of a bank', () => {
  for (const reason of TRANSFER_REASONS) {
    const concept = conceptOf({ id: ID, reason });
    assert.ok(concept.length <= 30, 'the least that a bank of the catalogue has room for');
    assert.equal(endingIn(concept), '00c0ffee00aa');
    assert.equal(endingIn(`BNET 1234 ${concept.toLowerCase()} REF 0000170`), '00c0ffee00aa');
  }
});

test('two concepts, a part of one, or other words name no transfer', () => {
  for (const text of [
    'PAGO 00C0FFEE00AA PAGO 00C0FFEE00AB',
    'PAGO 00C0FFEE00A',
    'PAGO 00C0FFEE00AAB',
    'PAGO A PROVEEDOR',
    '00C0FFEE00AA',
    '',
  ])
    assert.equal(endingIn(text), null, text);
});
