// Endpoints as merchants write them (D49).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readEndpoint } from '../../src/wire/endpoint.js';

test('a URL without scheme means http://, and one with stays as it was written', () => {
  for (const [given, wanted] of [
    ['prueba2.com', 'http://prueba2.com'],
    ['shop.example:8080/x?y=z', 'http://shop.example:8080/x?y=z'],
    ['HTTPS://Shop.example/X', 'HTTPS://Shop.example/X'],
  ])
    assert.deepEqual(readEndpoint({ url: given }, { urlRequired: true }), { url: wanted });
});

test('what is missing stays as it is, and only the word active switches on', () => {
  assert.deepEqual(readEndpoint({}, { urlRequired: false }), {});
  assert.deepEqual(readEndpoint({ status: 'inactive', url: null }, { urlRequired: false }), {});
  assert.deepEqual(readEndpoint({ status: 'active' }, { urlRequired: false }), { activate: true });
  assert.throws(() => readEndpoint({}, { urlRequired: true }));
});

test('kinds of events are known ones, each once', () => {
  const events = ['charge.late', 'charge.late', 'charge.success'];
  assert.deepEqual(readEndpoint({ events }, { urlRequired: false }).events, ['charge.late', 'charge.success']);
  for (const wrong of [[], ['charge.unknown'], 'charge.late', [null]])
    assert.throws(() => readEndpoint({ events: wrong }, { urlRequired: false }));
});
