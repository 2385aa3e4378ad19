// Orders and payment links that a merchant's people make by hand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../src/store/sql.js';
import type { Reply } from '../../support/service.js';
import { makeOrder, startPayService, textOf } from '../fixtures.js';
import { cookieOf, signIn } from './sign-in.js';

const service = await startPayService();
const merchant = await signIn(service, service.key);
const form = (fields: Readonly<Record<string, string>>) => new URLSearchParams(fields).toString();
const formKeyOf = async (path: string) =>
  /name="form" value="([^"]+)"/.exec((await merchant.get(path)).text)?.[1] ?? '';

/** The cookies of the browser after a form, which say what it did. */
const toldBy = ([first]: readonly Reply[]) => ({
  cookie: `${merchant.cookie}; ${first === undefined ? '' : cookieOf(first)}`,
});

const ORDER = {
  product_name: 'Pastel <b>grande</b>',
  price: '1,250.50',
  currency: 'MXN',
  customer_name: 'Ana "Robles"',
  customer_email: 'ana@example.com',
  customer_phone: '',
  own_number: '',
  last_day: '',
};

test('an order made by hand is there once, however often the form is sent, and shows the link for the customer', async () => {
  for (const way of ['spei', 'OXXO']) {
    const fields = form({ ...ORDER, way, form: await formKeyOf('/orders/new') });
    const clicks = await Promise.all([1, 2, 3].map(() => merchant.post('/orders/new', fields)));
    const places = new Set(clicks.map(({ status, headers }) => `${status} ${headers['location']}`));
    assert.equal(places.size, 1, [...places].join());
    const path = String(clicks[0]?.headers['location']).replace('/dashboard/test', '');
    const page = await merchant.get(path, toldBy(clicks));
    assert.match(textOf(page), /La orden está lista.*\$1,250\.50 .*Por pagar Ana "Robles" · Pastel <b>grande<\/b>/);
    assert.ok(!page.text.includes('<b>grande'));
    const [, url = ''] = /data-copy="([^"]*\/pay\/ch_[^"]+)"/.exec(page.text) ?? [];
    assert.equal((await service.call('GET', new URL(url).pathname)).status, 200);
  }
});

test('a form with faults comes back with what was typed and each fault at its field', async () => {
  const fields = form({
    ...ORDER,
    price: 'mucho',
    customer_email: 'nobody',
    product_name: '',
    way: 'spei',
    form: await formKeyOf('/orders/new'),
  });
  const refused = await merchant.post('/orders/new', fields);
  assert.equal(refused.status, 400);
  for (const [name, fault] of [
    ['price', /Debe ser una cantidad/],
    ['customer_email', /Debe ser un correo/],
    ['product_name', /obligatorio/],
  ] as const) {
    const [, text = ''] = new RegExp(`id="${name}-fault"[^>]*>([^<]*)`).exec(refused.text) ?? [];
    assert.match(text, fault, name);
  }
  assert.ok(refused.text.includes('value="mucho"') && refused.text.includes('value="nobody"'));
  for (const [change, why] of [
    [{ way: 'NOWHERE' }, /punto de pago/],
    [{ last_day: '2020-01-01' }, /Ya pasó/],
    [{ last_day: '2099-01-01' }, /30 días/],
    [{ price: '0.50' }, /Debe ser al menos/],
    [{ way: 'OXXO', price: '999999' }, /máximo/],
  ] as const) {
    const reply = await merchant.post(
      '/orders/new',
      form({ ...ORDER, way: 'spei', ...change, form: await formKeyOf('/orders/new') }),
    );
    assert.ok(reply.status >= 400 && reply.status < 500, JSON.stringify(change));
    assert.match(textOf(reply), why, JSON.stringify(change));
  }
  assert.equal((await merchant.post('/orders/new', form({ ...ORDER, way: 'spei' }))).status, 400, 'without its number');
});

test('a payment link is made once, can be used, and is deactivated for good', async () => {
  assert.match(textOf(await merchant.get('/links')), /Todavía no hay ligas/);
  const fields = form({
    order_name: 'Curso <i>de</i> cerámica',
    order_price: '$350.00',
    currency: 'MXN',
    max_uses: '20',
    expires_at: '',
    customer_phone: 'required',
    order_id: 'CURSO-7',
    image_url: '',
    success_url: 'https://shop.example/thanks',
    failed_url: '',
    form: await formKeyOf('/links/new'),
  });
  const clicks = await Promise.all([1, 2, 3].map(() => merchant.post('/links/new', fields)));
  const places = new Set(clicks.map(({ status, headers }) => `${status} ${headers['location']}`));
  assert.equal(places.size, 1, [...places].join());
  const path = String(clicks[0]?.headers['location']).replace('/dashboard/test', '');
  const page = await merchant.get(path, toldBy(clicks));
  assert.match(textOf(page), /La liga está lista.*Curso <i>de<\/i> cerámica Activa.*0 de 20.*\$350\.00.*Obligatorio/);
  assert.match(
    textOf(page),
    /Si la desactivas, ya nadie podrá pagar con ella\. Desactivar Las órdenes que ya existen se quedan.* Sí, desactivar la liga/,
    'said before it is done',
  );
  const [, url = ''] = /data-copy="([^"]*\/checkout\/pl_[^"]+)"/.exec(page.text) ?? [];
  const checkout = new URL(url).pathname;
  assert.equal((await service.call('GET', checkout)).status, 200);
  assert.match(textOf(await merchant.get('/links')), /Curso <i>de<\/i> cerámica.*0 de 20.*Activa \$350\.00/);

  const other = await signIn(service, service.other.keys.test.private);
  assert.equal((await other.get(path)).status, 404);
  assert.equal((await other.post(`${path}/deactivate`)).status, 404);
  assert.equal((await merchant.post(`${path}/deactivate`)).status, 303);
  assert.equal((await merchant.post(`${path}/deactivate`)).status, 303, 'twice is the same as once');
  assert.match(textOf(await merchant.get(path)), /Desactivada/);
  assert.notEqual((await service.call('GET', checkout)).status, 200);

  const refused = await merchant.post(
    '/links/new',
    form({ order_name: '', order_price: 'x', max_uses: '-1', form: await formKeyOf('/links/new') }),
  );
  assert.equal(refused.status, 400);
  for (const name of ['order_name', 'order_price', 'max_uses'])
    assert.ok(refused.text.includes(`id="${name}-fault"`), name);
});

test('an order by hand needs no e-mail address: its link is sent by WhatsApp, and nothing by us', async () => {
  const fields = { ...ORDER, customer_email: '', customer_phone: '5512345678', way: 'spei' };
  const made = await merchant.post('/orders/new', form({ ...fields, form: await formKeyOf('/orders/new') }));
  assert.equal(made.status, 303, made.text);
  const page = await merchant.get(String(made.headers['location']).replace('/dashboard/test', ''));
  assert.match(page.text, /href="https:\/\/wa\.me\/525512345678\?text=/);
  assert.match(page.text, /Código QR/);
  assert.doesNotMatch(textOf(page), /Mandarle las instrucciones/);
  const bad = { ...fields, customer_email: 'nombre@exampl', form: await formKeyOf('/orders/new') };
  assert.equal((await merchant.post('/orders/new', form(bad))).status, 400);
});

test('how many a link sells is changed, but not to fewer than it has sold, and a link without a limit gets none', async () => {
  const fields = { order_name: 'Curso', order_price: '100', currency: 'MXN', customer_phone: 'none' };
  const make = async (wish: Record<string, string>) => {
    const made = await merchant.post('/links/new', form({ ...fields, ...wish, form: await formKeyOf('/links/new') }));
    return String(made.headers['location']).replace('/dashboard/test', '');
  };
  const [few, many] = [await make({ max_uses: '20' }), await make({})];
  assert.match((await merchant.get(`${few}/edit`)).text, /name="max_uses" value="20".*<details/s, 'before the options');
  assert.doesNotMatch((await merchant.get(`${many}/edit`)).text, /name="max_uses"/);
  await service.deps.db.query(sql`update payment_links set uses = 3 where id = ${few.slice(-36)}`);
  const change = (path: string, max_uses: string) => merchant.post(`${path}/edit`, form({ ...fields, max_uses }));
  const tooFew = await change(few, '2');
  assert.equal(tooFew.status, 400);
  assert.match(textOf(tooFew), /entero de 3 a 100,?000/);
  assert.equal((await change(few, '3')).status, 303);
  assert.match(textOf(await merchant.get(few)), /Agotada.*3 de 3/);
  assert.equal((await change(few, '25')).status, 303);
  assert.match(textOf(await merchant.get(few)), /Activa.*3 de 25/);
  assert.equal((await change(few, '')).status, 303);
  assert.match(textOf(await merchant.get(few)), /3 de 25/);
  assert.equal((await change(many, '5')).status, 303);
  assert.doesNotMatch(textOf(await merchant.get(many)), /0 de 5/);
});

test('a payment link is edited for the orders to come, and shows what it has brought', async () => {
  const fields = { order_name: 'Curso', order_price: '100', currency: 'MXN', customer_phone: 'none' };
  const made = await merchant.post('/links/new', form({ ...fields, form: await formKeyOf('/links/new') }));
  const path = String(made.headers['location']).replace('/dashboard/test', '');
  const [, linkId = ''] = /(pl_[0-9a-f-]+)/.exec(path) ?? [];
  const order = await makeOrder(service, { amount: 10_000n, product: { id: linkId, name: 'Curso', imageUrl: null } });
  await service.call('POST', `/v1/test/orders/${order.id}/payments`, { key: service.key, body: {} });
  assert.match(textOf(await merchant.get(path)), /Cobrado \$100\.00 · 1 pagada/);
  assert.match((await merchant.get(`${path}/edit`)).text, /name="order_price" value="100\.00"/);
  const change = form({ ...fields, order_name: 'Curso de barro', order_price: '120.50' });
  assert.equal((await merchant.post(`${path}/edit`, change)).status, 303);
  assert.match(textOf(await merchant.get(path)), /Curso de barro.*Cobrado \$100\.00.*\$120\.50/);
  assert.equal((await merchant.post(`${path}/edit`, form({ ...fields, order_price: 'x' }))).status, 400);
  const other = await signIn(service, service.other.keys.test.private);
  assert.equal((await other.post(`${path}/edit`, change)).status, 404);
});
