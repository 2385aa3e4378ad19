// Endpoints as merchants write them (D49).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../../src/errors/errors.js';
import type { JsonObject } from '../../../src/wire/json.js';
import { withNewestNames } from '../../../src/wire/versions/in-version.js';
import { NEWEST_VERSION } from '../../../src/wire/versions/versions.js';
import {
  ChangeEndpoint,
  endpointChange,
  newEndpoint,
  RegisterEndpoint,
} from '../../../src/wire/webhooks/endpoint-request.js';

const readNewEndpoint = (body: JsonObject) =>
  newEndpoint(RegisterEndpoint.read(withNewestNames(RegisterEndpoint, body, NEWEST_VERSION)));
const readEndpointChange = (body: JsonObject) =>
  endpointChange(ChangeEndpoint.read(withNewestNames(ChangeEndpoint, body, NEWEST_VERSION)));

test('a URL without scheme means http://, and one with stays as it was written', () => {
  for (const [given, wanted] of [
    ['prueba2.com', 'http://prueba2.com'],
    ['shop.example:8080/x?y=z', 'http://shop.example:8080/x?y=z'],
    ['HTTPS://Shop.example/X', 'HTTPS://Shop.example/X'],
  ])
    assert.deepEqual(readNewEndpoint({ url: given }), { url: wanted });
});

test('what is missing stays as it is, and only the word active switches on', () => {
  assert.deepEqual(readEndpointChange({}), {});
  assert.deepEqual(readEndpointChange({ status: 'inactive', url: null }), {});
  assert.deepEqual(readEndpointChange({ status: 'active' }), { activate: true });
  assert.throws(() => readNewEndpoint({}));
});

test('kinds of events are known ones, each once', () => {
  const events = ['charge.late', 'charge.late', 'charge.success'];
  assert.deepEqual(readEndpointChange({ events }).events, ['charge.late', 'charge.success']);
  for (const wrong of [[], ['charge.unknown'], 'charge.late', [null]])
    assert.throws(() => readEndpointChange({ events: wrong }));
});

test('the kind may be called type, and its fault names webhookType all the same', () => {
  assert.deepEqual(readEndpointChange({ type: 'secondary' }), { kind: 'secondary' });
  assert.deepEqual(readEndpointChange({ webhookType: 'primary', type: 'nonsense' }), { kind: 'primary' });
  assert.throws(
    () => readNewEndpoint({ type: 'third', events: 'x', interface_version: 'x' }),
    (error) => {
      assert.ok(error instanceof AppError);
      assert.deepEqual(
        error.faults.map((fault) => `${fault.param} ${fault.error}`),
        ['url required', 'webhookType not_allowed', 'events not_allowed', 'interface_version not_a_date'],
      );
      return true;
    },
  );
});
