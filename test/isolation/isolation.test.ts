// Isolation over every route: nothing of one merchant, or of one mode, is shown to or changed by those of another. The
// routes are those of the server, so a new one is tried as soon as it is there. `npm run torture -- --only isolation`
// tries every caller; here stands one of each kind.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPayService } from '../web/fixtures.js';
import { makeCallers } from './callers.js';
import { ownerOf, readBelongings } from './marks.js';
import { MERCHANT_TABLES } from './rows.js';
import { findMissing, sweep } from './sweep.js';
import { makeWorlds } from './worlds.js';

const CHOSEN =
  /^(nobody|(the (private|public) key|a revoked key|the owner) of zqatestzq|a test key of a suspended account|a cash rail of test mode)$/;
/** Live mode has no clocks, no messages without a gateway, and here only one payment point. */
const NOT_LIVE = [
  '/dashboard/live/clocks/:id: 404',
  '/dashboard/live/messages/:channel/:order/:id: 404',
  '/pay/:id/point: 409',
];

const service = await startPayService({ COBRO_WEBHOOK_ALLOW: '127.0.0.0/8' });
const worlds = await makeWorlds(service);
const callers = await makeCallers(service, worlds);

test('the things that callers ask for are there, for their owner', async () => {
  for (const world of worlds) {
    const missing = await findMissing(service, world);
    assert.deepEqual(missing.sort(), world.mode === 'test' ? [] : NOT_LIVE, world.word);
  }
});

test('every table of merchants has a row of every world, so that it is seen whether others get it', async () => {
  const belongings = await readBelongings(service.deps.db);
  for (const world of worlds) {
    const [own, both] = [ownerOf(world), `${world.account.account.id}/both` as const].map((one) => belongings.get(one));
    const empty = MERCHANT_TABLES.filter((name) => !own?.has(name) && !both?.has(name));
    assert.deepEqual(empty, [], `${world.word}: test/isolation/rows.ts has a row of each`);
  }
});

test('no caller sees or changes anything of another account or of the other mode', async (t) => {
  const chosen = callers.filter(({ name }) => CHOSEN.test(name));
  const targets = worlds.filter(({ word }) => word === 'zqbtestzq' || word === 'zqalivezq');
  const targetsOf = ({ name }: { name: string }) => (/private|owner/.test(name) ? targets : targets.slice(-1));
  const { requests, routes, leaks } = await sweep(service, { worlds, callers: chosen, targetsOf });
  t.diagnostic(`${requests} requests to ${routes} routes by ${chosen.length} callers`);
  assert.equal(chosen.length, 7);
  assert.deepEqual(leaks, []);
});
