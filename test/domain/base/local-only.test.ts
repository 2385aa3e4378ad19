// Whether only this machine uses the service (D76).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLocalOnly } from '../../../src/domain/base/local-only.js';

test('only a service that listens on loopback and is published there is local', () => {
  for (const [host, baseUrl, isLocal] of [
    ['127.0.0.1', 'http://127.0.0.1:8080', true],
    ['localhost', 'http://localhost:8080', true],
    ['::1', 'http://[::1]:8080', true],
    ['127.0.0.1', 'https://pay.example.com', false],
    ['0.0.0.0', 'http://localhost:8080', false],
    ['127.0.0.1', 'https://localhost.example.com', false],
  ] as const)
    assert.equal(isLocalOnly({ host, baseUrl }), isLocal, `${host} ${baseUrl}`);
});
