// Test payments and test clocks: D47.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../src/store/sql.js';
import { assertBooks } from '../money/books.js';
import { assertProblem } from '../support/problem.js';
import { chargeBody, orderBody, startTestService } from '../support/service.js';

const service = await startTestService();
const { deps, key, merchant, other } = service;

const make = async (headers: Record<string, string> = {}) => {
  const reply = await service.call('POST', '/v2/orders', { key, headers, body: orderBody() });
  assert.equal(reply.status, 200, reply.text);
  return { id: reply.json.id as string, expiresAt: reply.json.expiresAt as number };
};
const pay = (id: string, body: unknown, own = key) =>
  service.call('POST', `/v1/test/orders/${id}/payments`, { key: own, body });
const read = async (id: string) => (await service.call('GET', `/v2/orders/${id}`, { key })).json;
const seconds = () => Math.floor(Date.now() / 1000);
const makeClock = async (frozen_time: number) =>
  (await service.call('POST', '/v1/test/clocks', { key, body: { frozen_time } })).json as {
    id: string;
    frozen_time: number;
  };
const advance = (id: string, to: unknown, own = key) =>
  service.call('POST', `/v1/test/clocks/${id}/advance`, { key: own, body: { to } });
const flagsOf = async (id: string) => {
  const rows = await deps.db.query<{ flags: string[]; repeats: number; amount: bigint }>(sql`
    select flags, repeats, amount
    from payments
    where order_id = ${id.slice(3)}
    order by id`);
  return rows.map(({ flags, repeats, amount }) => `${amount} ${flags.join(',')} ${repeats}`);
};

const SCENARIOS = [
  ['exact', 'ACCEPTED', { state: 'applied', amount: 150 }, ['15000  0']],
  ['short', 'PENDING', { state: 'applied', amount: 75 }, ['7500 short 0']],
  ['over', 'ACCEPTED', { state: 'applied', amount: 160 }, ['16000 over 0']],
  ['twice', 'ACCEPTED', { state: 'surplus', amount: 150 }, ['15000  0', '15000 paid_again 0']],
  ['replayed', 'ACCEPTED', { state: 'applied', amount: 150 }, ['15000  2']],
  ['late', 'ACCEPTED', { state: 'applied', amount: 150 }, ['15000 late 0']],
  ['paid_before_expiry_notified_after', 'ACCEPTED', { state: 'applied', amount: 150 }, ['15000  0']],
  ['wrong_reference', 'PENDING', { state: 'unmatched', amount: 150 }, []],
] as const;

for (const [scenario, status, payment, told] of SCENARIOS) {
  test(`${scenario}: the order is ${status}`, async () => {
    const { id } = await make();
    const reply = await pay(id, { scenario });
    const { object, id: paymentId, order_id, ...rest } = reply.json;
    assert.deepEqual([object, rest], ['payment', payment], reply.text);
    assert.match(paymentId, /^[0-9a-f-]{36}$/);
    assert.equal(order_id, scenario === 'wrong_reference' ? null : id);
    assert.equal((await read(id)).status, status);
    assert.deepEqual(await flagsOf(id), told);
  });
}

test('every kind of point can be paid in every scenario', async () => {
  for (const payment_type of ['OXXO', 'FARMACIA_ABC', 'BBVA', 'BTC'])
    for (const [scenario, status] of SCENARIOS) {
      const made = await service.call('POST', '/v1/charges', { key, body: chargeBody({ payment_type }) });
      assert.equal(made.status, 200, made.text);
      const reply = await pay(made.json.id, { scenario });
      assert.equal(reply.status, 200, `${payment_type} ${scenario} ${reply.text}`);
      const { paid } = (await service.call('GET', `/v1/charges/${made.json.id}`, { key })).json;
      assert.equal(paid, status === 'ACCEPTED', `${payment_type} ${scenario}`);
    }
});

test('exact pays what is outstanding; amount and at are as told', async () => {
  const { id, expiresAt } = await make();
  assert.equal((await pay(id, { scenario: 'exact', amount: 50.25 })).json.amount, 50.25);
  assert.equal((await pay(id, { scenario: 'exact' })).json.amount, 99.75);
  assert.equal((await read(id)).status, 'ACCEPTED');
  const late = await make();
  const at = Math.floor(expiresAt / 1000) + 30 * 3_600;
  assert.equal((await pay(late.id, { scenario: 'exact', at })).json.state, 'held', 'after the grace');
  assert.equal((await read(late.id)).status, 'PENDING');
});

test('without a scenario the order is paid exactly', async () => {
  const { id } = (await service.call('POST', '/v2/orders', { key, body: orderBody() })).json;
  assert.deepEqual((await pay(id, {})).json.state, 'applied');
  assert.equal((await service.call('GET', `/v2/orders/${id}`, { key })).json.status, 'ACCEPTED');
});

test('only test keys, only own orders, only known scenarios', async () => {
  const { id } = await make();
  assert.equal((await pay(id, { scenario: 'exact' }, merchant.keys.live.private)).json.error, 'test_mode_only');
  assertProblem(await pay(id, { scenario: 'exact' }, other.keys.test.private), { status: 404, code: 5001 });
  for (const [body, param] of [
    [{ scenario: 'nonsense' }, 'scenario'],
    [{ scenario: '' }, 'scenario'],
    [{ scenario: 'exact', amount: 0 }, 'amount'],
    [{ scenario: 'exact', at: 'tomorrow' }, 'at'],
  ] as const) {
    const reply = await pay(id, body);
    assert.deepEqual([reply.status, reply.json.param], [400, param], JSON.stringify(body));
  }
  assert.equal((await read(id)).status, 'PENDING');
});

test('a test payment with an Idempotency-Key pays once', async () => {
  const { id } = await make();
  const call = { key, body: { scenario: 'short' }, headers: { 'idempotency-key': 'pay-1' } };
  const [first, again] = [
    await service.call('POST', `/v1/test/orders/${id}/payments`, call),
    await service.call('POST', `/v1/test/orders/${id}/payments`, call),
  ];
  assert.equal(again.text, first.text);
  assert.deepEqual(await flagsOf(id), ['7500 short 0']);
});

test('an order lives by its clock: pending before its time, expired when the call that passes it returns', async () => {
  const clock = await makeClock(seconds() + 86_400 * 100);
  const { id, expiresAt } = await make({ 'test-clock': clock.id });
  assert.equal(expiresAt, (clock.frozen_time + 48 * 3_600) * 1000);
  const end = expiresAt / 1000;
  assert.deepEqual((await advance(clock.id, end - 1)).json, { id: clock.id, frozen_time: end - 1 });
  assert.equal((await read(id)).status, 'PENDING');
  await advance(clock.id, end);
  const expired = await read(id);
  assert.deepEqual([expired.status, expired.updatedAt], ['EXPIRED', expiresAt]);
  assert.equal((await advance(clock.id, end)).status, 200, 'the same time again');
  assertProblem(await advance(clock.id, end - 1), { status: 400, params: ['to'] });
  const events = await deps.db.query(sql`select 1 from order_events where order_id = ${id.slice(3)}`);
  assert.equal(events.length, 2);
});

test('the time of an order never goes back, also when its payment is told after its expiry', async () => {
  const clock = await makeClock(seconds());
  const { id, expiresAt } = await make({ 'test-clock': clock.id });
  await advance(clock.id, expiresAt / 1000 + 3_600);
  const before = await read(id);
  await pay(id, { scenario: 'paid_before_expiry_notified_after' });
  const after = await read(id);
  assert.equal(after.status, 'ACCEPTED');
  assert.ok(after.updatedAt >= before.updatedAt, `${after.updatedAt} after ${before.updatedAt}`);
});

test('late within the grace is paid; past the grace the money is held', async () => {
  const clock = await makeClock(seconds());
  const [one, two] = [await make({ 'test-clock': clock.id }), await make({ 'test-clock': clock.id })];
  await advance(clock.id, one.expiresAt / 1000 + 3_600);
  assert.equal((await pay(one.id, { scenario: 'exact' })).json.state, 'applied');
  assert.equal((await read(one.id)).status, 'ACCEPTED');
  await advance(clock.id, one.expiresAt / 1000 + 25 * 3_600);
  assert.equal((await pay(two.id, { scenario: 'exact' })).json.state, 'held');
  assert.equal((await read(two.id)).status, 'EXPIRED');
});

test('a clock moves its own orders only, and only its owner moves it', async () => {
  const [clock, still] = [await makeClock(seconds()), await makeClock(seconds())];
  const [mine, beside, none] = [
    await make({ 'test-clock': clock.id }),
    await make({ 'test-clock': still.id }),
    await make(),
  ];
  const far = seconds() + 100 * 86_400;
  for (const [id, own] of [
    [clock.id, other.keys.test.private],
    ['018f0000-0000-7000-8000-000000000000', key],
    ['x', key],
  ] as const) {
    const reply = await advance(id, far, own);
    assert.deepEqual([reply.status, reply.json.error], [404, 'test_clock_not_found']);
  }
  await advance(clock.id, far);
  const states = await Promise.all([mine, beside, none].map(async ({ id }) => (await read(id)).status));
  assert.deepEqual(states, ['EXPIRED', 'PENDING', 'PENDING']);
});

test('a clock that is unknown, of another account or named in live mode is refused', async () => {
  const clock = await makeClock(seconds());
  for (const [own, id] of [
    [key, 'x'],
    [key, '018f0000-0000-7000-8000-000000000000'],
    [other.keys.test.private, clock.id],
    [merchant.keys.live.private, clock.id],
  ] as const) {
    const call = { key: own, headers: { 'test-clock': id }, body: orderBody() };
    const reply = await service.call('POST', '/v2/orders', call);
    assert.ok(reply.status >= 400 && reply.status < 500, reply.text);
  }
  const live = await service.call('POST', '/v1/test/clocks', { key: merchant.keys.live.private, body: {} });
  assert.equal(live.json.error, 'test_mode_only');
  for (const frozen_time of ['x', -1, 1.5, 1e12, true]) {
    const reply = await service.call('POST', '/v1/test/clocks', { key, body: { frozen_time } });
    assert.deepEqual([reply.status, reply.json.param], [400, 'frozen_time'], String(frozen_time));
  }
});

test('two advances at once expire an order once', async () => {
  const clock = await makeClock(seconds());
  const { id, expiresAt } = await make({ 'test-clock': clock.id });
  const to = expiresAt / 1000 + 10;
  await Promise.all(Array.from({ length: 6 }, () => advance(clock.id, to)));
  const events = await deps.db.query(sql`select 1 from order_events where order_id = ${id.slice(3)}`);
  assert.equal(events.length, 2);
});

test('after all of this the books hold', () => assertBooks(deps.db));
