// Cancel, expiry and races between them and money: D36, D37, D43.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchOpen } from '../../src/actions/money/match-open.js';
import { expireOrders } from '../../src/actions/orders/expire-orders.js';
import { sql } from '../../src/store/sql.js';
import { addRail, assertBooks, speiNotice, trackingKey } from '../money/books.js';
import { assertProblem } from '../support/problem.js';
import { chargeBody, orderBody, startTestService } from '../support/service.js';

const service = await startTestService();
const second = await startTestService({}, { databaseUrl: service.databaseUrl });
const { deps, key, merchant, other } = service;
const { authorization } = await addRail(deps, { kind: 'spei', mode: 'test' });

const order = async (headers: Record<string, string> = {}, change = {}) => {
  const reply = await service.call('POST', '/v2/orders', { key, headers, body: orderBody(change) });
  assert.equal(reply.status, 200, reply.text);
  return { id: reply.json.id as string, clabe: reply.json.payment.clabe as string };
};
const read = async (id: string) => (await service.call('GET', `/v2/orders/${id}`, { key })).json;
const cancel = (id: string, headers: Record<string, string> = {}) =>
  service.call('POST', `/v2/orders/${id}/cancel`, { key, headers });
const exact = (id: string) =>
  service.call('POST', `/v1/test/orders/${id}/payments`, { key, body: { scenario: 'exact' } });
const eventsOf = async (id: string) => {
  const rows = await deps.db.query<{ type: string }>(sql`
    select type
    from order_events
    where order_id = ${id.slice(3)}
    order by sequence`);
  return rows.map(({ type }) => type.replace('charge.', '')).join(' ');
};

test('canceling twice is the same answer and one event, in both generations', async () => {
  const { id } = await order();
  const [first, again] = [await cancel(id), await cancel(id)];
  assert.equal(first.json.status, 'CANCELED');
  assert.equal(again.text, first.text);
  assert.equal(await eventsOf(id), 'pending canceled');
  const charge = (await service.call('POST', '/v1/charges', { key, body: chargeBody() })).json;
  const canceled = await service.call('POST', `/v1/charges/${charge.id}/cancel`, { key });
  assert.deepEqual([canceled.json.type, canceled.json.paid], ['charge.canceled', false]);
  assertProblem(await service.call('POST', `/v2/orders/${charge.id}/cancel`, { key }), {
    status: 404,
    code: 5001,
    error: 'order_not_found',
  });
});

test('a paid or expired order cannot be canceled, nor one whose time has passed before the worker came', async () => {
  const paid = await order();
  await exact(paid.id);
  assertProblem(await cancel(paid.id), { status: 409, error: 'not_cancelable' });
  const late = await order();
  service.setTime(Date.now() + 49 * 3_600_000);
  assertProblem(await cancel(late.id), { status: 409, error: 'not_cancelable' });
  await expireOrders(deps);
  service.setTime(null);
  assertProblem(await cancel(late.id), { status: 409, error: 'not_cancelable' });
  assert.equal((await read(late.id)).status, 'EXPIRED');
});

test('an order of another account or of the other mode, or one that never was, is 404; a public key is 403', async () => {
  const { id } = await order();
  const never = 'ch_018f0000-0000-7000-8000-000000000000';
  for (const action of ['cancel', 'refunds'])
    for (const generation of ['/v1/charges', '/v2/orders']) {
      for (const [path, stranger] of [
        [id, other.keys.test.private],
        [id, merchant.keys.live.private],
        [never, key],
        ['x', key],
        ["ch_' or 1=1", key],
      ] as const) {
        const url = `${generation}/${encodeURIComponent(path)}/${action}`;
        const reply = await service.call('POST', url, { key: stranger, body: {} });
        assertProblem(reply, { status: 404, code: 5001, error: 'order_not_found' }, url);
      }
      const reply = await service.call('POST', `${generation}/${id}/${action}`, { key: merchant.keys.test.public });
      assert.deepEqual([reply.status, reply.json.error], [403, 'private_key_required']);
    }
  assert.equal((await read(id)).status, 'PENDING');
});

test('a cancel with an Idempotency-Key is answered again byte for byte, also a refused one', async () => {
  const { id } = await order();
  const headers = { 'idempotency-key': 'cancel-1' };
  const [first, again] = [await cancel(id, headers), await cancel(id, headers)];
  assert.deepEqual([again.text, again.headers['idempotent-replayed']], [first.text, 'true']);
  const paid = await order();
  await exact(paid.id);
  assertProblem(await cancel(paid.id, headers), { status: 409, error: 'idempotency_key_reused' });
  const refused = await cancel(paid.id, { 'idempotency-key': 'cancel-2' });
  assertProblem(refused, { status: 409, error: 'not_cancelable' });
  assert.equal((await cancel(paid.id, { 'idempotency-key': 'cancel-2' })).text, refused.text);
});

test('twenty cancels of one order on a test clock at once: the same answer, one event', async () => {
  const frozen_time = Math.floor(Date.now() / 1000);
  const clock = (await service.call('POST', '/v1/test/clocks', { key, body: { frozen_time } })).json;
  const { id } = await order({ 'test-clock': clock.id });
  const started = performance.now();
  const answers = await Promise.all(Array.from({ length: 20 }, () => cancel(id)));
  assert.deepEqual(
    answers.map(({ status }) => status),
    Array(20).fill(200),
    `after ${Math.round(performance.now() - started)} ms: ${answers.find(({ status }) => status !== 200)?.text}`,
  );
  assert.equal(await eventsOf(id), 'pending canceled');
});

test('cancel and payment at once: one of them wins, and the money is where the winner puts it', async () => {
  for (let round = 0; round < 8; round++) {
    const { id, clabe } = await order();
    const claveRastreo = trackingKey();
    const body = speiNotice(clabe, '150.00', { claveRastreo });
    const [canceled] = await Promise.all([
      cancel(id),
      service.call('POST', '/rails/spei/deposits', { headers: { authorization }, body }),
    ]);
    await matchOpen(deps, Date.now() + 1);
    const [payment] = await deps.db.query<{ applied: bigint; held: bigint }>(sql`
      select applied, held
      from payments
      where tracking_key = ${claveRastreo}`);
    const won = canceled.status === 200;
    assert.equal((await read(id)).status, won ? 'CANCELED' : 'ACCEPTED');
    assert.deepEqual(payment, won ? { applied: 0n, held: 15_000n } : { applied: 15_000n, held: 0n });
    assert.equal(await eventsOf(id), won ? 'pending canceled held' : 'pending success');
  }
});

test('expiry on two nodes at once: every order expires once', async () => {
  const orders = await Promise.all(Array.from({ length: 30 }, () => order()));
  const then = Date.now() + 49 * 3_600_000;
  service.setTime(then);
  second.setTime(then);
  const counts = await Promise.all([deps, second.deps, deps, second.deps].map((node) => expireOrders(node)));
  service.setTime(null);
  second.setTime(null);
  assert.ok(counts.reduce((sum, count) => sum + count, 0) >= orders.length);
  for (const { id } of orders) assert.equal(await eventsOf(id), 'pending expired');
  assert.equal(await expireOrders(deps), 0);
});

test('parts add up, and only the last one pays', async () => {
  const { id, clabe } = await order();
  for (const [monto, status] of [
    ['50.00', 'PENDING'],
    ['99.99', 'PENDING'],
    ['0.01', 'ACCEPTED'],
  ] as const) {
    await service.call('POST', '/rails/spei/deposits', { headers: { authorization }, body: speiNotice(clabe, monto) });
    await matchOpen(deps, Date.now() + 1);
    assert.equal((await read(id)).status, status, monto);
  }
  assert.equal(await eventsOf(id), 'pending partial partial success');
});

test('after all of this the books hold', () => assertBooks(deps.db));
