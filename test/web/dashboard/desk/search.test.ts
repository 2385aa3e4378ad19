// One search at the desk: "where are the 1,250 pesos?" is answered in one step, whatever somebody knows of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findMoney, indexPayments } from '../../../../src/actions/money/search/find-money.js';
import { indexOrders } from '../../../../src/actions/orders/index-orders.js';
import { createPayout } from '../../../../src/actions/transfers/create-payout.js';
import { MINUTE_MS } from '../../../../src/domain/base/duration.js';
import { formatTransferId } from '../../../../src/domain/transfers/transfer.js';
import { sql } from '../../../../src/store/sql.js';
import { transfer } from '../../../support/arrived-money.js';
import { makeOrder, textOf } from '../../fixtures.js';
import { startDesk } from './desk.js';
import { VALID_CLABE } from './world.js';

const { service, desk } = await startDesk();
const order = await makeOrder(service, {
  key: service.other.keys.live.private,
  amount: 125_000n,
  product: { id: 'ABC-7001', name: 'Mesa', imageUrl: null },
  customer: { id: null, name: 'José Peña Ruiz', email: 'jose.pena@example.com', phone: null },
});
const mistyped = `${order.payTo.slice(0, 16)}${(Number(order.payTo[16]) + 1) % 10}${order.payTo.slice(17)}`;
const lost = await transfer(service, {
  clabe: mistyped,
  amount: '1250.00',
  mode: 'live',
  payerName: 'ROSA IBARRA GIL',
});

/** What finds the lost payment, and what the order. */
const PAYMENT = ['1,250', '1250.00', '$1,250', '1250', 'ibarra', 'gil rosa', lost.trackingKey, mistyped];
const PARTS = [lost.trackingKey.slice(3, 9).toLowerCase(), mistyped.slice(4, 15), mistyped.replace(/(\d{3})/g, '$1 ')];
const ORDER = ['1,250', 'peña', 'RUIZ josé', 'jose.pena@', 'abc-7001', order.payTo, order.folio, order.id];

async function foundBy(text: string) {
  const { orders, payments } = await findMoney(service.deps, { mode: 'live', search: text });
  return { orders: orders.map(({ folio }) => folio), payments: payments.map(({ id }) => id) };
}

test('a payment without an order and an order without a payment are found at once by anything that is known', async () => {
  for (const text of [...PAYMENT, ...PARTS, lost.id])
    assert.ok((await foundBy(text)).payments.includes(lost.id), `the payment by ${text}`);
  for (const text of ORDER) assert.ok((await foundBy(text)).orders.includes(order.folio), `the order by ${text}`);
  for (const text of ['1,250.01', 'nobody at all', 'rosa peña', '', "%' or 1=1"])
    assert.deepEqual(await foundBy(text), { orders: [], payments: [] }, text);
});

test('the page shows where the money is, with the way to decide, and only money of its mode', async () => {
  const page = await desk.get('/search?q=%241%2C250&lang=es');
  const text = textOf(page);
  assert.match(text, /Pagos \(1\)/);
  assert.match(text, /ROSA IBARRA GIL.*Sin identificar \$1,250\.00 Decidir/);
  assert.match(text, /Órdenes \(1\).*Other.*José Peña Ruiz/);
  assert.ok(page.text.includes(`/dashboard/desk/inbox/${lost.id}`));
  assert.match(textOf(await desk.get('/search?q=1250&mode=test')), /No se encontró nada/);
  assert.match(textOf(await desk.get('/search?lang=en')), /Where are the \$1,250\?/);
  assert.ok((await desk.get('/today')).text.includes('action="/dashboard/desk/search"'), 'the bar leads there');
  await desk.get('/search?lang=es');
});

test('an order is shown with its payment, and a payment with its order, whichever was found', async () => {
  const paid = await makeOrder(service, { key: service.merchant.keys.live.private, amount: 45_600n });
  const payment = await transfer(service, { clabe: paid.payTo, amount: '456.00', mode: 'live', payerName: 'PACO' });
  for (const text of [paid.folio, 'paco', payment.trackingKey])
    assert.deepEqual(await foundBy(text), { orders: [paid.folio], payments: [payment.id] }, text);
});

test('money that leaves is found by its payee, its account, its amount, its id and the bank’s key', async () => {
  const scope = { accountId: service.merchant.account.id, mode: 'live' as const };
  const destination = { clabe: VALID_CLABE, holder: 'Ferretería Núñez SA', bank: null };
  const { transfer: made } = await createPayout(service.deps, {
    ...{ scope, destination, amount: 12_345n, note: 'semana 46', key: null, actor: 'test' },
  });
  assert.ok(made !== null);
  const id = formatTransferId(made.id);
  await service.deps.db.query(sql`
    update outgoing_transfers
    set state = 'sent', tracking_key = 'BANCO46XYZ', sent_at = now()
    where id = ${made.id}`);
  for (const text of ['nuñez ferreteria', VALID_CLABE, '123.45', id, 'BANCO46XYZ', '46xyz']) {
    const { transfers } = await findMoney(service.deps, { mode: 'live', search: text });
    assert.deepEqual(
      transfers.map((one) => one.id),
      [made.id],
      text,
    );
  }
  const page = await desk.get('/search?q=BANCO46XYZ&lang=es');
  assert.match(textOf(page), /Transferencias \(1\).*Ferretería Núñez SA.*Pago al comercio.*\$123\.45/);
  assert.ok(page.text.includes(`/dashboard/desk/transfers/${id}`));
  assert.match(textOf(await desk.get('/search?q=BANCO46XYZ&mode=test')), /No se encontró nada/);
});

test('older ones are found by their index, those of the amount before those that have it in a number', async () => {
  const { db } = service.deps;
  service.setTime(Date.now() + 10 * MINUTE_MS);
  while ((await indexOrders(service.deps)) || (await indexPayments(service.deps)));
  await db.query(sql`
    insert into payments (id, identity, kind, livemode, network, tracking_key, destination, payer_name, amount, unmatched,
      paid_at, received_at, updated_at)
    select uuidv7(n * interval '1 millisecond'), sha256(n::text::bytea), 'spei', true, '40002', 'OTRA1250' || n, '646180123400000024',
      'OTRO PAGADOR', 100, 100, now(), now(), now()
    from generate_series(1, 2100) n`);
  const { payments, isCut } = await findMoney(service.deps, { mode: 'live', search: '1250' });
  assert.deepEqual([payments[0]?.id, payments.length, isCut], [lost.id, 50, true]);
  while (await indexPayments(service.deps));
  for (const text of [...PAYMENT, ...PARTS]) assert.ok((await foundBy(text)).payments.includes(lost.id), text);
});
