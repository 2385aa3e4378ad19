// A merchant's money in the dashboard: movements, decisions, transfers, statements.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { makeOrder, startPayService, textOf } from '../fixtures.js';
import { signIn } from './sign-in.js';

const service = await startPayService();

async function openShop(mode: 'test' | 'live' = 'test') {
  const { keys } = await service.account({ name: 'La Favorita' });
  return { key: keys[mode].private, ...(await signIn(service, keys[mode].private)) };
}
type Shop = Awaited<ReturnType<typeof openShop>>;

async function paidOrder(shop: Shop, scenario: string, wish = {}) {
  const order = await makeOrder(service, { key: shop.key, amount: 10_000n, ...wish });
  await service.call('POST', `/v1/test/orders/${order.id}/payments`, { key: shop.key, body: { scenario } });
  return order;
}

async function waitingOf(shop: Shop, orderId: string) {
  const { text } = await shop.get(`/money/review?order=${orderId}`);
  const [, payment = ''] = /money\/review\/([0-9a-f-]{36})/.exec(text) ?? [];
  const page = await shop.get(`/money/review/${payment}`);
  const [, seen = ''] = /name="seen" value="([^"]+)"/.exec(page.text) ?? [];
  return { path: `/money/review/${payment}`, form: `seen=${encodeURIComponent(seen)}`, text: textOf(page) };
}

test('movements show each payment with its fee, and lead to the order', async () => {
  const shop = await openShop();
  assert.match(textOf(await shop.get('/money')), /Todavía no hay movimientos/);
  const order = await paidOrder(shop, 'exact');
  const { text } = await shop.get('/money');
  assert.match(
    textOf({ text } as never),
    /Disponible para depósito \$88\.98.*Cobrado Comisión e IVA Neto .*Ana Robles .*Pago .*\$100\.00 −\$11\.02 \$88\.98/,
  );
  assert.ok(text.includes(`/dashboard/test/orders/${order.id}"`) && text.includes(order.folio));
  for (let made = 0; made < 26; made++) await paidOrder(shop, 'exact');
  const first = await shop.get('/money');
  const [, older = ''] = /href="\/dashboard\/test(\/money\?next=[^"]+)"/.exec(first.text) ?? [];
  const second = await shop.get(older);
  assert.ok(second.text.includes(order.folio));
  const [, newer = ''] = /href="\/dashboard\/test(\/money\?previous=[^"]+)"/.exec(second.text) ?? [];
  assert.equal(textOf(await shop.get(newer)), textOf(first));
  const [, cursor = ''] = older.split('next=');
  const former = `/money?older=${Buffer.from(cursor.replaceAll('-', ''), 'hex').toString('base64url')}`;
  assert.equal(textOf(await shop.get(former)), textOf(second), 'an address that was kept before still leads there');
});

test('movements name the customer, are filtered, and say when money is released', async () => {
  const shop = await openShop();
  const order = await paidOrder(shop, 'exact');
  await shop.post(`/orders/${order.id}/refund`, 'amount=10&refunded=0.00');
  assert.match(textOf(await shop.get('/money')), /Ana Robles .*Reembolso Por enviar .*Ana Robles .*Pago /);
  const payments = textOf(await shop.get('/money?kind=payments'));
  assert.match(payments, /Ana Robles .*\$88\.98/);
  assert.doesNotMatch(payments.slice(payments.indexOf('Neto')), /Reembolso /);
  assert.match(textOf(await shop.get('/money?to=2020-01-01')), /Todavía no hay movimientos/);
  assert.equal((await shop.get('/money?kind=nonsense')).status, 200);
});

test('money to decide about is what the review list has; parts of an order that can still be paid stand by themselves', async () => {
  const shop = await openShop();
  await paidOrder(shop, 'over');
  assert.match(textOf(await shop.get('/money')), /Por decidir \$10\.00 Filtros/);
  const part = await paidOrder(shop, 'short');
  for (const path of ['/home', '/money'])
    assert.match(textOf(await shop.get(path)), /Por decidir \$10\.00 (› )?Órdenes a medio pagar \$50\.00/, path);
  const movements = textOf(await shop.get('/money'));
  assert.match(movements, /Pago [\p{L} ]*Pago parcial .*\$50\.00 En espera .*Pago [\p{L} ]*\+ \$10\.00 por decidir/u);
  await service.call('POST', `/v2/orders/${part.id}/cancel`, { key: shop.key, body: {} });
  assert.match(textOf(await shop.get('/money/review')), /\$50\.00 .*\$10\.00/);
});

test('a merchant keeps or sends back money that waits, once, and another merchant does neither', async () => {
  const shop = await openShop();
  const [kept, back] = [await paidOrder(shop, 'over'), await paidOrder(shop, 'over')];
  const list = textOf(await shop.get('/money/review'));
  assert.match(list, /Más de lo que se debía .*\$10\.00.*Más de lo que se debía .*\$10\.00/);
  const keeping = await waitingOf(shop, kept.id);
  assert.match(
    keeping.text,
    /\$10\.00 esperan tu decisión.*pasan a tu saldo disponible, menos la comisión.*Quedarme con \$10\.00/,
  );

  const other = await openShop();
  assert.equal((await other.get(keeping.path)).status, 404);
  assert.equal((await other.post(`${keeping.path}/accept`, keeping.form)).status, 404);
  assert.equal((await shop.post(`${keeping.path}/accept`, 'seen=0+0')).status, 400);

  const clicks = await Promise.all(
    ['accept', 'return'].map((choice) => shop.post(`${keeping.path}/${choice}`, keeping.form)),
  );
  assert.equal(clicks.filter(({ status }) => status < 400).length, 1, 'one decision, whichever came first');
  assert.equal((await shop.post(`${keeping.path}/accept`, keeping.form)).status, 400, 'not again');
  assert.match((await waitingOf(shop, kept.id)).text, /^.*$/);

  const returning = await waitingOf(shop, back.id);
  assert.match(returning.text, /Enviamos \$10\.00 a la cuenta que pagó/);
  assert.equal((await shop.post(`${returning.path}/return`, returning.form)).status, 303);
  assert.match(
    textOf(await shop.get('/money/transfers')),
    /Ana Robles [0-9A-F]{8} · SMG-1 Devolución .*Por enviar \$10\.00/,
  );
  assert.match(textOf(await shop.get('/money/review')), /Nada espera tu decisión/);
});

test('a movement says what became of money in review: it waits, it was accepted, or it was sent back', async () => {
  const shop = await openShop();
  const movements = async () => textOf(await shop.get('/money?kind=payments'));
  const asideOf = async () => /Pago (\+ \$10\.00 [^.$]*?|)\d+:/u.exec(await movements())?.[1]?.trimEnd();
  for (const [choice, word] of [
    ['accept', ''],
    ['return', '+ $10.00 ya devueltos'],
  ] as const) {
    const order = await paidOrder(shop, 'over');
    assert.equal(await asideOf(), '+ $10.00 por decidir');
    const { path, form } = await waitingOf(shop, order.id);
    assert.equal((await shop.post(`${path}/${choice}`, form)).status, 303);
    assert.equal(await asideOf(), word);
    if (choice === 'accept') assert.match(await movements(), /Pago extra \d+:\d\d/);
  }
  assert.doesNotMatch(textOf(await shop.get('/money')), /\d por decidir/);
});

test('the list names customers and orders, and many payments are decided at once', async () => {
  const shop = await openShop();
  const customer = { id: null, name: 'Berta Luna', email: 'berta@example.com', phone: null };
  const orders = [
    await paidOrder(shop, 'over'),
    await paidOrder(shop, 'over', { customer }),
    await paidOrder(shop, 'over'),
  ];
  const page = await shop.get('/money/review');
  assert.match(
    textOf(page),
    new RegExp(`Berta Luna.*${orders[1]?.folio}.*Devolver lo marcado.*Quedarme con lo marcado`),
  );
  const boxes = [...page.text.matchAll(/name="(payment\.[0-9a-f-]{36})" value="([^"]+)"/g)].map(
    ([, name = '', seen = '']) => [name, seen],
  );
  assert.equal(boxes.length, 3);
  assert.equal(page.text.match(/>Quedármelo</g)?.length, 3, 'a way to decide in each row');
  const [, only = ''] = /name="only" value="(accept [^"]+)"/.exec(page.text) ?? [];
  const one = await shop.post('/money/review', new URLSearchParams({ only }).toString());
  assert.match(textOf(one), /Quedarme con \$10\.00 .*Ana Robles/, 'it asks once more');
  assert.equal((await shop.post('/money/review', 'choice=return')).status, 400, 'none is marked');
  const asking = (some: string[][], choice: string) => new URLSearchParams([...some, ['choice', choice]]).toString();
  const form = (some: string[][], choice: string) => `${asking(some, choice)}&sure=yes`;
  const asked = await shop.post('/money/review', asking(boxes.slice(0, 2), 'return'));
  assert.match(textOf(asked), /Devolver \$20\.00 de 2 pagos.*\$10\.00 · .*\$10\.00 · .*va a la cuenta que pagó/);
  assert.match(textOf(await shop.get('/money/transfers')), /No hay transferencias/, 'it only asked');
  assert.equal((await (await openShop()).post('/money/review', form(boxes, 'accept'))).status, 404);
  assert.equal((await shop.post('/money/review', form(boxes.slice(0, 2), 'return'))).status, 303);
  assert.match(textOf(await shop.get('/money/transfers')), /Devolución .*\$10\.00.*Devolución .*\$10\.00/);
  assert.match(
    textOf(await shop.post('/money/review', asking(boxes, 'accept'))),
    /Quedarme con \$10\.00 /,
    'of what is left',
  );
  const again = await shop.post('/money/review', form(boxes, 'accept'));
  assert.match(String(again.headers['set-cookie']), /changed/, 'two were decided already');
  assert.match(textOf(await shop.post('/money/review', asking(boxes, 'return'))), /Alguien decidió mientras tanto/);
  assert.match(textOf(await shop.get('/money/review')), /Nada espera tu decisión/);
  assert.match(textOf(await shop.get('/money/transfers')), /^(?!.*Devolución.*Devolución.*Devolución)/s);
});

test('what is too much is rather sent back', async () => {
  const shop = await openShop();
  const { id } = await paidOrder(shop, 'over');
  const { path } = await waitingOf(shop, id);
  assert.match((await shop.get(path)).text, /class="main"[^>]*>Devolver \$10\.00/);
});

test('cash that goes back is asked for by a link', async () => {
  const shop = await openShop();
  const order = await paidOrder(shop, 'over', { point: 'OXXO' });
  const waiting = await waitingOf(shop, order.id);
  assert.match(waiting.text, /falta una CLABE/);
  const reply = await shop.post(`${waiting.path}/return`, waiting.form);
  assert.match(reply.text, /data-copy="[^"]*\/pay\/refund\//);
  assert.match(textOf(await shop.get('/money/transfers')), /Falta la CLABE/);
});

test('a statement has every line of its days as CSV, and its sums as PDF', async () => {
  const shop = await openShop();
  await paidOrder(shop, 'exact');
  const order = await paidOrder(shop, 'exact');
  await shop.post(`/orders/${order.id}/refund`, 'amount=40&refunded=0.00');
  const today = new Date(Date.now() - 6 * 3_600_000).toISOString().slice(0, 10);
  const span = `from=${today}&to=${today}`;
  const csv = await shop.get(`/money/statement.csv?${span}`);
  const lines = csv.text.trim().split('\r\n');
  assert.equal(lines.length, 4, csv.text);
  assert.match(lines[3] ?? '', /Reembolso,ch_.*,40\.00,/);
  const pdf = await service.app.inject({
    url: `/dashboard/test/money/statement.pdf?${span}`,
    headers: { cookie: shop.cookie },
  });
  assert.equal(pdf.headers['content-type'], 'application/pdf');
  const shown = textOfPdf(pdf.rawPayload);
  for (const text of ['La Favorita', 'MODO DE PRUEBA', 'Saldo final', '200.00', '-40.00', '137.96'])
    assert.ok(shown.includes(text), `${text} in ${shown}`);
  assert.match(textOf(await shop.get('/money/statements')), /Estados de cuenta.*PDF CSV/);
  assert.equal((await shop.get(`/money/statement?${span}&format=pdf`)).headers['content-type'], 'application/pdf');
  for (const odd of ['', 'from=x&to=y', `from=${today}&to=2020-01-01`])
    assert.equal((await shop.get(`/money/statement.csv?${odd}`)).status, 400, odd);
});

test('a month is shown day by day with the figures of its files, and only months that are', async () => {
  const shop = await openShop();
  await paidOrder(shop, 'over');
  const refunded = await paidOrder(shop, 'exact');
  await shop.post(`/orders/${refunded.id}/refund`, 'amount=40&refunded=0.00');
  const back = await waitingOf(shop, (await paidOrder(shop, 'over')).id);
  await shop.post(`${back.path}/return`, back.form);
  const today = new Date(Date.now() - 6 * 3_600_000).toISOString().slice(0, 10);
  const month = `/money/statements/${today.slice(0, 7)}`;
  const list = await shop.get('/money/statements');
  assert.ok(list.text.includes(`href="/dashboard/test${month}"`));
  const page = await shop.get(month);
  const sums = ['$320.00', '−$28.50', '−$4.56', '−$40.00', '$0.00', '−$10.00', '−$10.00', '$226.94'];
  const figures = sums.filter((sum) => sum !== '$0.00').join(' '); // what did not happen has no column
  const shown = textOf(page).replace(/ +/g, ' ');
  assert.match(
    shown,
    /Saldo inicial \$0\.00 Pagos \$320\.00 Comisiones, IVA, reembolsos y en espera −\$93\.06 Saldo hasta hoy \$226\.94/,
  );
  assert.equal(shown.split(figures).length, 2, `a line of the day, which is the total, ${figures} in ${shown}`);
  assert.match(
    page.text,
    /<td data-name="Cambio del saldo" class="number top-right called">/,
    'on a phone each sum has its name',
  );
  const pdf = await service.app.inject({
    url: `/dashboard/test/money/statement.pdf?from=${today.slice(0, 8)}01&to=${today}`,
    headers: { cookie: shop.cookie },
  });
  const inPdf = textOfPdf(pdf.rawPayload);
  assert.ok(inPdf.includes(sums.join('|').replaceAll('−', '-').replaceAll('$', '')), inPdf);
  assert.match(textOf(await shop.get(`${month}?lang=en`)), /Opening balance .* which are no balance yet/);
  for (const odd of ['2020-01', '2026-13', 'x', '9999-12'])
    assert.equal((await shop.get(`/money/statements/${odd}`)).status, 404, odd);
});

function textOfPdf(file: Buffer): string {
  const start = file.indexOf('stream\n') + 'stream\n'.length;
  const drawn = inflateSync(file.subarray(start, file.indexOf('\nendstream'))).toString('latin1');
  return [...drawn.matchAll(/<([0-9a-f]*)> Tj/g)]
    .map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'))
    .join('|');
}
