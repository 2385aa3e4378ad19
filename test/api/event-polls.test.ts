// Long polls of GET /v1/events: cheap in any number, bounded for each account, freed when the client goes away; and
// cursors that this database never gave.
import assert from 'node:assert/strict';
import http from 'node:http';
import { after, test } from 'node:test';
import pg from 'pg';
import { createEventWaker } from '../../src/memory/event-waker.js';
import type { Db } from '../../src/store/db.js';
import { shardsOf } from '../../src/store/in-shards.js';
import { assertProblem } from '../support/problem.js';
import { basic, chargeBody, startTestService } from '../support/service.js';
import { until } from '../support/until.js';

const MOST = 20;
const service = await startTestService();
const otherNode = await startTestService({}, { databaseUrl: service.databaseUrl });
const port = await service.listen();

const newMerchant = async () => (await service.account({ name: 'Polls' })).keys.test.private;

/** Opens as many polls as an account may have, and waits until all are there. */
async function openPolls() {
  const { account, keys } = await service.account({ name: 'Polls' });
  const key = keys.test.private;
  const polls = Array.from({ length: MOST }, () => poll(key, 'wait=30'));
  const isFull = () => {
    try {
      service.deps.eventWaker.enter({ accountId: account.id, mode: 'test' })();
      return false;
    } catch {
      return true;
    }
  };
  await until('the limit is reached', isFull);
  return { key, polls };
}

const list = (key: string, query: string) => service.call('GET', `/v1/events?${query}`, { key });
const create = async (key: string, on = service): Promise<string> => {
  const made = await on.call('POST', '/v1/charges', { key, body: chargeBody() });
  assert.equal(made.status, 200, made.text);
  return made.json.id;
};

/** A poll on a socket of its own that can be cut. */
function poll(key: string, query: string) {
  const request = http.get({
    host: '127.0.0.1',
    port,
    path: `/v1/events?${query}`,
    headers: { authorization: basic(key) },
    agent: false,
  });
  const answer = new Promise<{ status: number; text: string } | 'cut'>((resolve) => {
    request.on('error', () => resolve('cut'));
    request.on('response', async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode ?? 0, text });
    });
  });
  after(() => request.destroy());
  return { answer, cut: () => request.destroy() };
}

test('an account has only so many polls open; others and calls that do not wait are not affected', async () => {
  const { key, polls } = await openPolls();
  const refused = await list(key, 'wait=20');
  assertProblem(refused, { status: 429, error: 'too_many_polls' });
  assert.equal(refused.headers['retry-after'], '5');
  assert.equal((await list(key, '')).status, 200);
  assert.equal((await list(await newMerchant(), 'wait=1')).status, 200);
  const order = await create(key);
  for (const { answer } of polls) {
    const found = await answer;
    assert.ok(found !== 'cut' && found.status === 200, JSON.stringify(found));
    assert.deepEqual(
      JSON.parse(found.text).data.map(({ order_id }: { order_id: string }) => order_id),
      [order],
    );
  }
  assert.equal((await list(key, 'after=ec_1&wait=1')).status, 200, 'the places are free again');
});

test('a poll whose client has gone away frees its place', async () => {
  const { key, polls } = await openPolls();
  for (const one of polls) one.cut();
  await until('a place is free', async () => (await list(key, 'wait=1')).status === 200, 5_000);
});

test('a poll hears of events that another node stored', async () => {
  const key = await newMerchant();
  const { answer } = poll(key, 'wait=20');
  await until('it waits', async () => (await list(key, '')).status === 200);
  const order = await create(key, otherNode);
  const found = await answer;
  assert.ok(found !== 'cut');
  assert.equal(JSON.parse(found.text).data[0].order_id, order);
});

/** The same database, which calls `before` ahead of every statement, at a shard, too. */
function watched(db: Db, before: () => void): Db {
  const watch = (on: Db): Db => ({
    ...on,
    query: async (statement) => {
      before();
      return on.query(statement);
    },
  });
  const { shards } = db;
  if (shards === null) return watch(db);
  const known = new Map(shards.all().map((shard) => [shard, watch(shard)]));
  return {
    ...watch(db),
    shards: { of: (accountId) => known.get(shards.of(accountId)) ?? db, all: () => [...known.values()] },
  };
}

test('however many wait, a node asks the database a few times a second', async () => {
  let statements = 0;
  const { db } = service.deps;
  const waker = createEventWaker(watched(db, () => statements++));
  const accounts = await Promise.all(Array.from({ length: 5 }, () => service.account({ name: 'Many' })));
  const end = performance.now() + 1_200;
  const all = accounts.flatMap(({ account }) =>
    Array.from({ length: 100 }, () =>
      waker.wait({ accountId: account.id, mode: 'test' }, 0n, () => performance.now() > end),
    ),
  );
  await Promise.all(all);
  assert.ok(
    statements >= 2 && statements <= 6 * shardsOf(db).length,
    `${statements} statements for ${all.length} polls`,
  );
});

test('polls fail when the database does, and later ones work again', async () => {
  const { db } = service.deps;
  let isDown = true;
  const waker = createEventWaker(
    watched(db, () => {
      if (isDown) throw new Error('down');
    }),
  );
  const scope = { accountId: service.merchant.account.id, mode: 'test' } as const;
  await assert.rejects(
    waker.wait(scope, 0n, () => false),
    /down/,
  );
  isDown = false;
  let looks = 0;
  await waker.wait(scope, 0n, () => ++looks > 2);
});

test('a cursor beyond the end is refused, in lists, polls and replays', async () => {
  const key = await newMerchant();
  await create(key);
  const { next_cursor } = (await list(key, '')).json;
  assert.equal((await list(key, `after=${next_cursor}`)).status, 200);
  assert.equal((await list(key, 'after=ec_1')).json.next_cursor, next_cursor, 'a cursor of an earlier version works');
  for (const query of [
    'after=ec_2',
    'after=ec_2&wait=20',
    'after=ec_zzzzzzzzzzzz',
    `after=${next_cursor.replace('ec_1', 'ec_2')}`,
  ])
    assertProblem(await list(key, query), { status: 400, params: ['after'] }, query);
  const hook = (await service.call('POST', '/v1/webhooks/stores', { key, body: { url: 'http://127.0.0.1:2/x' } })).json;
  const path = `/v1/webhooks/stores/${hook.id}/replay`;
  assertProblem(await service.call('POST', path, { key, body: { after: 'ec_2' } }), { status: 400, params: ['after'] });
  assert.equal((await service.call('POST', path, { key, body: { after: 'ec_1' } })).status, 200);
  const fresh = await newMerchant();
  assertProblem(await list(fresh, 'after=ec_1'), { status: 400, params: ['after'] });
  assert.equal((await list(fresh, 'after=ec_0')).status, 200);
});

test('after a restore, a cursor from the time that was lost is refused, also when the list has grown past it', async () => {
  const account = await service.account({ name: 'Restored' });
  const key = account.keys.test.private;
  await create(key);
  const kept = (await list(key, '')).json.next_cursor;
  await create(key);
  await create(key);
  const lost = (await list(key, '')).json.next_cursor;
  // The database as a backup knows it: the last two events never happened.
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  await client.query('delete from order_events where account_id = $1 and position > 1', [account.account.id]);
  await client.query('update event_positions set last_position = 1 where account_id = $1', [account.account.id]);
  await client.end();
  assertProblem(await list(key, `after=${lost}`), { status: 400, params: ['after'] });
  await create(key);
  await create(key);
  await create(key);
  assert.equal((await list(key, `after=${kept}`)).json.data.length, 3);
  assertProblem(await list(key, `after=${lost}`), { status: 400, params: ['after'] });
});
