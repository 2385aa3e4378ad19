// What a start says: links to sign in are written to a terminal, and never to a log (D82).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { greeting } from '../../src/cli/serve/greeting.js';
import { readSettings } from '../../src/settings/settings.js';

const settings = readSettings({ COBRO_BASE_URL: 'http://localhost:8080' });
const service = {
  url: 'http://127.0.0.1:8080',
  demo: null,
  signIn: { merchant: null, operator: 'http://localhost:8080/dashboard/link/SECRET' },
  stop: async () => undefined,
};

test('a terminal gets the link, at the address where the service is', () => {
  const lines = greeting(service, settings, 'terminal').split('\n');
  const links = lines.filter((line) => line.includes('sign in'));
  assert.deepEqual(links, [
    '  sign in        http://127.0.0.1:8080/dashboard/link/SECRET (operator; good once, for an hour)',
  ]);
});

test('a log gets the command that makes one', () => {
  const text = greeting(service, settings, 'log');
  assert.doesNotMatch(text, /SECRET|dashboard\/link/);
  assert.match(text, /^ {2}sign in {8}npx cobro operator link$/m);
});
