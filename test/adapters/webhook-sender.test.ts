// One webhook over real sockets (D52): cut in time, no redirects, little read, connections kept.

import assert from 'node:assert/strict';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { createAddressGuard } from '../../src/adapters/address-guard.js';
import { createNameResolver } from '../../src/adapters/name-resolver.js';
import { createWebhookSender } from '../../src/adapters/webhook-sender.js';
import type { Mode } from '../../src/domain/base/mode.js';

const guard = createAddressGuard({
  allow: [],
  loopbackInTest: true,
  baseUrl: 'http://127.0.0.1:8080',
  names: createNameResolver({ servers: [] }),
});
const sender = createWebhookSender(guard, { timeoutMs: 10_000 });
/** For receivers that never answer. */
const hasty = createWebhookSender(guard, { timeoutMs: 400 });
after(() => {
  sender.close();
  hasty.close();
});

type Handler = (request: http.IncomingMessage, response: http.ServerResponse) => void;

async function listen(handler: Handler): Promise<{ url: string; server: http.Server; connections(): number }> {
  let connections = 0;
  const server = http.createServer((request, response) => {
    request.resume();
    request.on('error', () => undefined);
    request.on('end', () => handler(request, response));
  });
  server.on('connection', () => connections++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`,
    server,
    connections: () => connections,
  };
}

const send = (url: string, mode: Mode = 'test', by = sender) =>
  by.send({
    url,
    scope: { accountId: 'a', mode },
    headers: { 'content-type': 'application/json', 'webhook-id': 'evt_1' },
    body: '{"ñ":1}',
  });

test('a webhook is a POST with its headers and its whole body, and the reply comes back', async () => {
  const seen: unknown[] = [];
  const { url } = await listen((request, response) => {
    seen.push(request.method, request.url, request.headers['webhook-id'], request.headers['content-length']);
    response.writeHead(202, { 'x-shop': 'yes' }).end('thanks');
  });
  const sent = await send(`${url}?a=b`);
  assert.ok('status' in sent);
  assert.deepEqual([sent.status, sent.body, sent.headers['x-shop']], [202, 'thanks', 'yes']);
  assert.deepEqual(seen, ['POST', '/x?a=b', 'evt_1', '8']);
});

test('a receiver that never answers is cut, and so is one that never ends its answer', async () => {
  const silent = await listen(() => undefined);
  const dripping = await listen((_request, response) => {
    response.writeHead(200).write('a');
    const timer = setInterval(() => response.write('a'), 50);
    response.on('close', () => clearInterval(timer));
  });
  for (const { url } of [silent, dripping]) {
    const begin = performance.now();
    assert.deepEqual(await send(url, 'test', hasty), { problem: 'no answer within 0.4 s' });
    assert.ok(performance.now() - begin < 3_000);
  }
});

test('a connection that is reset or refused is a problem, not an exception', async () => {
  const resetting = await listen((request) => request.socket.resetAndDestroy());
  assert.deepEqual(await send(resetting.url), { problem: 'ECONNRESET' });
  const midway = await listen((request, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('half');
    setTimeout(() => request.socket.resetAndDestroy(), 20);
  });
  assert.ok('problem' in (await send(midway.url)));
  assert.deepEqual(await send('http://127.0.0.1:2/x'), { problem: 'ECONNREFUSED' });
});

test('a header that cannot be sent is a problem, not an exception', async () => {
  const sent = await sender.send({
    url: 'http://127.0.0.1:2/x',
    scope: { accountId: 'a', mode: 'test' },
    headers: { 'user-agent': 'a\nb' },
    body: '',
  });
  assert.ok('problem' in sent);
});

test('redirects are not followed', async () => {
  let hits = 0;
  const target = await listen((_request, response) => {
    hits++;
    response.end();
  });
  const { url } = await listen((_request, response) => response.writeHead(302, { location: target.url }).end());
  const sent = await send(url);
  assert.ok('status' in sent && sent.status === 302);
  assert.equal(hits, 0);
});

test('the first KiB of a reply is kept; an endless one is not read on', async () => {
  const exact = await listen((_request, response) => response.end('a'.repeat(4_096)));
  const sent = await send(exact.url);
  assert.ok('status' in sent);
  assert.equal(sent.body, 'a'.repeat(4_096));
  let written = 0;
  const endless = await listen((_request, response) => {
    const more = () => {
      for (written += 65_536; !response.destroyed && response.write('b'.repeat(65_536)); ) written += 65_536;
    };
    response.on('drain', more);
    more();
  });
  const huge = await send(endless.url);
  assert.ok('status' in huge);
  assert.equal(huge.body, 'b'.repeat(4_096));
  assert.ok(written < 50_000_000, 'the connection was given up');
});

test('zero bytes, which the database cannot keep, are replaced', async () => {
  const { url } = await listen((_request, response) => response.end('a\0b'));
  const sent = await send(url);
  assert.ok('status' in sent && sent.body === 'a\uFFFDb');
});

test('a connection is kept and used again', async () => {
  const { url, connections } = await listen((_request, response) => response.end('ok'));
  for (let time = 0; time < 5; time++) assert.ok('status' in (await send(url)));
  assert.equal(connections(), 1);
});

test('a kept connection that the receiver closes at that moment costs no try', async () => {
  let requests = 0;
  const { url, connections } = await listen((request, response) => {
    requests++;
    // The second request on a connection meets its end, as when a keep-alive time runs out at that very moment.
    if (requests === 2) request.socket.resetAndDestroy();
    else response.end('ok');
  });
  for (let time = 0; time < 2; time++) assert.ok('status' in (await send(url)));
  assert.deepEqual([requests, connections()], [3, 2]);
});

test('a fresh connection that is reset is not tried again: the receiver may have taken the webhook', async () => {
  let requests = 0;
  const { url } = await listen((request) => {
    requests++;
    request.socket.resetAndDestroy();
  });
  assert.deepEqual(await send(url), { problem: 'ECONNRESET' });
  assert.equal(requests, 1);
});

test('a receiver that ends the connection after each answer gets every webhook', async () => {
  const closings: Handler[] = [
    (_request, response) => response.writeHead(200, { connection: 'close' }).end('ok'),
    (request, response) => response.end('ok', () => request.socket.end()), // without a word
  ];
  for (const closing of closings) {
    const { url } = await listen(closing);
    for (let turn = 0; turn < 20; turn++) {
      const sent = await Promise.all([send(url), send(url), send(url)]);
      assert.deepEqual(
        sent.filter((one) => !('status' in one)),
        [],
      );
    }
  }
});

test('forbidden addresses are not connected to, written as they are or as a name', async () => {
  const { url, connections } = await listen((_request, response) => response.end('ok'));
  assert.deepEqual(await send(url, 'live'), { problem: 'the address may not be reached' });
  assert.deepEqual(await send(url.replace('127.0.0.1', 'localhost'), 'live'), {
    problem: 'localhost has no address that may be reached',
  });
  assert.deepEqual(await send('http://[::ffff:10.0.0.1]/x'), { problem: 'the address may not be reached' });
  assert.deepEqual(await send(url.replace(/:\d+/, ':25')), { problem: 'port 25 may not be used' });
  assert.deepEqual(await send('http://127.0.0.1:8080/v1'), { problem: 'the address is that of this service' });
  assert.equal(connections(), 0);
});

/** A server that speaks by hand. */
async function speak(answer: (turn: number) => string): Promise<{ url: string; posts(): number }> {
  let posts = 0;
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      if (data.toString().startsWith('POST')) socket.write(answer(++posts));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`, posts: () => posts };
}

test('a receiver that says 100 Continue unasked is delivered to, and known for it from then on', async () => {
  const old = await speak(() => 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
  for (const posts of [2, 3, 4]) {
    const sent = await send(old.url);
    assert.ok('status' in sent, JSON.stringify(sent));
    assert.deepEqual([sent.status, sent.body, old.posts()], [200, 'ok', posts]);
  }
});

test('an answer that is no HTTP is told in words', async () => {
  const strange = await speak(() => 'hello there\r\n\r\n');
  const sent = await send(strange.url);
  assert.ok('problem' in sent);
  assert.match(sent.problem, /HTTP|HPE|expected/i);
});

test('an account has five that somebody waits for at a time, more are turned away, and other accounts are served', async () => {
  const silent = await listen(() => undefined);
  const sendNow = (accountId: string) =>
    sender.sendNow({ url: silent.url, scope: { accountId, mode: 'test' }, headers: {}, body: '{}' });
  const all = Array.from({ length: 30 }, () => sendNow('greedy'));
  const other = sendNow('other');
  assert.deepEqual(new Set(await Promise.all(all.slice(5))), new Set([null]));
  assert.equal(silent.connections(), 6);
  silent.server.closeAllConnections();
  for (const sent of await Promise.all([...all.slice(0, 5), other])) assert.ok(sent !== null && 'problem' in sent);
  const served = await listen((_request, response) => response.end());
  const again = { url: served.url, scope: { accountId: 'greedy', mode: 'test' }, headers: {}, body: '{}' } as const;
  assert.notEqual(await sender.sendNow(again), null, 'its places are free again');
});
