// Rate limit per account and mode: D14.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { assertProblem } from '../support/problem.js';
import { orderBody, type Reply, startTestService } from '../support/service.js';

const service = await startTestService({ COBRO_RATE_LIMIT: '10' });
const { merchant, other } = service;

const ask = (key: string, headers: Record<string, string> = {}) =>
  service.call('GET', '/v2/orders/ch_x', { key, headers });

/** Asks often at the same moment, because a refusal comes late; tells how many were let through. */
async function exhaust(key: string): Promise<{ let_through: number; refusal: Reply }> {
  const replies = await Promise.all(Array.from({ length: 40 }, () => ask(key)));
  for (const { status } of replies) assert.ok(status === 404 || status === 429, `${status}`);
  const refusal = replies.find(({ status }) => status === 429) ?? assert.fail('40 requests were let through');
  return { let_through: replies.filter(({ status }) => status === 404).length, refusal };
}

test('a burst of twice the limit is let through; then 429 with Retry-After and RateLimit headers', async () => {
  const { keys } = await service.account({});
  const first = await ask(keys.test.private);
  assert.equal(first.headers['ratelimit-policy'], '"account";q=20;w=2');
  assert.match(first.headers['ratelimit'] ?? '', /^"account";r=19;t=\d+$/);
  const { let_through, refusal } = await exhaust(keys.test.private);
  assert.ok(let_through >= 19 && let_through < 30, `${let_through} were let through`);
  assertProblem(refusal, { status: 429, error: 'rate_limited' });
  assert.equal(refusal.headers['retry-after'], '1');
  assert.match(refusal.headers['ratelimit'] ?? '', /^"account";r=0;t=1$/);
});

test('other modes and accounts have limits of their own', async () => {
  const exhausted = exhaust(merchant.keys.test.private);
  for (const key of [merchant.keys.live.private, other.keys.test.private, other.keys.live.public]) {
    assert.equal((await ask(key)).status, 404);
  }
  assert.ok((await exhausted).let_through >= 20);
});

test('whoever was refused is served again, at the pace of the limit', async () => {
  const { keys } = await service.account({});
  await exhaust(keys.test.private);
  // A refusal comes after a second, in which ten tokens came back; refused requests have cost nothing.
  const { let_through } = await exhaust(keys.test.private);
  assert.ok(let_through >= 9 && let_through < 20, `${let_through} in a second`);
});

test('what is refused stores nothing and keeps no answer', async () => {
  const { keys } = await service.account({});
  const headers = { 'idempotency-key': randomUUID() };
  const post = () => service.call('POST', '/v2/orders', { key: keys.test.private, body: orderBody(), headers });
  const [, refused] = await Promise.all([exhaust(keys.test.private), post()]);
  assertProblem(refused, { status: 429, error: 'rate_limited' });
  const stored = await post();
  assert.equal(stored.status, 200);
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
