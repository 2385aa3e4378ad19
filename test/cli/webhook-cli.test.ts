// The commands for who develops or looks after a receiver: listen, trigger, webhook, event.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { trigger } from '../../src/cli/orders/trigger.js';
import { type ListenOptions, listen } from '../../src/cli/webhooks/listen.js';
import { DEFAULT_EVENTS, EVENT_TYPES } from '../../src/domain/orders/event-types.js';
import { OperatorError } from '../../src/errors/operator-error.js';
import { PACKAGE_FOLDER } from '../../src/paths.js';
import { listOddNotices } from '../../src/store/rails/notices.js';
import { makeFolder, runCobro } from '../support/process.js';
import { orderBody, startTestService } from '../support/service.js';
import { until } from '../support/until.js';
import { textOf } from '../web/fixtures.js';
import { runInside } from './run-inside.js';

const service = await startTestService();
const url = `http://127.0.0.1:${await service.listen()}`;
const account = service.merchant.account.id;
const env = { DATABASE_URL: service.databaseUrl, COBRO_DATA_DIR: await makeFolder() };

type Taken = { readonly body: string; readonly headers: IncomingHttpHeaders };

/** A receiver that keeps what it gets. */
async function startReceiver(port = 0, status = 204) {
  const taken: Taken[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    taken.push({ body: Buffer.concat(chunks).toString('utf8'), headers: request.headers });
    response.writeHead(status).end();
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  after(() => server.closeAllConnections());
  after(() => server.close());
  return { taken, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
}

/** A listener of a merchant of its own. */
async function startListening(change: Partial<ListenOptions> & { forward: string }) {
  const lines: string[] = [];
  const ending = new AbortController();
  after(() => ending.abort());
  const options: ListenOptions = {
    url,
    key: change.key ?? (await service.account({})).keys.test.private,
    events: DEFAULT_EVENTS,
    dataDir: change.dataDir ?? (await makeFolder()),
    json: false,
    ...change,
  };
  const ended = listen(options, { signal: ending.signal, print: (line) => lines.push(line) });
  ended.catch(() => {}); // looked at by whoever waits for the end
  return {
    options,
    lines,
    ended,
    secret: () => until('the secret is printed', () => /whsec_\S+/.exec(lines.join('\n'))?.[0]),
    async stop() {
      ending.abort();
      await ended;
    },
  };
}

const makeOrder = (key: string) => service.call('POST', '/v2/orders', { key, body: orderBody() });

test('listen forwards new events as deliveries: signed, with their headers, and tells of each in one line', async () => {
  const receiver = await startReceiver();
  const { keys } = await service.account({});
  const key = keys.test.private;
  for (let old = 0; old < 3; old++) await makeOrder(key);
  const listening = await startListening({ forward: receiver.url, key });
  const secret = await listening.secret();
  const { json: order } = await makeOrder(key);
  await service.call('POST', `/v1/test/orders/${order.id}/payments`, { key, body: { scenario: 'over' } });
  await until('both are there, and told of', () => listening.lines.length === 3);
  await listening.stop();

  const { json: listed } = await service.call('GET', '/v1/events?limit=100', { key });
  const events = listed.data.slice(3, 5);
  for (const [index, { body, headers }] of receiver.taken.entries()) {
    assert.deepEqual(new Webhook(secret).verify(body, headers as Record<string, string>), events[index].data.object);
    assert.equal(body, JSON.stringify(events[index].data.object));
    assert.equal(headers['webhook-id'], events[index].id);
    assert.equal(headers['webhook-sequence'], String(index + 1));
    assert.equal(headers['content-type'], 'application/json; charset=utf-8');
  }
  assert.match(
    listening.lines.at(-1) ?? '',
    new RegExp(`^\\d\\d:\\d\\d:\\d\\d  charge.success +${order.id}  204  \\d+ ms$`),
  );
  assert.ok(!receiver.taken.some(({ body }) => body.includes('charge.overpaid')), 'as an endpoint without a wish');
});

test('listen goes on where it was, with the same secret, and forwards none twice', async () => {
  const receiver = await startReceiver();
  const first = await startListening({ forward: receiver.url, events: EVENT_TYPES });
  const { key, dataDir } = first.options;
  const secret = await first.secret();
  await makeOrder(key);
  await until('the first is there, and kept in mind', () => first.lines.length === 2);
  await first.stop();

  const { json: missed } = await makeOrder(key);
  await service.call('POST', `/v1/test/orders/${missed.id}/payments`, { key, body: { scenario: 'over' } });
  const second = await startListening({ forward: receiver.url, key, dataDir, events: EVENT_TYPES });
  assert.equal(await second.secret(), secret);
  await until('the missed ones are there', () => receiver.taken.length === 4);
  const third = await makeOrder(key);
  await until('and a new one', () => receiver.taken.some(({ body }) => body.includes(third.json.id)));
  await second.stop();
  const types = receiver.taken.map(({ body }) => JSON.parse(body).type);
  assert.deepEqual(types, ['charge.pending', 'charge.pending', 'charge.success', 'charge.overpaid', 'charge.pending']);
  const ids = receiver.taken.map(({ headers }) => headers['webhook-id']);
  assert.equal(new Set(ids).size, 5);
  assert.equal((await readdir(dataDir)).filter((name) => name.startsWith('listen-')).length, 1);
});

test('listen waits for a service that is away', async () => {
  const receiver = await startReceiver();
  const late = await startTestService({}, { databaseUrl: service.databaseUrl });
  const port = await freePort();
  const listening = await startListening({ forward: receiver.url, url: `http://127.0.0.1:${port}` });
  await until('it says so', () => listening.lines.some((line) => /is away \(ECONNREFUSED\)/.test(line)));
  await late.app.listen({ host: '127.0.0.1', port });
  await listening.secret();
  assert.ok(listening.lines.some((line) => /is back/.test(line)));
  await makeOrder(listening.options.key);
  await until('it forwards', () => receiver.taken.length === 1);
  await listening.stop();
});

test('listen tells of a receiver that refuses, waits a little for one that restarts, and goes on', async () => {
  const port = await freePort();
  const listening = await startListening({ forward: `http://127.0.0.1:${port}/hook` });
  await listening.secret();
  await makeOrder(listening.options.key);
  await new Promise((done) => setTimeout(done, 800));
  const receiver = await startReceiver(port, 500);
  await until('it comes when the receiver is back', () => receiver.taken.length === 1);
  await until('the line says what it answered', () => /500 not accepted/.test(listening.lines.at(-1) ?? ''));
  await listening.stop();
});

test('listen refuses a live key and a wrong one, and says what to do', async () => {
  const receiver = await startReceiver();
  const live = await startListening({ forward: receiver.url, key: service.merchant.keys.live.private });
  await assert.rejects(live.ended, (error) => error instanceof OperatorError && /test key/.test(error.message));
  const wrong = await startListening({ forward: receiver.url, key: 'sk_test_wrong' });
  await assert.rejects(wrong.ended, (error) => error instanceof OperatorError && /Basic auth/.test(error.message));
});

test('cobro listen finds the demo merchant and the running service by the data folder, and Ctrl-C ends it', async () => {
  const receiver = await startReceiver();
  const folder = await makeFolder();
  const demo = await service.account({});
  const { public: publicKey, private: privateKey } = demo.keys.test;
  const merchant = { accountId: demo.account.id, publicKey, privateKey };
  await writeFile(join(folder, 'demo-merchant.json'), JSON.stringify(merchant));
  await writeFile(join(folder, 'running.json'), JSON.stringify({ url, pid: process.pid }));
  const main = join(PACKAGE_FOLDER, 'dist', 'src', 'service', 'main.js');
  const child = spawn(process.execPath, [main, 'listen', '--forward', receiver.url, '--json'], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', COBRO_DATA_DIR: folder },
  });
  after(() => child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  await until('it began', () => output.includes('whsec_'), 30_000);
  const triggered = await runCobro(['trigger', 'charge.canceled', '--json'], { ...env, COBRO_DATA_DIR: folder });
  assert.equal(triggered.code, 0, triggered.stderr);
  await until('the events are forwarded and told of', () => output.includes('charge.canceled'), 20_000);
  const ended = new Promise((done) => child.on('exit', (code) => done(code)));
  child.kill('SIGINT');
  assert.equal(await ended, 0);
  const lines = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const ofDemo = { ...env, COBRO_DATA_DIR: folder };
  const orders = await runCobro(['order', 'list', '--json'], ofDemo);
  assert.deepEqual(JSON.parse(orders.stdout).length, 1, orders.stderr);
  const events = JSON.parse((await runCobro(['event', 'list', '--limit', '1', '--json'], ofDemo)).stdout);
  assert.deepEqual(
    events.map(({ type }: { type: string }) => type),
    ['charge.canceled'],
    'the newest',
  );
  assert.deepEqual(
    lines.slice(1).map(({ type, result }) => [type, result]),
    [
      ['charge.pending', '204'],
      ['charge.canceled', '204'],
    ],
  );
});

for (const type of EVENT_TYPES) {
  test(`trigger makes ${type} happen to a new order`, async () => {
    const happened = await trigger(service.deps, type, { order: 'new', account, price: '150' });
    assert.ok(happened.some((event) => event['type'] === type));
    const { order, event } = happened.find((one) => one['type'] === type) ?? {};
    const { json } = await service.call('GET', `/v1/events/${event}/explain`, { key: service.key });
    assert.equal(json.object, 'explanation');
    assert.equal((await service.call('GET', `/v1/charges/${order}`, { key: service.key })).status, 200);
  });
}

test('trigger acts on an order that is there, and refuses what cannot happen to it', async () => {
  const { json: order } = await makeOrder(service.key);
  const on = (type: string, id = order.id) => trigger(service.deps, type, { order: id, account, price: '150' });
  const refused = (type: string, why: RegExp, id?: string) =>
    assert.rejects(on(type, id), (error) => error instanceof OperatorError && why.test(error.message));
  await refused('charge.pending', /--order new/);
  await refused('charge.expired', /test clock/);
  await refused('charge.nothing', /charge\.success/);
  await refused('charge.success', /no order/, 'ch_nothing');
  const types = async (type: string) => (await on(type)).map((event) => event['type']);
  assert.deepEqual(await types('charge.partial'), ['charge.partial']);
  assert.deepEqual(await types('charge.success'), ['charge.success']);
  assert.deepEqual(await types('charge.overpaid'), ['charge.overpaid']);
  assert.deepEqual(await types('charge.refunded'), ['charge.refunded']);
  await refused('charge.late', /did not happen/);
});

test('trigger moves coins as a chain would, and what was booked and is gone is on the desk', async () => {
  const on = async (type: string, id = 'new', point?: string) => {
    const [coins, ...events] = await trigger(service.deps, type, {
      ...{ order: id, account, price: '150' },
      ...(point && { point }),
    });
    return { id: String(coins?.['order']), coins, types: events.map((event) => event['type']) };
  };
  const page = async (id: string) => textOf(await service.call('GET', `/pay/${id}`));
  const seen = await on('coins.seen');
  assert.deepEqual(seen.types, ['charge.pending']);
  assert.match(await page(seen.id), /Vimos 0\.00012500 BTC: 0 de 1 confirmaci/);
  assert.deepEqual((await on('coins.replaced', seen.id)).types, []);
  assert.match(await page(seen.id), /Cantidad exacta 0\.00012500 BTC/);
  assert.deepEqual((await on('coins.confirmed', seen.id)).types, ['charge.success']);
  const dust = await on('coins.dust', 'new', 'ETH');
  assert.deepEqual(dust.types, ['charge.pending']);

  const gone = await on('coins.reorganised', 'new', 'LTC');
  assert.deepEqual(gone.types, ['charge.pending', 'charge.success']);
  const told = await listOddNotices(service.deps.db, 'differs', 10);
  assert.ok(told.some(({ problem }) => problem?.includes(String(gone.coins?.['transaction']))));
  const short = await trigger(service.deps, 'charge.partial', { order: 'new', account, price: '150', point: 'xrp' });
  assert.equal(short.at(-1)?.['type'], 'charge.partial');
  const { json: order } = await makeOrder(service.key);
  await assert.rejects(on('coins.seen', order.id), /not paid in coins/);
  await assert.rejects(on('coins.seen', 'new', 'NOBODY'), /no payment point NOBODY/);
});

test('webhook and event commands show and do what the API does', async () => {
  const receiver = await startReceiver();
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await runCobro([...args, '--account', account, '--json'], env);
    return { code, stderr, json: stdout === '' ? null : JSON.parse(stdout) };
  };
  const added = await run('webhook', 'add', '--url', receiver.url, '--events', 'charge.success,charge.late');
  assert.equal(added.code, 0, added.stderr);
  assert.deepEqual(added.json.events, ['charge.success', 'charge.late']);
  assert.match(added.json.secret, /^whsec_/);
  const list = await run('webhook', 'list');
  assert.deepEqual(list.json, (await service.call('GET', '/v1/webhooks/stores', { key: service.key })).json);

  const ping = await run('webhook', 'ping', added.json.id);
  assert.deepEqual(ping.json, { status: 'delivered', http_status: 204, reason: null });
  const { body, headers } = receiver.taken[0] ?? assert.fail('nothing came');
  new Webhook(added.json.secret).verify(body, headers as Record<string, string>);

  const paid = await trigger(service.deps, 'charge.success', { order: 'new', account, price: '150' });
  const event = String(paid.at(-1)?.['event']);
  const events = await run('event', 'list', '--limit', '1000');
  assert.ok(events.json.some((one: { id: string }) => one.id === event));
  const shown = await run('event', 'show', event);
  assert.equal(shown.json.type, 'charge.success');
  assert.match(shown.json.endpoints[0].explanation, /On its way/);
  const explained = await runCobro(['explain', event, '--json'], env);
  assert.deepEqual(JSON.parse(explained.stdout).endpoints, shown.json.endpoints, explained.stderr);
  const unknown = await runCobro(['explain', 'evt_nothing'], env);
  assert.deepEqual([unknown.code, /There is no event evt_nothing/.test(unknown.stderr)], [1, true]);
  const replayed = await run('webhook', 'replay', added.json.id, '--from', '2020-01-01T00:00:00Z');
  assert.equal(replayed.json.status, 'replaying');
  assert.ok(replayed.json.events > 0);

  for (const [args, why] of [
    [['webhook', 'ping', 'nothing'], /no webhook endpoint/i],
    [['webhook', 'replay', added.json.id], /--after or --from/],
    [['webhook', 'add', '--url', 'ftp://x'], /url/],
    [['event', 'show', 'evt_nothing'], /no event evt_nothing in test mode/],
  ] as const) {
    const refused = await run(...args);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, why);
  }
});

test('an endpoint is switched off and on, gets another secret and is deleted, and an event is sent again', async () => {
  const receiver = await startReceiver();
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await runInside([...args, '--account', account, '--json'], env);
    return { code, stderr, json: stdout === '' ? null : JSON.parse(stdout) };
  };
  const { json: added, stderr } = await run('webhook', 'add', '--url', receiver.url, '--events', 'charge.success');
  assert.equal(stderr, '');
  const status = async () =>
    (await run('webhook', 'list')).json.find(({ id }: { id: string }) => id === added.id)?.status;
  const off = await run('webhook', 'off', added.id);
  assert.deepEqual([off.json.status, await status()], ['deactivated', 'inactive']);
  const again = await run('webhook', 'add', '--url', receiver.url);
  assert.deepEqual([again.json.id, again.json.status, await status()], [added.id, 'exists', 'active']);

  const rotated = await run('webhook', 'rotate', added.id);
  assert.match(rotated.json.secret, /^whsec_/);
  assert.notEqual(rotated.json.secret, added.secret);
  await run('webhook', 'ping', added.id);
  const { body, headers } = receiver.taken[0] ?? assert.fail('nothing came');
  for (const secret of [added.secret, rotated.json.secret])
    new Webhook(secret).verify(body, headers as Record<string, string>);

  const paid = await trigger(service.deps, 'charge.success', { order: 'new', account, price: '150' });
  const event = String(paid.at(-1)?.['event']);
  const redelivered = await run('event', 'redeliver', event);
  assert.equal(redelivered.json.status, 'redelivering');
  assert.ok(redelivered.json.endpoints >= 1);

  const deleted = await run('webhook', 'delete', added.id);
  assert.deepEqual([deleted.json.status, await status()], ['deleted', undefined]);
  for (const args of [
    ['webhook', 'off', added.id],
    ['webhook', 'rotate', added.id],
    ['webhook', 'delete', added.id],
    ['event', 'redeliver', 'evt_nothing'],
    ['event', 'redeliver', event, '--live'],
  ]) {
    const refused = await run(...args);
    assert.equal(refused.code, 1, args.join(' '));
    assert.match(refused.stderr, /no (webhook endpoint|event)/i);
  }
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}
