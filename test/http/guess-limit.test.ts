// The limit per address of those who show no valid key, session or rail credentials: who is counted, who never is, and
// what a flood costs others.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FastifyRequest } from 'fastify';
import { createBuckets } from '../../src/http/buckets.js';
import { createGuessLimit } from '../../src/http/guess-limit.js';
import { addRail } from '../money/books.js';
import { assertProblem } from '../support/problem.js';
import { basic, orderBody, startTestService } from '../support/service.js';
import { signIn } from '../web/dashboard/sign-in.js';
import { makeOrder, startPayService } from '../web/fixtures.js';

const LIMIT = { COBRO_ADDRESS_LIMIT: '5' };
const BURST = 10;
const service = await startPayService(LIMIT);
const { deps, key } = service;

type Ask = { readonly from: string; readonly headers?: Record<string, string>; readonly body?: unknown };

/** A request that comes from that address. */
async function ask(method: 'GET' | 'POST', url: string, { from, headers = {}, body }: Ask) {
  const payload = typeof body === 'string' ? body : JSON.stringify(body ?? {});
  const typed = { 'content-type': 'application/json', ...headers };
  const sent = method === 'GET' ? { method, url, headers } : { method, url, headers: typed, payload };
  const reply = await service.app.inject({ ...sent, remoteAddress: from });
  return { status: reply.statusCode, headers: reply.headers as Record<string, string | undefined>, text: reply.body };
}

let lastHost = 0;
const newAddress = () => `198.51.100.${++lastHost}`;

/** Uses the limit of an address up, and gives the statuses it got. */
async function useUp(from: string, method: 'GET' | 'POST' = 'GET', url = '/v2/orders', more: Partial<Ask> = {}) {
  const replies = await Promise.all(Array.from({ length: BURST + 10 }, () => ask(method, url, { from, ...more })));
  assert.ok(
    replies.some(({ status }) => status === 429),
    `${url} is not limited: ${replies.map(({ status }) => status)}`,
  );
  return replies;
}

const wrongKey = () => ({ authorization: basic(`sk_test_${Math.random().toString(36).slice(2)}`) });
const stranger = { authorization: basic('rail_unknown', 'x') };

const order = await makeOrder(service);
const DOORS: [what: string, method: 'GET' | 'POST', url: string, more?: Partial<Ask>][] = [
  ['no key', 'GET', '/v2/orders'],
  ['a wrong key', 'GET', '/v2/orders', { headers: wrongKey() }],
  ['a wrong rail', 'POST', '/rails/cash/lookup', { headers: stranger }],
  ['no rail', 'POST', '/rails/spei/deposits'],
  ['the list for anyone', 'GET', '/v1/providers/true'],
  ['the list for anyone with a wrong key', 'GET', '/v1/providers/true', { headers: wrongKey() }],
  ['an unknown path', 'GET', '/nowhere'],
  ['a path that cannot be read', 'GET', '/v2/orders/%'],
  ['the document', 'GET', '/openapi.json'],
  ['the reference', 'GET', '/docs'],
  ['a picture', 'GET', '/assets/providers/OXXO-small.png'],
  ['a barcode', 'GET', `/pay/${order.id}/barcode.svg`],
  ['metrics', 'GET', '/metrics'],
];
for (const [what, method, url, more] of DOORS) {
  test(`${what}: an address that asks too often gets 429 with Retry-After, and others are served`, async () => {
    const from = newAddress();
    const replies = await useUp(from, method, url, more);
    const refused = replies.filter(({ status }) => status === 429);
    for (const reply of refused) assert.match(reply.headers['retry-after'] ?? '', /^[1-9]\d*$/);
    if (url.startsWith('/pay')) assert.match(refused[0]?.headers['content-type'] ?? '', /^text\/html/);
    else assertProblem(refused[0] ?? assert.fail(), { status: 429, error: 'address_limited' });
    assert.notEqual((await ask(method, url, { from: newAddress(), ...more })).status, 429);
  });
}

test('pages are refused as pages', async () => {
  for (const url of [`/pay/${order.id}`, '/dashboard', '/dashboard/test/orders', '/dashboard/%']) {
    const refused = (await useUp(newAddress(), 'GET', url)).find(({ status }) => status === 429);
    assert.match(refused?.headers['content-type'] ?? '', /^text\/html/, url);
    assert.match(refused?.headers['retry-after'] ?? '', /^[1-9]\d*$/, url);
  }
});

test('health always answers, and a flood of such questions gets its answers late', async () => {
  for (const url of ['/health/live', '/health/ready']) {
    const from = newAddress();
    const started = performance.now();
    const flood = await Promise.all(Array.from({ length: 3 * BURST }, () => ask('GET', url, { from })));
    assert.deepEqual([...new Set(flood.map(({ status }) => status))], [200]);
    assert.ok(performance.now() - started >= 900, 'each connection of a flood gets one answer a second');
    const before = performance.now();
    assert.equal((await ask('GET', url, { from: newAddress() })).status, 200);
    assert.ok(performance.now() - before < 900, 'others are answered at once');
  }
});

test('a right key is served at once from an address that has used its limit up, known to the process or new to it', async () => {
  const from = newAddress();
  const create = (privateKey: string) =>
    ask('POST', '/v2/orders', { from, headers: { authorization: basic(privateKey) }, body: orderBody() });
  assert.equal((await create(key)).status, 200);
  await useUp(from, 'GET', '/v2/orders', { headers: wrongKey() });
  const started = performance.now();
  for (let i = 0; i < 2 * BURST; i++) assert.equal((await create(key)).status, 200);
  assert.ok(performance.now() - started < 5_000);
  // One that nobody has seen yet is asked for at another address: a stranger's flood is none of its business.
  const { keys } = await service.account({});
  const headers = { authorization: basic(keys.test.private) };
  assert.equal((await ask('GET', '/v2/orders', { from: newAddress(), headers })).status, 200);
});

test('a key that is right costs its address nothing, and neither do rail credentials or a session', async () => {
  const from = newAddress();
  const rail = await addRail(deps, { kind: 'cash', mode: 'test' });
  const session = await signIn(service, key);
  for (let i = 0; i < 2 * BURST; i++) {
    assert.equal((await ask('GET', '/v2/orders', { from, headers: { authorization: basic(key) } })).status, 200);
    const { authorization } = rail;
    const till = await ask('POST', '/rails/cash/lookup', {
      from,
      headers: { authorization },
      body: { reference: '1' },
    });
    assert.equal(till.status, 200);
    assert.equal(
      (await ask('GET', '/dashboard/test/orders', { from, headers: { cookie: session.cookie } })).status,
      200,
    );
  }
  assert.equal((await ask('GET', '/nowhere', { from })).status, 404);
});

test('right rail credentials are not starved by wrong ones from elsewhere, nor from the same address', async () => {
  const rail = await addRail(deps, { kind: 'cash', mode: 'test' });
  const [from, { authorization }] = [newAddress(), rail];
  const till = () => ask('POST', '/rails/cash/lookup', { from, headers: { authorization }, body: { reference: '1' } });
  assert.equal((await till()).status, 200);
  const wrong = { authorization: basic(rail.userName, 'wrong') };
  const floods = [useUp(newAddress(), 'POST', '/rails/cash/lookup', { headers: wrong })];
  floods.push(useUp(from, 'POST', '/rails/cash/lookup', { headers: wrong }));
  for (let i = 0; i < BURST; i++) assert.equal((await till()).status, 200);
  await Promise.all(floods);
  assert.equal((await till()).status, 200);
});

test('a flood of unknown keys costs no more queries than its limit allows, and pushes no right key out', async () => {
  const from = newAddress();
  const replies = [];
  for (let i = 0; i < 40; i++) replies.push(ask('GET', '/v2/orders', { from, headers: wrongKey() }));
  const statuses = (await Promise.all(replies)).map(({ status }) => status);
  const looked = statuses.filter((status) => status === 401).length;
  assert.ok(looked >= BURST && looked <= BURST + 10, `${looked} were looked up`);
  assert.equal(deps.credentials.isKnown(key), true);
});

test('an address is an IPv4 address or an IPv6 /64: who changes the rest of it gets nothing new', async () => {
  const inside = (n: number) => ask('GET', '/nowhere', { from: `2001:db8:77:1::${n.toString(16)}` });
  const replies = await Promise.all(Array.from({ length: BURST + 10 }, (_, n) => inside(n + 1)));
  assert.ok(replies.some(({ status }) => status === 429));
  assert.equal((await ask('GET', '/nowhere', { from: '2001:db8:77:2::1' })).status, 404);
});

test('a header that anyone can send changes no address without a proxy setting', async () => {
  const from = newAddress();
  const replies = await Promise.all(
    Array.from({ length: BURST + 10 }, (_, n) =>
      ask('GET', '/nowhere', { from, headers: { 'x-forwarded-for': `192.0.2.${n}`, forwarded: `for=192.0.2.${n}` } }),
    ),
  );
  assert.ok(replies.some(({ status }) => status === 429));
});

test('a limit of 0 turns it off', async () => {
  const free = await startTestService({ COBRO_ADDRESS_LIMIT: '0' });
  const replies = await Promise.all(Array.from({ length: 300 }, () => free.call('GET', '/v2/orders')));
  assert.deepEqual([...new Set(replies.map(({ status }) => status))], [401]);
});

test('a refusal comes late, so that each connection of a flood gets one a second', async () => {
  const from = newAddress();
  await useUp(from);
  const started = performance.now();
  const refused = await Promise.all(Array.from({ length: 20 }, () => ask('GET', '/nowhere', { from })));
  assert.ok(refused.some(({ status }) => status === 429));
  assert.ok(performance.now() - started > 900);
});

test('a /48 has eight times the limit of a /64 in it, however many of those it is split into', () => {
  const strangers = createGuessLimit(5, () => 0);
  const count = (n: number) => strangers.count({ address: `2001:db8:78:${n.toString(16)}::1` } as FastifyRequest);
  const admitted = Array.from({ length: 200 }, (_, n) => count(n + 1)).filter((refusal) => refusal === null).length;
  assert.equal(admitted, 8 * BURST);
});

test('what is refused takes no token, what is given back is there again, and what costs most takes a whole bucket', () => {
  let now = 0;
  const buckets = createBuckets({ perSecond: 5, now: () => now });
  assert.equal(buckets.take('a', 50), 0);
  assert.ok(buckets.take('a') < 0);
  buckets.giveBack('a', 3);
  assert.equal(buckets.take('a', 3), 0);
  now = 1_000;
  assert.ok(buckets.take('a', 6) < 0);
  assert.equal(buckets.take('a', 5), 0);
  assert.equal(buckets.take('b'), 9);
});
