// Lists of orders: D18, D19, D39.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProblem } from '../support/problem.js';
import { orderBody, type Reply, startTestService } from '../support/service.js';

const service = await startTestService();
const { key } = service;
const { other } = service;

type Query = Readonly<Record<string, string | number>>;
type Listed = { id: string; shortId: string; createdAt: number; product: { id: string } };

const ask = (query: Query = {}, as = key): Promise<Reply> => {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) parameters.set(name, String(value));
  return service.call('GET', `/v2/orders?${parameters}`, { key: as });
};
const idsOf = (reply: Reply): string[] => {
  assert.equal(reply.status, 200, reply.text);
  return reply.json.data.map(({ id }: Listed) => id);
};
const ids = async (query: Query, as = key) => idsOf(await ask(query, as));
const idsOfAll = (orders: readonly Listed[]) => orders.map(({ id }) => id);

async function make(change: { email: string; product?: string }, as = key): Promise<Listed> {
  const body = orderBody({
    product: { id: change.product ?? 'p', name: 'Funda', price: 150 },
    customer: { name: 'Ana', email: change.email },
  });
  return (await service.call('POST', '/v2/orders', { key: as, body })).json;
}

/** So many orders of one customer, the newest first. */
async function makeRow(count: number, email: string): Promise<Listed[]> {
  const made: Listed[] = [];
  for (let i = 0; i < count; i++) made.unshift(await make({ email, product: `${email}-${i}` }));
  return made;
}

async function walk(query: Query): Promise<{ seen: string[]; pages: number }> {
  const seen: string[] = [];
  let cursor: string | null = null;
  for (let pages = 1; ; pages++) {
    const page = await ask({ ...query, ...(cursor !== null && { cursor }) });
    seen.push(...idsOf(page));
    assert.equal(page.json.has_more, page.json.next_cursor !== null);
    cursor = page.json.next_cursor;
    if (cursor === null) return { seen, pages };
    assert.ok(pages < 200, 'the walk ends');
  }
}

const setStatus = (id: string, status: string) =>
  service.deps.db.query({
    text: `update orders set status = $2, accepted_at = $3 where id = $1`,
    values: [id.slice(3), status, status === 'paid' ? new Date() : null],
  });

const row = await makeRow(25, 'row@example.com');

test('an empty list has the shape of a list', async () => {
  const reply = await ask({}, other.keys.test.private);
  assert.equal(reply.text, '{"object":"list","data":[],"has_more":false,"next_cursor":null}');
});

test('a list is newest first, 20 by default, and tells whether there is more', async () => {
  const { object, data, has_more, next_cursor } = (await ask({ customer_email: 'row@example.com' })).json;
  assert.deepEqual([object, has_more, typeof next_cursor], ['list', true, 'string']);
  assert.deepEqual(idsOfAll(data), idsOfAll(row.slice(0, 20)));
});

test('its records are those of verify, in the language that is asked for', async () => {
  for (const language of ['es', 'en']) {
    const headers = { 'accept-language': language };
    const list = await service.call('GET', `/v2/orders?short_id=${row[0]?.shortId}`, { key, headers });
    const verified = await service.call('GET', `/v2/orders/${row[0]?.id}`, { key, headers });
    assert.deepEqual(list.json.data, [verified.json]);
  }
});

test('the cursor walks through everything once, whatever the page', async () => {
  for (const [limit, pages] of [
    [1, 25],
    [7, 4],
    [24, 2],
    [25, 1],
    [100, 1],
  ] as const) {
    const walked = await walk({ customer_email: 'row@example.com', limit });
    assert.deepEqual(walked, { seen: idsOfAll(row), pages });
  }
});

test('orders made in the same millisecond are listed in their order', async () => {
  service.setTime(1_800_000_000_000);
  const made = await makeRow(12, 'same@example.com');
  service.setTime(null);
  assert.equal(new Set(made.map(({ createdAt }) => createdAt)).size, 1);
  assert.deepEqual((await walk({ customer_email: 'same@example.com', limit: 5 })).seen, idsOfAll(made));
});

test('orders made meanwhile neither repeat nor hide what the walk has still to see', async () => {
  const email = 'walk@example.com';
  const made = await makeRow(60, email);
  let walking = true;
  const insert = async () => {
    for (let i = 0; walking && i < 200; i++) await make({ email });
  };
  const walked = walk({ customer_email: email, limit: 4 }).finally(() => {
    walking = false;
  });
  await Promise.all([insert(), insert(), walked]);
  const { seen } = await walked;
  assert.equal(new Set(seen).size, seen.length, 'nothing twice');
  const old = idsOfAll(made);
  assert.deepEqual(
    seen.filter((id) => old.includes(id)),
    old,
    'all of what was there, in order',
  );
});

test('limit is a whole number from 1 to 100', async () => {
  for (const limit of [1, 100, '007']) assert.equal((await ask({ limit })).status, 200);
  for (const limit of ['0', '101', '-1', 'abc', '1.5', '1e1', ' 5', '9'.repeat(30)]) {
    assertProblem(await ask({ limit }), { status: 400, error: 'invalid_request', params: ['limit'] }, limit);
  }
  assert.equal((await ids({ limit: '' })).length, 20);
});

test('a cursor is one that we gave', async () => {
  const { next_cursor } = (await ask({ limit: 1 })).json;
  for (const cursor of [
    'nonsense',
    `${next_cursor}x`,
    next_cursor.slice(1),
    '{}',
    row[0]?.id ?? '',
    "' or 1=1 --",
    '%00',
  ]) {
    assertProblem(await ask({ cursor }), { status: 400, error: 'invalid_request', params: ['cursor'] }, cursor);
  }
});

test('a cursor of another account opens nothing of it', async () => {
  const { next_cursor } = (await ask({ limit: 1 })).json;
  assert.deepEqual(await ids({ cursor: next_cursor }, other.keys.test.private), []);
  assert.deepEqual(await ids({ cursor: next_cursor }, service.merchant.keys.live.private), []);
});

test('filters order_id, short_id and customer_email find what they name and nothing else', async () => {
  const [first] = row;
  assert.ok(first);
  assert.deepEqual(await ids({ order_id: first.product.id }), [first.id]);
  assert.deepEqual(await ids({ short_id: first.shortId }), [first.id]);
  assert.deepEqual(await ids({ short_id: first.shortId.toLowerCase() }), [first.id]);
  assert.deepEqual(await ids({ customer_email: 'ROW@example.com', limit: 3 }), idsOfAll(row.slice(0, 3)));
  for (const query of [
    { order_id: first.product.id.toUpperCase() },
    { short_id: '00000000' },
    { short_id: 'no folio' },
    { customer_email: 'nobody@example.com' },
    { customer_email: '%@example.com' },
    { order_id: first.product.id, customer_email: 'nobody@example.com' },
  ]) {
    assert.deepEqual(await ids(query), [], JSON.stringify(query));
  }
});

test('an e-mail address is found in any case, as the merchant wrote it or not', async () => {
  const made = await make({ email: 'ÑANDÚ@Example.COM' });
  for (const customer_email of ['ñandú@example.com', 'ÑANDÚ@EXAMPLE.COM', 'ÑANDÚ@Example.COM']) {
    assert.deepEqual(await ids({ customer_email }), [made.id], customer_email);
  }
});

test('the filter status takes the words of this generation, in any case', async () => {
  const email = 'status@example.com';
  const [accepted, expired, canceled, pending] = await makeRow(4, email);
  assert.ok(accepted && expired && canceled && pending);
  await setStatus(accepted.id, 'paid');
  await setStatus(expired.id, 'expired');
  await setStatus(canceled.id, 'canceled');
  for (const [status, order] of [
    ['PENDING', pending],
    ['ACCEPTED', accepted],
    ['EXPIRED', expired],
    ['CANCELED', canceled],
    ['accepted', accepted],
  ] as const) {
    const { data } = (await ask({ customer_email: email, status })).json;
    assert.deepEqual(idsOfAll(data), [order.id], status);
    assert.equal(data[0].status, status.toUpperCase());
  }
  for (const status of ['paid', 'charge.pending', 'x', 'toString']) {
    assertProblem(await ask({ status }), { status: 400, params: ['status'] }, status);
  }
});

test('created_from and created_to are milliseconds and both inclusive', async () => {
  const email = 'time@example.com';
  const start = 1_800_000_100_000;
  const made: Listed[] = [];
  for (const at of [0, 1, 1, 2, 1000]) {
    service.setTime(start + at);
    made.unshift(await make({ email }));
  }
  service.setTime(null);
  const [e, d, c, b, a] = idsOfAll(made);
  const span = (from: number | null, to: number | null) =>
    ids({
      customer_email: email,
      ...(from !== null && { created_from: start + from }),
      ...(to !== null && { created_to: start + to }),
    });
  assert.deepEqual(await span(1, 1), [c, b]);
  assert.deepEqual(await span(1, null), [e, d, c, b]);
  assert.deepEqual(await span(null, 1), [c, b, a]);
  assert.deepEqual(await span(0, 1000), [e, d, c, b, a]);
  assert.deepEqual(await span(3, 999), []);
  assert.deepEqual(await span(1001, null), []);
  assert.deepEqual(await span(2, 1), []);
  assert.deepEqual(await ids({ customer_email: email, created_from: 0, created_to: '99999999999999' }), [
    e,
    d,
    c,
    b,
    a,
  ]);
});

test('a time that is none is refused', async () => {
  for (const time of ['yesterday', '-1', '1.5', '2026-01-01', '9'.repeat(40), '1e12', '0x10']) {
    for (const name of ['created_from', 'created_to']) {
      assertProblem(await ask({ [name]: time }), { status: 400, params: [name] }, `${name} ${time}`);
    }
  }
});

test('all faults of a list are told at once', async () => {
  const query = { limit: 0, cursor: 'x', status: 'x', created_from: 'x', created_to: 'x', order_id: 'a\u0000b' };
  assertProblem(await ask(query), { status: 400, params: Object.keys(query) });
});

test('odd texts in a filter find nothing and break nothing', async () => {
  for (const odd of ["' or '1'='1", '\\', '%', '_', '🦊', '\u202e', 'x'.repeat(5_000), 'null', '\ufffd']) {
    for (const name of ['order_id', 'customer_email', 'short_id']) assert.deepEqual(await ids({ [name]: odd }), []);
  }
  for (const raw of ['%ff%fe', '%ED%A0%80', '%', '%zz', '%E0%A4%A']) {
    for (const name of ['order_id', 'customer_email', 'short_id']) {
      const reply = await service.call('GET', `/v2/orders?${name}=${raw}`, { key });
      assert.ok(reply.status === 200 || reply.status === 400, `${name}=${raw}: ${reply.text}`);
    }
  }
  for (const name of ['order_id', 'customer_email', 'short_id']) {
    assertProblem(await ask({ [name]: '\u0000' }), { status: 400, params: [name] });
  }
});

test('unknown parameters are ignored; of one that stands twice the last counts', async () => {
  assert.equal((await ids({ limit: 2, colour: 'red' })).length, 2);
  assert.equal(idsOf(await service.call('GET', '/v2/orders?limit=5&limit=2', { key })).length, 2);
});

test('a list holds only what its account and mode own', async () => {
  const email = 'mine@example.com';
  const mine = await make({ email });
  const live = await make({ email }, service.merchant.keys.live.private);
  const theirs = await make({ email }, other.keys.test.private);
  const query = { customer_email: email };
  assert.deepEqual(await ids(query), [mine.id]);
  assert.deepEqual(await ids(query, service.merchant.keys.live.private), [live.id]);
  assert.deepEqual(await ids(query, other.keys.test.private), [theirs.id]);
  assert.deepEqual(await ids(query, other.keys.live.private), []);
  assert.deepEqual(await ids({ short_id: mine.shortId }, other.keys.test.private), []);
});

test('a v2 list has only orders that are paid by transfer', async () => {
  const made = await make({ email: 'cash@example.com' });
  await service.deps.db.query({
    text: `update orders set method = 'cash', point_code = 'OXXO', point = $2 where id = $1`,
    values: [
      made.id.slice(3),
      '{"code":"OXXO","name":"Oxxo","kind":"agreement","limitPerTransaction":"1","commission":null,"details":{}}',
    ],
  });
  assert.deepEqual(await ids({ customer_email: 'cash@example.com' }), []);
  assertProblem(await service.call('GET', `/v2/orders/${made.id}`, { key }), { status: 404, code: 5001 });
});
