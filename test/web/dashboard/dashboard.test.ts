// The dashboard over HTTP: who may see what, what forms do, and that no form does a thing twice or for another site.
import assert from 'node:assert/strict';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { revokeKey } from '../../../src/actions/manage-account.js';
import { listKeys } from '../../../src/store/accounts/accounts.js';
import { orderBody } from '../../support/service.js';
import { makeOrder, setStatus, startPayService, textOf } from '../fixtures.js';
import { FORM, signIn } from './sign-in.js';

const service = await startPayService();
const PAGES = ['/orders', '/notices', '/messages', '/points'];
const merchant = await signIn(service, service.key);

test('a stranger gets the form to sign in, whatever he asks for, and changes nothing', async () => {
  const order = await makeOrder(service);
  for (const path of ['', '/', ...PAGES, `/orders/${order.id}`]) {
    const page = await service.call('GET', `/dashboard${path}`);
    assert.equal(page.status, path.length > 1 ? 401 : 200, path);
    assert.match(textOf(page), /Llave privada/);
    assert.ok(!page.text.includes('Ana Robles'));
  }
  const refused = await service.call('POST', `/dashboard/orders/${order.id}/cancel`, { body: '', headers: FORM });
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
  assert.equal(entered.headers['location'], '/dashboard/orders');
  assert.match(
    String(entered.headers['set-cookie']),
    /^cobro_dashboard=[\w-]{43}; Max-Age=43200; Path=\/dashboard; HttpOnly; SameSite=Strict$/,
  );
});

test('pages are kept by nobody, framed by nobody, found by nobody, and run nothing', async () => {
  for (const page of [
    await merchant.get('/orders'),
    await merchant.get('/nothing'),
    await service.call('GET', '/dashboard'),
  ]) {
    assert.equal(page.headers['cache-control'], 'no-store');
    assert.equal(page.headers['x-robots-tag'], 'noindex');
    assert.equal(page.headers['x-content-type-options'], 'nosniff');
    assert.match(String(page.headers['content-security-policy']), /default-src 'none'.*frame-ancestors 'none'/);
    assert.ok(!/<script|javascript:| on\w+=/.test(page.text));
  }
});

test('a session ends with its key, with a sign-out and after twelve hours', async () => {
  const { account, keys } = await service.account({});
  const [first, second] = [await signIn(service, keys.test.private), await signIn(service, keys.live.private)];
  assert.equal((await first.get('/orders')).status, 200);
  assert.equal((await first.post('/sign-out')).status, 303);
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

test("another merchant's order does not exist, nor one of the other mode", async () => {
  const order = await makeOrder(service);
  const others = [
    await signIn(service, service.other.keys.test.private),
    await signIn(service, service.merchant.keys.live.private),
  ];
  for (const other of others) {
    assert.equal((await other.get(`/orders/${order.id}`)).status, 404);
    for (const form of ['cancel', 'refund', 'pay', 'events/1/resend']) {
      const refused = await other.post(
        `/orders/${order.id}/${form}`,
        'amount=1&refunded=0.00&received=0.00&scenario=exact&sure=yes',
      );
      assert.ok(refused.status >= 400, `${form}: ${refused.status}`);
    }
    assert.ok(!(await other.get(`/orders?q=${order.folio}`)).text.includes(order.id));
  }
  assert.match(textOf(await merchant.get(`/orders/${order.id}`)), /Pendiente/);
});

test('orders are found by id, folio, own number and e-mail, and by their status', async () => {
  const { keys } = await service.account({});
  const shop = await signIn(service, keys.test.private);
  const names = ['A-1', 'CAFE0001'].map((id) => ({ id, name: 'Libro', imageUrl: null }));
  const customers = ['luis@example.com', 'eva@example.com'].map((email) => ({
    id: null,
    name: 'X',
    email,
    phone: null,
  }));
  const made = await Promise.all(
    names.map((product, index) => {
      const customer = customers[index];
      return makeOrder(service, { key: keys.test.private, product, ...(customer && { customer }) });
    }),
  );
  const [first, second] = made as [(typeof made)[0], (typeof made)[0]];
  const found = async (query: string) => {
    const { text } = await shop.get(`/orders?${query}`);
    return made.filter(({ id }) => text.includes(`/dashboard/orders/${id}"`)).map(({ id }) => id);
  };
  assert.deepEqual((await found('')).length, 2);
  assert.deepEqual(await found(`q=${first.id}`), [first.id]);
  assert.deepEqual(await found(`q=${first.folio.toLowerCase()}`), [first.id]);
  assert.deepEqual(await found('q=CAFE0001'), [second.id], 'a number of the shop that looks like a folio');
  assert.deepEqual(await found('q=luis@example.com'), [first.id]);
  assert.deepEqual(await found('q=nothing'), []);
  assert.deepEqual(await found(`q=${first.id}&status=paid`), []);
  assert.deepEqual(await found('q=%00'), [], 'in no name');
  for (const status of ['pending', 'paid', 'expired', 'canceled'] as const) {
    await setStatus(service, second, status);
    assert.deepEqual(await found(`q=CAFE0001&status=${status}`), [second.id]);
    assert.deepEqual(await found(`status=${status}`), status === 'pending' ? [first.id, second.id] : [second.id]);
  }
  for (const query of ['status=odd', 'cursor=x']) {
    const refused = await shop.get(`/orders?${query}`);
    assert.equal(refused.status, 400);
    assert.match(textOf(refused), /Revisa/);
  }
});

test('page by page every order is shown once', async () => {
  const { keys } = await service.account({});
  const shop = await signIn(service, keys.test.private);
  for (let made = 0; made < 60; made++) await makeOrder(service, { key: keys.test.private });
  const ids: string[] = [];
  for (let path: string | null = '/orders?status=pending'; path !== null; ) {
    const { text } = await shop.get(path);
    ids.push(...[...text.matchAll(/\/dashboard\/orders\/(ch_[0-9a-f-]+)"/g)].map(([, id = '']) => id));
    const next = /href="\/dashboard(\/orders\?[^"]+)" rel="next"/.exec(text)?.[1];
    path = next === undefined ? null : next.replaceAll('&amp;', '&');
  }
  assert.equal(ids.length, 60);
  assert.equal(new Set(ids).size, 60);
});

test('an order is paid in test mode, refunded in parts, and canceled; each page tells what was done', async () => {
  const order = await makeOrder(service, { amount: 10_000n });
  const page = `/orders/${order.id}`;
  const done = async (form: string, fields: string) => {
    const { status, headers, text } = await merchant.post(`${page}/${form}`, fields);
    assert.equal(status, 303, text);
    return textOf(await merchant.get(String(headers['location']).replace('/dashboard', '')));
  };
  const refused = async (form: string, fields: string, status: number, why: RegExp) => {
    const reply = await merchant.post(`${page}/${form}`, fields);
    assert.equal(reply.status, status);
    assert.match(textOf(reply), why);
  };
  await refused('refund', 'amount=100&refunded=0.00&sure=yes', 409, /No queda tanto por devolver/);
  assert.match(
    await done('pay', 'scenario=exact&received=0.00'),
    /Se avisó del pago.*Pagada.*\$100\.00 MXN · Aplicado/,
  );
  await refused('pay', 'scenario=exact&received=0.00', 400, /se movió mientras tanto/);
  await refused('refund', 'amount=40&refunded=0.00', 400, /Marca la casilla/);
  // As by a double click: one of them refunds, the others see that the order has changed.
  const clicks = await Promise.all(
    [1, 2, 3].map(() => merchant.post(`${page}/refund`, 'amount=40&refunded=0.00&sure=yes')),
  );
  assert.deepEqual(clicks.map(({ status }) => status).sort(), [303, 409, 409]);
  assert.match(textOf(await merchant.get(page)), /Reembolsado \$40\.00 MXN/);
  assert.match(await done('refund', 'amount=40&refunded=40.00&sure=yes'), /quedó registrado.*Reembolsado \$80\.00 MXN/);
  await refused('refund', 'amount=20.01&refunded=80.00&sure=yes', 409, /No queda tanto por devolver/);
  await refused('refund', 'amount=x&refunded=80.00&sure=yes', 400, /amount/);
  assert.match(await done('refund', 'amount=20&refunded=80.00&sure=yes'), /Reembolsado \$100\.00 MXN/);
  await refused('cancel', 'sure=yes', 409, /cancelar/);
  assert.equal((await service.call('GET', `/v1/charges/${order.id}`, { key: service.key })).json.refunded, true);

  const canceled = await makeOrder(service);
  assert.equal((await merchant.post(`/orders/${canceled.id}/cancel`)).status, 400);
  assert.equal((await merchant.post(`/orders/${canceled.id}/cancel`, 'sure=yes')).status, 303);
  assert.match(textOf(await merchant.get(`/orders/${canceled.id}`)), /Cancelada/);
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

test('what customers and shops wrote is shown as they wrote it, and never as markup', async () => {
  const name = `<img src=x onerror="alert(1)">'&`;
  const order = await makeOrder(service, { customer: { id: null, name, email: 'a@b', phone: null } });
  for (const path of [`/orders/${order.id}`, `/orders?q=${encodeURIComponent(name)}`, '/orders']) {
    const page = await merchant.get(path);
    assert.ok(!page.text.includes('<img'), path);
  }
  assert.ok(textOf(await merchant.get(`/orders/${order.id}`)).includes(name));
});

test('an address is tested, switched off and on again, and an order tells what it knows', async () => {
  let status = 204;
  const receiver = createHttpServer((_request, response) => void response.writeHead(status).end());
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  after(() => receiver.close());
  const { keys } = await service.account({});
  const shop = await signIn(service, keys.test.private);
  assert.match(textOf(await shop.get('/notices')), /No hay ninguna dirección/);
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  const { json: endpoint } = await service.call('POST', '/v1/webhooks/stores', {
    key: keys.test.private,
    body: { url },
  });
  const { json: order } = await service.call('POST', '/v2/orders', { key: keys.test.private, body: orderBody() });

  assert.match(String((await shop.post(`/notices/${endpoint.id}/ping`)).headers['location']), /done=pinged/);
  status = 500;
  const failed = await shop.post(`/notices/${endpoint.id}/ping`);
  assert.equal(failed.status, 400);
  assert.match(textOf(failed), /HTTP 500/);
  await shop.post(`/notices/${endpoint.id}/off`);
  assert.match(textOf(await shop.get('/notices')), /Apagada/);
  assert.match(textOf(await shop.get(`/orders/${order.id}`)), /guardado mientras la dirección está apagada/);
  await shop.post(`/notices/${endpoint.id}/on`);
  assert.match(textOf(await shop.get('/notices')), /Activa/);
  assert.match(textOf(await shop.get(`/orders/${order.id}`)), /en camino/);
  assert.equal((await shop.post(`/orders/${order.id}/events/1/resend`)).status, 303);
  assert.equal((await shop.post(`/orders/${order.id}/events/7/resend`)).status, 404);
  assert.equal((await merchant.post(`/notices/${endpoint.id}/ping`)).status, 404);
});

test('it speaks Spanish, English where the browser prefers it, and what was chosen from then on', async () => {
  assert.match(textOf(await merchant.get('/orders')), /Órdenes/);
  assert.match(textOf(await merchant.get('/orders', { 'accept-language': 'en-US' })), /Orders/);
  const chosen = await merchant.get('/orders?lang=en');
  assert.match(textOf(chosen), /Orders/);
  assert.match(String(chosen.headers['set-cookie']), /^cobro_language=en;/);
});

test('the link to the other language stays on the page, also after a form, and whoever reloads a form gets its page', async () => {
  const linkOf = (text: string) => /href="([^"]*lang=en)"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
  assert.equal(
    linkOf((await merchant.get('/orders?q=a+b&status=paid&done=x')).text),
    '/dashboard/orders?q=a+b&status=paid&lang=en',
  );
  const order = await makeOrder(service);
  const refused = await merchant.post(`/orders/${order.id}/cancel`);
  assert.equal(linkOf(refused.text), `/dashboard/orders/${order.id}?lang=en`);
  const wrong = await service.call('POST', '/dashboard/sign-in', { body: 'key=wrong', headers: FORM });
  assert.equal(linkOf(wrong.text), '/dashboard?lang=en');
  for (const [path, target] of [
    [`/orders/${order.id}/refund`, `/dashboard/orders/${order.id}`],
    ['/notices/x/ping', '/dashboard/notices'],
    ['/sign-in', '/dashboard'],
  ]) {
    const { status, headers } = await merchant.get(path ?? '');
    assert.deepEqual([status, headers['location']], [303, target]);
  }
});

test('odd forms are refused as pages, and nothing takes long', async () => {
  const order = await makeOrder(service);
  for (const [path, body, headers, status] of [
    [`/orders/${order.id}%00/refund`, 'amount=1&refunded=0.00&sure=yes', {}, 404],
    [`/orders/${order.id}/refund`, 'x'.repeat(70_000), {}, 413],
    [`/orders/${order.id}/refund`, '<a/>', { 'content-type': 'text/xml' }, 415],
    [`/orders/${order.id}/pay`, 'scenario=odd&received=0.00', {}, 400],
  ] as const) {
    const reply = await merchant.post(path, body, headers);
    assert.equal(reply.status, status, path);
    assert.match(String(reply.headers['content-type']), /text\/html/);
  }
  const begin = performance.now();
  await service.call('POST', '/dashboard/sign-in', { body: `key=${'x'.repeat(65_000)}`, headers: FORM });
  assert.ok(performance.now() - begin < 1_000, `${performance.now() - begin} ms`);
});

test('who tries many keys in a row has to wait', async () => {
  const limited = await startPayService({ COBRO_RATE_LIMIT: '100' });
  const tries = await Promise.all(
    Array.from({ length: 40 }, () => limited.call('POST', '/dashboard/sign-in', { body: 'key=wrong', headers: FORM })),
  );
  assert.ok(tries.some(({ status }) => status === 429));
  assert.match(textOf(tries.find(({ status }) => status === 429) ?? assert.fail()), /espera un momento/);
});
