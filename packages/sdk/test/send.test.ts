// Calls against a server that fails: what is sent again, how often, with which key, and when a call gives up.
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { describe, test } from 'node:test';
import { inspect } from 'node:util';
import { Cobro, type CobroError, ConnectionError, ServiceError, TimeoutError, type Try } from '../src/index.js';
import { type Answer, refusal, startStandIn } from './stand-in.js';

const UNAVAILABLE: Answer = { status: 503, headers: { 'retry-after': '0' }, body: refusal('unavailable') };
const ORDER = {
  product: { id: 'SMG-1', name: 'Funda', price: 150 },
  customer: { name: 'Ana Robles', email: 'ana@example.com' },
  payment: {},
};

describe('a call', { concurrency: true }, () => {
  test('says who calls, what for, and in which language', async () => {
    const service = await startStandIn();
    const cobro = new Cobro({ url: `${service.url}/base//`, key: 'sk_test_1', language: 'en' });
    await cobro.orders.create(ORDER, { testClock: 'clock-1', idempotencyKey: 'cart 7' });
    const [{ line, headers, body } = assert.fail()] = service.asked;
    assert.equal(line, 'POST /base/v2/orders');
    assert.equal(headers.authorization, `Basic ${Buffer.from('sk_test_1:').toString('base64')}`);
    assert.equal(headers['content-type'], 'application/json');
    assert.equal(headers['accept-language'], 'en');
    assert.equal(headers['idempotency-key'], 'cart 7');
    assert.equal(headers['test-clock'], 'clock-1');
    assert.match(String(headers['user-agent']), /^cobro-sdk\/\d+\.\d+\.\d+$/);
    assert.deepEqual(JSON.parse(body), ORDER);
  });

  test('may have a key of its own, which is checked like that of the client', async () => {
    const service = await startStandIn();
    await service.client().orders.get('ch_1', { key: 'sk_test_2' });
    assert.equal(service.asked[0]?.headers.authorization, `Basic ${Buffer.from('sk_test_2:').toString('base64')}`);
    for (const key of ['', 'a b']) await assert.rejects(service.client().orders.get('ch_1', { key }), TypeError);
    assert.equal(service.asked.length, 1);
  });

  test('tells what came with the answer, aside of it', async () => {
    const envelope = { request: 1, data: { id: 'ch_1' } };
    const service = await startStandIn({ headers: { 'idempotent-replayed': 'true' }, body: envelope });
    const order = await service.client().orders.get('ch_1');
    assert.deepEqual([order.lastResponse.status, order.lastResponse.requestId], [200, 'req-1']);
    assert.equal(order.lastResponse.headers.get('idempotent-replayed'), 'true');
    assert.deepEqual([JSON.stringify(order), Object.keys(order)], ['{"id":"ch_1"}', ['id']]);
  });

  test('leaves out what a query does not say, and writes what it says so that it arrives', async () => {
    const service = await startStandIn({ body: { data: [], has_more: false, next_cursor: null } });
    await service.client().orders.list({ status: 'PENDING', customer_email: 'a+b@example.com', cursor: undefined });
    assert.equal(service.asked[0]?.line, 'GET /v2/orders?status=PENDING&customer_email=a%2Bb%40example.com');
  });

  test('that writes is sent again with the same key until it succeeds; the next one has another key', async () => {
    const service = await startStandIn(
      'cut',
      UNAVAILABLE,
      { status: 500, body: refusal('internal_error') },
      { body: { id: 'ch_1' } },
    );
    const cobro = service.client();
    assert.deepEqual(await cobro.orders.create(ORDER), { id: 'ch_1' });
    assert.equal(service.asked.length, 4);
    const keys = service.asked.map(({ headers }) => headers['idempotency-key']);
    assert.match(String(keys[0]), /^[0-9a-f]{32}$/);
    assert.equal(new Set(keys).size, 1);
    assert.equal(new Set(service.asked.map(({ body }) => body)).size, 1);
    await cobro.orders.create(ORDER);
    assert.notEqual(service.asked[4]?.headers['idempotency-key'], keys[0]);
  });

  test('that reads has no key and is sent again, too', async () => {
    const service = await startStandIn(
      { status: 429, headers: { 'retry-after': '0' }, body: refusal('rate_limited') },
      {},
    );
    await service.client().orders.get('ch_1');
    assert.equal(service.asked.length, 2);
    assert.ok(service.asked.every(({ headers }) => headers['idempotency-key'] === undefined));
  });

  test('waits for the first request with its key when that one is still running', async () => {
    const running = { status: 409, headers: { 'retry-after': '0' }, body: refusal('idempotency_in_progress') };
    const service = await startStandIn(running, { body: { id: 'ch_1' } });
    await service.client().orders.create(ORDER, { idempotencyKey: 'cart-7' });
    assert.equal(service.asked.length, 2);
  });

  test('gives up after its retries and says how often it tried', async () => {
    const service = await startStandIn(UNAVAILABLE);
    const error = await failure(service.client({ retries: 2 }).balance.get());
    assert.ok(error instanceof ServiceError);
    assert.deepEqual([error.code, error.tries, error.isTemporary, service.asked.length], ['unavailable', 3, true, 3]);
    const once = await failure(service.client().balance.get({ retries: 0 }));
    assert.deepEqual([once.tries, service.asked.length], [1, 4]);
  });

  for (const [status, code] of [
    [400, 'invalid_request'],
    [401, 'invalid_api_key'],
    [403, 'private_key_required'],
    [404, 'order_not_found'],
    [409, 'not_cancelable'],
    [413, 'body_too_large'],
    [429, 'too_many_sms'], // without Retry-After: it never helps
  ] as const) {
    test(`that is refused with ${status} ${code} is not sent again`, async () => {
      const service = await startStandIn({ status, body: refusal(code) });
      const error = await failure(service.client().orders.cancel('ch_1'));
      assert.deepEqual([error.code, error.isTemporary, service.asked.length], [code, false, 1]);
    });
  }

  test('does not wait longer than the whole call may take', async () => {
    const later = { status: 503, headers: { 'retry-after': '3600' }, body: refusal('rail_not_configured') };
    const service = await startStandIn(later);
    const error = await failure(service.client().balance.get());
    assert.deepEqual([error.retryAfterSeconds, error.isTemporary, service.asked.length], [3600, true, 1]);
  });

  test('understands a date in Retry-After', async () => {
    const at = new Date(Date.now() + 7_200_000).toUTCString();
    const service = await startStandIn({ status: 503, headers: { 'retry-after': at }, body: refusal('overloaded') });
    const { retryAfterSeconds } = await failure(service.client().balance.get());
    assert.ok(Math.abs((retryAfterSeconds ?? 0) - 7200) < 5);
  });

  for (const answer of ['silent', 'half'] as const) {
    test(`ends in time when the answer is ${answer}, and tries again`, async () => {
      const service = await startStandIn(answer, answer, { body: { id: 'ch_1' } });
      const found = await service.client({ timeoutMs: 100 }).orders.get('ch_1');
      assert.deepEqual([found.id, service.asked.length], ['ch_1', 3]);
      const forever = await startStandIn(answer);
      const error = await failure(forever.client({ timeoutMs: 100, retries: 1 }).orders.get('ch_1'));
      assert.ok(error instanceof TimeoutError && error instanceof ConnectionError);
      assert.match(error.message, /no answer within 100 ms/);
    });
  }

  test('ends when its whole time is over, although each try would have more', async () => {
    const service = await startStandIn('silent');
    const startedAt = performance.now();
    const error = await failure(service.client({ timeoutMs: 60_000, totalTimeoutMs: 150 }).balance.get());
    assert.ok(error instanceof TimeoutError);
    assert.ok(performance.now() - startedAt < 5_000);
    assert.equal(error.tries, 1);
  });

  test('that nobody answers says where it tried to go and why that failed', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((done) => server.once('listening', done));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    await new Promise((done) => server.close(done));
    const cobro = new Cobro({ url: `http://127.0.0.1:${port}`, key: 'sk_test_1', retries: 0 });
    const error = await failure(cobro.balance.get());
    assert.ok(error instanceof ConnectionError && !(error instanceof TimeoutError));
    assert.match(error.message, new RegExp(`http://127.0.0.1:${port} cannot be reached: .*ECONNREFUSED`));
    assert.deepEqual([error.status, error.requestId, error.code], [null, null, 'not_reached']);
    assert.ok(error.cause instanceof Error && error.userMessage.length > 10);
  });

  test('ends at once, with the reason, when its signal is aborted: before it, during it, and between two tries', async () => {
    const silent = await startStandIn('silent');
    const reason = new Error('the customer left');
    await assert.rejects(silent.client().balance.get({ signal: AbortSignal.abort(reason) }), reason);
    assert.equal(silent.asked.length, 0);

    const during = new AbortController();
    const call = silent.client().balance.get({ signal: during.signal });
    const waiting = setInterval(() => silent.asked.length > 0 && during.abort(reason), 5);
    await assert.rejects(call, reason);
    clearInterval(waiting);
    assert.equal(silent.asked.length, 1);

    const between = new AbortController();
    const later = await startStandIn({ status: 503, headers: { 'retry-after': '30' }, body: refusal('overloaded') });
    const onTry = ({ retryInMs }: Try) => {
      assert.ok(retryInMs !== null && retryInMs >= 30_000);
      setImmediate(() => between.abort(reason));
    };
    await assert.rejects(later.client({ onTry }).balance.get({ signal: between.signal }), reason);
    assert.equal(later.asked.length, 1);
  });

  test('tells of each try', async () => {
    const service = await startStandIn(UNAVAILABLE, 'cut', {});
    const tries: Try[] = [];
    await service.client({ onTry: (one) => tries.push(one) }).orders.get('ch_1');
    assert.deepEqual(
      tries.map(({ operation, number, status, requestId, retryInMs }) => [
        ...[operation, number, status, requestId],
        typeof retryInMs,
      ]),
      [
        ['GET /v2/orders/{id}', 1, 503, 'req-1', 'number'],
        ['GET /v2/orders/{id}', 2, null, null, 'number'],
        ['GET /v2/orders/{id}', 3, 200, 'req-1', 'object'],
      ],
    );
    assert.ok(tries.every(({ durationMs }) => durationMs > 0));
  });

  test('goes through the fetch that the client was given', async () => {
    const seen: string[] = [];
    const service = await startStandIn();
    const cobro = service.client({
      fetch: (url, init) => {
        seen.push(url);
        return fetch(url, init);
      },
    });
    await cobro.orders.get('ch_1');
    assert.deepEqual(seen, [`${service.url}/v2/orders/ch_1`]);
  });
});

describe('a mistake of the program', { concurrency: true }, () => {
  const url = 'http://127.0.0.1:1';
  for (const [what, make, message] of [
    ['no key', () => new Cobro({ url, key: '' }), /`key` is missing/],
    ['a key with a line end', () => new Cobro({ url, key: 'sk_test_1\n' }), /characters that no key has/],
    ['no address', () => new Cobro({ url: '', key: 'sk_test_1' }), /`url` must be/],
    ['an address without a scheme', () => new Cobro({ url: 'pay.example.com', key: 'sk_test_1' }), /`url` must be/],
    ['a negative limit', () => new Cobro({ url, key: 'sk_test_1', timeoutMs: -1 }), /`timeoutMs` must be/],
    ['a limit that is no number', () => new Cobro({ url, key: 'sk_test_1', retries: Number.NaN }), /`retries` must be/],
  ] as const) {
    test(`is told when the client is made: ${what}`, () => assert.throws(make, { name: 'TypeError', message }));
  }

  test('is told before anything is sent: an id that is none, a key that cannot be sent', async () => {
    const service = await startStandIn();
    const cobro = service.client();
    for (const id of ['', '.', '..', undefined as unknown as string]) {
      await assert.rejects(cobro.orders.get(id), { name: 'TypeError', message: /is no id/ });
    }
    for (const idempotencyKey of ['', 'ñ', 'a\nb', 'x'.repeat(256)]) {
      await assert.rejects(cobro.orders.create(ORDER, { idempotencyKey }), {
        name: 'TypeError',
        message: /idempotencyKey/,
      });
    }
    assert.equal(service.asked.length, 0);
    await cobro.orders.get('../balance?x#y');
    assert.equal(service.asked[0]?.line, 'GET /v2/orders/..%2Fbalance%3Fx%23y');
  });

  test('does not show the key where a client is printed', () => {
    const cobro = new Cobro({ url, key: 'sk_test_secret' });
    for (const text of [inspect(cobro, { depth: 9, showHidden: true }), JSON.stringify(cobro), String(cobro)]) {
      assert.doesNotMatch(text, /secret/);
      assert.doesNotMatch(text, new RegExp(btoa('sk_test_secret:').slice(0, 12)));
    }
  });
});

async function failure(call: Promise<unknown>): Promise<CobroError> {
  return call.then(
    () => assert.fail('it succeeded'),
    (error) => error,
  );
}
