// Stored answers without a person in them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eraseFromAnswer } from '../../../src/domain/keeping/erasure.js';

const PERSONAL = ['ana@example.com', 'Ana "Ani" Robles', '5512345678'];

test('whole values are replaced wherever they are and in whatever case, extras are emptied, the rest stays', () => {
  const answer = {
    id: 'ch_1',
    customer: { name: 'Ana "Ani" Robles', email: 'ANA@example.com', phone: '5512345678' },
    items: [{ to: 'ana@example.com' }],
    extras: { note: 'for Ana' },
    amount: 150.5,
    paid: false,
    image: null,
  };
  assert.deepEqual(JSON.parse(eraseFromAnswer(JSON.stringify(answer), PERSONAL)), {
    ...answer,
    customer: { name: 'erased', email: 'erased@erased.invalid', phone: 'erased' },
    items: [{ to: 'erased@erased.invalid' }],
    extras: {},
  });
});

test('an answer about others stays byte for byte, and a text that is no JSON is dropped only if it names the person', () => {
  for (const answer of ['{"name":"Ana",  "extras":{"a":1}}', '', 'plain', '{"amount":150.00}']) {
    assert.equal(eraseFromAnswer(answer, PERSONAL), answer);
  }
  assert.equal(eraseFromAnswer('to ana@example.com', PERSONAL), '{}');
  assert.equal(eraseFromAnswer('{"a":""}', ['']), '{"a":""}');
});
