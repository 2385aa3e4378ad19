// What no client library sends, and what Node.js itself would refuse with an empty body: D12, D13, D58.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProblem } from '../support/problem.js';
import { converse, exchange, request } from '../support/raw-http.js';
import { basic, orderBody, startTestService } from '../support/service.js';
import { until } from '../support/until.js';

const service = await startTestService();
const port = await service.listen();
const authorization = `Authorization: ${basic(service.key)}`;
const json = 'Content-Type: application/json';
const body = JSON.stringify(orderBody());
const length = (text: string) => `Content-Length: ${Buffer.byteLength(text)}`;
const post = ['POST /v2/orders HTTP/1.1', 'Host: x', authorization, json];

const countOrders = async () =>
  Number((await service.deps.db.query<{ n: bigint }>({ text: 'select count(*) as n from orders', values: [] }))[0]?.n);

test('Expect: 100-continue is answered before the body is sent', async () => {
  const talk = converse(port);
  talk.write(request([...post, length(body), 'Expect: 100-continue']));
  assert.equal((await talk.reply()).status, 100);
  talk.write(body);
  const reply = await talk.reply();
  assert.equal(reply.status, 200);
  assert.equal(JSON.parse(reply.text).status, 'PENDING');
  talk.end();
});

test('any other Expect is refused with a body, and nothing is stored', async () => {
  const before = await countOrders();
  for (const expect of ['200-ok', 'nonsense', '101-continue']) {
    const talk = converse(port);
    talk.write(request([...post, length(body), `Expect: ${expect}`], body));
    assertProblem(await talk.reply(), { status: 400, error: 'malformed_request' }, expect);
    assert.equal(await talk.closed(), true);
    talk.end();
  }
  assert.equal(await countOrders(), before);
});

test('a refused Expect keeps the request id that the client brought', async () => {
  const reply = await exchange(port, request([...post, length(body), 'Expect: x', 'X-Request-Id: mine-1'], body));
  assert.equal(assertProblem(reply, { status: 400 }).request_id, 'mine-1');
});

test('Connection: close is obeyed and told; without it the connection serves the next request', async () => {
  const last = converse(port);
  last.write(request([...post, length(body), 'Connection: close'], body));
  const reply = await last.reply();
  assert.deepEqual([reply.status, reply.headers['connection']], [200, 'close']);
  assert.equal(await last.closed(), true);
  last.end();

  const kept = converse(port);
  for (let i = 0; i < 3; i++) {
    kept.write(request([...post, length(body)], body));
    assert.equal((await kept.reply()).status, 200);
  }
  kept.end();
});

test('pipelined requests are answered in their order', async () => {
  const talk = converse(port);
  talk.write(request([...post, length(body)], body).repeat(2) + request(['GET /nowhere HTTP/1.1', 'Host: x']));
  const [first, second, third] = [await talk.reply(), await talk.reply(), await talk.reply()];
  assert.deepEqual([first.status, second.status, third.status], [200, 200, 404]);
  assert.notEqual(JSON.parse(first.text).id, JSON.parse(second.text).id);
  talk.end();
});

test('a client that offers HTTP/2 or another protocol is served in HTTP/1.1', async () => {
  const offer = ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA'];
  const reply = await exchange(port, request([...post, ...offer, length(body)], body));
  assert.equal(reply.status, 200);
});

test('a client behind a proxy may name the whole address', async () => {
  const [, ...headers] = post;
  const reply = await exchange(port, request(['POST http://x/v2/orders HTTP/1.1', ...headers, length(body)], body));
  assert.equal(reply.status, 200);
});

test('HTTP/1.0 needs no Host', async () => {
  const reply = await exchange(port, request(['POST /v2/orders HTTP/1.0', authorization, json, length(body)], body));
  assert.equal(reply.status, 200);
});

test('HTTP/1.1 without Host is refused with a body', async () => {
  for (const line of ['GET /v2/orders HTTP/1.1', 'GET /nowhere HTTP/1.1', 'GET /health/live HTTP/1.1']) {
    const reply = await exchange(port, request([line, authorization]));
    const problem = assertProblem(reply, { status: 400, error: 'malformed_request' }, line);
    assert.match(problem.debug_message, /Host/);
  }
});

const broken: Readonly<Record<string, string>> = {
  'a request line of garbage': 'garbage\r\n\r\n',
  'a TLS greeting': '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\r\n\r\n',
  'an unknown method': request(['BREW /v2/orders HTTP/1.1', 'Host: x']),
  'an unknown version': request(['GET /v2/orders HTTP/9.9', 'Host: x']),
  'two lengths that differ': request([...post, 'Content-Length: 5', 'Content-Length: 6'], 'hello'),
  'a length that is no number': request([...post, 'Content-Length: five'], 'hello'),
  'a negative length': request([...post, 'Content-Length: -5'], 'hello'),
  'a length and chunks': request([...post, 'Content-Length: 5', 'Transfer-Encoding: chunked'], '0\r\n\r\n'),
  'an unknown transfer encoding': request([...post, 'Transfer-Encoding: sideways'], 'hello'),
  'a chunk whose size is no number': request([...post, 'Transfer-Encoding: chunked'], `zz\r\n${body}\r\n0\r\n\r\n`),
  'a chunk longer than it says': request([...post, 'Transfer-Encoding: chunked'], `5\r\n${body}\r\n0\r\n\r\n`),
  'a header without a colon': request([...post, 'nonsense'], ''),
  'a space in a header name': request([...post, 'Bad Header: x'], ''),
  'a NUL in a header': request([...post, 'X-Odd: a\u0000b'], ''),
  'a path with a space': request(['GET /v2/ord ers HTTP/1.1', 'Host: x']),
};

for (const [what, bytes] of Object.entries(broken)) {
  test(`broken framing is refused with a body: ${what}`, async () => {
    const before = await countOrders();
    const talk = converse(port);
    talk.write(Buffer.from(bytes, 'latin1'));
    assertProblem(await talk.reply(), { status: 400, error: 'malformed_request' }, what);
    assert.equal(await talk.closed(), true);
    talk.end();
    assert.equal(await countOrders(), before);
  });
}

test('a body that ends before its length is refused with a body, and nothing is stored', async () => {
  const before = await countOrders();
  for (const framing of [length(body), 'Transfer-Encoding: chunked']) {
    const talk = converse(port);
    talk.write(
      request([...post, framing], framing === length(body) ? body.slice(0, -1) : `ff\r\n${body.slice(0, 20)}`),
    );
    talk.socket.end();
    assertProblem(await talk.reply(), { status: 400, error: 'malformed_request' }, framing);
    talk.end();
  }
  assert.equal(await countOrders(), before);
});

test('a chunked body is read like any other', async () => {
  const chunks = [...body]
    .map((character) => `${Buffer.byteLength(character).toString(16)}\r\n${character}\r\n`)
    .join('');
  const reply = await exchange(port, request([...post, 'Transfer-Encoding: chunked'], `${chunks}0\r\n\r\n`));
  assert.equal(reply.status, 200);
});

test('a body that says it is too large is refused before it is sent, and also when it is sent all the same', async () => {
  const polite = await exchange(port, request([...post, 'Content-Length: 65537']));
  assertProblem(polite, { status: 413, error: 'body_too_large' });
  const rude = await exchange(port, request([...post, 'Content-Length: 5000000'], 'x'.repeat(5_000_000)));
  assertProblem(rude, { status: 413, error: 'body_too_large' });
});

test('a chunked body is cut off at 64 KiB', async () => {
  const before = await countOrders();
  const talk = converse(port);
  talk.write(request([...post, 'Transfer-Encoding: chunked']));
  for (let i = 0; i < 80; i++) talk.write(`400\r\n${' '.repeat(1024)}\r\n`);
  assertProblem(await talk.reply(), { status: 413, error: 'body_too_large' });
  assert.equal(await talk.closed(), true);
  talk.end();
  assert.equal(await countOrders(), before);
});

test('a URL or headers over 16 KiB are refused with 431 and a body', async () => {
  const get = (path: string, ...headers: string[]) =>
    exchange(port, request([`GET ${path} HTTP/1.1`, 'Host: x', authorization, ...headers]));
  for (const size of [17_000, 20_000, 200_000]) {
    const long = 'a'.repeat(size);
    assertProblem(await get(`/v2/orders?x=${long}`), { status: 431, error: 'headers_too_large' }, `URL ${size}`);
    assertProblem(await get('/v2/orders', `X-Long: ${long}`), { status: 431, error: 'headers_too_large' }, `${size}`);
  }
  const many = Array.from({ length: 900 }, (_, i) => `X-Header-${i}: ${'a'.repeat(20)}`);
  assertProblem(await get('/v2/orders', ...many), { status: 431, error: 'headers_too_large' });
  assert.equal((await get(`/v2/orders?x=${'a'.repeat(8_000)}`)).status, 200);
  assert.equal((await get('/v2/orders', `X-Long: ${'a'.repeat(8_000)}`)).status, 200);
});

test('a client that hangs up in the middle of its body stores nothing and alarms nobody', async () => {
  const alarms: unknown[] = [];
  const alarm = (_fields: unknown, text?: string) => void alarms.push(text);
  const watched = await startTestService(
    {},
    { log: { debug() {}, info() {}, warn() {}, request() {}, error: alarm, fatal: alarm } },
  );
  const connections = () =>
    new Promise<number>((resolve) => watched.app.server.getConnections((_error, count) => resolve(count)));
  const talk = converse(await watched.listen());
  const head = ['POST /v2/orders HTTP/1.1', 'Host: x', `Authorization: ${basic(watched.key)}`, json, length(body)];
  talk.write(request(head, body.slice(0, 20)));
  await until('the server has the connection', async () => (await connections()) === 1);
  // An answer to another request shows that the half one has been read.
  assert.equal((await watched.call('GET', '/v2/orders', { key: watched.key })).json.data.length, 0);
  talk.end();
  await until('the server has let go of it', async () => (await connections()) === 0);
  assert.equal((await watched.call('GET', '/v2/orders', { key: watched.key })).json.data.length, 0);
  assert.deepEqual(alarms, []);
});

test('a request that comes too slowly is cut off with 408 and a body', async () => {
  const hasty = await startTestService({ COBRO_REQUEST_TIMEOUT_MS: '1000' });
  const slowPort = await hasty.listen();
  const starts = [
    'POST /v2/orders HTT',
    'POST /v2/orders HTTP/1.1\r\nHost: x\r\nX-Slow: 1\r\n',
    request(['POST /v2/orders HTTP/1.1', 'Host: x', `Authorization: ${basic(hasty.key)}`, json, length(body)]),
  ];
  await Promise.all(
    starts.map(async (start) => {
      const talk = converse(slowPort);
      talk.write(start);
      // The setting says one second; some more for looking only now and then at what is open.
      assertProblem(await talk.reply({ withinMs: 8_000 }), { status: 408, error: 'request_timeout' }, start);
      assert.equal(await talk.closed(), true);
      talk.end();
    }),
  );
  assert.equal((await hasty.call('GET', '/v2/orders', { key: hasty.key })).json.data.length, 0);
});

test('nothing is written into an answer that has begun: one goes on without the end of its request, broken HTTP behind it cuts it', async () => {
  const hasty = await startTestService({ COBRO_REQUEST_TIMEOUT_MS: '1000' });
  const order = (await hasty.call('POST', '/v2/orders', { key: hasty.key, body: orderBody() })).json;
  const talk = converse(await hasty.listen());
  let told = '';
  talk.socket.on('data', (bytes) => {
    told += bytes.toString('latin1');
  });
  talk.write(request([`GET /pay/${order.id}/events HTTP/1.1`, 'Host: x', 'Content-Length: 5'], 'x'));
  // The setting says one second; some more for looking only now and then at what is open.
  assert.equal(await talk.closed(4_000), false);
  talk.write('xxxx\0\0\0\r\n\r\n');
  assert.equal(await talk.closed(), true);
  assert.match(told, /^HTTP\/1\.1 200 OK\r\n/);
  assert.equal(told.split('HTTP/1.1').length, 2, told);
});

test('a connection whose body was too long for a list ends when its client goes', async () => {
  const count = () => new Promise<number>((resolve) => service.app.server.getConnections((_error, n) => resolve(n)));
  const before = await count();
  const talk = converse(port);
  const long = 'x'.repeat(250_000);
  talk.write(request(['GET /v1/providers/true HTTP/1.1', 'Host: x', json, length(long)], long));
  assertProblem(await talk.reply(), { status: 413, error: 'body_too_large' });
  talk.socket.destroy();
  await until('the server knows', async () => (await count()) <= before, 2_000);
});
