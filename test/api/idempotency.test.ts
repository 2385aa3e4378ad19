// Idempotency-Key: D40.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import pg from 'pg';
import { purgeTable } from '../../src/actions/keeping/purge.js';
import { insertRate } from '../../src/store/money/rates.js';
import { untilBlocked } from '../support/locks.js';
import { assertProblem } from '../support/problem.js';
import { orderBody, type Reply, startTestService, type TestService } from '../support/service.js';
import { until } from '../support/until.js';

const service = await startTestService();
const { merchant, other } = service;
const DAY_MS = 86_400_000;

const newKey = () => randomBytes(12).toString('hex');

type Sent = { key?: string; body?: unknown; path?: string; headers?: Record<string, string>; on?: TestService };

const send = (idempotencyKey: string, sent: Sent = {}): Promise<Reply> =>
  (sent.on ?? service).call('POST', sent.path ?? '/v2/orders', {
    key: sent.key ?? (sent.on ?? service).key,
    body: sent.body ?? orderBody(),
    headers: { 'idempotency-key': idempotencyKey, ...sent.headers },
  });

const countOrders = async (on = service) =>
  Number((await on.deps.db.query<{ n: bigint }>({ text: 'select count(*) as n from orders', values: [] }))[0]?.n);

function assertReplayed(again: Reply, first: Reply): void {
  assert.deepEqual([again.status, again.text], [first.status, first.text]);
  assert.equal(again.headers['content-type'], first.headers['content-type']);
  assert.deepEqual([first.headers['idempotent-replayed'], again.headers['idempotent-replayed']], [undefined, 'true']);
}

test('the same key and body give the first answer again, byte for byte, and make one order', async () => {
  const before = await countOrders();
  const key = newKey();
  const first = await send(key);
  assert.equal(first.status, 200);
  for (let i = 0; i < 3; i++) assertReplayed(await send(key), first);
  assert.equal(await countOrders(), before + 1);
});

test('a replay has a Request-Id of its own', async () => {
  const key = newKey();
  const [first, again] = [await send(key), await send(key)];
  assert.notEqual(again.headers['request-id'], first.headers['request-id']);
});

test('the answer is stored with the order it belongs to', async () => {
  const key = newKey();
  const first = await send(key);
  const rows = await service.deps.db.query({
    text: 'select order_id, status, answer from idempotency_keys where key = $1',
    values: [key],
  });
  assert.deepEqual(rows, [{ order_id: first.json.id.slice(3), status: 200, answer: first.text }]);
});

test('without a key, or with another one, each request makes an order', async () => {
  const before = await countOrders();
  await service.call('POST', '/v2/orders', { key: service.key, body: orderBody() });
  await service.call('POST', '/v2/orders', { key: service.key, body: orderBody() });
  await send(newKey());
  await send(newKey());
  assert.equal(await countOrders(), before + 4);
});

test('the replay is the first answer also in another language, with a trailing slash or a query', async () => {
  const key = newKey();
  const first = await send(key);
  assertReplayed(await send(key, { headers: { 'accept-language': 'en' } }), first);
  assertReplayed(await send(key, { path: '/v2/orders/' }), first);
  assertReplayed(await send(key, { path: '/v2/orders?a=b' }), first);
});

test('the replay in an envelope has the time of the first answer', async () => {
  const { keys } = await service.account({ ordersEnvelope: true });
  const key = newKey();
  const first = await send(key, { key: keys.test.private });
  assertReplayed(await send(key, { key: keys.test.private }), first);
});

test('the same key with another body is refused and makes nothing; the first answer stays', async () => {
  const key = newKey();
  const first = await send(key);
  const before = await countOrders();
  for (const body of [
    orderBody({ extras: { a: 1 } }),
    {},
    '{',
    '',
    `${JSON.stringify(orderBody())} `,
    orderBody({ expiresAt: 5 }),
  ]) {
    const reply = await send(key, { body });
    assertProblem(reply, { status: 409, error: 'idempotency_key_reused' }, JSON.stringify(body));
    assert.equal(reply.headers['idempotent-replayed'], undefined);
  }
  assert.equal(await countOrders(), before);
  assertReplayed(await send(key), first);
});

test('a refusal is kept: the same request gets the same body with the same request_id', async () => {
  const refusals: Sent[] = [
    { body: {} },
    { body: '{' },
    { body: Buffer.from([0xff]) },
    { body: 'x', headers: { 'content-type': 'text/plain' } },
    { body: orderBody({ product: { id: '1', name: 'x', price: 0.5 } }) },
  ];
  for (const refusal of refusals) {
    const key = newKey();
    const first = await send(key, refusal);
    assertProblem(first, { status: first.json.code });
    assert.ok(first.status < 500);
    const again = await send(key, refusal);
    assertReplayed(again, first);
    assert.notEqual(again.headers['request-id'], again.json.request_id);
  }
});

test('a refusal is marked as replayed also when the client repeats its own X-Request-Id', async () => {
  const key = newKey();
  const refusal = { body: {}, headers: { 'x-request-id': 'my-try' } };
  const first = await send(key, refusal);
  assertReplayed(await send(key, refusal), first);
});

test('after a refusal the mended body needs a new key', async () => {
  const key = newKey();
  assertProblem(await send(key, { body: {} }), { status: 400 });
  assertProblem(await send(key, { body: orderBody() }), { status: 409, error: 'idempotency_key_reused' });
  assert.equal((await send(newKey())).status, 200);
});

test('twenty creates with one key at once make one order; who waits gets its answer or 409 in progress', async () => {
  const second = await startTestService({}, { databaseUrl: service.databaseUrl });
  for (const servers of [[service], [service, second]]) {
    const before = await countOrders();
    const key = newKey();
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, i) => {
        const on = servers[i % servers.length] ?? service;
        return send(key, { key: service.key, on });
      }),
    );
    const good = replies.filter(({ status }) => status === 200);
    assert.ok(good.length > 0);
    assert.equal(new Set(good.map(({ text }) => text)).size, 1);
    assert.equal(good.filter(({ headers }) => headers['idempotent-replayed'] === undefined).length, 1);
    for (const reply of replies.filter(({ status }) => status !== 200)) {
      assertProblem(reply, { status: 409, error: 'idempotency_in_progress' });
      assert.equal(reply.headers['retry-after'], '1');
    }
    assert.equal(await countOrders(), before + 1);
    assert.equal((await send(key)).text, good[0]?.text);
  }
});

test('twenty refusals with one key at once are one refusal', async () => {
  const key = newKey();
  const replies = await Promise.all(Array.from({ length: 20 }, () => send(key, { body: {} })));
  assert.deepEqual([...new Set(replies.map(({ status }) => status))], [400]);
  assert.equal(new Set(replies.map(({ text }) => text)).size, 1);
});

test('many keys at once on two servers, in opposite orders, make one order each', async () => {
  const second = await startTestService({}, { databaseUrl: service.databaseUrl });
  const before = await countOrders();
  const keys = Array.from({ length: 60 }, newKey);
  const [there, back] = await Promise.all([
    Promise.all(keys.map((key) => send(key))),
    Promise.all(keys.toReversed().map((key) => send(key, { key: service.key, on: second }))),
  ]);
  const answers = new Map(there.map((reply, i) => [keys[i], reply]));
  back.forEach((reply, i) => {
    assert.deepEqual([reply.status, reply.text], [200, answers.get(keys.toReversed()[i])?.text]);
  });
  assert.equal(await countOrders(), before + 60);
});

test('a deadlock with another server costs nobody his order', async () => {
  const { merchant: of, deps, databaseUrl } = service;
  const [one, two] = [newKey(), newKey()];
  await send(newKey()); // the API key is known: the next three go into one statement
  const stranger = new pg.Client({ connectionString: databaseUrl });
  await stranger.connect();
  try {
    // The other server has the second key and comes for the first, while ours has the first and comes for the second.
    const claim = (key: string) =>
      stranger.query(
        `insert into idempotency_keys (account_id, livemode, key, request_digest, created_at)
         values ($1, false, $2, sha256('x'), now())`,
        [of.account.id, key],
      );
    await stranger.query(`set deadlock_timeout = '60s'`);
    await stranger.query('begin');
    await claim(two);
    const before = await countOrders();
    const plain = service.call('POST', '/v2/orders', { key: service.key, body: orderBody() });
    const replies = [send(one), send(two), plain];
    await untilBlocked(deps.db, 1);
    await claim(one);
    await stranger.query('rollback');
    for (const reply of await Promise.all(replies)) assert.equal(reply.status, 200, reply.text);
    assert.equal(await countOrders(), before + 3);
  } finally {
    await stranger.end();
  }
});

test('one body cannot win twice: two bodies with one key at once make one order', async () => {
  const before = await countOrders();
  const key = newKey();
  const bodies = Array.from({ length: 10 }, (_, i) => orderBody({ extras: { i } }));
  const replies = await Promise.all(bodies.map((body) => send(key, { body })));
  assert.equal(replies.filter(({ status }) => status === 200).length, 1);
  for (const reply of replies.filter(({ status }) => status !== 200)) {
    assertProblem(reply, { status: 409, error: 'idempotency_key_reused' });
  }
  assert.equal(await countOrders(), before + 1);
});

test('keys are per account and mode, and those of a public key are its own', async () => {
  const key = newKey();
  const senders = [service.key, merchant.keys.live.private, other.keys.test.private, other.keys.live.private];
  const replies = await Promise.all(senders.map((sender) => send(key, { key: sender })));
  assert.equal(new Set(replies.map(({ json }) => json.id)).size, 4);
  const ids = new Set(replies.map(({ json }) => json.id));
  for (const sender of [merchant.keys.live.public, other.keys.test.public]) {
    const first = await send(key, { key: sender });
    assert.equal(ids.has(first.json.id), false);
    assertReplayed(await send(key, { key: sender }), first);
  }
});

test('a key has 1 to 255 printable characters', async () => {
  for (const key of [
    'k',
    'k'.repeat(200) + newKey().padEnd(55, 'x'),
    `!"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~ ${newKey()}`,
  ]) {
    const first = await send(key);
    assert.equal(first.status, 200, key);
    assertReplayed(await send(key), first);
  }
  const before = await countOrders();
  for (const key of ['', 'k'.repeat(256), 'ñ', 'a\tb', 'a\u0080b', '\u007f']) {
    assertProblem(await send(key), { status: 400, error: 'invalid_idempotency_key' }, JSON.stringify(key));
  }
  assert.equal(await countOrders(), before);
});

test('a key that is refused for its form is refused again, and a wrong API key keeps nothing', async () => {
  const key = newKey();
  assertProblem(await send(key, { key: 'sk_test_unknown' }), { status: 401, code: 4001 });
  const first = await send(key);
  assert.deepEqual([first.status, first.headers['idempotent-replayed']], [200, undefined]);
});

test('a GET takes no key', async () => {
  const key = newKey();
  const first = await send(key);
  const headers = { 'idempotency-key': key };
  const read = await service.call('GET', `/v2/orders/${first.json.id}`, { key: service.key, headers });
  assert.deepEqual([read.status, read.headers['idempotent-replayed']], [200, undefined]);
});

test('a 503 is not kept: when the cause is gone the same request succeeds', async () => {
  const own = await startTestService();
  const sent = {
    on: own,
    key: own.merchant.keys.live.private,
    body: orderBody({ product: { id: '1', name: 'Funda', price: 10, currency: 'EUR' } }),
  };
  const key = newKey();
  assertProblem(await send(key, sent), { status: 503, error: 'rate_unavailable' });
  await insertRate(own.deps.db, { currency: 'EUR', millionths: 20_000_000n, takenAt: Date.now(), source: 'fixed' });
  const first = await until(
    'the rate is known',
    async () => {
      const reply = await send(key, sent);
      return reply.status === 200 ? reply : null;
    },
    2_500,
  );
  assert.equal(first.headers['idempotent-replayed'], undefined);
  assertReplayed(await send(key, sent), first);
  assert.equal(await countOrders(own), 1);
});

test('the first answer is given also when the request would now be refused: expired, or without a rate', async () => {
  const own = await startTestService();
  const now = Date.now();
  own.setTime(now);
  const key = newKey();
  const sent = { on: own, body: orderBody({ expiresAt: now + 1000 }) };
  const first = await send(key, sent);
  assert.equal(first.status, 200);

  await insertRate(own.deps.db, { currency: 'USD', millionths: 20_000_000n, takenAt: now, source: 'fixed' });
  const dollars = {
    on: own,
    key: own.merchant.keys.live.private,
    body: orderBody({ product: { id: '1', name: 'Funda', price: 10, currency: 'USD' } }),
  };
  const priced = await send(key, dollars);
  assert.equal(priced.status, 200, priced.text);

  own.setTime(now + 29 * DAY_MS);
  assertReplayed(await send(key, sent), first);
  assertReplayed(await send(key, dollars), priced);
  assertProblem(await send(newKey(), sent), { status: 400, params: ['expiresAt'] });
  assertProblem(await send(newKey(), dollars), { status: 503, error: 'rate_unavailable' });
});

test('the first answer stays what it was when the order has changed', async () => {
  const key = newKey();
  const first = await send(key);
  await service.deps.db.query({
    text: `update orders set status = 'canceled' where id = $1`,
    values: [first.json.id.slice(3)],
  });
  assertReplayed(await send(key), first);
});

test('answers are kept for 30 days and forgotten after, refusals too, and only then', async () => {
  const own = await startTestService();
  const start = Date.now() - 40 * DAY_MS;
  own.setTime(start);
  const [key, refusedKey, laterKey] = [newKey(), newKey(), newKey()];
  const first = await send(key, { on: own });
  const refused = await send(refusedKey, { on: own, body: {} });
  own.setTime(start + DAY_MS);
  const later = await send(laterKey, { on: own });

  own.setTime(start + 30 * DAY_MS);
  await purgeTable(own.deps, 'idempotency_keys');
  assertReplayed(await send(key, { on: own }), first);
  assertReplayed(await send(refusedKey, { on: own, body: {} }), refused);

  own.setTime(start + 30 * DAY_MS + 1);
  await purgeTable(own.deps, 'idempotency_keys');
  const anew = await send(key, { on: own });
  assert.equal(anew.status, 200);
  assert.notEqual(anew.json.id, first.json.id);
  assert.equal(anew.headers['idempotent-replayed'], undefined);
  assert.equal((await send(refusedKey, { on: own })).status, 200, 'also for another body');
  assertReplayed(await send(laterKey, { on: own }), later);
  assert.equal((await own.call('GET', `/v2/orders/${first.json.id}`, { key: own.key })).status, 200, 'the order stays');
});

test('a purge of more than one batch forgets all that is due', async () => {
  const own = await startTestService();
  await own.deps.db.query({
    text: `
      insert into idempotency_keys (account_id, livemode, key, request_digest, status, answer, created_at)
      select $1, false, n::text, sha256('x'), 200, '{}', now() - make_interval(days => case when n <= 12000 then 31 else 29 end)
      from generate_series(1, 12500) as n`,
    values: [own.merchant.account.id],
  });
  while (await purgeTable(own.deps, 'idempotency_keys'));
  const [left] = await own.deps.db.query<{ n: bigint }>({
    text: 'select count(*) as n from idempotency_keys',
    values: [],
  });
  assert.equal(left?.n, 500n);
});
