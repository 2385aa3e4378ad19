// kill -9 between acknowledgement and matching: no acknowledged notice is lost, none is credited twice (D41, D42).
// Longer: node scripts/crashes.mjs --times 50
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '../../src/store/sql.js';
import { createClient, inParallel } from '../support/http-client.js';
import { type ServiceProcess, startServiceProcess } from '../support/process.js';
import { orderBody, startTestService } from '../support/service.js';
import { until } from '../support/until.js';
import { addRail, assertBooks, speiNotice, trackingKey } from './books.js';

const times = Number(process.env['COBRO_CRASHES'] ?? 2);
const service = await startTestService();
const { db } = service.deps;
const rail = await addRail(service.deps, { kind: 'spei', mode: 'live' });
const key = service.merchant.keys.live.private;
const env = {
  DATABASE_URL: service.databaseUrl,
  COBRO_CLABE_PREFIX: '6461801234',
  COBRO_RATE_LIMIT: '0',
  COBRO_LOG_LEVEL: 'info',
};

const clabes = await inParallel(Array.from({ length: 40 }), 8, async () => {
  const reply = await service.call('POST', '/v2/orders', { key, body: orderBody() });
  assert.equal(reply.status, 200, reply.text);
  return reply.json.payment.clabe as string;
});

test(`${times} times kill -9 in a stream of notices: what was acknowledged counts, and counts once`, async (t) => {
  const acknowledged = new Set<string>();
  let mostWaiting = 0;
  let running: ServiceProcess | null = null;
  for (let time = 0; time < times; time++) {
    running = startServiceProcess(env);
    const client = createClient(await running.url(), { connections: 16 });
    let alive = true;
    const stream = Array.from({ length: 16 }, async () => {
      while (alive) {
        const tracking = trackingKey();
        const body = speiNotice(clabes[Math.floor(Math.random() * clabes.length)] ?? '', '150.00', {
          claveRastreo: tracking,
        });
        // Each is told up to three times, under other ids; the connection may break at any of them.
        for (let again = 0; again < 1 + (acknowledged.size % 3); again++) {
          const call = {
            headers: { authorization: rail.authorization },
            body: body.replace(/"id":\d+/, `"id":${again}`),
          };
          const status = await client.call('POST', '/rails/spei/deposits', call).then(
            (reply) => reply.status,
            () => 0,
          );
          if (status === 200) acknowledged.add(tracking);
          else if (status === 0) return;
          else assert.fail(`answered ${status}`);
        }
      }
    });
    await until('some are acknowledged', () => acknowledged.size > time * 20 + 10);
    await sleep(Math.random() * 200);
    running.process.kill('SIGKILL');
    await running.ended();
    alive = false;
    await Promise.all(stream);
    client.close();
    mostWaiting = Math.max(mostWaiting, await open());
  }
  running = startServiceProcess(env);
  await running.url();
  await until('nothing waits any more', async () => (await open()) === 0, 60_000);
  running.process.kill('SIGTERM');
  await running.ended();

  const rows = await db.query<{ tracking_key: string; times: bigint }>(sql`
    select tracking_key, count(*) as times
    from payments
    group by tracking_key`);
  const counted = new Map(rows.map((row) => [row.tracking_key, row.times]));
  const lost = [...acknowledged].filter((tracking) => !counted.has(tracking));
  assert.deepEqual(lost, [], 'acknowledged and lost');
  assert.ok(
    [...counted.values()].every((count) => count === 1n),
    'credited twice',
  );
  const [told] = await db.query<{ notices: bigint; counted: bigint }>(sql`
    select (select count(*) from rail_notices where state = 'matched') as notices,
      (select sum(1 + repeats) from payments)::bigint as counted`);
  assert.equal(told?.counted, told?.notices, 'every stored notice is a payment or a repeat of one');
  await assertBooks(db);
  t.diagnostic(
    `${times} kills, ${acknowledged.size} acknowledged, up to ${mostWaiting} unmatched after a kill, 0 lost`,
  );
});

async function open(): Promise<number> {
  const rows = await db.query<{ count: bigint }>(sql`select count(*) from rail_notices where state = 'stored'`);
  return Number(rows[0]?.count);
}
