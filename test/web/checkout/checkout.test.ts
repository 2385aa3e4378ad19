// The receipt and the hosted checkout over HTTP (D67).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { updateAccount } from '../../../src/actions/accounts/update-account.js';
import { setLiveDetails } from '../../../src/actions/points/edit-payment-point.js';
import { sql } from '../../../src/store/sql.js';
import type { Reply } from '../../support/service.js';
import { until } from '../../support/until.js';
import { makeOrder, startPayService, textOf } from '../fixtures.js';
import { fieldsOf, orderIn, post, shopForm, waysOn } from './forms.js';

const service = await startPayService();
const { key } = service;
const send = (change: Record<string, string | undefined> = {}, headers: Record<string, string> = {}) =>
  post(service, '/comprobante', shopForm(service, change), headers);
const listed = async (path = '/v1/charges?limit=100') => (await service.call('GET', path, { key })).json.data;
const CSP = 'content-security-policy';

test('GET /comprobante is the page of the order, with and without a slash, by its whole or its bare id', async () => {
  const order = await makeOrder(service);
  for (const path of ['/comprobante', '/comprobante/'])
    for (const id of [order.id, order.id.slice(3)]) {
      const page = await service.call('GET', `${path}?confirmation_id=${id}`);
      assert.equal(page.status, 200);
      assert.match(textOf(page), new RegExp(order.folio));
      assert.match(page.text, new RegExp(`href="\\?confirmation_id=${order.id}&amp;lang=en"`));
      assert.match(page.text, new RegExp(`data-pay-url="/pay/${order.id}"`));
    }
  const english = await service.call('GET', `/comprobante?confirmation_id=${order.id}&lang=en`);
  assert.match(textOf(english), /Waiting for payment/);
  for (const query of ['', '?confirmation_id=', '?confirmation_id=ch_x', '?confirmation_id=%00'])
    assert.equal((await service.call('GET', `/comprobante${query}`)).status, 404, query);
  assert.equal((await service.call('GET', '/comprobante/x')).status, 404);
});

test('any site may frame the customer pages; the dashboard, the reference and the page of a refund never', async () => {
  const order = await makeOrder(service);
  for (const page of [
    await service.call('GET', `/comprobante?confirmation_id=${order.id}`),
    await service.call('GET', '/comprobante'),
    await service.call('GET', `/pay/${order.id}`),
    await service.call('GET', '/checkout/pl_x'),
    await send(),
    await send({ public_key: 'pk_test_unknown' }),
  ]) {
    assert.match(page.headers[CSP] ?? '', /script-src 'self'.*frame-ancestors \*$/);
    assert.equal(page.headers['x-frame-options'], undefined);
    assert.match(page.headers['cache-control'] ?? '', /^(no-store|private, no-cache)$/);
  }
  for (const path of ['/dashboard', '/docs/', '/pay/refund/x'])
    assert.match((await service.call('GET', path)).headers[CSP] ?? '', /frame-ancestors 'none'/, path);
});

test('each way says what is paid there in all, with its commission, its parts and its hours', async () => {
  const page = textOf(await send({ order_price: '8750' }));
  assert.match(page, /OXXO \$8,770\.00 \+ 2 × \$10\.00 de comisión en 2 partes Las 24 horas/);
  assert.match(page, /Chedraui \$8,755\.00 \+ \$5\.00 de comisión 8 a\.m\. a 9 p\.m\./);
  assert.match(page, /BBVA \$8,750\.00 Sin comisión 8:30 a\.m\. a 4 p\.m\./);
  assert.match(page, /SPEI \$8,750\.00 Sin comisión/);
  assert.match(page, /Bitcoin \$8,750\.00 Más la comisión de la red/);
  assert.match(textOf(await send({ lang: 'en' })), /OXXO \$160\.00 \+ \$10\.00 fee 24 hours/);
});

test('the page shows what is sold and the ways to pay, and makes nothing yet', async () => {
  const before = (await listed()).length;
  const page = await send();
  assert.equal(page.status, 200);
  assert.match(textOf(page), /Pago a Merchant.*Compra : \$150\.00 MXN Funda de cuero/);
  assert.match(textOf(page), /MODO DE PRUEBA/);
  const ways = waysOn(page);
  assert.deepEqual([ways.length, ways[0]], [25, 'SPEI']);
  assert.equal((await listed()).length, before);
  assert.match(page.headers[CSP] ?? '', /img-src 'self' data:; base-uri 'none'; form-action 'self'/);
});

test('a price that some points cannot take is offered at the others', async () => {
  const ways = waysOn(await send({ order_price: '9000' }));
  assert.ok(ways.includes('OXXO') && ways.includes('SPEI') && !ways.includes('EXTRA'), ways.join());
  assert.deepEqual(
    waysOn(await send({ order_price: '5' })).includes('SPEI'),
    false,
    'SPEI would cost more than 5 pesos',
  );
});

test('a payment_type in the form of the shop is chosen beforehand, and still makes nothing by itself', async () => {
  const before = (await listed()).length;
  const page = await send({ payment_type: 'OXXO' });
  assert.equal(page.status, 200);
  assert.equal(fieldsOf(page)['payment_type'], 'OXXO');
  assert.equal((await listed()).length, before);
});

test('the customer chooses a point, and stands on the page of the charge', async () => {
  const page = await send({
    order_id: 'A-1',
    success_url: 'https://shop.example/ok',
    failed_url: 'https://shop.example/no',
  });
  const made = await post(service, '/comprobante', {
    ...fieldsOf(page),
    payment_type: 'OXXO',
    customer_phone: ' 5512345678 ',
  });
  const id = orderIn(made);
  const { json: charge } = await service.call('GET', `/v1/charges/${id}`, { key });
  assert.deepEqual(
    [charge.amount, charge.order_info.order_id, charge.order_info.store, charge.customer.customer_phone],
    [150, 'A-1', 'OXXO', '5512345678'],
  );
  assert.equal(charge.order_info.success_url, 'https://shop.example/ok');
  assert.equal(charge.order_info.failed_url, 'https://shop.example/no');
  assert.match(textOf(await service.call('GET', `/pay/${id}`)), /Referencia/);
});

test('SPEI makes an order of the second generation, by the names of the earlier one, too', async () => {
  const page = await send({
    ...{ order_id: undefined, order_name: undefined, order_price: undefined },
    ...{ product_id: 'P-7', product_name: 'Taza', product_price: '12.56', currency: 'usd' },
  });
  assert.match(
    textOf(page),
    /\$232\.36 MXN.*Equivale a 12\.56 USD \(1 USD = \$18\.50 MXN\)\. El monto en pesos queda fijo/,
  );
  const id = orderIn(await post(service, '/comprobante', { ...fieldsOf(page), payment_type: 'SPEI' }));
  const { json } = await service.call('GET', `/v2/orders/${id}`, { key });
  assert.deepEqual([json.product.id, json.product.price, json.product.currency], ['P-7', 12.56, 'USD']);
});

test('however often the form is sent, also at once, it makes one order', async () => {
  const order_id = 'twice';
  const form = { ...fieldsOf(await send({ order_id })), payment_type: 'SPEI' };
  const replies = await Promise.all(Array.from({ length: 8 }, () => post(service, '/comprobante', form)));
  const later = await post(service, '/comprobante', form);
  assert.equal(new Set([...replies, later].map(orderIn)).size, 1);
  assert.equal((await listed(`/v1/charges?order_id=${order_id}`)).length, 1);
});

test('a form sent again with another choice shows the order it made, and can make another', async () => {
  const form = fieldsOf(await send({ order_id: 'other-choice' }));
  const first = orderIn(await post(service, '/comprobante', { ...form, payment_type: 'SPEI' }));
  const again = await post(service, '/comprobante', { ...form, payment_type: 'OXXO' });
  assert.equal(again.status, 409);
  assert.match(textOf(again), /Ya hiciste una orden/);
  assert.match(again.text, new RegExp(`href="/pay/${first}"`));
  const anew = fieldsOf(again);
  assert.notEqual(anew['checkout_token'], form['checkout_token']);
  assert.equal(anew['payment_type'], 'OXXO');
  assert.notEqual(orderIn(await post(service, '/comprobante', anew)), first);
});

test('what the customer typed is kept, and all that is wrong with it is said at once', async () => {
  const form = fieldsOf(await send({ customer_name: undefined, customer_email: undefined }));
  const typed = { ...form, customer_name: '', customer_email: 'ana "the" example', customer_phone: '55' };
  const page = await post(service, '/comprobante', typed);
  assert.equal(page.status, 400);
  const text = textOf(page);
  for (const fault of [/Elige una forma de pago\./, /Nombre completo es un dato/, /Correo electrónico debe ser/])
    assert.match(text, fault);
  assert.equal(fieldsOf(page)['customer_email'], 'ana "the" example');
  assert.equal(fieldsOf(page)['customer_phone'], '55');
  assert.equal(fieldsOf(page)['checkout_token'], form['checkout_token']);
  const mended = { customer_name: 'Ana', customer_email: ' ana@example.com ', customer_phone: '55 5555 1234' };
  const good = { ...fieldsOf(page), ...mended, payment_type: 'OXXO' };
  orderIn(await post(service, '/comprobante', good));
});

test('the language changes with what was typed, and the order follows it', async () => {
  const form = { ...fieldsOf(await send()), payment_type: 'OXXO', customer_name: 'Beatriz' };
  const english = await post(service, '/comprobante', { ...form, switch_language: 'en' });
  assert.equal(english.status, 200);
  assert.match(textOf(english), /How do you want to pay\?/);
  assert.deepEqual([fieldsOf(english)['customer_name'], fieldsOf(english)['payment_type']], ['Beatriz', 'OXXO']);
  const made = await post(service, '/comprobante', fieldsOf(english));
  assert.match(made.headers['location'] ?? '', /\?lang=en$/);
  const byHeader = await send({}, { 'accept-language': 'en' });
  assert.match(textOf(byHeader), /How do you want to pay\?/);
});

const PROBLEMS: readonly [name: string, change: Record<string, string | undefined>, status: number, text: RegExp][] = [
  ['an unknown key', { public_key: 'pk_test_unknown_key' }, 401, /llave de API falta o no es válida/],
  ['no key', { public_key: undefined }, 400, /public_key es un dato obligatorio/],
  ['a private key', { public_key: key }, 403, /necesita la llave pública/],
  ['a negative price', { order_price: '-5' }, 400, /order_price debe ser mayor que cero/],
  ['a price in words', { order_price: 'mucho' }, 400, /order_price debe ser una cantidad/],
  ['a price that is too small', { order_price: '1' }, 400, /order_price debe ser al menos 3\.60 MXN/],
  ['a name that is missing', { order_name: '' }, 400, /order_name es un dato obligatorio/],
  ['another currency', { currency: 'JPY' }, 400, /currency debe ser MXN/],
];

for (const [name, change, status, text] of PROBLEMS) {
  test(`${name} is a page that says so, with status ${status}, and no password prompt`, async () => {
    const page = await send(change);
    assert.equal(page.status, status, page.text);
    assert.match(page.headers['content-type'] ?? '', /^text\/html/);
    assert.match(textOf(page), text);
    assert.match(textOf(page), /El negocio no pudo iniciar tu pago.*No se te cobró nada/);
    assert.equal(page.headers['www-authenticate'], undefined);
    const english = await send(change, { 'accept-language': 'en' });
    assert.match(textOf(english), /The shop could not start your payment.*Nothing was charged/);
  });
}

test('a body that is no form, or too large, is a page, too', async () => {
  const headers = { 'content-type': 'text/plain' };
  const odd = await service.call('POST', '/comprobante', { body: 'x', headers });
  assert.deepEqual([odd.status, odd.headers['content-type']], [415, 'text/html; charset=utf-8']);
  const large = await send({ order_name: 'x'.repeat(70_000) });
  assert.deepEqual([large.status, large.headers['content-type']], [413, 'text/html; charset=utf-8']);
});

test('a problem leads back to the shop only by http, and only for a key that is known', async () => {
  const failed_url = 'https://shop.example/cart';
  assert.match(
    (await send({ order_price: '0', failed_url })).text,
    /<a class="button" href="https:\/\/shop\.example\/cart"/,
  );
  assert.doesNotMatch((await send({ public_key: 'pk_test_unknown', failed_url })).text, /shop\.example/);
  assert.doesNotMatch((await send({ order_price: '0', failed_url: 'javascript:alert(1)' })).text, /javascript:/);
});

test('an address that is no web address is never kept, and never costs the sale', async () => {
  const page = await send({ order_id: 'odd-urls', success_url: 'javascript:alert(1)', failed_url: 'data:text/html,x' });
  const id = orderIn(await post(service, '/comprobante', { ...fieldsOf(page), payment_type: 'SPEI' }));
  const { order_info: info } = (await service.call('GET', `/v1/charges/${id}`, { key })).json;
  assert.deepEqual([info.success_url, info.failed_url], [null, null]);
});

test('what a shop writes is text on our page, not markup, and its picture is not shown', async () => {
  const page = await send({ order_name: '<img src=x onerror=alert(1)>"', image_url: 'https://evil.example/x.png' });
  assert.doesNotMatch(page.text, /<img src=x/);
  assert.match(textOf(page), /<img src=x onerror=alert\(1\)>"/);
  assert.doesNotMatch(page.text, /<img[^>]*evil/);
  assert.doesNotMatch(page.headers[CSP] ?? '', /evil/);
});

test('a page in the encoding of Windows does not lose its accents', async () => {
  const fields = new URLSearchParams({ ...shopForm(service), order_name: 'NAME' }).toString();
  const led = await service.call('POST', '/comprobante', {
    body: fields.replace('NAME', 'Mu%F1eca+peque%F1a'),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  const page = await service.call('GET', led.headers['location'] ?? '');
  assert.match(textOf(page), /MXN Muñeca pequeña/);
});

test('a suspended account sells nothing, and its customers learn why', async () => {
  const { account, keys } = await service.account({ name: 'Closed' });
  const form = { ...fieldsOf(await send({ public_key: keys.test.public })), payment_type: 'SPEI' };
  await updateAccount(service.deps, { id: account.id, keys: 'suspend', actor: 'service' });
  // Keys are kept in memory for two seconds.
  await until('it is suspended', async () => (await send({ public_key: keys.test.public })).status === 403);
  const page = await post(service, '/comprobante', form);
  assert.equal(page.status, 403);
  assert.match(textOf(page), /Este negocio no recibe pagos por ahora.*Esta cuenta está suspendida/);
  assert.equal((await service.deps.db.query(sql`select from orders where account_id = ${account.id}`)).length, 0);
});

test('a live key sells only what live mode can take', async () => {
  const page = await send({ public_key: service.merchant.keys.live.public });
  assert.equal(page.status, 200);
  assert.deepEqual(waysOn(page), ['SPEI']);
  assert.equal(fieldsOf(page)['payment_type'], 'SPEI', 'nobody has to choose the only way');
  assert.doesNotMatch(textOf(page), /MODO DE PRUEBA/);
  const id = orderIn(await post(service, '/comprobante', fieldsOf(page)));
  const live = await service.call('GET', `/v2/orders/${id}`, { key: service.merchant.keys.live.private });
  assert.equal(live.json.testMode, false);
  assert.equal((await service.call('GET', `/v2/orders/${id}`, { key })).status, 404);
});

test('a flood through the checkout meets the limits of the public key, and leaves the merchant alone', async () => {
  const limited = await startPayService({ COBRO_RATE_LIMIT: '50', COBRO_PUBLIC_RATE_LIMIT: '3' });
  const { keys } = limited.merchant;
  const { json: link } = await limited.call('POST', '/v1/payment_links', {
    key: keys.test.private,
    body: { order_name: 'Taza', order_price: 50 },
  });
  // All at once, because a refusal comes late.
  const flood = async (ask: () => Promise<Reply>) => {
    const replies = await Promise.all(Array.from({ length: 40 }, ask));
    const reply = replies.find(({ status }) => status === 429) ?? assert.fail('40 were let through');
    return { count: replies.filter(({ status }) => status !== 429).length, reply };
  };
  const sent = {
    body: new URLSearchParams(shopForm(limited)).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  };
  const asProgram = () => limited.call('GET', '/v1/users/auth', { key: keys.test.public });
  const ways = [
    { ask: () => limited.call('POST', '/comprobante', sent), same: asProgram },
    { ask: () => limited.call('GET', `/checkout/${link.id}`), same: () => post(limited, `/checkout/${link.id}`, {}) },
  ];
  for (const { ask, same } of ways) {
    const [{ count, reply }, refused] = await Promise.all([flood(ask), same()]);
    assert.equal(refused.status, 429, 'whatever counts in the same limit is refused, too');
    assert.ok(count >= 6 && count < 30, `${count} were let through`);
    assert.match(reply.headers['retry-after'] ?? '', /^[1-9]\d*$/);
    assert.match(textOf(reply), /No podemos seguir con tu compra en este momento/);
  }
  assert.equal((await limited.call('GET', '/v1/users/auth', { key: keys.test.private })).status, 200);
  const other = { ...shopForm(limited), public_key: limited.other.keys.test.public };
  assert.equal((await post(limited, '/comprobante', other)).status, 200, 'another shop has limits of its own');
});

test('an address or a number at which nobody can be reached is refused at its field', async () => {
  const form = { ...fieldsOf(await send()), payment_type: 'OXXO' };
  for (const [field, value, says] of [
    ['customer_email', 'nombre@exampl', /Correo electrónico debe ser un correo electrónico/],
    ['customer_phone', '55 1234', /Teléfono debe ser un teléfono de 10 dígitos/],
  ] as const) {
    const page = await post(service, '/comprobante', { ...form, [field]: value });
    assert.equal(page.status, 400);
    assert.match(textOf(page), says);
    assert.match(page.text, new RegExp(`name="${field}" value="${value}"[^>]*aria-invalid="true"`));
  }
  for (const customer_phone of ['55 1234 5678', '+1 415 555 2671', ''])
    orderIn(await post(service, '/comprobante', { ...fieldsOf(await send()), payment_type: 'OXXO', customer_phone }));
});

test('every page of the checkout was reached by GET, and goes on with its own token', async () => {
  const led = await service.call('POST', '/comprobante', {
    body: new URLSearchParams(shopForm(service)).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  assert.equal(led.status, 303);
  const path = led.headers['location'] ?? '';
  assert.match(path, /^\/comprobante\?sale=/);
  for (const secret of ['Ana', 'ana%40example.com', 'Funda']) assert.ok(!path.includes(secret), 'it is sealed');
  const first = await service.call('GET', path);
  const form: Record<string, string> = { ...fieldsOf(first), payment_type: 'OXXO' };
  const made = orderIn(await post(service, '/comprobante', form));
  // Whoever goes back and chooses otherwise is warned, and led to the order that they have.
  const again = fieldsOf(await service.call('GET', path));
  assert.equal(again['checkout_token'], form['checkout_token']);
  const warned = await post(service, '/comprobante', { ...again, payment_type: 'BBVA' });
  assert.equal(warned.status, 409);
  assert.match(textOf(warned), /Ya hiciste una orden/);
  assert.ok(warned.text.includes(`/pay/${made}`));
  assert.equal((await service.call('GET', `${path}x`)).status, 404, 'nobody else seals');
});

test('a store without a free card is not offered in live mode', async () => {
  const { deps, merchant } = service;
  const details = { bank_name: 'Banco' };
  await setLiveDetails(deps, { code: 'CASA_LEY', details, cards: ['4000000000000002'], actor: 'test' });
  const public_key = merchant.keys.live.public;
  await until('the point is known', async () => waysOn(await send({ public_key })).includes('CASA_LEY'));
  const form = { ...fieldsOf(await send({ public_key })), payment_type: 'CASA_LEY' };
  orderIn(await post(service, '/comprobante', form));
  assert.ok(!waysOn(await send({ public_key })).includes('CASA_LEY'));
});
