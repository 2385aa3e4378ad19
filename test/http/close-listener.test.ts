// A listener that closes only when nothing is on its way, and leaves open connections alone.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { prepareToClose } from '../../src/http/close-listener.js';
import { converse, request } from '../support/raw-http.js';
import { until } from '../support/until.js';

const get = (path: string) => request([`GET ${path} HTTP/1.1`, 'Host: x']);

test('a listener stays open while a request runs, and a kept connection still works after it has closed', async () => {
  const waiting: ServerResponse[] = [];
  const server = createServer((message, response) => {
    if (message.url === '/slow') waiting.push(response);
    else response.end('done');
  }).listen(0, '127.0.0.1');
  after(() => server.closeAllConnections());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const isRefused = () =>
    fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } }).then(
      () => false,
      () => true,
    );
  const kept = converse(port);
  kept.write(get('/'));
  assert.equal((await kept.reply()).status, 200);

  const close = prepareToClose(server);
  const slow = converse(port);
  slow.write(get('/slow'));
  await until('the request runs', () => waiting.length === 1);
  const closing = close();
  assert.equal(await isRefused(), false, 'whoever comes meanwhile is answered');
  waiting[0]?.end('done');
  assert.equal((await slow.reply()).status, 200);
  await until('the listener has closed', isRefused);
  kept.write(get('/'));
  assert.equal((await kept.reply()).status, 200);
  await closing;
});

test('a request that does not end does not keep the listener open for ever', async () => {
  const server = createServer(() => undefined).listen(0, '127.0.0.1');
  after(() => server.closeAllConnections());
  await once(server, 'listening');
  const close = prepareToClose(server);
  const stuck = converse((server.address() as AddressInfo).port);
  stuck.write(get('/'));
  await once(server, 'request');
  await close();
  assert.equal(server.listening, false);
});
