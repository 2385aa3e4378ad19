// Rate limit per account and mode: D14.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { assertProblem } from '../support/problem.js';
import { orderBody, type Reply, startTestService } from '../support/service.js';
import { until } from '../support/until.js';

const service = await startTestService({ COBRO_RATE_LIMIT: '10' });
const { merchant, other } = service;

const ask = (key: string, headers: Record<string, string> = {}) =>
  service.call('GET', '/v2/orders/ch_x', { key, headers });

/** Asks without a pause until it is refused; tells how many were let through. */
async function exhaust(key: string): Promise<{ let_through: number; refusal: Reply }> {
  for (let count = 0; count < 500; count++) {
    const reply = await ask(key);
    if (reply.status === 429) return { let_through: count, refusal: reply };
    assert.equal(reply.status, 404);
  }
  return assert.fail('500 requests were let through');
}

test('a burst of twice the limit is let through; then 429 with Retry-After and RateLimit headers', async () => {
  const { keys } = await service.account({});
  const first = await ask(keys.test.private);
  assert.equal(first.headers['ratelimit-policy'], '"account";q=20;w=2');
  assert.match(first.headers['ratelimit'] ?? '', /^"account";r=19;t=\d+$/);
  const { let_through, refusal } = await exhaust(keys.test.private);
  assert.ok(let_through >= 19 && let_through < 40, `${let_through} were let through`);
  assertProblem(refusal, { status: 429, error: 'rate_limited' });
  assert.equal(refusal.headers['retry-after'], '1');
  assert.match(refusal.headers['ratelimit'] ?? '', /^"account";r=0;t=1$/);
});

test('other modes and accounts have limits of their own', async () => {
  const { let_through } = await exhaust(merchant.keys.test.private);
  assert.ok(let_through >= 20);
  for (const key of [merchant.keys.live.private, other.keys.test.private, other.keys.live.public]) {
    assert.equal((await ask(key)).status, 404);
  }
});

test('who waits as long as Retry-After says is served again, at the pace of the limit', async () => {
  const { keys } = await service.account({});
  const { refusal } = await exhaust(keys.test.private);
  const started = performance.now();
  await until('it is served', async () => (await ask(keys.test.private)).status === 404, 2_000);
  const waited = performance.now() - started;
  assert.ok(waited <= Number(refusal.headers['retry-after']) * 1000 + 100, `waited ${waited} ms`);
  // A tenth of a second fills one; refused requests have cost nothing.
  let served = 0;
  const end = performance.now() + 1_000;
  await until('a second has passed', async () => {
    if ((await ask(keys.test.private)).status === 404) served++;
    return performance.now() > end;
  });
  assert.ok(served >= 6 && served <= 12, `${served} in a second`);
});

test('what is refused stores nothing and keeps no answer', async () => {
  const { keys } = await service.account({});
  const post = (name: string) => {
    const headers = { 'idempotency-key': name };
    return service.call('POST', '/v2/orders', { key: keys.test.private, body: orderBody(), headers });
  };
  // On a busy machine a place may be free again before the order comes.
  const limited = await until('it is refused', async () => {
    await exhaust(keys.test.private);
    const name = randomUUID();
    const reply = await post(name);
    return reply.status === 429 ? { name, reply } : null;
  });
  assertProblem(limited.reply, { status: 429, error: 'rate_limited' });
  const stored = await until(
    'it is served',
    async () => {
      const reply = await post(limited.name);
      return reply.status === 200 ? reply : null;
    },
    2_000,
  );
  assert.equal(stored.headers['idempotent-replayed'], undefined);
});

test('a request without a valid key costs no account anything and has no RateLimit headers', async () => {
  const replies = await Promise.all(Array.from({ length: 50 }, () => ask('sk_test_unknown')));
  for (const reply of replies) {
    assertProblem(reply, { status: 401, code: 4001 });
    assert.equal(reply.headers['ratelimit'], undefined);
  }
  for (let i = 0; i < 50; i++) assert.equal((await service.call('GET', '/health/live')).status, 200);
});

test('a limit of 0 turns it off', async () => {
  const free = await startTestService({ COBRO_RATE_LIMIT: '0' });
  const replies = await Promise.all(
    Array.from({ length: 400 }, () => free.call('GET', '/v2/orders/ch_x', { key: free.key })),
  );
  assert.deepEqual([...new Set(replies.map(({ status }) => status))], [404]);
  assert.equal(replies[0]?.headers['ratelimit'], undefined);
});
