// Where a demo may run (D82, D98).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayBeDemo } from '../../../src/domain/people/demo.js';

const AT_HOME = {
  host: '127.0.0.1',
  baseUrl: 'http://127.0.0.1:8080',
  databaseUrl: null,
  clabePrefix: null,
  environment: null,
};

test('a demo runs at home, and each sign of an installation that people rely on ends it', () => {
  assert.equal(mayBeDemo(AT_HOME), true);
  assert.equal(mayBeDemo({ ...AT_HOME, environment: 'development' }), true);
  for (const sign of [
    { host: '0.0.0.0' },
    { host: '192.168.1.5' },
    { baseUrl: 'https://pay.example.com' },
    { baseUrl: 'https://localhost.example.com' },
    { databaseUrl: 'postgres://db.example/cobro' },
    { clabePrefix: '646180' },
    { environment: 'production' },
  ])
    assert.equal(mayBeDemo({ ...AT_HOME, ...sign }), false, JSON.stringify(sign));
});
