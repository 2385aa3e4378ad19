// Lists: one page when awaited, everything when iterated; and events as they happen.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { NotFoundError } from '../src/index.js';
import { refusal, startStandIn } from './stand-in.js';

const page = (ids: number[], next: string | null, more = next !== null) => ({
  body: { object: 'list', data: ids.map((id) => ({ id })), has_more: more, next_cursor: next },
});

describe('a list', { concurrency: true }, () => {
  test('that is awaited is one page', async () => {
    const service = await startStandIn(page([1, 2], 'c2'));
    const { data, has_more, next_cursor } = await service.client().orders.list({ limit: 2 });
    assert.deepEqual([data.map(({ id }) => id), has_more, next_cursor], [[1, 2], true, 'c2']);
    assert.deepEqual(
      service.asked.map(({ line }) => line),
      ['GET /v2/orders?limit=2'],
    );
  });

  test('that is iterated has every item of every page, each page asked for once and with the same filters', async () => {
    const service = await startStandIn(page([1, 2], 'c2'), page([3], 'c3'), page([], 'c4'), page([4], null));
    const seen: unknown[] = [];
    for await (const { id } of service.client().orders.list({ status: 'PENDING' })) seen.push(id);
    assert.deepEqual(seen, [1, 2, 3, 4]);
    assert.deepEqual(
      service.asked.map(({ line }) => line),
      ['', '&cursor=c2', '&cursor=c3', '&cursor=c4'].map((cursor) => `GET /v2/orders?status=PENDING${cursor}`),
    );
  });

  test('that is neither awaited nor iterated asks for nothing, so its failure cannot end the program', async () => {
    const service = await startStandIn({ status: 404, body: refusal('order_not_found') });
    const list = service.client().orders.payments('ch_1');
    await new Promise((done) => setTimeout(done, 50));
    assert.equal(service.asked.length, 0);
    await assert.rejects(list, NotFoundError);
    await assert.rejects(list, NotFoundError);
    assert.equal(service.asked.length, 1, 'the first page is asked for once');
  });

  test('tells what came with each page', async () => {
    const service = await startStandIn(page([1], null));
    assert.equal((await service.client().orders.list()).lastResponse.requestId, 'req-1');
  });

  test('asks for no further page than the loop needs', async () => {
    const service = await startStandIn(page([1, 2], 'c2'));
    for await (const { id } of service.client().refunds.list()) if (String(id) === '2') break;
    assert.equal(service.asked.length, 1);
  });

  test('gives its pages, too', async () => {
    const service = await startStandIn(page([1], 'c2'), page([2], null));
    const cursors: unknown[] = [];
    for await (const { next_cursor } of service.client().payments.list().pages()) cursors.push(next_cursor);
    assert.deepEqual(cursors, ['c2', null]);
  });

  test('fails where it is awaited or iterated, also in the middle', async () => {
    const missing = { status: 404, body: refusal('order_not_found') };
    const service = await startStandIn(missing, missing, page([1], 'c2'), missing);
    const cobro = service.client();
    await assert.rejects(cobro.orders.payments('ch_1'), NotFoundError);
    await assert.rejects(async () => {
      for await (const _ of cobro.orders.payments('ch_1')) assert.fail();
    }, NotFoundError);
    const seen: unknown[] = [];
    await assert.rejects(async () => {
      for await (const { id } of cobro.orders.payments('ch_1')) seen.push(id);
    }, NotFoundError);
    assert.deepEqual(seen, [1]);
  });
});

describe('events', { concurrency: true }, () => {
  test('go on after the cursor of the page before, and end where the list ends', async () => {
    const service = await startStandIn(page([1], 'ec_1', true), page([2], 'ec_2', false));
    const seen: unknown[] = [];
    for await (const { id } of service.client().events.list({ after: 'ec_0' })) seen.push(id);
    assert.deepEqual(seen, [1, 2]);
    assert.deepEqual(
      service.asked.map(({ line }) => line),
      ['GET /v1/events?after=ec_0', 'GET /v1/events?after=ec_1'],
    );
  });

  test('a call that waits for events has that much more time', async () => {
    const service = await startStandIn('silent');
    const startedAt = performance.now();
    const options = { timeoutMs: 100, retries: 0 };
    await assert.rejects(service.client().events.list({ wait: 1 }, options), { code: 'timeout' });
    assert.ok(performance.now() - startedAt > 1_000);
  });

  test('can be followed without end: the program stops where it wants, and a refusal ends it', async () => {
    const service = await startStandIn(page([1], 'ec_1', false), page([], 'ec_1', false), page([2], 'ec_2', false));
    const seen: unknown[] = [];
    for await (const { id } of service.client().events.follow({ after: 'ec_0' })) {
      seen.push(id);
      if (seen.length === 2) break;
    }
    assert.deepEqual(seen, [1, 2]);
    assert.deepEqual(
      service.asked.map(({ line }) => line),
      ['ec_0', 'ec_1', 'ec_1'].map((after) => `GET /v1/events?after=${after}&wait=30&limit=100`),
    );
    const refused = await startStandIn({ status: 400, body: refusal('invalid_request') });
    await assert.rejects(refused.client().events.follow().next(), { code: 'invalid_request' });
  });

  test('are followed through an outage, until the signal', async () => {
    const service = await startStandIn({ status: 503, body: refusal('unavailable') });
    const stop = AbortSignal.timeout(300);
    const following = service.client({ retries: 0 }).events.follow({}, { signal: stop });
    await assert.rejects(following.next(), { name: 'TimeoutError' });
    assert.equal(service.asked.length, 1, 'it waits before it asks again');
  });
});
