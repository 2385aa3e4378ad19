// Events over HTTP (D54): every one, once, in an order that never changes; what became of each, and sending again.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { inParallel } from '../support/http-client.js';
import { assertProblem } from '../support/problem.js';
import { chargeBody } from '../support/service.js';
import { until } from '../support/until.js';
import { hook, sequencesOf, startEngine, startHookService, takeTurn, untilArrived } from '../webhooks/engines.js';

const service = await startHookService();
const { key } = service;
startEngine(service.deps);

const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, as = key) => {
  const reply = await service.call(method, path, { key: as, ...(body !== undefined && { body }) });
  assert.equal(reply.status, 200, reply.text);
  return reply.json;
};
const create = async (as = key): Promise<string> => (await call('POST', '/v1/charges', chargeBody(), as)).id;
const eventId = (order: string, sequence: number) => `evt_${order.replace(/^ch_/, '')}_${sequence}`;

async function newKey(): Promise<string> {
  return (await service.account({ name: 'Own' })).keys.test.private;
}

test('events are listed oldest first, each with the order as it was, and the cursor is always set', async () => {
  const own = await newKey();
  const empty = await call('GET', '/v1/events', undefined, own);
  assert.deepEqual(empty, { object: 'list', data: [], has_more: false, next_cursor: empty.next_cursor });
  assert.match(empty.next_cursor, /\S/);
  const order = await create(own);
  await call('POST', `/v1/charges/${order}/cancel`, {}, own);
  const first = await call('GET', `/v1/events?limit=1&after=${empty.next_cursor}`, undefined, own);
  assert.equal(first.has_more, true);
  const [event] = first.data;
  assert.deepEqual(Object.keys(event), ['id', 'object', 'type', 'created_at', 'sequence', 'order_id', 'data']);
  assert.deepEqual(
    [event.id, event.type, event.sequence, event.order_id],
    [eventId(order, 1), 'charge.pending', 1, order],
  );
  assert.equal(event.data.object.type, 'charge.pending');
  for (const after of [first.next_cursor, event.id]) {
    const second = await call('GET', `/v1/events?after=${after}`, undefined, own);
    assert.deepEqual(
      second.data.map(({ type }: { type: string }) => type),
      ['charge.canceled'],
    );
    assert.equal(second.has_more, false);
    const last = await call('GET', `/v1/events?after=${second.next_cursor}`, undefined, own);
    assert.deepEqual([last.data, last.next_cursor], [[], second.next_cursor]);
  }
});

test('other accounts and the other mode see nothing of them', async () => {
  const order = await create();
  for (const other of [service.other.keys.test.private, service.merchant.keys.live.private]) {
    assert.deepEqual((await call('GET', '/v1/events', undefined, other)).data, []);
    for (const [method, what] of [
      ['GET', 'deliveries'],
      ['GET', 'explain'],
      ['POST', 'redeliver'],
    ] as const)
      assertProblem(await service.call(method, `/v1/events/${eventId(order, 1)}/${what}`, { key: other }), {
        status: 404,
      });
    assertProblem(await service.call('GET', `/v1/events?after=${eventId(order, 1)}`, { key: other }), {
      status: 400,
      params: ['after'],
    });
  }
  assertProblem(await service.call('GET', '/v1/events', { key: service.merchant.keys.test.public }), { status: 403 });
});

test('what is no cursor, limit or wait is refused, all at once, and an unknown event is 404', async () => {
  assertProblem(await service.call('GET', '/v1/events?limit=101&wait=31', { key }), {
    status: 400,
    params: ['limit', 'wait'],
  });
  for (const cursor of ['x', 'ec_', 'evt_1', `evt_${'-'.repeat(36)}_1`])
    assertProblem(await service.call('GET', `/v1/events?after=${cursor}`, { key }), { status: 400, params: ['after'] });
  for (const id of ['x', `evt_${'-'.repeat(36)}_1`, 'evt_00000000-0000-7000-8000-000000000000_1'])
    assertProblem(await service.call('GET', `/v1/events/${id}/deliveries`, { key }), { status: 404 });
});

test('a reader that walks while transactions commit out of order misses nothing and sees nothing twice', async () => {
  const account = await service.account({ name: 'Walked' });
  const own = account.keys.test.private;
  const order = (await create(own)).replace(/^ch_/, '');
  const clients = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const client = new pg.Client({ connectionString: service.databaseUrl });
      await client.connect();
      after(() => client.end());
      return client;
    }),
  );
  let isDone = false;
  const seen: string[] = [];
  const walk = async () => {
    let cursor = 'ec_0';
    for (let isLast = false; ; ) {
      const page = await call('GET', `/v1/events?limit=7&after=${cursor}`, undefined, own);
      seen.push(...page.data.map(({ id }: { id: string }) => id));
      cursor = page.next_cursor;
      if (isLast && page.data.length === 0) return;
      isLast = isDone;
    }
  };
  const insert = `
    insert into order_events (account_id, livemode, order_id, sequence, type, created_at, order_state)
    select account_id, livemode, order_id, $2, type, now(), order_state
    from order_events
    where order_id = $1
      and account_id = $3
      and sequence = 1`;
  const hammer = async () => {
    for (let round = 0; round < 8; round++) {
      // All are written, the last first committed: the numbers drawn and the times are those of before.
      for (const [index, client] of clients.entries()) {
        await client.query('begin');
        await client.query(insert, [order, 100 + round * 10 + index, account.account.id]);
      }
      for (const client of [...clients].reverse()) {
        await client.query('commit');
        await sleep(5);
      }
    }
  };
  const walking = Promise.all([walk(), walk().then(() => undefined)]);
  await Promise.all([hammer(), inParallel(Array.from({ length: 60 }), 12, () => create(own))]);
  isDone = true;
  await walking;
  const wanted = 1 + 8 * 6 + 60;
  assert.equal(new Set(seen).size, wanted);
  assert.equal(seen.length, 2 * wanted, 'two readers, each event once');
});

test('a long poll answers as soon as an event comes, and with an empty page when none does', async () => {
  const own = await newKey();
  const { next_cursor } = await call('GET', '/v1/events', undefined, own);
  let begin = performance.now();
  const waiting = call('GET', `/v1/events?wait=20&after=${next_cursor}`, undefined, own);
  await sleep(300);
  const order = await create(own);
  const page = await waiting;
  assert.deepEqual(
    page.data.map(({ order_id }: { order_id: string }) => order_id),
    [order],
  );
  assert.ok(performance.now() - begin < 15_000);
  begin = performance.now();
  const empty = await call('GET', `/v1/events?wait=1&after=${page.next_cursor}`, undefined, own);
  assert.deepEqual([empty.data, empty.next_cursor], [[], page.next_cursor]);
  assert.ok(performance.now() - begin >= 950);
});

test('each try is told with request and reply, the signature left out, and explained', async () => {
  const shop = await hook(service, () => ({ status: 500, headers: { 'retry-after': '120' }, body: 'x'.repeat(2_000) }));
  const order = await create();
  const id = eventId(order, 1);
  const tries = () => call('GET', `/v1/events/${id}/deliveries`).then(({ data }) => data);
  const [attempt] = await until('the try is recorded', async () => ((await tries()).length > 0 ? tries() : null));
  assert.deepEqual([attempt.attempt, attempt.outcome, attempt.reason], [1, 'retry', 'HTTP 500']);
  assert.deepEqual([attempt.endpoint_id, attempt.url], [shop.id, shop.receiver.url]);
  assert.equal(attempt.response.body.length, 1_024);
  assert.equal(JSON.parse(attempt.request.body).id, order);
  assert.equal(attempt.request.headers['webhook-id'], id);
  assert.doesNotMatch(JSON.stringify(attempt.request.headers), /v1,/);
  assert.ok(attempt.next_attempt_at - attempt.at >= 119 && attempt.next_attempt_at - attempt.at <= 130);
  const { endpoints } = await call('GET', `/v1/events/${id}/explain`);
  assert.match(endpoints.find((one: { endpoint_id: string }) => one.endpoint_id === shop.id).explanation, /HTTP 500/);

  shop.receiver.answer(() => ({ status: 200 }));
  assert.equal((await call('POST', `/v1/events/${id}/redeliver`)).status, 'redelivering');
  await until('it is delivered', async () =>
    (await tries()).some(({ outcome }: { outcome: string }) => outcome === 'delivered'),
  );
  await call('POST', `/v1/events/${id}/redeliver`);
  await until('it is delivered again', async () => (await tries()).length === 3);
  assert.deepEqual(
    (await tries()).map((one: { attempt: number }) => one.attempt),
    [1, 2, 3],
  );
  assert.deepEqual(new Set(shop.receiver.hits.map((hit) => hit.id)), new Set([id]), 'one webhook-id for all');
  await call('DELETE', `/v1/webhooks/stores/${shop.id}`);
});

test('an event that an endpoint does not ask for is not redelivered to it', async () => {
  const shop = await hook(service, undefined, { events: ['charge.canceled'] });
  const order = await create();
  assert.equal((await call('POST', `/v1/events/${eventId(order, 1)}/redeliver`)).endpoints, 0);
  const { endpoints } = await call('GET', `/v1/events/${eventId(order, 1)}/explain`);
  assert.match(
    endpoints.find((one: { endpoint_id: string }) => one.endpoint_id === shop.id).explanation,
    /does not ask/,
  );
  await call('DELETE', `/v1/webhooks/stores/${shop.id}`);
});

test('a replay sends a range again, the events of each order in their order', async () => {
  const own = await newKey();
  const { next_cursor } = await call('GET', '/v1/events', undefined, own);
  const orders = [await create(own), await create(own)];
  for (const order of orders) await call('POST', `/v1/charges/${order}/cancel`, {}, own);
  const shop = await hook(service, undefined, {}, own);
  const path = `/v1/webhooks/stores/${shop.id}/replay`;
  assert.deepEqual(await call('POST', path, { after: next_cursor }, own), {
    status: 'replaying',
    events: 4,
    has_more: false,
  });
  for (const order of orders) await untilArrived(shop, order, 2);
  for (const order of orders) assert.deepEqual(sequencesOf(shop, order), [1, 2]);
  await until('all is recorded', async () => {
    await takeTurn(service.deps, 'unblock deliveries');
    const { endpoints } = await call('GET', `/v1/events/${eventId(orders[1] ?? '', 2)}/explain`, undefined, own);
    return endpoints[0].state === 'delivered';
  });
  const now = Math.floor(Date.now() / 1000);
  assert.equal((await call('POST', path, { from: now - 600, to: now - 300 }, own)).events, 0);
  assert.equal((await call('POST', path, { from: now - 600, to: now + 60 }, own)).events, 4);
  assertProblem(await service.call('POST', path, { key: own, body: {} }), { status: 400, params: ['after'] });
  assertProblem(await service.call('POST', path, { key, body: { after: next_cursor } }), { status: 404 });
});
