// The statements of the busiest ways on a real Citus cluster: each runs on one node, or once on every node.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createLog } from '../../src/log.js';
import type { Queryable } from '../../src/store/db.js';
import { openDb } from '../../src/store/db.js';
import { lockCandidates } from '../../src/store/orders/candidates.js';
import { lockDueOrders } from '../../src/store/orders/due-orders.js';
import { readVersions } from '../../src/store/orders/order-versions.js';
import type { Sql } from '../../src/store/sql.js';
import { claimDeliveries, FIRST_LANE, listLanes } from '../../src/store/webhooks/deliveries/claims.js';
import { orderBody } from '../support/service.js';
import { startHookService } from '../webhooks/engines.js';

const service = await startHookService();
const { key, merchant } = service;
const db = openDb({
  url: service.databaseUrl,
  poolSize: 2,
  timeoutMs: 60_000,
  log: createLog({ level: 'silent', destination: 2 }),
});
after(() => db.close());

type Shape = { readonly tasks: number[]; readonly pulled: boolean };

/** What the plans of the statements say that `work` runs: how many tasks each part has. */
async function shapesOf(work: (on: Queryable) => Promise<unknown>): Promise<Shape[]> {
  const shapes: Shape[] = [];
  const on: Queryable = {
    layout: db.layout,
    mac: db.mac,
    async query<Row>(statement: Sql) {
      const { text, values } = statement;
      const lines = await db.query<{ 'QUERY PLAN': string }>({ text: `explain (costs off) ${text}`, values });
      const plan = lines.map((line) => line['QUERY PLAN']).join('\n');
      shapes.push({
        tasks: [...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count)),
        pulled: plan.includes('Distributed Subplan') || plan.includes('pull to coordinator'),
      });
      return db.query<Row>({ text, values });
    },
  };
  await work(on);
  return shapes;
}

const ONE = { tasks: [1], pulled: false };
const { id: orderId, clabe } = await create();

async function create(): Promise<{ id: string; clabe: string }> {
  const { json } = await service.call('POST', '/v2/orders', { key, body: orderBody() });
  return { id: json.id.replace(/^\w+_/, ''), clabe: json.paymentInstructions?.clabe ?? '' };
}

const scope = { accountId: merchant.account.id, mode: 'test' } as const;

test('an order is read on its node', async () => {
  assert.deepEqual(await shapesOf((on) => readVersions(on, [{ scope, uuid: orderId }])), [ONE]);
});

test('money finds its accounts on every node once, and locks on one', async () => {
  const [order] = await readVersions(db, [{ scope, uuid: orderId }]);
  const destination = order?.order.clabe ?? clabe;
  const money = { destination, mode: 'test', amount: 15_000n, paidAt: Date.now(), points: null } as const;
  const [find, lock, ...more] = await shapesOf((on) =>
    lockCandidates(on, [money], { graceMs: 0, shared: new Set<string>() }),
  );
  assert.deepEqual([find?.pulled, lock, more], [false, ONE, []]);
});

test('due orders are found on every node once, and locked on one', async () => {
  const later = Date.now() + 365 * 86_400_000;
  const [find, lock, ...more] = await shapesOf((on) => lockDueOrders(on, later, 10));
  assert.deepEqual([find?.pulled, lock, more], [false, ONE, []]);
});

test('lanes are found on every node once, and deliveries claimed on one', async () => {
  const body = { url: 'http://127.0.0.1:50009/hook' };
  const made = await service.call('POST', '/v1/webhooks/stores', { key, body });
  assert.ok(made.status < 300, made.text);
  await create();
  const [find] = await shapesOf((on) => listLanes(on, FIRST_LANE, 10));
  assert.equal(find?.pulled, false);
  const { endpoints } = await listLanes(db, FIRST_LANE, 10);
  const [claim, ...more] = await shapesOf((on) =>
    claimDeliveries(
      on,
      endpoints.map((endpoint) => ({ endpoint, room: 1 })),
      { owner: orderId, ms: 60_000 },
    ),
  );
  assert.deepEqual([claim, more], [ONE, []]);
});
