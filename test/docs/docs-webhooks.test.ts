// docs/webhooks.md tells the truth: its test vectors fit our signer and the reference library, its lists are those of the
// code, and its receivers, run as they stand, take a good notice once and refuse forged, replayed and old ones.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { FAILING_LIMIT_MS, RETRY_DELAYS_MS, ROTATION_OVERLAP_MS } from '../../src/domain/webhooks/endpoint.js';
import { sign } from '../../src/domain/webhooks/webhook-signature.js';
import { PACKAGE_FOLDER } from '../../src/paths.js';
import { readSettings } from '../../src/settings/settings.js';
import { makeFolder } from '../support/process.js';
import { findProgram } from '../support/programs.js';
import { orderBody, startTestService } from '../support/service.js';
import { until } from '../support/until.js';
import { startEngine } from '../webhooks/engines.js';

const DOCS = join(PACKAGE_FOLDER, 'docs');
const page = readFileSync(join(DOCS, 'webhooks.md'), 'utf8');
const plain = page.replace(/\s+/g, ' ');
const vector = Object.fromEntries(
  [...page.matchAll(/^(secret|id|timestamp|body|signature) +(.+)$/gm)]
    .reverse()
    .map(([, name, value]) => [name, value]),
) as Record<'secret' | 'id' | 'timestamp' | 'body' | 'signature', string>;
const message = { id: vector.id, timestamp: Number(vector.timestamp), body: vector.body };

test('the test vector fits our signer', () => {
  assert.equal(sign([vector.secret], message), vector.signature);
  assert.ok(plain.includes(`${Buffer.byteLength(vector.body)} bytes`));
});

test('the test vector of a rotation has the signatures of both secrets', () => {
  const before = /the secret before `(whsec_\S+)`/.exec(plain)?.[1] ?? '';
  const both = [...page.matchAll(/^signature +(v1,\S+ v1,\S+)$/gm)][0]?.[1];
  assert.equal(sign([vector.secret, before], message), both);
});

test('the reference library signs the test vector alike and verifies what we sign', () => {
  const reference = new Webhook(vector.secret);
  assert.equal(reference.sign(message.id, new Date(message.timestamp * 1000), message.body), vector.signature);
  const now = Math.floor(Date.now() / 1000);
  const signed = headersOf(vector.secret, { id: 'evt_1', timestamp: now, body: vector.body });
  assert.deepEqual(reference.verify(vector.body, signed), JSON.parse(vector.body));
  assert.throws(() => reference.verify(`${vector.body}\n`, signed));
});

test('retries, time limits and overlaps are those of the code', () => {
  const words = RETRY_DELAYS_MS.map((ms) =>
    ms < 60_000 ? `${ms / 1000} s` : ms < 3_600_000 ? `${ms / 60_000} min` : `${ms / 3_600_000} h`,
  );
  assert.ok(plain.includes(`${words.slice(0, -1).join(', ')} and ${words.at(-1)} later`));
  assert.equal(RETRY_DELAYS_MS.length + 1, 11);
  assert.ok(plain.includes('eleventh try'));
  const settings = readSettings({});
  assert.ok(plain.includes(`within ${settings.webhookTimeoutMs / 1000} s`));
  assert.ok(plain.includes(`at most ${settings.webhookHoldMinutes} minutes`));
  assert.ok(plain.includes(`For ${ROTATION_OVERLAP_MS / 3_600_000} hours both sign`));
  assert.equal(FAILING_LIMIT_MS, 5 * 86_400_000);
  assert.ok(plain.includes('five days of nothing but failures'));
});

test('what the page quotes of the receivers stands in them', () => {
  for (const [kind, name] of [
    ['js', 'receiver.mjs'],
    ['php', 'receiver.php'],
    ['python', 'receiver.py'],
  ] as const) {
    const quoted = new RegExp(`\`\`\`${kind}\n([\\s\\S]*?)\n\`\`\``).exec(page)?.[1] ?? '';
    assert.ok(quoted.length > 300 && readFileSync(join(DOCS, 'samples', name), 'utf8').includes(quoted), name);
  }
});

const receivers = [
  { name: 'receiver.mjs', interpreter: process.execPath, args: (file: string) => [file] },
  { name: 'receiver.py', interpreter: findProgram('python'), args: (file: string) => [file] },
  {
    name: 'receiver.php',
    interpreter: findProgram('php'),
    args: (file: string, port: number) => ['-S', `127.0.0.1:${port}`, file],
  },
];

for (const { name, interpreter, args } of receivers) {
  const file = join(DOCS, 'samples', name);

  test(`${name} takes a good notice once, and refuses forged, changed, unsigned and old ones`, async () => {
    const receiver = await startReceiver(interpreter, (port) => args(file, port));
    const now = Math.floor(Date.now() / 1000);
    const body = JSON.stringify({
      id: 'ch_1',
      type: 'charge.success',
      paid: true,
      order_info: { order_id: 'Ñandú €/1' },
    });
    const good = headersOf(vector.secret, { id: 'evt_1', timestamp: now, body });
    assert.equal(await receiver.post(body, good), 204);
    await until('it acted', () => receiver.output().includes('paid Ñandú €/1 ch_1'));

    assert.equal(await receiver.post(body, good), 204, 'a notice that comes again is accepted');
    const again = headersOf(vector.secret, { id: 'evt_1', timestamp: now + 1, body });
    assert.equal(await receiver.post(body, again), 204, 'also when it is signed anew, as retries are');

    const id = 'evt_2';
    const refused: [why: string, body: string, headers: Record<string, string>][] = [
      ['another secret', body, headersOf('whsec_b3RoZXItc2VjcmV0', { id, timestamp: now, body })],
      ['changed body', body.replace('ch_1', 'ch_2'), headersOf(vector.secret, { id, timestamp: now, body })],
      ['another id', body, { ...good, 'webhook-id': id }],
      ['old', body, headersOf(vector.secret, { id, timestamp: now - 301, body })],
      ['from the future', body, headersOf(vector.secret, { id, timestamp: now + 320, body })],
      ['no number', body, { ...good, 'webhook-id': id, 'webhook-timestamp': 'soon' }],
      ['no headers', body, {}],
      ['empty signature', body, { ...good, 'webhook-signature': '' }],
      ['another version', body, { ...good, 'webhook-signature': good['webhook-signature'].replace('v1', 'v2') }],
    ];
    for (const [why, content, headers] of refused) assert.equal(await receiver.post(content, headers), 401, why);
    const late = body.replace('charge.success', 'charge.late');
    assert.equal(await receiver.post(late, headersOf(vector.secret, { id: 'evt_3', timestamp: now, body: late })), 204);
    assert.equal(receiver.output().match(/paid /g)?.length, 1, 'it acted once');
  });

  test(`${name} passes with either secret during a rotation, and lets types pass that it does not know`, async () => {
    const receiver = await startReceiver(interpreter, (port) => args(file, port));
    const timestamp = Math.floor(Date.now() / 1000);
    const body = JSON.stringify({ id: 'ch_1', type: 'charge.unheard_of', paid: false, order_info: { order_id: '1' } });
    const fresh = 'whsec_ZnJlc2gtc2VjcmV0';
    const signature = sign([fresh, vector.secret], { id: 'evt_1', timestamp, body });
    const headers = { ...headersOf(fresh, { id: 'evt_1', timestamp, body }), 'webhook-signature': signature };
    assert.equal(await receiver.post(body, headers), 204);
  });

  test(`${name} asks for another try when it failed, and reads the charge back`, async () => {
    let status = 500;
    const cobro = createServer((request, response) => {
      assert.equal(request.headers.authorization, `Basic ${Buffer.from('sk_test_1:').toString('base64')}`);
      assert.equal(request.url, '/v1/charges/ch_1');
      const charge = { id: 'ch_1', type: 'charge.success', paid: true, order_info: { order_id: 'ORDER-7' } };
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(charge));
    });
    await new Promise<void>((done) => cobro.listen(0, '127.0.0.1', done));
    after(() => cobro.close());
    const url = `http://127.0.0.1:${(cobro.address() as AddressInfo).port}`;
    const receiver = await startReceiver(interpreter, (port) => args(file, port), {
      API_KEY: 'sk_test_1',
      API_URL: url,
    });
    const timestamp = Math.floor(Date.now() / 1000);
    const body = JSON.stringify({
      id: 'ch_1',
      type: 'charge.pending',
      paid: false,
      order_info: { order_id: 'ORDER-7' },
    });
    const headers = headersOf(vector.secret, { id: 'evt_1', timestamp, body });
    assert.equal(await receiver.post(body, headers), 500);
    status = 200;
    assert.equal(await receiver.post(body, headers), 204, 'the failed try was not taken for done');
    await until('it acted on what it read back', () => receiver.output().includes('paid ORDER-7 ch_1'));
  });
}

test('a receiver of the page takes the notices of a real service, in order and once, and reads the charge back', async () => {
  const service = await startTestService();
  const api = `http://127.0.0.1:${await service.listen()}`;
  const { key } = service;
  const port = await freePort();
  const hook = { url: `http://127.0.0.1:${port}/cobro` };
  const { json: endpoint } = await service.call('POST', '/v1/webhooks/stores', { key, body: hook });
  const file = join(DOCS, 'samples', 'receiver.mjs');
  const env = { WEBHOOK_SECRET: endpoint.secret, API_KEY: key, API_URL: api };
  const receiver = await startReceiver(process.execPath, () => [file], env, port);
  const { json: order } = await service.call('POST', '/v2/orders', { key, body: orderBody() });
  await service.call('POST', `/v1/test/orders/${order.id}/payments`, { key, body: { scenario: 'exact' } });
  const engine = startEngine(service.deps);
  const explain = async (sequence: number) => {
    const { json } = await service.call('GET', `/v1/events/evt_${order.id.slice(3)}_${sequence}/explain`, { key });
    return json.endpoints[0].explanation;
  };
  await until('both are delivered', async () => /^Delivered after 1 try/.test(await explain(2)));
  assert.match(await explain(1), /^Delivered after 1 try/);
  await engine.stop();
  // What it read back at the first notice, of a pending order, was paid already: it must not act at the second once more.
  assert.equal(receiver.output().split(`paid SMG-1 ${order.id}`).length, 2, receiver.output());
});

test('a receiver of the page accepts a ping of a real service, which it reads back', async () => {
  const service = await startTestService();
  const { key } = service;
  const port = await freePort();
  const hook = { url: `http://127.0.0.1:${port}/cobro` };
  const { json: endpoint } = await service.call('POST', '/v1/webhooks/stores', { key, body: hook });
  const api = `http://127.0.0.1:${await service.listen()}`;
  const env = { WEBHOOK_SECRET: endpoint.secret, API_KEY: key, API_URL: api };
  const receiver = await startReceiver(process.execPath, () => [join(DOCS, 'samples', 'receiver.mjs')], env, port);
  const { json } = await service.call('POST', `/v1/webhooks/stores/${endpoint.id}/ping`, { key });
  assert.deepEqual(json, { status: 'delivered', http_status: 204, reason: null }, receiver.output());
  await until('it acted', () => receiver.output().includes('paid test_12 ch_00000-000-0000-000000'));
});

function headersOf(secret: string, signed: { id: string; timestamp: number; body: string }) {
  return {
    'content-type': 'application/json; charset=utf-8',
    'webhook-id': signed.id,
    'webhook-timestamp': String(signed.timestamp),
    'webhook-signature': sign([secret], signed),
    'webhook-sequence': '1',
  };
}

async function startReceiver(
  interpreter: string,
  args: (port: number) => string[],
  env: Record<string, string> = {},
  port?: number,
) {
  port ??= await freePort();
  const folder = await makeFolder();
  const child: ChildProcess = spawn(interpreter, args(port), {
    cwd: folder,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      WEBHOOK_SECRET: vector.secret,
      PORT: String(port),
      SEEN_DIR: join(folder, 'seen'),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  after(() => child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  const url = `http://127.0.0.1:${port}/cobro`;
  const answers = () =>
    fetch(url, { method: 'POST' }).then(
      ({ status }) => status === 401,
      () => false,
    );
  await until('the receiver answers', answers).catch((error) => assert.fail(`${error.message}: ${output}`));
  return {
    output: () => output,
    async post(body: string, headers: Record<string, string>): Promise<number> {
      const reply = await fetch(url, { method: 'POST', body, headers });
      await reply.arrayBuffer();
      return reply.status;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}
