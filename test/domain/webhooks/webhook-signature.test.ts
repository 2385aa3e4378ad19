// Signatures against the reference library of Standard Webhooks (D51).

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import type { SigningSecrets } from '../../../src/domain/webhooks/endpoint.js';
import { makeSecret, sign, webhookHeaders } from '../../../src/domain/webhooks/webhook-signature.js';

const endpoint: SigningSecrets = {
  secret: makeSecret(randomBytes),
  previous: [],
};

function verifies(secret: string, body: string, headers: Record<string, string>): boolean {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
}

test('a secret is whsec_ and base64 of 24 bytes, another each time', () => {
  assert.match(makeSecret(randomBytes), /^whsec_[A-Za-z0-9+/]{32}$/);
  assert.notEqual(makeSecret(randomBytes), makeSecret(randomBytes));
});

test('the reference library makes the same signature for any id and body', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.stringMatching(/^[a-z0-9_-]{1,40}$/),
      fc.nat(2 ** 31),
      (body, id, timestamp) => {
        const secret = makeSecret(randomBytes);
        const theirs = new Webhook(secret).sign(id, new Date(timestamp * 1000), body);
        assert.equal(sign([secret], { id, timestamp, body }), theirs);
      },
    ),
  );
});

test('the reference library accepts our headers, and no other body, id, time or secret', () => {
  const body = '{"id":"ch_1","name":"Ñandú"}';
  const headers = webhookHeaders(endpoint, { id: 'evt_1', sequence: 1, body, at: Date.now() }, 'cobro');
  assert.ok(verifies(endpoint.secret, body, headers));
  assert.ok(!verifies(endpoint.secret, `${body} `, headers));
  assert.ok(!verifies(endpoint.secret, body, { ...headers, 'webhook-id': 'evt_2' }));
  const later = String(Number(headers['webhook-timestamp']) + 1);
  assert.ok(!verifies(endpoint.secret, body, { ...headers, 'webhook-timestamp': later }));
  assert.ok(!verifies(makeSecret(randomBytes), body, headers));
});

test('after a rotation both secrets fit until the overlap ends, then the new one only', () => {
  const until = Date.now();
  const rotated = {
    ...endpoint,
    secret: makeSecret(randomBytes),
    previous: [{ secret: endpoint.secret, until }],
  };
  const during = webhookHeaders(rotated, { id: 'evt_1', sequence: 1, body: '{}', at: until - 1 }, 'cobro');
  assert.deepEqual(
    [rotated.secret, endpoint.secret].map((secret) => verifies(secret, '{}', during)),
    [true, true],
  );
  const behind = webhookHeaders(rotated, { id: 'evt_1', sequence: 1, body: '{}', at: until }, 'cobro');
  assert.deepEqual(
    [rotated.secret, endpoint.secret].map((secret) => verifies(secret, '{}', behind)),
    [true, false],
  );
});
