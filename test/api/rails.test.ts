// The doors of the rails, and what comes through them: D28, D41 to D46.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchOpen } from '../../src/actions/money/match-open.js';
import { matchNotices } from '../../src/actions/money/match-payments.js';
import { storeNotice } from '../../src/actions/money/receive-notice.js';
import { listOpenNotices } from '../../src/store/rails/notices.js';
import { revokeRail } from '../../src/store/rails/rails.js';
import { sql } from '../../src/store/sql.js';
import { addRail, assertBooks, cashNotice, speiNotice, trackingKey } from '../money/books.js';
import { assertProblem } from '../support/problem.js';
import { basic, orderBody, startTestService } from '../support/service.js';
import { until } from '../support/until.js';

const service = await startTestService();
const { deps, merchant } = service;
const live = merchant.keys.live.private;
const spei = await addRail(deps, { kind: 'spei', mode: 'live' });
const testSpei = await addRail(deps, { kind: 'spei', mode: 'test' });
const cash = await addRail(deps, { kind: 'cash', mode: 'test' });
const SPEI_RAIL = { id: '00000000-0000-0000-0000-000000000001', kind: 'spei', name: 'x', mode: 'live' } as const;

const deposit = (body: string, authorization = spei.authorization) =>
  service.call('POST', '/rails/spei/deposits', { headers: { authorization }, body });
const order = async (change: Record<string, unknown> = {}, key = live) => {
  const reply = await service.call('POST', '/v2/orders', { key, body: orderBody(change) });
  assert.equal(reply.status, 200, reply.text);
  return { id: reply.json.id as string, clabe: reply.json.payment.clabe as string };
};
const statusOf = async (id: string, key = live) => (await service.call('GET', `/v2/orders/${id}`, { key })).json.status;
/** Also matches what waits. */
const settled = () => matchOpen(deps, Date.now() + 1);
const paymentOf = async (trackingKey: string) => {
  const [row] = await deps.db.query<Record<string, unknown>>(sql`
    select applied, surplus, held, unmatched, flags, repeats, order_id, account_id
    from payments
    where tracking_key = ${trackingKey}`);
  return row;
};
const DOORS = [
  ['/rails/spei/deposits', speiNotice('646180123400000004', '1.00')],
  ['/rails/cash/lookup', '{"network":"OXXO","reference":"1"}'],
  ['/rails/cash/payments', cashNotice('1', 1)],
  ['/rails/cash/reversals', '{"network":"OXXO","transaction_id":"1"}'],
] as const;

test('nobody, a merchant key and a wrong password open no rail', async () => {
  const given = [
    undefined,
    basic(live),
    basic(merchant.keys.test.private, live),
    basic(spei.userName, 'wrong'),
    basic(spei.userName),
    basic('rail_unknown', spei.password),
    `Bearer ${spei.password}`,
  ];
  for (const [path, body] of DOORS)
    for (const authorization of given) {
      const reply = await service.call('POST', path, { body, headers: authorization ? { authorization } : {} });
      assertProblem(reply, { status: 401, code: 4001, error: 'invalid_rail_credentials' }, `${path} ${authorization}`);
    }
});

test('a rail opens its own kind and nothing of the merchants', async () => {
  for (const [path, body] of DOORS) {
    const wrong = path.includes('spei') ? cash : spei;
    const reply = await service.call('POST', path, { body, headers: { authorization: wrong.authorization } });
    assertProblem(reply, { status: 403, error: 'rail_forbidden' }, path);
  }
  for (const path of ['/v1/providers', '/v1/balance', '/v1/charges', '/v1/users/auth'])
    assert.equal(
      (await service.call('GET', path, { headers: { authorization: spei.authorization } })).status,
      401,
      path,
    );
});

test('a list of addresses lets in those on it and no others', async () => {
  const notice = () => speiNotice('646180123400000004', '1.00');
  for (const [allow, status] of [
    [['10.0.0.0/8'], 401],
    [['127.0.0.2/32', '::1/128'], 401],
    [['10.0.0.0/8', '127.0.0.0/8'], 200],
    [['127.0.0.1/32'], 200],
  ] as const) {
    const rail = await addRail(deps, { kind: 'spei', mode: 'live', allow });
    assert.equal((await deposit(notice(), rail.authorization)).status, status, allow.join());
  }
  const rail = await addRail(deps, { kind: 'spei', mode: 'live', allow: ['10.0.0.0/8'] });
  const forged = { authorization: rail.authorization, 'x-forwarded-for': '10.1.2.3', forwarded: 'for=10.1.2.3' };
  const reply = await service.call('POST', '/rails/spei/deposits', { body: notice(), headers: forged });
  assert.equal(reply.status, 401, 'a header is no address');
});

test('a revoked rail is shut within two seconds', async () => {
  const rail = await addRail(deps, { kind: 'spei', mode: 'live' });
  assert.equal((await deposit(speiNotice('1', '1.00'), rail.authorization)).status, 200);
  await revokeRail(deps.db, rail.userName, Date.now());
  const started = performance.now();
  await until('it is shut', async () => (await deposit(speiNotice('1', '1.00'), rail.authorization)).status === 401);
  assert.ok(performance.now() - started < 3_000, 'two seconds, and one for a busy machine');
});

test('a malformed notice is refused with 400 and kept with what is wrong', async () => {
  const bodies = ['{', '[]', '{"monto":1}', '{"a":"\0"}', speiNotice('1', '1.005'), speiNotice('1', '"x"'), ''];
  for (const body of bodies) {
    const before = await stored();
    assertProblem(await deposit(body), { status: 400, error: 'malformed_notice' }, body);
    const after = await stored();
    assert.equal(after.count, before.count + 1n, `${JSON.stringify(body)} is stored`);
    assert.deepEqual([after.state, after.body], ['malformed', body.replaceAll('\0', '\uFFFD')]);
    assert.match(after.problem ?? '', /\S/);
  }
  async function stored() {
    const [row] = await deps.db.query<{ count: bigint; state: string; body: string; problem: string | null }>(sql`
      select count(*) over () as count, state, body, problem
      from rail_notices
      order by id desc
      limit 1`);
    return row ?? { count: 0n, state: '', body: '', problem: null };
  }
});

test('a deposit pays its order; told again it is counted and has no other effect', async () => {
  const { id, clabe } = await order();
  const claveRastreo = trackingKey();
  const notice = speiNotice(clabe, '150.00', { claveRastreo });
  assert.equal((await deposit(notice)).text, '{"mensaje":"confirmar"}');
  await settled();
  assert.equal(await statusOf(id), 'ACCEPTED');
  await Promise.all(Array.from({ length: 5 }, (_, again) => deposit(notice.replace(/"id":\d+/, `"id":${again}`))));
  await settled();
  const payment = await paymentOf(claveRastreo);
  assert.deepEqual([payment?.['applied'], payment?.['surplus'], payment?.['repeats']], [15_000n, 0n, 5]);
});

test('a notice that a sweep finds while it is being matched is told once', async () => {
  const { id, clabe } = await order();
  const claveRastreo = trackingKey();
  const notice = await storeNotice(deps, SPEI_RAIL, speiNotice(clabe, '150.00', { claveRastreo }));
  assert.ok(notice);
  await matchNotices(deps, [notice, notice]);
  assert.equal(await statusOf(id), 'ACCEPTED');
  assert.equal((await paymentOf(claveRastreo))?.['repeats'], 0);
});

test('money of one mode never reaches an order of the other', async () => {
  const [own, other] = [await order(), await order({}, merchant.keys.test.private)];
  const [first, second] = [trackingKey(), trackingKey()];
  await deposit(speiNotice(own.clabe, '150.00', { claveRastreo: first }), testSpei.authorization);
  await deposit(speiNotice(other.clabe, '150.00', { claveRastreo: second }), spei.authorization);
  await settled();
  assert.deepEqual(
    [await statusOf(own.id), await statusOf(other.id, merchant.keys.test.private)],
    ['PENDING', 'PENDING'],
  );
  for (const key of [first, second]) assert.equal((await paymentOf(key))?.['unmatched'], 15_000n);
});

test('returns are confirmed and pay no order: what is no transfer of ours waits for a decision (D84)', async () => {
  const { id, clabe } = await order();
  for (const tipoPago of [0, 16, 17, 18, 23, 24]) {
    const claveRastreo = trackingKey();
    assert.equal((await deposit(speiNotice(clabe, '150.00', { tipoPago, claveRastreo }))).status, 200);
    await settled();
    const payment = await paymentOf(claveRastreo);
    assert.deepEqual([payment?.['unmatched'], payment?.['order_id']], [15_000n, null]);
  }
  assert.equal(await statusOf(id), 'PENDING');
});

test('a notice with a time that cannot be stored does not keep its neighbours waiting', async () => {
  const { id, clabe } = await order();
  const odd = [Number.MAX_SAFE_INTEGER, 8_640_000_000_000_000].map((tsLiquidacion) =>
    speiNotice(clabe, '1.00', { tsLiquidacion }),
  );
  for (const body of [odd[0], speiNotice(clabe, '150.00'), odd[1]])
    await storeNotice(deps, SPEI_RAIL, body ?? '').catch(() => {}); // a refusal would do as well
  await settled().catch(() => {});
  const open = await listOpenNotices(deps.db, Date.now() + 1, 10);
  await deps.db.query(sql`update rail_notices set state = 'ignored' where state = 'stored'`); // for the tests below
  assert.equal(await statusOf(id), 'ACCEPTED', 'the good one counts');
  assert.equal(open.length, 0, 'none waits for ever');
});

test("a customer's CLABE: the order of that amount, else the oldest open; with none open it is held", async () => {
  const customer = { id: 'c-1', name: 'Ana', email: 'ana@example.com' };
  const priced = (price: number) => order({ customer, product: { id: 'P', name: 'Funda', price } });
  const [a, b, c] = [await priced(100), await priced(200), await priced(300)];
  assert.equal(new Set([a.clabe, b.clabe, c.clabe]).size, 1);
  const states = () => Promise.all([a, b, c].map(({ id }) => statusOf(id)));
  const pay = async (amount: string) => {
    const claveRastreo = trackingKey();
    await deposit(speiNotice(a.clabe, amount, { claveRastreo }));
    await settled();
    return paymentOf(claveRastreo);
  };
  await pay('200.00');
  assert.deepEqual(await states(), ['PENDING', 'ACCEPTED', 'PENDING']);
  await pay('150.00');
  assert.deepEqual(await states(), ['ACCEPTED', 'ACCEPTED', 'PENDING']);
  await pay('300.00');
  assert.deepEqual(await states(), ['ACCEPTED', 'ACCEPTED', 'ACCEPTED']);
  const held = await pay('50.00');
  assert.deepEqual(
    [held?.['held'], held?.['order_id'], held?.['account_id'], held?.['flags']],
    [5_000n, null, merchant.account.id, ['unknown']],
  );
});

test("a customer's second payment ends in the same place, whether matched together with the first or after it", async () => {
  const ends = [];
  for (const together of [true, false]) {
    const customer = { id: `c-together-${together}`, name: 'Ana', email: 'ana@example.com' };
    const { clabe } = await order({ customer });
    const keys = [trackingKey(), trackingKey()];
    for (const claveRastreo of keys) {
      await storeNotice(deps, SPEI_RAIL, speiNotice(clabe, '150.00', { claveRastreo }));
      if (!together) await settled();
    }
    await settled();
    const { surplus, held, flags } = (await paymentOf(keys[1] ?? '')) ?? {};
    ends.push({ surplus, held, flags });
  }
  assert.deepEqual(ends[0], ends[1]);
});

test('a cash rail speaks for its own network only, however it writes its body', async () => {
  const body = cashNotice('1', '5.00', { network: 'EXTRA' });
  const deep = body.replace('{', `{"x":${'['.repeat(20)}${']'.repeat(20)},`);
  for (const [what, text, type] of [
    ['plain', body, 'application/json'],
    ['as a form', body, 'application/x-www-form-urlencoded'],
    ['deeply nested', deep, 'application/json'],
  ] as const) {
    const headers = { authorization: cash.authorization, 'content-type': type };
    const reply = await service.call('POST', '/rails/cash/payments', { headers, body: text });
    assert.ok(reply.status === 403 || reply.status === 400, `${what}: ${reply.status} ${reply.text}`);
  }
  await settled();
  const booked = await deps.db.query(sql`select 1 from payments where network = 'EXTRA'`);
  assert.equal(booked.length, 0, 'nothing was booked in the name of another network');
});

test('after all of this the books hold', () => assertBooks(deps.db));

test('whatever a rail puts into a field is refused or acknowledged, and never our failure', async () => {
  const odd = [
    '{"toString":1}',
    '{"valueOf":{"toString":null}}',
    '{"toJSON":1,"length":-1}',
    '{"__proto__":{"x":1}}',
    '{"isLosslessNumber":true,"value":"1"}',
    ...[20, 2_000, 15_000].map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
    ...[20, 2_000, 6_000].map((depth) => '{"a":'.repeat(depth) + 1 + '}'.repeat(depth)),
    `[${'0,'.repeat(15_000)}0]`,
  ];
  for (const [path, body] of DOORS)
    for (const name of [...Object.keys(JSON.parse(body)), 'id', '__proto__'])
      for (const value of odd) {
        const { authorization } = path.includes('spei') ? spei : cash;
        const spoilt = `${body.slice(0, -1)},${JSON.stringify(name)}:${value}}`;
        const reply = await service.call('POST', path, { body: spoilt, headers: { authorization } });
        assert.ok(reply.status < 500, `${path} ${name} ${value.slice(0, 40)}: ${reply.status}`);
        if (isDeep(value)) assert.equal(reply.status, 400, `${path} ${name} ${value.slice(0, 40)}`);
      }
  function isDeep(value: string): boolean {
    return /^(?:\[\[|\{"a":)/.test(value);
  }
});
