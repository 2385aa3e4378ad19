// Isolation over every route: nothing of one merchant, or of one mode, is shown to or changed by those of another. The
// routes are those of the server, so a new one is tried as soon as it is there. `npm run torture -- --only isolation`
// tries every caller; here stands one of each kind.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPayService } from '../web/fixtures.js';
import { makeCallers } from './callers.js';
import { sweep } from './sweep.js';
import { makeWorlds } from './worlds.js';

const service = await startPayService({ COBRO_WEBHOOK_ALLOW: '127.0.0.0/8' });
const worlds = await makeWorlds(service);
const callers = await makeCallers(service, worlds);

test('no caller sees or changes anything of another account or of the other mode', async (t) => {
  const chosen = callers.filter(({ name }) => /nobody|zqatest|spei rail of test|operator's viewer/.test(name));
  const targets = worlds.filter(({ word }) => word === 'zqbtestzq' || word === 'zqalivezq');
  const { requests, routes, leaks } = await sweep(service, { worlds, callers: chosen, targetsOf: () => targets });
  t.diagnostic(`${requests} requests to ${routes} routes by ${chosen.length} callers`);
  assert.deepEqual(leaks, []);
});
