// Another merchant's ids, on every route that takes one: whoever has them can neither see, change nor find out anything
// (D19). The routes come from the API reference, so a new one is tried as soon as it is there.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chargeBody, orderBody, startTestService } from '../support/service.js';

const service = await startTestService();
const { call, key, merchant, other } = service;

const NEVER = '01890000-0000-7000-8000-000000000000';

/** One of everything that has an id, by the beginning of the paths that take it. */
async function makeThings(): Promise<ReadonlyMap<string, string>> {
  const post = async (path: string, body: object = {}) => {
    const reply = await call('POST', path, { key, body });
    assert.equal(reply.status, 200, `${path} ${reply.text}`);
    return reply.json;
  };
  const order = (await post('/v2/orders', orderBody())).id;
  await post(`/v1/test/orders/${order}/payments`, { scenario: 'over' });
  const charge = (await post('/v1/charges', chargeBody())).id;
  const payment = (await post(`/v1/test/orders/${charge}/payments`, { scenario: 'over' })).id;
  const { refund } = await post(`/v1/charges/${charge}/refunds`, { amount: 10 });
  const endpoint = (await post('/v1/webhooks/stores', { url: 'http://127.0.0.1:2/foreign' })).id;
  const clock = (await post('/v1/test/clocks')).id;
  const link = (await post('/v1/payment_links', { order_name: 'Funda', order_price: 150 })).id;
  const [event] = (await call('GET', '/v1/events?limit=1', { key })).json.data;
  return new Map([
    ['/v2/orders/', order],
    ['/v1/charges/', charge],
    ['/v1/test/orders/', charge],
    ['/v1/test/clocks/', clock],
    ['/v1/payments/', payment],
    ['/v1/payment_links/', link],
    ['/v1/refunds/', refund.id],
    ['/v1/transfers/', refund.transfer.id],
    ['/v1/webhooks/stores/', endpoint],
    ['/v1/events/', event.id],
  ]);
}

const things = await makeThings();
const document = (await call('GET', '/openapi.json')).json;
type Route = { readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'; readonly path: string; readonly id: string };
const routes: readonly Route[] = Object.entries<object>(document.paths).flatMap(([path, methods]) => {
  const id = [...things].find(([start]) => path.startsWith(start))?.[1];
  if (!path.includes('{') || !path.startsWith('/v')) return [];
  assert.ok(id !== undefined, `no thing of ${path} was made`);
  return Object.keys(methods).map((method) => ({ method: method.toUpperCase() as Route['method'], path, id }));
});

/** A removal succeeds for what is gone already, and says the same of what never was (D49, D91). */
const isRemoval = ({ method, path }: Route) => method === 'DELETE' && path.startsWith('/v1/webhooks/stores/{id}');
const bodyOf = ({ method, path }: Route) => (method === 'GET' || isRemoval({ method, path, id: '' }) ? undefined : {});

const ask = (route: Route, id: string, by: string) => {
  const body = bodyOf(route);
  const headers = { 'x-request-id': 'same' };
  const path = route.path.replace(/\{\w+\}/, id);
  return call(route.method, path, { key: by, headers, ...(body !== undefined && { body }) });
};

/** Everything that the owner sees of their things. */
async function ownView(): Promise<string> {
  const texts: string[] = [];
  for (const route of routes) {
    if (route.method !== 'GET') continue;
    const reply = await ask(route, route.id, key);
    assert.equal(reply.status, 200, `${route.path} ${reply.text}`);
    texts.push(reply.text);
  }
  return texts.join('\n');
}

test('ids of another account or of the other mode are as if they had never been, and nothing changes', async () => {
  assert.ok(routes.length > 25, `${routes.length} routes`);
  const before = await ownView();
  for (const route of routes) {
    const unknown = route.id.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, NEVER);
    for (const foreign of [other.keys.test.private, other.keys.live.private, merchant.keys.live.private]) {
      const what = `${route.method} ${route.path}`;
      const [found, never] = [await ask(route, route.id, foreign), await ask(route, unknown, foreign)];
      if (!isRemoval(route)) assert.ok(found.status >= 400 && found.status < 500, `${what} ${found.text}`);
      assert.equal(found.status, never.status, what);
      assert.equal(found.text.replaceAll(route.id, unknown), never.text, what);
    }
  }
  assert.equal(await ownView(), before);
});

test('a public key gets nothing by an id but a masked order and an SMS to its own phone', async () => {
  const before = await ownView();
  const open: string[] = [];
  for (const route of routes) {
    const reply = await ask(route, route.id, merchant.keys.test.public);
    if (reply.status !== 403) open.push(`${route.method} ${route.path} ${reply.status}`);
  }
  assert.deepEqual(open.sort(), ['GET /v2/orders/{id} 200', 'POST /v1/charges/{id}/sms 409']);
  assert.equal(await ownView(), before);
});
