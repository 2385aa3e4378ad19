// Receivers of one merchant that hang, drip, flood and answer only now and then: they cost their own merchant time, and
// nobody else.
import assert from 'node:assert/strict';
import net, { type AddressInfo, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { inParallel } from '../support/http-client.js';
import { chargeBody } from '../support/service.js';
import { until } from '../support/until.js';
import { hook, startEngine, startHookService } from './engines.js';

const service = await startHookService({ COBRO_WEBHOOK_CONCURRENCY: '16', COBRO_WEBHOOK_TIMEOUT_MS: '20000' });
const attacker = service.merchant.keys.test.private;
const victim = service.other.keys.test.private;
const create = async (key: string): Promise<string> => {
  const made = await service.call('POST', '/v1/charges', { key, body: chargeBody() });
  assert.equal(made.status, 200, made.text);
  return made.json.id;
};

test('endpoints that answer now and then and hang otherwise do not hold up another merchant', async () => {
  let hits = 0;
  for (let number = 0; number < 12; number++)
    await hook(service, () => (hits++ % 8 === 0 ? { status: 200 } : 'hang'), {}, attacker);
  await inParallel(Array.from({ length: 60 }), 10, () => create(attacker));
  const shop = await hook(service, undefined, {}, victim);
  startEngine(service.deps);
  await until('the attacker’s receivers hang', () => hits > 16, 20_000);
  for (let turn = 0; turn < 6; turn++) {
    const createdAt = performance.now();
    const order = await create(victim);
    await until('the webhook has come', () => shop.receiver.hits.some(({ json }) => json.id === order), 15_000);
    const ms = performance.now() - createdAt;
    assert.ok(ms < 5_000, `webhook ${turn} took ${ms} ms`);
  }
});

/** A server that answers a POST by hand and counts what it could write. */
async function speak(answer: (socket: Socket) => void): Promise<{ url: string; written(): number }> {
  const sockets = new Set<Socket>();
  let written = 0;
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      written += socket.bytesWritten;
    });
    socket.once('data', () => answer(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`, written: () => written };
}

/** Writes the same bytes for as long as the other side reads. */
function flood(socket: Socket, bytes: string): void {
  const block = bytes.repeat(Math.ceil(65_536 / bytes.length));
  const more = () => {
    while (!socket.destroyed && socket.write(block));
  };
  socket.on('drain', more);
  more();
}

const FLOODS: Readonly<Record<string, (socket: Socket) => void>> = {
  'headers without end': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    flood(socket, `x-${'a'.repeat(100)}: ${'b'.repeat(100)}\r\n`);
  },
  'one header without end': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nx: ');
    flood(socket, 'a');
  },
  'interim answers without end': (socket) => flood(socket, 'HTTP/1.1 102 Processing\r\n\r\n'),
  'a chunk extension without end': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5;');
    flood(socket, 'a');
  },
  'trailers without end': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n');
    flood(socket, `x-${'a'.repeat(100)}: b\r\n`);
  },
  'a body without end': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    flood(socket, 'a');
  },
};

for (const [what, answer] of Object.entries(FLOODS)) {
  test(`${what}: the connection is given up after little was read`, async () => {
    const { url, written } = await speak(answer);
    const begin = performance.now();
    const scope = { accountId: 'a', mode: 'test' } as const;
    await service.deps.sender.send({ url, scope, headers: {}, body: '{}' });
    const ms = performance.now() - begin;
    assert.ok(ms < 10_000, `it took ${ms} ms`);
    await until('the connections are closed', () => written() > 0);
    assert.ok(written() < 20_000_000, `${written()} bytes were read`);
  });
}

test('a compressed answer is never unpacked', async () => {
  const bomb = gzipSync(Buffer.alloc(50_000_000));
  const { url } = await speak((socket) => {
    socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`);
    socket.write(bomb);
  });
  const scope = { accountId: 'a', mode: 'test' } as const;
  const sent = await service.deps.sender.send({ url, scope, headers: {}, body: '{}' });
  assert.ok('status' in sent);
  assert.ok(sent.body.length <= 4_096);
});
