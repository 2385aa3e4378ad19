// One transfer told 1 to 20 times, at once, out of order and under other ids of the notifier, counts once (D42).
// The full number: npm run rehearse -- money/random, COBRO_REPLAYS=2000 npm test -- money/replays
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchOpen } from '../../src/actions/money/match-open.js';
import { sql } from '../../src/store/sql.js';
import { createClient, inParallel } from '../support/http-client.js';
import { orderBody, startTestService } from '../support/service.js';
import { addRail, assertBooks, speiNotice, trackingKey } from './books.js';

const N = Number(process.env['COBRO_REPLAYS'] ?? 50);
// Two nodes over one database: a transfer is told to both.
const one = await startTestService();
const two = await startTestService({}, { databaseUrl: one.databaseUrl });
const { db } = one.deps;
const { authorization } = await addRail(one.deps, { kind: 'spei', mode: 'live' });
const key = one.merchant.keys.live.private;

test(`${N} transfers, each told 1 to 20 times to two nodes, are ${N} credits`, async (t) => {
  const orders = await inParallel(Array.from({ length: Math.ceil(N / 2) }), 16, async () => {
    const reply = await one.call('POST', '/v2/orders', { key, body: orderBody() });
    return reply.json.payment.clabe as string;
  });
  // Two transfers an order: one pays it, the other is surplus.
  const transfers = Array.from({ length: N }, (_, index) => ({
    body: speiNotice(orders[index % orders.length] ?? '', '150.00', { claveRastreo: trackingKey() }),
    tellings: 1 + Math.floor(Math.random() * 20),
  }));
  const notices = transfers.flatMap(({ body, tellings }) =>
    Array.from({ length: tellings }, (_, again) =>
      body
        .replace(/"id":\d+/, `"id":${again * 1_000_003}`)
        .replace(/"tsLiquidacion":\d+/, `"tsLiquidacion":${Date.now() + again * 777}`),
    ),
  );
  shuffle(notices);
  const clients = await Promise.all(
    [one, two].map(async (node) => createClient(`http://127.0.0.1:${await node.listen()}`, { connections: 32 })),
  );
  const started = performance.now();
  await inParallel(notices, 64, async (body, index) => {
    const client = clients[index % clients.length];
    const reply = await client?.call('POST', '/rails/spei/deposits', { headers: { authorization }, body });
    assert.equal(reply?.text, '{"mensaje":"confirmar"}');
  });
  const tookMs = performance.now() - started;
  for (const client of clients) client.close();
  // What two nodes booked at the same moment is refused to one of them and tried again, as the worker does.
  for (let turn = 0; turn < 20; turn++) await matchOpen(one.deps, Date.now() + 1).catch(() => {});

  const [sums] = await db.query<Record<string, bigint>>(sql`
    select (select count(*) from rail_notices) as stored,
      (select count(*) from rail_notices where state <> 'matched') as waiting,
      (select count(*) from payments) as payments,
      (select sum(repeats) from payments)::bigint as repeats,
      (select sum(amount) from payments)::bigint as paid,
      (select -sum(rail) from ledger_balances)::bigint as booked,
      (select count(*) from ledger_entries) as entries,
      (select count(*) from orders where status = 'paid') as paid_orders,
      (select sum(surplus) from ledger_balances)::bigint as surplus`);
  assert.deepEqual(sums, {
    stored: BigInt(notices.length),
    waiting: 0n,
    payments: BigInt(N),
    repeats: BigInt(notices.length - N),
    paid: 15_000n * BigInt(N),
    booked: 15_000n * BigInt(N),
    entries: BigInt(N),
    paid_orders: BigInt(orders.length),
    surplus: 15_000n * BigInt(N - orders.length),
  });
  await assertBooks(db);
  t.diagnostic(`${notices.length} notices of ${N} transfers in ${Math.round(tookMs)} ms`);
});

function shuffle<Item>(items: Item[]): void {
  for (let at = items.length - 1; at > 0; at--) {
    const other = Math.floor(Math.random() * (at + 1));
    [items[at], items[other]] = [items[other] as Item, items[at] as Item];
  }
}
