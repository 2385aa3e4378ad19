// Connections: how many there may be, how many from one address, and who is cut off.
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { after, test } from 'node:test';
import { boundConnections, type ConnectionLimits } from '../../src/http/connections.js';
import { startTestService } from '../support/service.js';
import { until } from '../support/until.js';

const MEGABYTE = Buffer.alloc(1024 * 1024, 'x');

/** Answers with a lot of bytes; what is given replaces limits. */
async function startServer(limits: Partial<ConnectionLimits>): Promise<{ server: Server; port: number }> {
  const server = createServer((_request, reply) => {
    reply.setHeader('content-length', 32 * MEGABYTE.length);
    for (let i = 0; i < 32; i++) reply.write(MEGABYTE);
    reply.end();
  });
  const end = boundConnections(server, { maxConnections: 1_000, trustProxy: null, lookMs: 20, ...limits });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => {
    end();
    server.closeAllConnections();
    server.close();
  });
  return { server, port: (server.address() as AddressInfo).port };
}

function open(port: number): Socket & { gone?: boolean } {
  const socket: Socket & { gone?: boolean } = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.on('close', () => {
    socket.gone = true;
  });
  after(() => socket.destroy());
  return socket;
}

const countOf = (server: Server) =>
  new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));

test('a client that does not read its answer is cut off', async () => {
  const { server, port } = await startServer({ unreadMs: 100 });
  const socket = open(port);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  socket.pause();
  await until('the server has the connection', async () => (await countOf(server)) === 1);
  await until('the server has let go of it', async () => (await countOf(server)) === 0);
});

test('a client that has its last answer and does not go is cut off', async () => {
  const { server, port } = await startServer({});
  server.on('clientError', (_error, socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  const socket = new Socket({ allowHalfOpen: true });
  after(() => socket.destroy());
  socket.on('error', () => undefined).connect(port, '127.0.0.1');
  socket.write('nonsense\r\n\r\n');
  await until('it is answered', () => (socket.bytesRead > 0 ? true : null));
  await until('the server has let go of it', async () => (await countOf(server)) === 0);
});

test('a client that reads slowly, but reads, gets its whole answer', async () => {
  const { port } = await startServer({ unreadMs: 2_000 });
  const socket = open(port);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  let received = 0;
  socket.on('data', (bytes) => {
    received += bytes.length;
    socket.pause();
    setTimeout(() => socket.resume(), 1);
  });
  await until('all is there', () => received > 32 * MEGABYTE.length, 60_000);
  assert.equal(socket.gone, undefined);
});

test('a connection without an answer under way is left alone, however long it waits', async () => {
  const { server, port } = await startServer({ unreadMs: 1 });
  const socket = open(port);
  await until('the server has the connection', async () => (await countOf(server)) === 1);
  const end = performance.now() + 300;
  await until('some time has passed', () => performance.now() > end);
  assert.equal(socket.gone, undefined);
});

test('one address may hold a tenth of all connections, and gets one back for each it closes', async () => {
  const { server, port } = await startServer({ maxConnections: 100 });
  const sockets = Array.from({ length: 25 }, () => open(port));
  await until('the rest is refused', () => sockets.filter(({ gone }) => gone === true).length === 15);
  assert.equal(await countOf(server), 10);
  sockets.find(({ gone }) => gone === undefined)?.destroy();
  await until('one is free', async () => (await countOf(server)) === 9);
  const next = open(port);
  await until('it is taken', async () => (await countOf(server)) === 10);
  assert.equal(next.gone, undefined);
});

for (const trustProxy of [{ hops: 1 }, { networks: ['127.0.0.0/8'] }]) {
  test(`a trusted proxy may hold all connections: ${JSON.stringify(trustProxy)}`, async () => {
    const { server, port } = await startServer({ maxConnections: 50, trustProxy });
    const sockets = Array.from({ length: 60 }, () => open(port));
    await until('the rest is refused', () => sockets.filter(({ gone }) => gone === true).length === 10);
    assert.equal(await countOf(server), 50);
  });
}

test('who opens a connection and sends nothing, or a head without an end, is answered 408 and cut off', async () => {
  const service = await startTestService({ COBRO_REQUEST_TIMEOUT_MS: '1000' });
  const port = await service.listen();
  const post = 'POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{';
  const talks = ['', 'GET / HTTP/1.1\r\nHost: x\r\n', post].map((head) => {
    const socket = open(port);
    const talk = { socket, text: '' };
    socket.on('data', (bytes) => {
      talk.text += bytes;
    });
    socket.write(head);
    return talk;
  });
  await until('all are cut off', () => talks.every(({ socket }) => socket.gone === true), 10_000);
  for (const { text } of talks) assert.match(text, /^HTTP\/1\.1 408 /);
});

test('the addresses of one IPv6 network count as one, and those of another do not', () => {
  const server = createServer();
  const end = boundConnections(server, { maxConnections: 50, trustProxy: null });
  after(end);
  /** Whether a connection from there is let in. */
  const comes = (remoteAddress: string): boolean => {
    const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress });
    server.emit('connection', socket);
    after(() => socket.destroy());
    return !socket.destroyed;
  };
  const letIn = (addresses: readonly string[]) => addresses.filter(comes).length;
  const hosts = Array.from({ length: 20 }, (_, at) => at + 1);
  assert.equal(letIn(hosts.map((host) => `2001:db8:1:1::${host.toString(16)}`)), 5);
  assert.equal(letIn(hosts.map((host) => `2001:db8:1:2::${host.toString(16)}`)), 5);
  assert.equal(letIn(hosts.map((host) => `::ffff:203.0.113.${host}`)), 20, 'IPv4 addresses are one each');
  assert.equal(letIn(hosts.map(() => '203.0.113.100')), 5);
});
