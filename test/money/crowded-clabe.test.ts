// A customer's CLABE with very many orders (D71): money for it looks at a few of them, however many have ended or are
// open. COBRO_CROWD=45000 npm test -- money/crowded prints the figures of docs/performance.md.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { matchNotices } from '../../src/actions/money/match-payments.js';
import { storeNotice } from '../../src/actions/money/receive-notice.js';
import { openStore } from '../../src/store/cluster/cluster-db.js';
import { shardOf } from '../../src/store/in-shards.js';
import { lockCandidates } from '../../src/store/orders/candidates.js';
import { sql } from '../../src/store/sql.js';
import { credentialOf, makeOrder, readOrder } from '../support/made-orders.js';
import { startTestService } from '../support/service.js';
import { speiNotice } from './books.js';

const CROWD = Number(process.env['COBRO_CROWD'] ?? 4_000);
const service = await startTestService({ COBRO_DATABASE_TIMEOUT_MS: '300000' });
const { deps } = service;
// One connection with the plans of the service, so that its own statistics tell what it has read.
const db = await openStore({
  url: service.databaseUrl,
  plans: 'by-key',
  poolSize: 1,
  timeoutMs: 300_000,
  log: deps.log,
});
after(() => db.close());
const merchant = await credentialOf(service);
const RAIL = { id: '00000000-0000-0000-0000-000000000001', kind: 'spei', name: 'banxico', mode: 'test' } as const;
const customer = { id: 'crowd', name: 'Ana', email: 'ana@example.com', phone: null };

const order = (amount: bigint) => makeOrder(deps, merchant, { customer, price: { amount, currency: 'MXN' } });
const pay = async (clabe: string | null, amounts: readonly string[]) => {
  const notices = [];
  for (const amount of amounts)
    notices.push((await storeNotice(deps, RAIL, speiNotice(clabe ?? '', amount))) ?? assert.fail());
  const started = performance.now();
  await matchNotices({ ...deps, db }, notices);
  return performance.now() - started;
};

/** Copies of an order, each with its own id, made long ago, a minute apart. */
async function crowd(uuid: string, status: 'expired' | 'pending', count: number): Promise<void> {
  const columns = await db.query<{ names: string }>(sql`
    select string_agg(column_name, ', ') as names
    from information_schema.columns
    where table_name = 'orders'
      and column_name not in ('id', 'folio', 'status', 'expires_at')`);
  const names = columns[0]?.names ?? '';
  await db.query({
    text: `
      insert into orders (id, folio, status, expires_at, ${names})
      select ('018f0000-0000-7000-8000-' || lpad(to_hex(n + $4), 12, '0'))::uuid, upper(lpad(to_hex(n + $4), 8, '0')), $2,
        case when $2 = 'pending' then expires_at else now() - n * interval '1 minute' end, ${names}
      from orders
      cross join generate_series(1, $3::integer) as n
      where id = $1`,
    values: [uuid, status, count, status === 'pending' ? 500_000_000 : 0],
  });
  await db.query(sql`analyze orders`);
}

test(`${CROWD} ended orders on a customer's CLABE: a payment looks at a few orders and takes little time`, async (t) => {
  const [first, second, third] = [await order(10_000n), await order(20_000n), await order(20_000n)];
  const before = await median(() => pay(first.clabe, ['0.01']));
  await crowd(first.uuid, 'expired', CROWD);
  const after = await median(() => pay(first.clabe, ['0.01']));
  const batch = await pay(
    first.clabe,
    Array.from({ length: 100 }, (_, at) => (at === 50 ? '200.00' : `0.${10 + (at % 90)}`)),
  );
  t.diagnostic(
    `one payment: ${before} ms with 3 orders, ${after} ms with ${CROWD} ended ones; 100 at once: ${batch} ms`,
  );
  assert.deepEqual(
    await Promise.all([first, second, third].map(async ({ uuid }) => (await readOrder(deps, merchant, uuid)).status)),
    ['pending', 'paid', 'pending'],
    'the oldest open one of exactly that amount',
  );
  const { locked, read } = await lookAt(first.clabe);
  assert.ok(locked <= 3 && read <= 20, `${locked} locked, ${read} read`);
});

test(`as many open ones: still a few are locked`, async (t) => {
  const first = await order(10_000n);
  await crowd(first.uuid, 'pending', CROWD);
  const one = await median(() => pay(first.clabe, ['0.01']));
  t.diagnostic(`one payment with ${CROWD} open orders: ${one} ms`);
  const { locked, read } = await lookAt(first.clabe);
  assert.ok(locked <= 3 && read <= 20, `${locked} locked, ${read} read`);
});

/** How many orders a payment locks, and how many rows and entries of indexes it reads for that. */
async function lookAt(clabe: string | null): Promise<{ locked: number; read: number }> {
  const money = { destination: clabe ?? '', mode: 'test', amount: 1n, paidAt: Date.now(), points: null } as const;
  const terms = { graceMs: 24 * 3_600_000, shared: new Set([money.destination]) };
  const before = await rowsRead();
  const locked = await shardOf(db, merchant.scope.accountId).transaction((tx) => lockCandidates(tx, [money], terms));
  return { locked: locked.length, read: (await rowsRead()) - before };
}

async function rowsRead(): Promise<number> {
  await db.query(sql`select pg_stat_force_next_flush()`);
  const rows = await db.query<{ read: bigint }>(sql`
    select (select sum(idx_tup_read) from pg_stat_user_indexes where relname = 'orders')::bigint
      + (select seq_tup_read from pg_stat_user_tables where relname = 'orders') as read`);
  return Number(rows[0]?.read ?? 0n);
}

async function median(work: () => Promise<number>): Promise<number> {
  const times = [];
  for (let time = 0; time < 7; time++) times.push(await work());
  return Math.round((times.sort((a, b) => a - b)[3] ?? 0) * 10) / 10;
}
