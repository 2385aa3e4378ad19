// Keys that may do only some things, or only from some addresses (D78).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RouteOptions } from 'fastify';
import { createKey, rollKey } from '../../src/actions/accounts/create-key.js';
import { readLimits } from '../../src/actions/accounts/manage-own-keys.js';
import { setUpFirstPerson } from '../../src/actions/people/set-up-first-person.js';
import { RIGHTS, type Right } from '../../src/domain/accounts/right.js';
import { requireStatedAccess } from '../../src/http/access.js';
import { buildServer } from '../../src/service/compose.js';
import { assertProblem } from '../support/problem.js';
import { orderBody, startTestService } from '../support/service.js';

const service = await startTestService({ COBRO_TRUST_PROXY: '1' });
const { deps } = service;
const { id: accountId } = service.merchant.account;

async function keyWith(rights: readonly string[], addresses: readonly string[] = []) {
  const limits = readLimits(rights, addresses);
  return createKey(deps, { accountId, mode: 'test', kind: 'private', limits, actor: 'test' });
}

const { json: order } = await service.call('POST', '/v2/orders', { key: service.key, body: orderBody() });
const unknown = '01890000-0000-7000-8000-000000000000';
type Asked = readonly ['GET' | 'POST' | 'PUT' | 'DELETE', string];

/** Every route that takes a key, with the right that it needs. A route that is not here fails the test below. */
const ROUTES: readonly (readonly [...Asked, Right | null])[] = [
  ['POST', '/v2/orders', 'orders:write'],
  ['GET', '/v2/orders', 'orders:read'],
  ['GET', '/v2/orders/:id', 'orders:read'],
  ['POST', '/v2/orders/:id/cancel', 'orders:write'],
  ['POST', '/v2/orders/:id/refunds', 'refunds:write'],
  ['GET', '/v2/orders/:id/refunds', 'money:read'],
  ['GET', '/v2/orders/:id/payments', 'money:read'],
  ['POST', '/v1/charges', 'orders:write'],
  ['GET', '/v1/charges', 'orders:read'],
  ['GET', '/v1/charges/:id', 'orders:read'],
  ['POST', '/v1/charges/:id/sms', 'orders:write'],
  ['POST', '/v1/charges/:id/cancel', 'orders:write'],
  ['POST', '/v1/charges/:id/refunds', 'refunds:write'],
  ['GET', '/v1/charges/:id/refunds', 'money:read'],
  ['GET', '/v1/charges/:id/payments', 'money:read'],
  ['GET', '/v1/users/auth', null],
  ['GET', '/v1/providers', null],
  ['GET', '/v1/providers/true', null],
  ['GET', '/v1/payments', 'money:read'],
  ['GET', '/v1/payments/:id', 'money:read'],
  ['POST', '/v1/payments/:id/accept', 'refunds:write'],
  ['POST', '/v1/payments/:id/return', 'refunds:write'],
  ['GET', '/v1/refunds', 'money:read'],
  ['GET', '/v1/refunds/:id', 'money:read'],
  ['GET', '/v1/transfers', 'money:read'],
  ['GET', '/v1/transfers/:id', 'money:read'],
  ['POST', '/v1/transfers/:id/link', 'refunds:write'],
  ['GET', '/v1/balance', 'money:read'],
  ['GET', '/v1/balance/transactions', 'money:read'],
  ['POST', '/v1/payment_links', 'links:write'],
  ['GET', '/v1/payment_links', 'links:read'],
  ['GET', '/v1/payment_links/:id', 'links:read'],
  ['POST', '/v1/payment_links/:id/deactivate', 'links:write'],
  ['GET', '/v1/webhooks/stores', 'webhooks:read'],
  ['POST', '/v1/webhooks/stores', 'webhooks:write'],
  ['GET', '/v1/webhooks/stores/:id', 'webhooks:read'],
  ['PUT', '/v1/webhooks/stores/:id', 'webhooks:write'],
  ['POST', '/v1/webhooks/stores/:id', 'webhooks:write'],
  ['DELETE', '/v1/webhooks/stores/:id', 'webhooks:write'],
  ['DELETE', '/v1/webhooks/stores/:id/deactive', 'webhooks:write'],
  ['POST', '/v1/webhooks/stores/:id/rotate', 'webhooks:write'],
  ['POST', '/v1/webhooks/stores/:id/ping', 'webhooks:write'],
  ['POST', '/v1/webhooks/stores/:id/replay', 'webhooks:write'],
  ['GET', '/v1/events', 'events:read'],
  ['GET', '/v1/events/:id', 'events:read'],
  ['GET', '/v1/events/:id/deliveries', 'events:read'],
  ['GET', '/v1/events/:id/explain', 'events:read'],
  ['POST', '/v1/events/:id/redeliver', 'webhooks:write'],
  ['POST', '/v1/test/orders/:id/payments', 'test:write'],
  ['POST', '/v1/test/clocks', 'test:write'],
  ['POST', '/v1/test/clocks/:id/advance', 'test:write'],
];

test('every route that takes a key states its right, and the table above names it', async () => {
  const stated = new Set<string>();
  const { app } = await buildServer(deps, [
    (server) =>
      void server.addHook('onRoute', ({ method, url, config }) => {
        if (config?.right === undefined) return;
        for (const one of [method].flat()) if (one !== 'HEAD') stated.add(`${one} ${url} ${config.right}`);
      }),
  ]);
  await app.close();
  const known = ROUTES.map(([method, url, right]) => `${method} ${url} ${right}`);
  assert.deepEqual([...stated].sort(), [...known].sort());
  assert.deepEqual([...new Set(ROUTES.flatMap(([, , right]) => right ?? []))].sort(), [...RIGHTS].sort());
});

test('a route that takes a key and states no right does not start', () => {
  const added: ((route: RouteOptions) => void)[] = [];
  requireStatedAccess({ addHook: (_name: string, hook: (route: RouteOptions) => void) => added.push(hook) } as never);
  const route = { method: 'GET', url: '/v1/new', handler: () => undefined } as const;
  const add = (config: object) => () => added[0]?.({ ...route, config } as never);
  assert.throws(add({ access: 'private-key' }), /GET \/v1\/new does not state in its config which right/);
  assert.doesNotThrow(add({ access: 'private-key', right: null }));
});

test('a key with one right opens what it names, and is told the right that it lacks elsewhere', async () => {
  for (const right of RIGHTS) {
    const { key } = await keyWith([right]);
    for (const [method, url, needed] of ROUTES) {
      const path = url.replace(/:id$/, unknown).replace(/:\w+/, unknown);
      const { status, json } = await service.call(method, path, { key, ...(method !== 'GET' && { body: {} }) });
      const isRefused = status === 403 && json.error === 'key_restricted';
      assert.equal(isRefused, needed !== null && needed !== right, `${right}: ${method} ${url} ${status}`);
      if (isRefused) assert.match(json.debug_message, new RegExp(`\`${needed}\``));
    }
  }
});

test('a restricted key creates orders and reads nothing, and a public key is not restricted', async () => {
  const { key } = await keyWith(['orders:write']);
  const made = await service.call('POST', '/v2/orders', { key, body: orderBody() });
  assert.equal(made.status, 200, made.text);
  assertProblem(await service.call('GET', `/v2/orders/${made.json.id}`, { key }), {
    status: 403,
    error: 'key_restricted',
  });
  const limits = readLimits(['orders:read'], []);
  await assert.rejects(createKey(deps, { accountId, mode: 'test', kind: 'public', limits, actor: 'test' }), {
    code: 'public_key_unlimited',
  });
});

test('a key for some addresses is refused from others, before anything else is told', async () => {
  const { key } = await keyWith([], ['203.0.113.0/24', '2001:db8::/32']);
  const from = (address: string) =>
    service.call('GET', `/v2/orders/${order.id}`, { key, headers: { 'x-forwarded-for': address } });
  for (const address of ['203.0.113.7', '2001:db8::7', '::ffff:203.0.113.9'])
    assert.equal((await from(address)).status, 200, address);
  for (const address of ['203.0.114.7', '2001:db9::1', '10.0.0.1'])
    assertProblem(await from(address), { status: 403, error: 'key_address_refused' }, address);
});

test('a rolled key keeps its limits', async () => {
  const { id } = await keyWith(['events:read'], ['127.0.0.1']);
  const rolled = await rollKey(deps, { id, graceHours: 0, actor: 'test' });
  assertProblem(await service.call('GET', '/v2/orders', { key: rolled.key }), { status: 403, error: 'key_restricted' });
});

test('a restricted key makes nobody the owner of the account', async () => {
  const limits = readLimits(['orders:read'], []);
  const { key } = await createKey(deps, { accountId, mode: 'live', kind: 'private', limits, actor: 'test' });
  const browser = { address: '127.0.0.1', agent: 'test' };
  const setUp = { name: 'Eva', email: 'eva@example.com', password: 'correct horse battery', browser };
  await assert.rejects(setUpFirstPerson(deps, { ...setUp, secret: key }), { code: 'wrong_setup_secret' });
});

test('rights and addresses that are none are refused', () => {
  assert.throws(() => readLimits(['orders'], []), { code: 'invalid_request' });
  for (const address of ['example.com', '203.0.113.0/33', '203.0.113', '::/129', '1.2.3.4/8/8'])
    assert.throws(() => readLimits([], [address]), { code: 'invalid_request' }, address);
  assert.equal(readLimits([], []), null);
});
