// How the node of a coin does (D92): it is looked after like a rail, on the desk and in the metrics.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { watchNode } from '../../../../src/actions/money/coins/watch-chain.js';
import type { Chain } from '../../../../src/adapters/chains/chain.js';
import { nodeRailId } from '../../../../src/domain/rails/node-rail.js';
import { readHealth } from '../../../../src/store/rails/rail-hours.js';
import { sql } from '../../../../src/store/sql.js';
import { createTestChain } from '../../../support/coin-chain.js';
import { textOf } from '../../fixtures.js';
import { startDesk } from './desk.js';

const { service, desk } = await startDesk({ COBRO_BTC_NODE: 'http://cobro:letmein@127.0.0.1:1' });
const { deps } = service;
const node = createTestChain(deps.clock.now);
const chain: Chain = { coin: 'BTC', node, witness: null, confirmations: [{ below: null, blocks: 1 }] };
const ANSWERS = nodeRailId('BTC', 'answers');
const metrics = async () => (await service.call('GET', '/metrics')).text;

test('its answers and failures are counted, and a failure is not an answer', async () => {
  assert.doesNotMatch(await metrics(), /cobro_node_\w+\{/, 'it was never asked');
  await watchNode(deps, chain);
  node.mine(2);
  await watchNode(deps, chain);
  const before = (await readHealth(deps.db, deps.clock.now())).get(ANSWERS)?.lastAt ?? assert.fail('it is not counted');
  node.isAway = true;
  service.setTime(Date.now() + 1_000);
  await assert.rejects(watchNode(deps, chain), /away/);
  service.setTime(null);
  const health = (await readHealth(deps.db, deps.clock.now())).get(ANSWERS);
  assert.deepEqual([health?.lastAt, health?.failed], [before, 1]);
  const text = await metrics();
  for (const line of [/cobro_node_silent_seconds\{coin="BTC"\} \d/, /cobro_node_block_age_seconds\{coin="BTC"\} \d/])
    assert.match(text, line);
  assert.match(text, /cobro_node_height\{coin="BTC"\} 102/);
  assert.match(text, /cobro_node_failures\{coin="BTC"\} 1/);
  const page = await desk.get('/rails');
  assert.match(textOf(page), /BTC 127\.0\.0\.1:1 .*Bien/);
  assert.doesNotMatch(page.text, /letmein/);
});

test('a node that has not answered for 40 minutes is silent on the desk, and the doctor says so', async () => {
  await deps.db.query(sql`update rail_hours set last_at = last_at - interval '41 minutes' where rail_id = ${ANSWERS}`);
  await deps.db.query(sql`
    insert into rail_hours (rail_id, hour, notices, failed, last_at)
    select ${ANSWERS}::uuid, date_trunc('hour', now()) - interval '1 hour' - day * interval '1 day', 720, 0,
      now() - day * interval '1 day'
    from generate_series(1, 7) day`);
  assert.match(textOf(await desk.get('/rails')), /BTC 127\.0\.0\.1:1 .*Callado hace 4\d minutos/);
  assert.match(textOf(await desk.get('/today')), /Riel BTC Nada desde hace 4\d minutos.* Urgente/);
  assert.match(textOf(await desk.get('/doctor')), /Riel BTC Nada desde hace 4\d minutos/);
});

test('a coin whose node is no longer asked is in no metric', async () => {
  await deps.db.query(sql`
    delete from rail_hours
    where rail_id = ${ANSWERS}
      and hour > now() - interval '1 day'`);
  assert.doesNotMatch(await metrics(), /cobro_node_\w+\{/);
});
