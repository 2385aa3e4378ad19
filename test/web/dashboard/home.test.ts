// A merchant's first page: figures that are right whether the worker has counted them or not, and what needs somebody.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reverseCash } from '../../../src/actions/money/cash-till.js';
import { storeNotice } from '../../../src/actions/money/receive-notice.js';
import { countFigures } from '../../../src/actions/orders/count-figures.js';
import { bounceTransfer, markSent } from '../../../src/actions/transfers/change-transfer.js';
import { setPayoutPlan } from '../../../src/actions/transfers/set-payout-plan.js';
import { DAY_MS, HOUR_MS } from '../../../src/domain/base/duration.js';
import type { Rail } from '../../../src/domain/rails/rail.js';
import { formatTransferId } from '../../../src/domain/transfers/transfer.js';
import { sql } from '../../../src/store/sql.js';
import { insertPayoutAccount, stopPayoutAccounts } from '../../../src/store/transfers/payout-accounts.js';
import { cashNotice, trackingKey } from '../../money/books.js';
import { credentialOf, readOrder } from '../../support/made-orders.js';
import { makeOrder, NOON, startPayService, textOf } from '../fixtures.js';
import { signIn } from './sign-in.js';

const service = await startPayService();

async function openShop() {
  const { keys } = await service.account({});
  return { key: keys.test.private, ...(await signIn(service, keys.test.private)) };
}
type Shop = Awaited<ReturnType<typeof openShop>>;

/** An order made and paid at that time, or ended. */
async function orderAt(
  shop: Shop,
  at: number,
  wish: { point?: string; amount?: bigint; paidAfter?: number | null } = {},
) {
  service.setTime(at);
  const { paidAfter = 30 * 60_000, ...rest } = wish;
  const order = await makeOrder(service, { key: shop.key, amount: 10_000n, ...rest });
  service.setTime(at + (paidAfter ?? 0));
  const [path, body] =
    paidAfter === null
      ? [`/v1/charges/${order.id}/cancel`, {}]
      : [`/v1/test/orders/${order.id}/payments`, { scenario: 'exact' }];
  const done = await service.call('POST', path, { key: shop.key, body });
  assert.equal(done.status, 200, done.text);
  return order;
}

/** As if the worker had been here last at that time. */
const countFrom = (at: number) =>
  service.deps.db.query(sql`
    insert into retention_marks (what, place)
    values ('figures', ${JSON.stringify({ from: at, to: at, after: '00000000-0000-0000-0000-000000000000' })})
    on conflict (what) do update set place = excluded.place`);

test('an empty home shows the first steps, with a request that works', async () => {
  const shop = await openShop();
  const home = await shop.get('/home');
  assert.match(
    textOf(home),
    /Tus primeros pasos.*Nueva liga.*Nueva orden.*curl .*\/v2\/orders.*Ventas cobradas Hoy \$0\.00/,
  );
  assert.doesNotMatch(
    textOf(home),
    /Últimos pagos|Cómo te pagan|Tiempo hasta el pago|Ver como tabla/,
    'nobody has paid',
  );
  const body = /-d '(\{.*?\})'/s.exec(textOf(home))?.[1] ?? '';
  const made = await service.call('POST', '/v2/orders', { key: shop.key, body: JSON.parse(body) });
  assert.equal(made.status, 200, made.text);
  assert.doesNotMatch(textOf(await shop.get('/home')), /Tus primeros pasos/);
});

test('takings, conversion, ways and the median wait are the same before and after the worker counted', async () => {
  const start = NOON + 400 * DAY_MS;
  service.setTime(start);
  const shop = await openShop();
  await orderAt(shop, start - 40 * DAY_MS, { amount: 77_700n });
  await orderAt(shop, start - 20 * DAY_MS, { amount: 30_000n, point: 'OXXO', paidAfter: 26 * 3_600_000 });
  await orderAt(shop, start - 3 * DAY_MS, { amount: 20_000n });
  await orderAt(shop, start - 2 * 3_600_000, { amount: 10_000n });
  await orderAt(shop, start - 2 * 3_600_000, { paidAfter: null });
  await orderAt(shop, start - 2 * 3_600_000, { point: 'BBVA', paidAfter: null });
  service.setTime(start);
  const expected =
    /Hoy \$100\.00 1 orden pagada .*7 días \$300\.00 2 órdenes pagadas .*30 días \$600\.00 3 órdenes pagadas ▼ 23% vs\. 30\sdías\santes.*OXXO 1 100% de las órdenes \$300\.00.*BBVA[^%]* 0 0% de las órdenes \$0\.00.*60%.*3 de 5 que en esos días se pagaron, vencieron o se cancelaron.*Tiempo hasta el pago/;
  await countFrom(start - 41 * DAY_MS);
  while (await countFigures(service.deps));
  const counted = textOf(await shop.get('/home'));
  assert.match(counted, expected);
  assert.match(counted, /Tiempo hasta el pago (3[0-9]|2[0-9]|4[0-9]) minutos/);
  assert.doesNotMatch(counted, /Todavía estamos contando/);

  service.setTime(start + 3_600_000);
  await orderAt(shop, start + 3_600_000, { amount: 5_000n, paidAfter: 60_000 });
  const before = textOf(await shop.get('/home'));
  assert.match(before, /Hoy \$150\.00 2 órdenes/);
  service.setTime(start + 3 * 3_600_000);
  await Promise.all([1, 2, 3].map(() => countFigures(service.deps)));
  while (await countFigures(service.deps));
  assert.match(textOf(await shop.get('/home')), /Hoy \$150\.00 2 órdenes/, 'counted once, by whichever process');
  service.setTime(null);
});

test('money in review, refunds without an account, failing addresses and failed messages are named, with their links', async () => {
  const shop = await openShop();
  assert.doesNotMatch(textOf(await shop.get('/home')), /Qué necesita tu atención/);
  const order = await makeOrder(service, { key: shop.key, amount: 10_000n, point: 'OXXO' });
  await service.call('POST', `/v1/test/orders/${order.id}/payments`, { key: shop.key, body: { scenario: 'over' } });
  await shop.post(`/orders/${order.id}/refund`, 'amount=80&refunded=0.00');
  await service.call('POST', '/v1/webhooks/stores', { key: shop.key, body: { url: 'http://127.0.0.1:2/x' } });
  await service.deps.db.query(sql`
    update webhook_endpoints set failing_since = now()
    where account_id = (select account_id from orders where id = ${order.id.slice(3)})`);
  await service.deps.db.query(sql`
    insert into sms_messages (account_id, livemode, order_id, id, phone, text, gateway, state, created_at)
    select account_id, livemode, id, id, '', '', 'log', 'failed', now() from orders where id = ${order.id.slice(3)}`);
  const home = await shop.get('/home');
  for (const path of ['/webhooks', '/money/review', '/money/transfers', '/messages?show=failed'])
    assert.ok(home.text.includes(`<li><a href="/dashboard/test${path}">`), path);
  assert.match(textOf(home), /Una dirección no recibe tus webhooks.*Pago por decidir · Ana Robles \$10\.00/);
  const other = await openShop();
  assert.doesNotMatch(textOf(await other.get('/home')), /Qué necesita tu atención/);
});

test('a payment that its till took back and a refund that bounced do not count, counted or not', async () => {
  const shop = await openShop();
  const { deps } = service;
  await countFrom(Date.now() - 2 * 3_600_000);
  const rail: Rail = { id: '00000000-0000-0000-0000-000000000001', kind: 'cash', name: 'OXXO', mode: 'test' };
  const [kept, reversed] = [
    await makeOrder(service, { key: shop.key, amount: 100_000n }),
    await makeOrder(service, { key: shop.key, amount: 100_000n, point: 'OXXO' }),
  ];
  await service.call('POST', `/v1/test/orders/${kept.id}/payments`, { key: shop.key, body: {} });
  const { reference } = await readOrder(deps, await credentialOf(service, shop.key), reversed.id.slice(3));
  const transaction_id = trackingKey();
  const notice = await storeNotice(deps, rail, cashNotice(reference ?? '', '1000.00', { transaction_id }));
  await deps.matcher.match(notice ?? assert.fail());
  assert.match(textOf(await shop.get('/home')), /Hoy \$2,000\.00 2 órdenes pagadas/);
  await reverseCash(deps, rail, transaction_id);
  assert.match(textOf(await shop.get('/home')), /Hoy \$1,000\.00 1 orden pagada/);
  await shop.post(`/orders/${kept.id}/refund`, 'amount=300&refunded=0.00');
  const [transfer] = await deps.db.query<{ id: string }>(sql`
    select id from outgoing_transfers where order_id = ${kept.id.slice(3)}`);
  const call = { transferId: formatTransferId(transfer?.id ?? ''), actor: 'test' };
  await markSent(deps, { ...call, trackingKey: trackingKey() });
  await bounceTransfer(deps, { ...call, note: null });
  const expected = /Hoy \$1,000\.00 1 orden pagada/;
  assert.match(textOf(await shop.get('/home')), expected);
  service.setTime(Date.now() + 3_600_000);
  while (await countFigures(deps));
  service.setTime(null); // an hour later it may be tomorrow
  assert.match(textOf(await shop.get('/home')), expected);
});

test('home compares with the days before, shows the last payments, and names refunds that wait for money', async () => {
  const start = NOON + 800 * DAY_MS;
  service.setTime(start);
  const shop = await openShop();
  const first = await orderAt(shop, start - 10 * DAY_MS, { amount: 20_000n });
  const order = await orderAt(shop, start - 2 * DAY_MS, { amount: 30_000n });
  const yesterday = await orderAt(shop, start - DAY_MS, { amount: 10_000n });
  const today = await orderAt(shop, start - HOUR_MS, { amount: 5_000n });
  service.setTime(start);
  await countFrom(start - 20 * DAY_MS);
  while (await countFigures(service.deps));
  const home = textOf(await shop.get('/home'));
  assert.match(home, /Hoy \$50\.00 1 orden pagada 7 días/, 'a part of a day is not compared with a whole one');
  assert.match(home, /7 días \$450\.00 3 órdenes pagadas ▲ 125% vs/);
  assert.match(home, /30 días \$650\.00 4 órdenes pagadas \$/);
  assert.match(home, /Últimos pagos .*Ana Robles SMG-1 .*\$300\.00.*Ana Robles/);
  assert.doesNotMatch(home, /esperan? tu saldo/);
  for (const [{ id }, amount] of [
    [first, 200],
    [order, 300],
    [yesterday, 100],
    [today, 50],
  ] as const)
    await shop.post(`/orders/${id}/refund`, `amount=${amount}&refunded=0.00`);
  assert.match(textOf(await shop.get('/home')), /Reembolso que espera tu saldo · Ana Robles/);
  service.setTime(null);
});

test('the next payout names the account that counts by then', async () => {
  const { deps } = service;
  const shop = await openShop();
  const { scope } = await credentialOf(service, shop.key);
  await orderAt(shop, NOON, { amount: 20_000n }); // a Sunday
  const nextPayout = async () => /Siguiente depósito .*$/.exec(textOf(await shop.get('/home')))?.[0];
  const plan = { every: 'week', onDay: 5, least: 100n } as const;
  await setPayoutPlan(deps, { scope, plan, actor: 'test' });
  assert.match((await nextPayout()) ?? '', /vie .* Falta la cuenta/);
  for (const [clabe, bank, countsFrom, expected] of [
    ['012180015025335996', 'BBVA MEXICO', NOON - DAY_MS, / A BBVA MEXICO\s…\u20605996/],
    ['014180566013486728', 'SANTANDER', NOON + 2 * DAY_MS, / A SANTANDER\s…\u20606728/],
    ['072180000000000005', 'BANORTE', NOON + 9 * DAY_MS, / A BBVA MEXICO\s…\u20605996/],
  ] as const) {
    // As when an owner names another one.
    await stopPayoutAccounts(deps.db, scope, { which: 'waiting', by: 'test', at: deps.clock.now() });
    const id = deps.random.uuid(deps.clock.now());
    const named = { holder: 'La Favorita SA', rfc: 'LFA010203AB9', namedBy: 'test', namedAt: NOON };
    await insertPayoutAccount(deps.db, { scope, id, clabe, bank, countsFrom, ...named });
    assert.match((await nextPayout()) ?? '', expected);
    const [first = ''] = textOf(await shop.get('/money/payouts')).split('La cuenta a la que');
    assert.match(first, /Siguiente depósito (\$[\d.]+ )?vie 20 nov/, 'it comes first on its own page, too');
    assert.match(first, expected);
  }
  service.setTime(null);
});
