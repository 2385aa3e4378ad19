// What is kept only for a time, and what is kept for ever (D40, D80).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { purgeTable } from '../../../src/actions/keeping/purge.js';
import { SIGNED_CLAIM } from '../../../src/actions/money/proofs/findings.js';
import { verifyLedger } from '../../../src/actions/money/proofs/verify-ledger.js';
import { DAY_MS } from '../../../src/domain/base/duration.js';
import { readSettings } from '../../../src/settings/settings.js';
import { within } from '../../../src/store/db.js';
import { purgeKeys } from '../../../src/store/orders/idempotency-keys.js';
import { sql } from '../../../src/store/sql.js';
import { credentialOf, makeOrder, makePaidOrder } from '../../support/made-orders.js';
import { copyOrder } from '../../support/many-orders.js';
import { rowsRead } from '../../support/rows-read.js';
import { startTestService } from '../../support/service.js';

const service = await startTestService();
const { deps } = service;
const { db } = deps;
const merchant = await credentialOf(service);
const NOW = Date.now();
const OLD = NOW - 400 * DAY_MS;

async function count(table: string): Promise<number> {
  const [row] = await db.query<{ number: number }>({
    text: `select count(*)::integer as number from ${table}`,
    values: [],
  });
  return row?.number ?? 0;
}

/** Everything in the tables of the books, as text. */
async function books(): Promise<string> {
  const texts = ['payments', 'ledger_entries', 'ledger_balances', 'refunds', 'payouts'].map(async (table) => {
    const rows = await db.query<{ line: string }>({
      text: `select t::text as line from ${table} t order by 1`,
      values: [],
    });
    return [table, ...rows.map(({ line }) => line)].join('\n');
  });
  return (await Promise.all(texts)).join('\n');
}

/** Orders with copies, deliveries, attempts, a message, a key and notices, of that time. */
async function oldBusiness(at: number, copies: number): Promise<void> {
  service.setTime(at);
  const paid = await makePaidOrder(deps, merchant);
  const order = await makeOrder(deps, merchant);
  service.setTime(null);
  if (copies > 0) await copyOrder(db, order, copies);
  const time = new Date(at);
  for (const endpoint of ['00000000-0000-7000-8000-00000000000a', '00000000-0000-7000-8000-00000000000b']) {
    await db.query(sql`
      insert into webhook_deliveries (account_id, livemode, endpoint_id, order_id, sequence, state, due_at, created_at)
      select account_id, livemode, ${endpoint}::uuid, order_id, sequence, 'delivered', ${time}, ${time}
      from order_events
      on conflict do nothing`);
    await db.query(sql`
      insert into webhook_attempts (account_id, livemode, order_id, sequence, endpoint_id, number, at, duration_ms, url,
        request_headers, request_body, outcome)
      select account_id, livemode, order_id, sequence, ${endpoint}::uuid, 1, ${time}, 1, 'x', '{}', '{}', 'delivered'
      from order_events
      on conflict do nothing`);
  }
  await db.query(sql`
    insert into sms_messages (account_id, livemode, order_id, id, phone, text, gateway, state, created_at)
    select account_id, livemode, id, gen_random_uuid(), '5512345678', 'x', 'log', 'sent', ${time}
    from orders
    where id = ${paid.uuid}`);
  await db.query(sql`
    insert into idempotency_keys (account_id, livemode, key, request_digest, status, answer, created_at)
    select ${merchant.scope.accountId}::uuid, false, ${String(at)} || n, sha256('x'), 200, '{}', ${time}
    from generate_series(1, ${copies + 1}::integer) n`);
}

const settings = {
  ...deps.settings,
  ...readSettings({ COBRO_KEEP_DELIVERIES_DAYS: '90', COBRO_KEEP_NOTICES_DAYS: '365', COBRO_KEEP_SMS_DAYS: '90' }),
};

test('what is old is purged step by step, what is young and what is in the books stays', async () => {
  await oldBusiness(OLD, 2_500);
  const young = NOW - 10 * DAY_MS;
  // The copies have ids of today: they are old by their rows, not by their key, and stay until their key is old.
  await db.query(sql`update order_events set created_at = ${new Date(OLD)}`);
  await oldBusiness(young, 0);
  const before = { books: await books(), orders: await count('orders'), events: await count('order_events') };
  const notices = await count('rail_notices');
  const later = { ...deps, settings, clock: { now: () => NOW + 95 * DAY_MS } };

  const steps: Readonly<Record<string, () => Promise<boolean>>> = {
    idempotency_keys: () => purgeTable({ ...deps, settings }, 'idempotency_keys'),
    webhook_attempts: () => purgeTable({ ...deps, settings }, 'webhook_attempts'),
    sms_messages: () => purgeTable({ ...deps, settings }, 'sms_messages'),
    rail_notices: () => purgeTable({ ...deps, settings }, 'rail_notices'),
    webhook_deliveries: () => purgeTable({ ...deps, settings }, 'webhook_deliveries'),
  };
  for (const [table, step] of Object.entries(steps)) {
    const all = await count(table);
    let most = 0;
    for (let left = all, hasMore = true; hasMore; ) {
      hasMore = await step();
      const now = await count(table);
      most = Math.max(most, left - now);
      left = now;
    }
    assert.ok((await count(table)) > 0, `${table}: what is young stays`);
    assert.ok((await count(table)) < all, `${table}: what is old is gone`);
    assert.ok(most <= 1_000, `${table}: ${most} in one step`);
  }
  assert.equal(await count('rail_notices'), notices - 1);
  // When the keys are old, too, the rest goes in steps.
  let taken = 1;
  while (await purgeTable(later, 'webhook_deliveries')) taken++;
  assert.ok(taken >= 5, `${taken} steps for 5,000 deliveries`);
  assert.equal(await count('webhook_deliveries'), 0);

  assert.deepEqual(
    { books: await books(), orders: await count('orders'), events: await count('order_events') },
    before,
  );
  // The test itself has made the events old.
  const wrong = (await verifyLedger(deps)).proofs.filter(({ broken }) => broken > 0).map(({ claim }) => claim);
  assert.deepEqual(wrong, [SIGNED_CLAIM]);
});

test('a live delivery is never purged, unless its endpoint is deleted', async () => {
  await db.query(sql`delete from retention_marks`);
  const order = await makeOrder(deps, merchant);
  const make = async (state: string) => {
    const id = deps.random.uuid(Date.now());
    await db.query(sql`
      insert into webhook_endpoints (account_id, livemode, id, url, kind, events, interface_version, secret, is_active,
        created_at)
      values (${merchant.scope.accountId}, false, ${id}, ${`http://127.0.0.1/${id}`}, 'primary', '{}', '2020-01-01', 'x',
        false, now())`);
    await db.query(sql`
      insert into webhook_deliveries (account_id, livemode, endpoint_id, order_id, sequence, state, due_at, created_at)
      values (${merchant.scope.accountId}, false, ${id}, ${order.uuid}, 1, ${state}, now(), now())`);
    return id;
  };
  const [held, due, deleted] = [await make('held'), await make('due'), await make('held')];
  await db.query(sql`update webhook_endpoints set deleted_at = now() where id = ${deleted}`);
  while (await purgeTable({ ...deps, settings, clock: { now: () => NOW + 200 * DAY_MS } }, 'webhook_deliveries'));
  const left = await db.query<{ endpoint_id: string }>(sql`select endpoint_id from webhook_deliveries`);
  assert.deepEqual(new Set(left.map(({ endpoint_id }) => endpoint_id)), new Set([held, due]));
});

test('a purge with nothing to do reads nothing, however much is young', async () => {
  await copyOrder(db, await makeOrder(deps, merchant), 100);
  await db.query(sql`
    insert into idempotency_keys (account_id, livemode, key, request_digest, status, answer, created_at)
    select ${merchant.scope.accountId}::uuid, false, 'young' || n, sha256('x'), 200, '{}', now()
    from generate_series(1, 5000) n`);
  const read = await rowsRead(db, ['idempotency_keys'], (tx) => purgeKeys(within(db, tx), NOW - 30 * DAY_MS, 1_000));
  assert.ok(read < 10, `${read} rows were read`);
});

test('0 keeps for ever', async () => {
  const forEver = { ...settings, deliveryDays: 0, noticeDays: 0, smsDays: 0 };
  const late = { ...deps, settings: forEver, clock: { now: () => NOW + 4_000 * DAY_MS } };
  const before = [await count('rail_notices'), await count('sms_messages'), await count('webhook_deliveries')];
  for (const table of ['rail_notices', 'sms_messages', 'webhook_deliveries'])
    assert.equal(await purgeTable(late, table), false);
  assert.deepEqual(
    [await count('rail_notices'), await count('sms_messages'), await count('webhook_deliveries')],
    before,
  );
});

test('a stop in the middle of a walk costs nothing: the next one goes on', async () => {
  await db.query(sql`delete from retention_marks`);
  await copyOrder(db, await makeOrder(deps, merchant), 3_000);
  await oldBusiness(NOW - DAY_MS, 0);
  const later = { ...deps, settings, clock: { now: () => NOW + 200 * DAY_MS } };
  assert.equal(await purgeTable(later, 'webhook_attempts'), true);
  const [mark] = await db.query<{ place: { from: string } }>(
    sql`select place from retention_marks where what = 'attempts'`,
  );
  assert.ok(mark?.place.from);
  while (await purgeTable(later, 'webhook_attempts'));
  assert.equal(await count('webhook_attempts'), 0);
  assert.equal(await purgeTable(later, 'webhook_attempts'), false, 'and then it rests');
});
