// Who gets into the dashboard, for how long, and whose forms count.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { revokeKey } from '../../../src/actions/manage-account.js';
import { buildServer } from '../../../src/compose.js';
import { listKeys } from '../../../src/store/accounts/accounts.js';
import { makeOrder, startPayService, textOf } from '../fixtures.js';
import { FORM, OPERATOR_TOKEN, signIn } from './sign-in.js';

const service = await startPayService();
const merchant = await signIn(service, service.key);
const PAGES = ['/orders', '/webhooks', '/messages', '/points'];

test('a stranger gets the form to sign in, whatever they ask for, and changes nothing', async () => {
  const order = await makeOrder(service);
  for (const path of ['', '/', ...PAGES.map((page) => `/test${page}`), `/test/orders/${order.id}`]) {
    const page = await service.call('GET', `/dashboard${path}`);
    assert.equal(page.status, path.length > 1 ? 401 : 200, path);
    assert.match(textOf(page), /Llave privada/);
    assert.ok(!page.text.includes('Ana Robles'));
  }
  const refused = await service.call('POST', `/dashboard/test/orders/${order.id}/cancel`, { body: '', headers: FORM });
  assert.equal(refused.status, 401);
  assert.equal((await service.call('GET', `/v2/orders/${order.id}`, { key: service.key })).json.status, 'PENDING');
});

test('only a private key that is valid opens it, by a cookie that scripts and other sites never get', async () => {
  const { keys } = service.merchant;
  for (const key of ['', 'wrong', 'sk_test_00000000000000000000000000000000', keys.test.public, keys.live.public]) {
    const refused = await service.call('POST', '/dashboard/sign-in', { body: `key=${key}`, headers: FORM });
    assert.equal(refused.status, 401, key);
    assert.equal(refused.headers['set-cookie'], undefined);
    assert.match(textOf(refused), /no abre el panel/);
  }
  const entered = await service.call('POST', '/dashboard/sign-in', { body: `key=+${service.key}+`, headers: FORM });
  assert.equal(entered.headers['location'], '/dashboard/test/orders');
  assert.match(
    String(entered.headers['set-cookie']),
    /^cobro_dashboard=[\w-]{43}; Max-Age=43200; Path=\/dashboard; HttpOnly; SameSite=Strict$/,
  );
});

test('behind https the cookie travels encrypted only', async () => {
  const { deps } = service;
  const settings = { ...deps.settings, baseUrl: 'https://shop.example/pagos' };
  const { app } = await buildServer({ ...deps, settings });
  const url = '/dashboard/sign-in';
  const entered = await app.inject({ method: 'POST', url, payload: `key=${service.key}`, headers: FORM });
  await app.close();
  assert.equal(entered.headers['location'], '/pagos/dashboard/test/orders');
  assert.match(String(entered.headers['set-cookie']), /; Path=\/pagos\/dashboard; HttpOnly; Secure; SameSite=Strict$/);
});

test('a cookie counts only in the form that we give it, among whatever others a browser sends', async () => {
  const entered = await service.call('POST', '/dashboard/sign-in', { body: `key=${service.key}`, headers: FORM });
  const session = String(entered.headers['set-cookie']).split(';')[0] ?? '';
  for (const [cookie, status] of [
    [session, 200],
    [`a=b; ${session}; c`, 200],
    [`=; ;;x=${'y'.repeat(4000)};${session}`, 200],
    [`__proto__=x; ${session}`, 200],
    [`${session}x`, 401],
    [session.slice(0, -1), 401],
    [session.toUpperCase(), 401],
    ['cobro_dashboard=', 401],
    ['cobro_dashboard=%00', 401],
    ['cobro_dashboard', 401],
  ] as const) {
    const page = await service.call('GET', '/dashboard/test/orders', { headers: { cookie } });
    assert.equal(page.status, status, cookie.slice(0, 60));
  }
});

test('a session ends with its key, with a sign-out and after twelve hours', async () => {
  const { account, keys } = await service.account({});
  const [first, second] = [await signIn(service, keys.test.private), await signIn(service, keys.live.private)];
  assert.equal((await first.get('/orders')).status, 200);
  assert.equal(
    (await service.call('POST', '/dashboard/sign-out', { body: '', headers: { ...FORM, cookie: first.cookie } }))
      .status,
    303,
  );
  assert.equal((await first.get('/orders')).status, 401);

  const again = await signIn(service, keys.test.private);
  service.setTime(Date.now() + 12 * 3_600_000 + 1);
  assert.equal((await again.get('/orders')).status, 401);
  service.setTime(null);

  assert.equal((await second.get('/orders')).status, 200);
  const listed = await listKeys(service.deps.db, account.id);
  for (const { id, kind } of listed) if (kind === 'private') await revokeKey(service.deps, { id, actor: 'test' });
  assert.equal((await second.get('/orders')).status, 401);
});

test('a form that another site sends does nothing', async () => {
  const order = await makeOrder(service);
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ]) {
    const refused = await merchant.post(`/orders/${order.id}/cancel`, 'sure=yes', headers);
    assert.equal(refused.status, 403);
    assert.match(textOf(refused), /no vino de este panel/);
    const entered = await service.call('POST', '/dashboard/sign-in', {
      body: `key=${service.key}`,
      headers: { ...FORM, ...headers },
    });
    assert.equal(entered.status, 403);
  }
  assert.match(textOf(await merchant.get(`/orders/${order.id}`)), /Pendiente/);
  // Behind a proxy that changes Host, what the browser itself says counts.
  const own = { origin: 'https://shop.example', host: 'inside:8080', 'sec-fetch-site': 'same-origin' };
  assert.equal((await merchant.post(`/orders/${order.id}/cancel`, 'sure=yes', own)).status, 303);
});

const LIMITED = { COBRO_RATE_LIMIT: '100', COBRO_ADDRESS_LIMIT: '50', COBRO_OPERATOR_TOKEN: OPERATOR_TOKEN };

test('who tries many keys in a row has to wait', async () => {
  const limited = await startPayService(LIMITED);
  const tries = await Promise.all(
    Array.from({ length: 40 }, () => limited.call('POST', '/dashboard/sign-in', { body: 'key=wrong', headers: FORM })),
  );
  const refused = tries.find(({ status }) => status === 429) ?? assert.fail();
  assert.match(textOf(refused), /espera un momento/);
  assert.equal(refused.headers['retry-after'], '1');
});

test('a right secret opens the dashboard while others fail from the same address and aim at the same secret', async () => {
  const limited = await startPayService(LIMITED);
  const post = (key: string) => limited.call('POST', '/dashboard/sign-in', { body: `key=${key}`, headers: FORM });
  const prefix = limited.key.slice(0, 12);
  for (const secret of [limited.key, OPERATOR_TOKEN]) {
    const wrong = secret === OPERATOR_TOKEN ? 'the-token-of-somebody' : `${prefix}${'x'.repeat(28)}`;
    const flood = Promise.all(Array.from({ length: 60 }, () => post(wrong)));
    for (let i = 0; i < 3; i++) assert.equal((await post(secret)).status, 303);
    const statuses = new Set((await flood).map(({ status }) => status));
    assert.ok(statuses.has(429) && !statuses.has(303));
    assert.equal((await post(secret)).status, 303);
  }
});

test('signing in with a right secret costs nothing, however often', async () => {
  const limited = await startPayService(LIMITED);
  for (let i = 0; i < 30; i++) await signIn(limited, limited.key);
  const wrong = await limited.call('POST', '/dashboard/sign-in', { body: 'key=wrong', headers: FORM });
  assert.equal(wrong.status, 401);
});

test('a signed-in user sees pages while strangers at the same address are refused', async () => {
  const limited = await startPayService({ COBRO_ADDRESS_LIMIT: '5' });
  const user = await signIn(limited, limited.key);
  assert.equal((await user.get('/orders')).status, 200);
  const cookie = `cobro_dashboard=${'x'.repeat(43)}`;
  const flood = await Promise.all(
    Array.from({ length: 30 }, () => limited.call('GET', '/dashboard/test/orders', { headers: { cookie } })),
  );
  assert.ok(flood.some(({ status }) => status === 429));
  assert.equal((await user.get('/orders')).status, 200);
});
