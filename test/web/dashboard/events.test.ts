// Events in the dashboard: the list, one event at each endpoint, and sending it again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../src/store/sql.js';
import { orderBody } from '../../support/service.js';
import { startPayService, textOf } from '../fixtures.js';
import { signIn } from './sign-in.js';

const service = await startPayService();
const merchant = await signIn(service, service.key);

async function openShop() {
  const { keys, account } = await service.account({});
  const pages = await signIn(service, keys.test.private);
  const order = async (name = 'Funda') => {
    const body = orderBody({ product: { id: 'SMG-1', price: 150, name } });
    return (await service.call('POST', '/v2/orders', { key: keys.test.private, body })).json;
  };
  const pay = async ({ id }: { id: string }) => {
    const body = { scenario: 'exact' };
    const paid = await service.call('POST', `/v1/test/orders/${id}/payments`, { key: keys.test.private, body });
    assert.equal(paid.status, 200, paid.text);
  };
  return { ...pages, keys, accountId: account.id, order, pay };
}

const idsIn = (text: string) => [...new Set([...text.matchAll(/events\/(evt_[\w-]+_\d+)"/g)].map(([, id = '']) => id))];

test('events are listed, the newest first, in both directions, of all types and of one', async () => {
  const shop = await openShop();
  assert.match(textOf(await shop.get('/events')), /Todavía no hay eventos/);
  const orders: { id: string }[] = [];
  for (let made = 0; made < 32; made++) orders.push(await shop.order());
  for (const order of orders.slice(0, 30)) await shop.pay(order);
  const listed = async (query: string) => idsIn((await shop.get(`/events${query}`)).text);
  const link = async (query: string, rel: string) =>
    new RegExp(`href="[^"?]*([^"]*)" rel="${rel}"`)
      .exec((await shop.get(`/events${query}`)).text)?.[1]
      ?.replaceAll('&amp;', '&');
  for (const isPlaced of [false, true]) {
    // Reading them by the API gives them positions, and they move to another index.
    if (isPlaced) await service.call('GET', '/v1/events?limit=100', { key: shop.keys.test.private });
    for (const [type, count] of [
      ['', 62],
      ['charge.pending', 32],
      ['charge.success', 30],
    ] as const) {
      const found: string[] = [];
      let query: string | undefined = type === '' ? '' : `?type=${type}`;
      let last = query;
      while (query !== undefined) {
        found.push(...(await listed(query)));
        last = query;
        query = await link(query, 'next');
      }
      assert.equal(found.length, count, `${type} ${isPlaced}`);
      assert.equal(new Set(found).size, count);
      const first = await listed(type === '' ? '' : `?type=${type}`);
      for (let back: string | undefined = last; back !== undefined; back = await link(back, 'prev')) last = back;
      assert.deepEqual(await listed(last), first, 'the way back leads to the first page');
    }
  }
  assert.match(textOf(await shop.get('/events?type=charge.late')), /No hay eventos de este tipo/);
  assert.equal((await shop.get('/events?type=x&before=y&after=z')).status, 200);
});

test('one event shows its body as each endpoint sees it, and where it went', async () => {
  const shop = await openShop();
  const add = (body: object) => service.call('POST', '/v1/webhooks/stores', { key: shop.keys.test.private, body });
  await add({ url: 'http://127.0.0.1:8099/<b>old', interface_version: '2015-06-16' });
  const { json: deaf } = await add({ url: 'http://127.0.0.1:8099/deaf', events: ['charge.late'] });
  const order = await shop.order('<img src=x>');
  const event = `evt_${order.id.slice(3)}_1`;
  const page = await shop.get(`/events/${event}`);
  assert.match(
    textOf(page),
    /Creada.*charge.pending.*\d:\d\d:\d\d.*En camino.*No pide este tipo de evento.*Versión 2015-06-16.*Versión 20/,
  );
  assert.match(textOf(page), /<img src=x>|img src=x/);
  for (const markup of ['<b>old', '<img']) assert.ok(!page.text.includes(markup), markup);
  assert.ok(page.text.includes(`webhooks/${deaf.id}`));
  const list = await shop.get('/events');
  assert.match(textOf(list), /0 de 1/);
  assert.ok(!list.text.includes('<img'));
});

test('an event is sent again, however often it is asked for, but not where nobody listens', async () => {
  const shop = await openShop();
  const order = await shop.order();
  const event = `evt_${order.id.slice(3)}_1`;
  const nobody = await shop.post(`/events/${event}/redeliver`);
  assert.equal(nobody.status, 400);
  assert.match(textOf(nobody), /no se envió nada/);
  await service.call('POST', '/v1/webhooks/stores', {
    key: shop.keys.test.private,
    body: { url: 'http://127.0.0.1:8099/' },
  });
  const sent = await Promise.all([shop.post(`/events/${event}/redeliver`), shop.post(`/events/${event}/redeliver`)]);
  assert.deepEqual(
    sent.map(({ status }) => status),
    [303, 303],
  );
  const rows = await service.deps.db.query(sql`select from webhook_deliveries where account_id = ${shop.accountId}`);
  assert.equal(rows.length, 1);
  assert.match(textOf(await shop.get(`/events/${event}`)), /En camino/);
});

test('events of another account or of the other mode are not there', async () => {
  const shop = await openShop();
  const event = `evt_${(await shop.order()).id.slice(3)}_1`;
  const live = await signIn(service, shop.keys.live.private);
  for (const visitor of [merchant, live]) {
    assert.equal((await visitor.get(`/events/${event}`)).status, 404);
    assert.equal((await visitor.post(`/events/${event}/redeliver`)).status, 404);
    assert.deepEqual(idsIn((await visitor.get('/events')).text), []);
  }
  for (const id of ['evt_x', `${event}9`, 'x']) assert.equal((await shop.get(`/events/${id}`)).status, 404);
});
