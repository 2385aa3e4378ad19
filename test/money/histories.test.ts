// Random histories of many orders at once, over two nodes that are killed, stopped and disagree about the time. What
// happens to one order happens in turn, so plain arithmetic tells how it must end. Longer: node scripts/histories.mjs
// --orders 5000
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyAudit } from '../../src/actions/keeping/verify-audit.js';
import { verifyLedger } from '../../src/actions/money/proofs/verify-ledger.js';
import { sql } from '../../src/store/sql.js';
import { inParallel } from '../support/http-client.js';
import { startNodes } from '../support/nodes.js';
import { startTestService } from '../support/service.js';
import { until } from '../support/until.js';
import { addRail, assertBooks } from './books.js';
import { KINDS, listOf, liveOrder } from './history.js';
import { compareText } from './rail-texts.js';

const orders = Number(process.env['COBRO_HISTORIES'] ?? 30);
const seed = Number(process.env['COBRO_HISTORIES_SEED'] ?? 1 + Math.floor(Math.random() * 1e9));
const WIDTH = 24;

test(`${orders} orders end as plain arithmetic says, from seed ${seed}`, async (t) => {
  const service = await startTestService();
  const { deps } = service;
  const rails = {
    spei: await addRail(deps, { kind: 'spei', mode: 'test' }),
    cash: await addRail(deps, { kind: 'cash', mode: 'test' }),
    crypto: await addRail(deps, { kind: 'crypto', mode: 'test' }),
  };
  const env = { DATABASE_URL: service.databaseUrl, COBRO_RATE_LIMIT: '0', COBRO_LOG_LEVEL: 'info' };
  const nodes = await startNodes(env, {
    random: Math.random,
    skewsMs: [0, 5_000],
    harms: ['kill', 'stop'],
    restMs: [300, 1_800],
  });
  const told = new Map<string, number>();
  const all = Array.from({ length: orders }, (_, index) => seed + index);
  const ends = await inParallel(all, WIDTH, (own) =>
    liveOrder({
      deps,
      nodes,
      key: service.key,
      rails,
      seed: own,
      onStep: (step) => told.set(step, (told.get(step) ?? 0) + 1),
    }),
  );
  await nodes.calm();
  await until('every notice is matched', async () => (await open()) === 0, 60_000);

  const differences: string[] = [];
  for (const end of ends) differences.push(...(await end.compare()));
  assert.deepEqual(differences, []);
  for (const kind of KINDS) {
    const text = listOf(ends.flatMap((end) => (end.kind === kind ? end.notices : [])));
    const { summary } = await compareText(deps, { kind, mode: 'test', text });
    assert.deepEqual(Object.keys(summary), ['agrees'], 'the whole list of the rail is what we have');
  }
  await assertBooks(deps.db);
  const { ok, proofs } = await verifyLedger(deps);
  assert.ok(ok, JSON.stringify(proofs.filter(({ broken }) => broken > 0)));
  assert.equal((await verifyAudit(deps)).ok, true);
  const steps = [...told].map(([step, times]) => `${times} x ${step}`).join(', ');
  t.diagnostic(`${orders} orders, ${nodes.harm.kills} kills, ${nodes.harm.stops} stops, 0 differences: ${steps}`);

  async function open(): Promise<number> {
    const rows = await deps.db.query<{ count: bigint }>(sql`select count(*) from rail_notices where state = 'stored'`);
    return Number(rows[0]?.count);
  }
});
