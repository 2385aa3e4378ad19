// The page of a payment link: one order for each form, uses counted exactly, also on two nodes at once (D67).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { purgeTable } from '../../../src/actions/keeping/purge.js';
import { DAY_MS, HOUR_MS } from '../../../src/domain/base/duration.js';
import { sql } from '../../../src/store/sql.js';
import { startTestService } from '../../support/service.js';
import { makeOrder, setStatus, startPayService, textOf } from '../fixtures.js';
import { type Fields, fieldsOf, orderIn, post, waysOn } from './forms.js';

const service = await startPayService();
const node = await startTestService({}, { databaseUrl: service.databaseUrl });
const { key, deps } = service;
const BUYER = { customer_name: 'Ana Robles', customer_email: 'ana@example.com', payment_type: 'OXXO' };

async function makeLink(change: object = {}): Promise<string> {
  const body = { order_id: 'CURSO-7', order_name: 'Curso de cerámica', order_price: 350, ...change };
  const { status, json, text } = await service.call('POST', '/v1/payment_links', { key, body });
  assert.equal(status, 200, text);
  return json.id;
}
const open = (id: string, headers: Fields = {}) => service.call('GET', `/checkout/${id}`, { headers });
const formOf = async (id: string, change: Fields = {}) => ({ ...fieldsOf(await open(id)), ...BUYER, ...change });
const order = (id: string, form: Fields, on = service) => post(on, `/checkout/${id}`, form);
const read = async (id: string) => (await service.call('GET', `/v1/payment_links/${id}`, { key })).json;
const ordersOf = async (orderId: string) =>
  (await service.call('GET', `/v1/charges?limit=100&order_id=${orderId}`, { key })).json.data;

test('the page shows what the merchant fixed, and nothing that is sent changes the price', async () => {
  const id = await makeLink({ image_url: 'https://shop.example/pic/c.png', order_id: 'fixed' });
  const page = await open(id);
  assert.equal(page.status, 200);
  assert.match(textOf(page), /Pago a Merchant.*\$350\.00 MXN Curso de cerámica/);
  assert.match(page.text, /<img class="goods" src="https:\/\/shop\.example\/pic\/c\.png" alt/);
  assert.match(page.headers['content-security-policy'] ?? '', /img-src 'self' data: https:\/\/shop\.example;/);
  assert.equal(waysOn(page).length, 25);
  const made = orderIn(
    await order(id, { ...(await formOf(id)), order_price: '1', order_name: 'x', currency: 'USD', order_id: 'y' }),
  );
  const { json } = await service.call('GET', `/v1/charges/${made}`, { key });
  assert.deepEqual(
    [json.amount, json.order_info.order_name, json.order_info.order_id],
    [350, 'Curso de cerámica', 'fixed'],
  );
});

test('an order by SPEI has the extras of the link, and says which link it was', async () => {
  const id = await makeLink({ extras: { campaign: 'spring', list: [1, '\u0000'] } });
  const made = orderIn(await order(id, await formOf(id, { payment_type: 'SPEI' })));
  const { json } = await service.call('GET', `/v2/orders/${made}`, { key });
  assert.deepEqual(json.extras, { campaign: 'spring', list: [1, '\u0000'], payment_link: id });
});

test('the link says whether it wants a telephone', async () => {
  const none = await makeLink({ customer_phone: 'none' });
  assert.doesNotMatch((await open(none)).text, /customer_phone/);
  const made = orderIn(await order(none, await formOf(none, { customer_phone: '5512345678' })));
  const { customer } = (await service.call('GET', `/v1/charges/${made}`, { key })).json;
  assert.equal(customer.customer_phone, null, 'what was not asked for is not kept');
  const required = await makeLink({ customer_phone: 'required' });
  const refused = await order(required, await formOf(required));
  assert.equal(refused.status, 400);
  assert.match(textOf(refused), /Teléfono es un dato obligatorio/);
  orderIn(await order(required, { ...fieldsOf(refused), customer_phone: '5512345678' }));
  assert.equal((await read(required)).uses, 1);
});

test('a form that is sent many times at once, on two nodes, makes one order and counts one use', async () => {
  for (const max_uses of [null, 1]) {
    const order_id = `again-${max_uses}`;
    const id = await makeLink({ order_id, max_uses });
    const form = await formOf(id);
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, index) => order(id, form, index % 2 === 0 ? service : node)),
    );
    const later = await order(id, form);
    assert.equal(new Set([...replies, later].map(orderIn)).size, 1, order_id);
    assert.equal((await ordersOf(order_id)).length, 1);
    assert.equal((await read(id)).uses, 1);
  }
});

test('many customers at once on the last uses of a link: each use is one order, the others are told', async () => {
  const id = await makeLink({ order_id: 'last', max_uses: 3 });
  const forms = await Promise.all(Array.from({ length: 10 }, () => formOf(id, { payment_type: 'SPEI' })));
  const replies = await Promise.all(forms.map((form, index) => order(id, form, index % 2 === 0 ? service : node)));
  const refused = replies.filter(({ status }) => status !== 303);
  assert.deepEqual(
    refused.map(({ status }) => status),
    Array(7).fill(409),
  );
  for (const page of refused) assert.match(textOf(page), /No puedes pagar con esta liga.*ya se usó todas las veces/);
  assert.equal((await ordersOf('last')).length, 3);
  assert.deepEqual([(await read(id)).uses, (await read(id)).status], [3, 'used_up']);
  const [{ events } = { events: 0 }] = await deps.db.query<{ events: number }>(sql`
    select count(*)::integer as events
    from order_events
    join orders on orders.id = order_events.order_id
    where orders.product_id = 'last'`);
  assert.equal(events, 3, 'a refused order leaves no event');
  assert.equal((await open(id)).status, 409);
});

test('the uses of a link without a limit are counted, too', async () => {
  const id = await makeLink();
  const forms = await Promise.all(Array.from({ length: 12 }, () => formOf(id)));
  const made = await Promise.all(forms.map((form, index) => order(id, form, index % 2 === 0 ? service : node)));
  assert.equal(new Set(made.map(orderIn)).size, 12);
  assert.equal((await read(id)).uses, 12);
});

test('an order that ends unpaid gives its use back, a paid one never', async () => {
  service.setTime(Date.now());
  const id = await makeLink({ max_uses: 2 });
  const [first, second] = [orderIn(await order(id, await formOf(id))), orderIn(await order(id, await formOf(id)))];
  assert.equal((await open(id)).status, 409);
  await setStatus(service, { id: first, payTo: '', folio: '' }, 'paid');
  await setStatus(service, { id: second, payTo: '', folio: '' }, 'expired');
  assert.equal((await open(id)).status, 409, 'it looks again after a minute');
  service.setTime(deps.clock.now() + 60_001);
  assert.equal((await open(id)).status, 200);
  assert.equal((await read(id)).uses, 1);
  orderIn(await order(id, await formOf(id)));
  service.setTime(deps.clock.now() + HOUR_MS);
  assert.equal((await open(id)).status, 409);
  service.setTime(null);
});

test('a link that ends while its page is open refuses the order, and keeps no number for it', async () => {
  const id = await makeLink({ order_id: 'ended' });
  const form = await formOf(id, { payment_type: 'SPEI' });
  await service.call('POST', `/v1/payment_links/${id}/deactivate`, { key });
  const page = await order(id, form);
  assert.equal(page.status, 409);
  assert.match(textOf(page), /ya no está activa/);
  assert.deepEqual(await ordersOf('ended'), []);
  const next = await makeOrder(service);
  const after = await makeOrder(service);
  assert.notEqual(next.payTo, after.payTo);
});

test('a link that never was, or of a suspended merchant, is a page that says so', async () => {
  for (const path of [
    '/checkout/pl_x',
    '/checkout',
    '/checkout/pl_01a1dd30-cb7f-76ed-9c59-3b4e7f3b3ffc',
    '/checkout/%00',
  ]) {
    const page = await service.call('GET', path);
    assert.deepEqual([page.status, page.headers['content-type']], [404, 'text/html; charset=utf-8'], path);
    assert.match(textOf(page), /No puedes pagar con esta liga/, path);
  }
  const { account, keys } = await service.account({ name: 'Closed' });
  const body = { order_name: 'x', order_price: 50 };
  const { json } = await service.call('POST', '/v1/payment_links', { key: keys.test.private, body });
  await deps.db.query(sql`update accounts set suspended_at = now() where id = ${account.id}`);
  const page = await open(json.id, { 'accept-language': 'en' });
  assert.equal(page.status, 403);
  assert.match(textOf(page), /This shop takes no payments at the moment/);
});

test('a folio that is taken costs neither the order nor the use', async () => {
  const bytes = (size: number) => Buffer.alloc(size, 7);
  let drawn = 0;
  const random = {
    ...deps.random,
    bytes: (size: number) => (size === 4 && drawn++ < 3 ? bytes(4) : deps.random.bytes(size)),
  };
  const unlucky = await startTestService({}, { databaseUrl: service.databaseUrl, random });
  const id = await makeLink({ order_id: 'folio', max_uses: 5 });
  const [first, second] = [await formOf(id), await formOf(id)];
  orderIn(await order(id, first, unlucky));
  orderIn(await order(id, second, unlucky));
  assert.equal(drawn >= 3, true, 'the same folio was drawn again');
  assert.equal((await ordersOf('folio')).length, 2);
  assert.equal((await read(id)).uses, 2);
});

test('ended links are purged after their time with their uses; open ones and orders stay', async () => {
  const [old, recent, unlimited] = [
    await makeLink({ order_id: 'old', max_uses: 9 }),
    await makeLink(),
    await makeLink(),
  ];
  orderIn(await order(old, await formOf(old)));
  for (const [id, days] of [
    [old, 400],
    [recent, 10],
  ] as const)
    await deps.db.query(sql`
      update payment_links
      set deactivated_at = ${new Date(Date.now() - days * DAY_MS)}
      where id = ${id.slice(3)}`);
  assert.equal(await purgeTable(deps, 'payment_links'), false);
  assert.equal((await service.call('GET', `/v1/payment_links/${old}`, { key })).status, 404);
  assert.equal((await open(old)).status, 404);
  assert.deepEqual([(await read(recent)).status, (await read(unlimited)).status], ['inactive', 'active']);
  assert.equal((await deps.db.query(sql`select from payment_link_uses where link_id = ${old.slice(3)}`)).length, 0);
  assert.equal((await ordersOf('old')).length, 1);
  assert.equal(await purgeTable({ ...deps, settings: { ...deps.settings, linkDays: 0 } }, 'payment_links'), false);
});
