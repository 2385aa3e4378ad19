// The busiest ways on a real Citus cluster: each sends one statement to one node, and none is committed by two phases.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { expireOrders } from '../../src/actions/orders/expire-orders.js';
import { createLog } from '../../src/log.js';
import { openStore } from '../../src/store/cluster/cluster-db.js';
import type { Db } from '../../src/store/db.js';
import { shardOf } from '../../src/store/in-shards.js';
import { claimEmails } from '../../src/store/messages/emails.js';
import { readVersions } from '../../src/store/orders/order-versions.js';
import { raw } from '../../src/store/sql.js';
import { claimDeliveries, FIRST_LANE, listLanes } from '../../src/store/webhooks/deliveries/claims.js';
import { recordOutcomes } from '../../src/store/webhooks/deliveries/outcomes.js';
import { orderBody } from '../support/service.js';
import { startHookService } from '../webhooks/engines.js';

const service = await startHookService();
const { key, merchant } = service;
const log = createLog({ level: 'silent', destination: 2 });
const db: Db = await openStore({ url: service.databaseUrl, poolSize: 4, timeoutMs: 60_000, log });
after(() => db.close());

const scope = { accountId: merchant.account.id, mode: 'test' } as const;
const OWNER = '00000000-0000-7000-8000-00000000000a';

async function create(): Promise<string> {
  const { json, status, text } = await service.call('POST', '/v2/orders', { key, body: orderBody() });
  assert.equal(status, 200, text);
  return json.id.replace(/^\w+_/, '');
}

await service.call('POST', '/v1/webhooks/stores', { key, body: { url: 'http://127.0.0.1:50009/hook' } });
await create(); // connections are open and statements prepared
await db.query(raw('create extension if not exists pg_stat_statements'));

type Heard = { readonly node: number; readonly text: string; readonly calls: number };

/** The statements about our tables that came to each node for `work`, and those that prepare a commit. */
async function heardDuring(work: () => Promise<unknown>): Promise<Heard[]> {
  await db.query(raw("select run_command_on_all_nodes('select pg_stat_statements_reset()')"));
  await work();
  const rows = await db.query<{ nodeid: number; result: string }>(
    raw(`
      select nodeid, result
      from run_command_on_all_nodes($$
        select coalesce(json_agg(json_build_object('text', query, 'calls', calls)), '[]')
        from pg_stat_statements
        where dbid = (select oid from pg_database where datname = current_database())
          and toplevel
          and query !~ 'pg_stat_statements|from api_keys' -- keys are read again from time to time
          and query ~* 'prepare transaction|assign_distributed|orders|order_|webhook_|email|payments|ledger_|notices'$$)`),
  );
  return rows.flatMap(({ nodeid, result }) =>
    (JSON.parse(result) as Omit<Heard, 'node'>[]).map((one) => ({ node: nodeid, ...one })),
  );
}

function assertDirect(heard: readonly Heard[], statements: number): void {
  const told = JSON.stringify(heard, null, 1);
  assert.equal(
    heard.reduce((sum, { calls }) => sum + calls, 0),
    statements,
    told,
  );
  assert.ok(
    heard.every(({ text }) => /_\d{6}/.test(text)),
    told,
  );
  assert.ok(!heard.some(({ text }) => /prepare transaction/i.test(text)), told);
}

test('a create is one statement at one node', async () => {
  assertDirect(await heardDuring(create), 1);
});

test('an order is read at its node', async () => {
  const uuid = await create();
  assertDirect(await heardDuring(() => service.deps.orders.find(scope, uuid)), 1);
  assertDirect(await heardDuring(() => service.deps.orders.find(scope, uuid)), 1);
  const [read] = await readVersions(shardOf(db, scope.accountId), [{ scope, uuid }]);
  assert.equal(read?.order.uuid, uuid);
});

test('deliveries are looked for once at each shard, claimed and recorded at one node', async () => {
  await create();
  const shards = db.shards?.all().length ?? 0;
  assertDirect(await heardDuring(() => listLanes(db, FIRST_LANE, 10)), shards);
  const { endpoints } = await listLanes(db, FIRST_LANE, 10);
  const lanes = endpoints.map((endpoint) => ({ endpoint, room: 1 }));
  const claims = await claimDeliveries(db, lanes, { owner: OWNER, ms: 60_000 });
  assert.equal(claims.length, 1);
  assertDirect(await heardDuring(() => claimDeliveries(db, lanes, { owner: OWNER, ms: 60_000 })), 1);
  const outcomes = claims.map((claim) => ({
    ...{ claim, outcome: 'delivered' as const, at: Date.now(), durationMs: 1, requestHeaders: {}, requestBody: '{}' },
    ...{ reply: null, reason: null, saysSuccess: false, waitMs: null },
  }));
  assertDirect(await heardDuring(() => recordOutcomes(db, OWNER, outcomes)), 2);
});

test('orders expire and e-mails are claimed at each shard', async () => {
  const later = { now: () => Date.now() + 365 * 86_400_000 };
  const heard = await heardDuring(() => expireOrders({ db, clock: later }));
  assert.ok(!heard.some(({ text }) => /prepare transaction/i.test(text)), JSON.stringify(heard));
  assert.ok(
    heard.every(({ text }) => /_\d{6}/.test(text)),
    JSON.stringify(heard),
  );
  const shards = db.shards?.all().length ?? 0;
  assertDirect(
    await heardDuring(() => claimEmails(db, 'test', { now: Date.now(), leaseMs: 1_000, limit: 10 })),
    shards,
  );
});
