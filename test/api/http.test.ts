// HTTP manners that hold on every path: D6-D13, D15, D58. What needs a real socket is in raw-http.test.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { assertProblem } from '../support/problem.js';
import { orderBody, startTestService } from '../support/service.js';

const service = await startTestService();
const { key } = service;
const { other } = service;

const post = (body: unknown, headers: Record<string, string> = {}) =>
  service.call('POST', '/v2/orders', { key, body, headers });
const countOrders = async () =>
  Number((await service.deps.db.query<{ n: bigint }>({ text: 'select count(*) as n from orders', values: [] }))[0]?.n);

/** Refused, and nothing stored. */
async function refused(body: unknown, headers: Record<string, string>, wanted: Parameters<typeof assertProblem>[1]) {
  const before = await countOrders();
  const problem = assertProblem(await post(body, headers), wanted, String(body).slice(0, 80));
  assert.equal(await countOrders(), before);
  return problem;
}

test('health answers without a key', async () => {
  for (const path of ['/health/live', '/health/ready', '/health/live/']) {
    const reply = await service.call('GET', path);
    assert.deepEqual([reply.status, reply.text], [200, '{"status":"ok"}']);
  }
});

test('a create answers 200', async () => {
  assert.equal((await post(orderBody())).status, 200);
});

test('a trailing slash is optional and never redirects', async () => {
  const created = await service.call('POST', '/v2/orders/', { key, body: orderBody() });
  assert.equal(created.status, 200);
  for (const path of [`/v2/orders/${created.json.id}/`, '/v2/orders/', '/v2/orders/?limit=1', '/health/ready/']) {
    assert.equal((await service.call('GET', path, { key })).status, 200, path);
  }
});

test('an answer is compact JSON on one line without a newline at its end', async () => {
  const created = await post(orderBody());
  const replies = [
    created,
    await service.call('GET', `/v2/orders/${created.json.id}`, { key }),
    await service.call('GET', '/v2/orders', { key }),
    await service.call('GET', '/nowhere', { key }),
    await service.call('GET', '/v2/orders'),
  ];
  for (const reply of replies) {
    assert.equal(reply.text, JSON.stringify(reply.json));
    assert.doesNotMatch(reply.text, /[\r\n]/);
    assert.equal(reply.headers['content-type'], 'application/json; charset=utf-8');
  }
});

test('no Accept header causes 406', async () => {
  for (const accept of ['application/cobro', 'text/xml', 'image/png;q=1', 'nonsense', '*/*;q=0', '']) {
    assert.equal((await post(orderBody(), { accept })).status, 200, accept);
  }
});

test('JSON may come with any parameters, even malformed ones, and as the vendor type', async () => {
  for (const type of [
    'application/json',
    'application/json; charset==utf-8',
    'application/json;charset="utf-8',
    'application/json;;',
    'application/json;',
    'application/json ; charset=utf-8',
    'Application/JSON; charset=UTF-8',
    'application/json; charset=iso-8859-1',
    'application/json; =',
    'application/cobro',
    'application/cobro+json',
    'application/cobro+json; charset=utf-8',
  ]) {
    const reply = await post(orderBody(), { 'content-type': type });
    assert.equal(reply.status, 200, `${type}: ${reply.text}`);
    assert.equal(reply.json.product.name, 'Funda');
  }
});

test('a service of another name has a vendor type, a realm and an api name of that name', async () => {
  const pagos = await startTestService({ COBRO_SERVICE_NAME: 'pagos' });
  const send = (type: string) =>
    pagos.call('POST', '/v2/orders', { key: pagos.key, body: orderBody(), headers: { 'content-type': type } });
  assert.equal((await send('application/pagos')).json.api.name, 'pagos');
  assert.equal((await send('application/pagos+json')).status, 200);
  assertProblem(await send('application/cobro'), { status: 415 });
  assert.equal((await pagos.call('GET', '/v2/orders')).headers['www-authenticate'], 'Basic realm="pagos"');
});

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

test('a percent-encoded form with nested names makes the same order as JSON', async () => {
  const form = new URLSearchParams({
    'product[id]': 'SMG-1',
    'product[price]': '150.50',
    'product[name]': 'Café & té = 100%',
    'customer[name]': 'Ana Robles',
    'customer[email]': 'ana+x@example.com',
    'payment[type]': 'SPEI',
    'extras[a]': 'x',
    'extras[b][c]': 'y',
    expiresAt: '',
  }).toString();
  const { json, status } = await post(form, { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' });
  assert.equal(status, 200);
  assert.deepEqual(json.product, { id: 'SMG-1', price: 150.5, name: 'Café & té = 100%', currency: 'MXN' });
  assert.deepEqual(json.customer, { name: 'Ana Robles', email: 'ana+x@example.com' });
  assert.deepEqual(json.extras, { a: 'x', b: { c: 'y' } });
});

test('a plus is a plus in a form that nobody encoded, and a space in one that somebody did', async () => {
  const rest = '&product[id]=1&product[price]=12.50&payment[type]=SPEI';
  for (const [form, name, email] of [
    ['customer[name]=Ana Gil&product[name]=A+B&customer[email]=ana+shop@example.com', 'A+B', 'ana+shop@example.com'],
    ['customer[name]=Ana+Gil&product[name]=A+B&customer[email]=ana+shop@example.com', 'A B', 'ana+shop@example.com'],
    [
      'customer[name]=Ana+Gil&product[name]=A%2BB&customer[email]=ana%2Bshop%40example.com',
      'A+B',
      'ana+shop@example.com',
    ],
  ] as const) {
    const { json, text } = await post(form + rest, FORM);
    assert.equal(json.product?.name, name, text);
    assert.deepEqual(json.customer, { name: 'Ana Gil', email });
  }
});

test('a form may be raw: spaces, @, colons and slashes as they are', async () => {
  const reply = await post(
    'product[id]=A 1&product[price]=12.50&product[name]=Camisa azul: talla 4/5&product[url]=http://example.com/a b.png' +
      '&customer[name]=José Gil&customer[email]=ana@example.com&payment[type]=SPEI',
    FORM,
  );
  assert.equal(reply.status, 200, reply.text);
  assert.deepEqual(reply.json.product, { id: 'A 1', price: 12.5, name: 'Camisa azul: talla 4/5', currency: 'MXN' });
  assert.deepEqual(reply.json.customer, { name: 'José Gil', email: 'ana@example.com' });
});

test('a form without what is required names every missing field', async () => {
  await refused('product[id]=1', FORM, {
    status: 400,
    params: ['product.name', 'product.price', 'customer', 'payment'],
  });
});

test('a form never causes a 5xx, whatever its names are', async () => {
  const nasty = fc.string({
    unit: fc.constantFrom('a', '[', ']', '=', '&', '%', '.', '__proto__', 'product', '\u0000'),
  });
  await fc.assert(
    fc.asyncProperty(nasty, async (text) => {
      const reply = await post(text || 'a', FORM);
      assert.ok(reply.status >= 400 && reply.status < 500, `${JSON.stringify(text)}: ${reply.text}`);
    }),
    { numRuns: 200 },
  );
});

test('another content type with a body is refused with 415', async () => {
  for (const type of [
    'text/plain',
    'text/xml',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'json',
    'a/b/c',
  ]) {
    await refused('<a/>', { 'content-type': type }, { status: 415, error: 'unsupported_media_type' });
  }
});

test('an empty body is no body, on any method', async () => {
  const { id } = (await post(orderBody())).json;
  const headers = { 'content-type': 'application/json' };
  assert.equal((await service.call('GET', `/v2/orders/${id}`, { key, headers })).status, 200);
  assert.equal(
    (await service.call('GET', `/v2/orders/${id}`, { key, headers: { ...headers, 'content-length': '0' } })).status,
    200,
  );
  const params = ['product', 'customer', 'payment'];
  await refused('', headers, { status: 400, error: 'invalid_request', params });
  await refused(undefined, headers, { status: 400, error: 'invalid_request', params });
  await refused(undefined, {}, { status: 400, error: 'invalid_request', params });
});

test('junk in the body of a GET is ignored', async () => {
  const { id } = (await post(orderBody())).json;
  for (const body of ['{"order_total":', 'null', '[]', '"x"', '\u0000\u0001', '[[[[', 'x'.repeat(70_000)]) {
    for (const path of [`/v2/orders/${id}`, '/v2/orders?limit=1', '/health/live']) {
      assert.equal((await service.call('GET', path, { key, body })).status, 200, `${path} ${body.slice(0, 20)}`);
    }
  }
});

test('HEAD works where GET does, with the same headers and no body', async () => {
  const { id } = (await post(orderBody())).json;
  for (const path of [`/v2/orders/${id}`, '/v2/orders?limit=1', '/health/live', '/openapi.json']) {
    const [head, get] = [await service.call('HEAD', path, { key }), await service.call('GET', path, { key })];
    assert.deepEqual([head.status, head.text], [200, ''], path);
    for (const name of ['content-type', 'content-length']) assert.equal(head.headers[name], get.headers[name], path);
  }
  assert.equal((await service.call('HEAD', `/v2/orders/${id}`)).status, 401);
  assert.equal((await service.call('HEAD', `/v2/orders/${id}`, { key: other.keys.test.private })).status, 404);
  assert.equal((await service.call('HEAD', '/v2/orders', { key: service.merchant.keys.test.public })).status, 403);
});

test('OPTIONS answers a CORS preflight, and the call itself may be read by a browser', async () => {
  const headers = {
    origin: 'https://shop.example',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,content-type,idempotency-key',
  };
  const preflight = await service.call('OPTIONS', '/v2/orders', { headers });
  assert.ok([200, 204].includes(preflight.status));
  assert.equal(preflight.headers['access-control-allow-origin'], '*');
  assert.match(preflight.headers['access-control-allow-methods'] ?? '', /\bPOST\b/);
  for (const name of ['authorization', 'content-type', 'idempotency-key']) {
    assert.match(preflight.headers['access-control-allow-headers'] ?? '', new RegExp(name, 'i'));
  }
  assert.match(preflight.headers['request-id'] ?? '', /\S/);
  const call = await post(orderBody(), { origin: 'https://shop.example' });
  assert.equal(call.headers['access-control-allow-origin'], '*');
  assert.match(call.headers['access-control-expose-headers'] ?? '', /Request-Id/i);
  const refusal = await service.call('GET', '/v2/orders', { headers: { origin: 'https://shop.example' } });
  assert.equal(refusal.headers['access-control-allow-origin'], '*', 'a browser may read a refusal, too');
});

test('a body of 64 KiB is read, one byte more is 413', async () => {
  const text = JSON.stringify(orderBody());
  const padded = (size: number) => text + ' '.repeat(size - text.length);
  assert.equal((await post(padded(65_536))).status, 200);
  await refused(padded(65_537), {}, { status: 413, error: 'body_too_large' });
});

test('JSON of 16 levels is read, a deeper one is refused', async () => {
  const nested = (levels: number) => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`);
  const arrays = (levels: number) => JSON.parse(`{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`);
  for (const shape of [nested, arrays]) {
    // The body is the first level, extras the second.
    const deep = await post(orderBody({ extras: shape(15) }));
    assert.equal(deep.status, 200, deep.text);
    assert.deepEqual(deep.json.extras, shape(15));
    await refused(orderBody({ extras: shape(16) }), {}, { status: 400, error: 'malformed_body' });
    await refused(orderBody({ unknown: shape(16) }), {}, { status: 400, error: 'malformed_body' });
  }
  for (const text of ['['.repeat(30_000), '['.repeat(30_000) + ']'.repeat(30_000), '{"a":'.repeat(10_000)]) {
    await refused(text, {}, { status: 400, error: 'malformed_body' });
  }
  await refused(`${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`, {}, { status: 400, error: 'malformed_body' });
});

test('malformed JSON, or JSON that is no object, is refused', async () => {
  for (const text of ['{', '{"product":}', 'x', '[]', '"x"', '12', 'null', 'true', '{} {}', "{'a':1}", ' ', '\ufeff']) {
    await refused(text, {}, { status: 400, error: 'malformed_body', params: [] });
  }
});

test('a body that is not UTF-8 is refused', async () => {
  for (const bytes of [[0xc3, 0x28], [0xff], [0xed, 0xa0, 0x80], [0xc0, 0x80], [0xf5, 0x80, 0x80, 0x80]]) {
    const body = Buffer.concat([Buffer.from('{"product":"'), Buffer.from(bytes), Buffer.from('"}')]);
    await refused(body, {}, { status: 400, error: 'malformed_body' });
    await refused(body, FORM, { status: 400, error: 'malformed_body' });
  }
});

test('NUL and lone surrogates in a text are refused by name', async () => {
  const fields = ['product.id', 'product.name', 'product.url', 'customer.id', 'customer.name', 'customer.phone'];
  for (const field of fields) {
    const [part = '', name = ''] = field.split('.');
    for (const odd of ['a\\u0000b', '\\ud800', 'x\\udc00y']) {
      const body = orderBody();
      body[part] = { ...(body[part] as object), [name]: '@' };
      const text = JSON.stringify(body).replace('"@"', `"${odd}"`);
      const { errors } = await refused(text, {}, { status: 400, params: [field] });
      assert.equal(errors[0]?.error, 'invalid_characters');
    }
  }
});

test('odd characters in extras come back as they were sent, or are refused; never a 5xx', async () => {
  for (const odd of ['a\\u0000b', '\\ud800', 'x\\udc00y', '\\uffff', '\\u202e']) {
    for (const extras of [`{"a":"${odd}"}`, `{"${odd}":1}`, `{"a":[{"b":"${odd}"}]}`]) {
      const text = JSON.stringify(orderBody({ extras: '@' })).replace('"@"', extras);
      const reply = await post(text);
      assert.ok(reply.status === 200 || reply.status === 400, `${extras}: ${reply.status} ${reply.text}`);
      if (reply.status === 400) assertProblem(reply, { status: 400, params: ['extras'] });
      else {
        assert.deepEqual(reply.json.extras, JSON.parse(extras));
        assert.equal((await service.call('GET', `/v2/orders/${reply.json.id}`, { key })).text, reply.text);
      }
    }
  }
});

test('names that JavaScript gives a meaning to are names like any other', async () => {
  const extras = '{"__proto__":{"paid":true},"constructor":1,"toString":null,"hasOwnProperty":"x"}';
  const reply = await post(JSON.stringify(orderBody({ extras: '@' })).replace('"@"', extras));
  assert.equal(reply.status, 200);
  assert.ok(reply.text.includes(`"extras":${extras}`), reply.text);
  assert.equal((await service.call('GET', `/v2/orders/${reply.json.id}`, { key })).text, reply.text);
  await refused(
    '{"__proto__":{"product":{}},"constructor":1}',
    {},
    {
      status: 400,
      params: ['product', 'customer', 'payment'],
    },
  );
});

test('an odd path is a 4xx with the error body', async () => {
  for (const path of [
    '/v2/orders/%00',
    '/v2/orders/%',
    '/v2/orders/%ff%fe',
    '/v2/orders/..%2f..',
    "/v2/orders/'%22;--",
    '/v2/orders/ch_%F0%9F%A6%8A',
    `/v2/orders/${'a'.repeat(499)}`,
    `/v2/orders/${'a'.repeat(3_000)}`,
  ]) {
    const reply = await service.call('GET', path, { key });
    const { status, code } = { status: reply.status, code: reply.json.code };
    assert.ok(status === 400 || status === 404, `${path}: ${status}`);
    assertProblem(reply, { status, code }, path);
  }
});

test('an unknown path is 404, with or without a key', async () => {
  for (const path of ['/', '/v1', '/v3/orders', '/v2/orders/a/b/c/d', '/V2/ORDERS', '/v2//orders', '/health']) {
    for (const call of [{ key }, {}]) {
      assertProblem(await service.call('GET', path, call), { status: 404, error: 'not_found' }, path);
    }
  }
  assertProblem(await service.call('POST', '/nowhere', { key, body: '{' }), { status: 404, error: 'not_found' });
});

test('a method that a path does not have is 405 and names those it has', async () => {
  for (const [method, path, allowed] of [
    ['PUT', '/v2/orders', ['GET', 'HEAD', 'OPTIONS', 'POST']],
    ['DELETE', '/v2/orders/', ['GET', 'HEAD', 'OPTIONS', 'POST']],
    ['PATCH', '/v2/orders', ['GET', 'HEAD', 'OPTIONS', 'POST']],
    ['POST', '/v2/orders/ch_x', ['GET', 'HEAD', 'OPTIONS']],
    ['DELETE', '/health/live', ['GET', 'HEAD', 'OPTIONS']],
  ] as const) {
    const reply = await service.call(method, path, { key });
    assertProblem(reply, { status: 405, error: 'method_not_allowed' }, `${method} ${path}`);
    assert.deepEqual(reply.headers['allow']?.split(', ').sort(), allowed);
    const withBody = await service.call(method, path, { key, body: '{', headers: { 'content-type': 'text/plain' } });
    assertProblem(withBody, { status: 405 }, `${method} ${path} with a body`);
  }
});

test('a method that nobody has heard of is 405 on a path that exists, and 404 elsewhere', async () => {
  const ask = (method: string, url: string) =>
    // inject takes every method, but its type knows only the usual ones
    service.app.inject({ method: method as 'GET', url }).then((reply) => ({
      status: reply.statusCode,
      headers: reply.headers as Record<string, string | undefined>,
      text: reply.body,
    }));
  for (const method of ['PROPFIND', 'LINK', 'PURGE', 'TRACE']) {
    for (const [path, allowed] of [
      ['/v2/orders', 'GET, HEAD, OPTIONS, POST'],
      ['/v2/orders/?limit=1', 'GET, HEAD, OPTIONS, POST'],
      ['/v2/orders/ch_x', 'GET, HEAD, OPTIONS'],
      ['/health/live', 'GET, HEAD, OPTIONS'],
    ] as const) {
      const reply = await ask(method, path);
      assertProblem(reply, { status: 405, error: 'method_not_allowed' }, `${method} ${path}`);
      assert.equal(reply.headers['allow']?.split(', ').sort().join(', '), allowed);
    }
    for (const path of ['/nowhere', '/v2/orders/a/b/c', '/v2/ordersx', '/v2'])
      assertProblem(await ask(method, path), { status: 404, error: 'not_found' }, `${method} ${path}`);
  }
});

test('below the pages for people, another method or a path that cannot be read is answered with a page', async () => {
  for (const [method, path, status] of [
    ['PUT', '/dashboard/test/orders', 405],
    ['PATCH', '/dashboard', 405],
    ['PROPFIND', '/dashboard/test/orders', 405],
    ['GET', '/dashboard/%', 400],
    ['GET', '/dashboard/test/orders/%ff%fe', 400],
    ['GET', '/dashboard/nowhere', 404],
    ['PUT', '/pay/ch_x', 405],
    ['GET', '/pay/%', 400],
  ] as const) {
    const reply = await service.app.inject({ method: method as 'GET', url: path });
    assert.equal(reply.statusCode, status, `${method} ${path}`);
    assert.match(String(reply.headers['content-type']), /^text\/html/, `${method} ${path}`);
    assert.match(String(reply.headers['content-security-policy']), /default-src 'none'/);
    assert.match(String(reply.headers['request-id']), /\S/);
  }
  assertProblem(await service.call('GET', '/dashboardx'), { status: 404, error: 'not_found' });
});

const EVERYWHERE = [
  '/v2/orders',
  '/nowhere',
  '/health/live',
  '/docs',
  '/openapi.json',
  '/dashboard',
  '/pay/x',
  '/metrics',
];

test('no reply may be taken for another type, and pages tell other sites nothing', async () => {
  for (const path of [...EVERYWHERE, '/v2/orders/%']) {
    const { headers } = await service.call('GET', path, { key });
    assert.equal(headers['x-content-type-options'], 'nosniff', path);
    assert.equal(headers['strict-transport-security'], undefined, path);
    if (headers['content-type']?.startsWith('text/html'))
      assert.match(headers['referrer-policy'] ?? '', /^(no-referrer|same-origin)$/, path);
  }
});

test('behind TLS every reply says that it stays so', async () => {
  const behind = await startTestService({ COBRO_BASE_URL: 'https://pay.example.com' });
  for (const path of [...EVERYWHERE, '/v2/orders/%']) {
    const { headers } = await behind.call('GET', path);
    assert.equal(headers['strict-transport-security'], 'max-age=31536000', path);
  }
});

test("other sites' pages may read nothing of the dashboard, the metrics and the rails", async () => {
  const headers = { origin: 'https://shop.example', 'access-control-request-method': 'GET' };
  const paths = ['/dashboard', '/dashboard/test/orders', '/dashboard?x', '/metrics', '/rails/cash/lookup'];
  const inOtherWords = ['/%64ashboard', '/%6detrics', '/%6Detrics?x', '/%72ails/cash/lookup', '/dashboard%2Forders'];
  for (const path of [...paths, ...inOtherWords]) {
    for (const method of ['GET', 'OPTIONS'] as const) {
      const reply = await service.call(method, path, { headers });
      const allowed = Object.keys(reply.headers).filter((name) => name.startsWith('access-control'));
      assert.deepEqual(allowed, [], `${method} ${path}`);
    }
  }
  assert.equal((await service.call('GET', '/openapi.json', { headers })).headers['access-control-allow-origin'], '*');
});

test('every reply carries a Request-Id of its own', async () => {
  const replies = [
    await post(orderBody()),
    await service.call('GET', '/v2/orders'),
    await service.call('GET', '/nowhere'),
    await service.call('GET', '/health/live'),
    await service.call('GET', '/v2/orders/%'),
    await service.call('OPTIONS', '/v2/orders', { headers: { origin: 'https://shop.example' } }),
    await post('{'),
  ];
  for (const reply of replies) assert.match(reply.headers['request-id'] ?? '', /^[\w.-]+$/);
  assert.equal(new Set(replies.map(({ headers }) => headers['request-id'])).size, replies.length);
});

test('a fitting X-Request-Id is taken, another is not', async () => {
  for (const mine of ['a', 'My.Own_1-2', 'x'.repeat(64)]) {
    const headers = { 'x-request-id': mine };
    assert.equal((await post(orderBody(), headers)).headers['request-id'], mine);
    assert.equal((await service.call('GET', '/nowhere', { headers })).json.request_id, mine);
    assert.equal((await service.call('GET', '/v2/orders/%', { headers })).json.request_id, mine);
  }
  for (const bad of ['', 'x'.repeat(65), 'a b', 'a<b>', 'ñ', 'a,b']) {
    const reply = await service.call('GET', '/nowhere', { headers: { 'x-request-id': bad } });
    assert.notEqual(reply.headers['request-id'], bad);
    assertProblem(reply, { status: 404 });
  }
});

test('message is Spanish unless English is preferred; debug_message is English and all else the same', async () => {
  const ask = async (language?: string) =>
    assertProblem(await post({}, language === undefined ? {} : { 'accept-language': language }), { status: 400 });
  const [spanish, english] = [await ask(), await ask('en')];
  assert.match(spanish.message, /obligatorio/);
  assert.match(english.message, /required/);
  for (const language of ['es', 'es-MX,es;q=0.9,en;q=0.5', 'fr', 'en;q=0.2, es;q=0.8', '', 'en;q=0', 'en;q=x', '*']) {
    assert.equal((await ask(language)).message, spanish.message, language);
  }
  for (const language of ['en-US,en;q=0.9', 'es;q=0.3,en;q=0.8', 'EN', 'fr, en;q=0.1']) {
    const asked = await ask(language);
    assert.equal(asked.message, english.message, language);
    assert.equal(asked.debug_message, spanish.debug_message);
    assert.deepEqual(
      asked.errors.map(({ param, error }) => [param, error]),
      spanish.errors.map(({ param, error }) => [param, error]),
    );
  }
});
