// The log of API requests in the dashboard.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderBody } from '../../support/service.js';
import { startPayService, textOf } from '../fixtures.js';
import { signIn } from './sign-in.js';

const service = await startPayService();
const merchant = await signIn(service, service.key);

async function openShop() {
  const { keys } = await service.account({});
  const pages = await signIn(service, keys.test.private);
  const call = async (...[method, path, options]: Parameters<typeof service.call>) => {
    const reply = await service.call(method, path, { key: keys.test.private, ...options });
    await service.deps.requestLog.flush();
    return reply;
  };
  return { ...pages, keys, call };
}

const idsIn = (text: string) => [...text.matchAll(/requests\/([0-9a-f-]{36})"/g)].map(([, id = '']) => id);

test('a developer sees why a request was refused, and everything as text', async () => {
  const shop = await openShop();
  assert.match(textOf(await shop.get('/requests')), /Todavía no hay peticiones/);
  await shop.call('GET', '/v1/users/auth');
  const body = orderBody({ product: { id: '<b>1</b>', price: 'x', name: '<script>1</script>' } });
  const headers = { 'user-agent': 'Shop <script>2</script>', 'x-request-id': 'look-here' };
  await shop.call('POST', '/v2/orders?note=<script>3</script>', { body, headers });
  const all = await shop.get('/requests');
  assert.match(textOf(all), /POST \/v2\/orders.* 400 invalid_request .*GET \/v1\/users\/auth 200/);
  const refused = await shop.get('/requests?show=refused');
  const [id = '', ...more] = idsIn(refused.text);
  assert.equal(more.length, 0);
  assert.equal(idsIn((await shop.get('/requests?show=failed')).text).length, 0);
  assert.deepEqual(idsIn((await shop.get('/requests?id=look-here')).text), [id]);
  assert.match(textOf(await shop.get('/requests?id=%00')), /Ninguna petición guardada/);
  const page = await shop.get(`/requests/${id}`);
  assert.match(
    textOf(page),
    /400 Revisa los datos: product.price debe.*invalid_request.*\d:\d\d:\d\d.*127.0.0.1.*look-here.*Shop <script>2<\/script>.*Lo que respondimos.*"param": "product.price".*Lo que enviaste.*"price": "x"/,
  );
  for (const shown of [all, refused, page]) assert.doesNotMatch(shown.text, /<script>\d/);
  assert.doesNotMatch(page.text, /Ana Robles|ana@example/);
  const [, guide = ''] = /href="(\/docs\/es\/errors)"/.exec(page.text) ?? [];
  assert.equal((await service.call('GET', guide, { headers: { accept: 'text/html' } })).status, 200);
});

test('pages lead in both directions, and one that succeeded says that its bodies are not kept', async () => {
  const shop = await openShop();
  for (let made = 0; made < 30; made++) await service.call('GET', '/v1/users/auth', { key: shop.keys.test.private });
  await service.deps.requestLog.flush();
  const first = await shop.get('/requests');
  assert.equal(idsIn(first.text).length, 25);
  const link = (text: string, rel: string) => new RegExp(`href="[^"?]*([^"]*)" rel="${rel}"`).exec(text)?.[1];
  const second = await shop.get(`/requests${link(first.text, 'next')}`);
  assert.equal(idsIn(second.text).length, 5);
  const back = await shop.get(`/requests${link(second.text, 'prev')}`);
  assert.deepEqual(idsIn(back.text), idsIn(first.text));
  assert.match(textOf(await shop.get(`/requests/${idsIn(first.text)[0]}`)), /no se guardan los cuerpos/);
});

test('requests of another account or of the other mode are not there', async () => {
  const shop = await openShop();
  await shop.call('GET', '/v2/orders/x');
  const [id] = idsIn((await shop.get('/requests')).text);
  const live = await signIn(service, shop.keys.live.private);
  for (const visitor of [merchant, live]) {
    assert.equal((await visitor.get(`/requests/${id}`)).status, 404);
    assert.ok(!(await visitor.get('/requests')).text.includes(`${id}`));
  }
  assert.equal((await shop.get('/requests/x')).status, 404);
});

test('a service that keeps no requests says so', async () => {
  const quiet = await startPayService({ COBRO_REQUEST_LOG: 'off' });
  const visitor = await signIn(quiet, quiet.key);
  assert.match(textOf(await visitor.get('/requests')), /En este servicio no se guardan las peticiones/);
});
