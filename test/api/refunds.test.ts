// Refunds: D38, D40.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setOverdraft } from '../../src/actions/accounts/set-overdraft.js';
import { fundTransfers } from '../../src/actions/transfers/fund-transfers.js';
import { sql } from '../../src/store/sql.js';
import { assertBooks } from '../money/books.js';
import { credentialOf } from '../support/made-orders.js';
import { assertProblem } from '../support/problem.js';
import { orderBody, startTestService } from '../support/service.js';

const service = await startTestService();
const { deps, key } = service;

const paidOrder = async (headers: Record<string, string> = {}) => {
  const made = await service.call('POST', '/v2/orders', { key, headers, body: orderBody() });
  const body = { scenario: 'exact' };
  const paid = await service.call('POST', `/v1/test/orders/${made.json.id}/payments`, { key, body });
  assert.equal(paid.json.state, 'applied', paid.text);
  return made.json.id as string;
};
const refund = (id: string, body: unknown = {}, headers: Record<string, string> = {}) =>
  service.call('POST', `/v1/charges/${id}/refunds`, { key, body, headers });
const available = async () => Math.round((await service.call('GET', '/v1/balance', { key })).json.available * 100);
const refundsOf = (id: string) =>
  deps.db.query<{ amount: bigint; reason: string | null }>(sql`
    select amount, reason
    from refunds
    where order_id = ${id.slice(3)}
    order by id`);

test('a refund that there is no money for is answered like any other, and its transfer waits', async () => {
  const id = await paidOrder();
  const before = await available();
  const reply = await refund(id);
  assert.deepEqual([reply.status, reply.json.refunded], [200, true]);
  assert.deepEqual([reply.json.refund.transfer_status, reply.json.refund.transfer.status], ['to_fund', 'to_fund']);
  assert.equal(await available(), before);
  const { data } = (await service.call('GET', '/v1/transfers?status=to_fund', { key })).json;
  assert.deepEqual(
    data.map((one: { id: string }) => one.id),
    [reply.json.refund.transfer.id],
  );
  const { accountId } = (await credentialOf(service)).scope;
  await setOverdraft(deps, { accountId, overdraft: 100_000n, actor: 'test' });
  await fundTransfers(deps);
  assert.equal(
    (await service.call('GET', `/v1/refunds/${reply.json.refund.id}`, { key })).json.transfer_status,
    'to_send',
  );
  assert.equal(await available(), before - 15_000);
});

test('parts up to what was paid; the state stays, refunded when all came back', async () => {
  const id = await paidOrder();
  const before = await available();
  const first = await refund(id, { amount: 30.1, reason: 'talla' });
  assert.deepEqual(
    [first.json.type, first.json.refunded, first.json.fee_details.amount_refunded],
    ['charge.success', false, 30.1],
  );
  assertProblem(await refund(id, { amount: 119.91 }), { status: 409, error: 'not_refundable' });
  const last = await refund(id);
  assert.deepEqual([last.json.refunded, last.json.fee_details.amount_refunded], [true, 150]);
  assertProblem(await refund(id), { status: 409, error: 'not_refundable' });
  assert.equal(await available(), before - 15_000);
  assert.deepEqual(await refundsOf(id), [
    { amount: 3_010n, reason: 'talla' },
    { amount: 11_990n, reason: null },
  ]);
});

test('a surplus is not for the refund: at most what the order asked', async () => {
  const id = await paidOrder();
  await service.call('POST', `/v1/test/orders/${id}/payments`, { key, body: { scenario: 'exact' } });
  assertProblem(await refund(id, { amount: 150.01 }), { status: 409, error: 'not_refundable' });
  assert.equal((await refund(id, { amount: 150 })).status, 200);
});

test('what was not paid cannot be refunded, and a wrong amount is 400', async () => {
  const made = await service.call('POST', '/v2/orders', { key, body: orderBody() });
  assertProblem(await refund(made.json.id), { status: 409, error: 'not_refundable' });
  await service.call('POST', `/v1/test/orders/${made.json.id}/payments`, { key, body: { scenario: 'short' } });
  assertProblem(await refund(made.json.id, { amount: 1 }), { status: 409, error: 'not_refundable' });
  const id = await paidOrder();
  for (const amount of [0, -1, 1.005, 'x', true, [], 1e30]) {
    const reply = await refund(id, { amount });
    assert.deepEqual([reply.status, reply.json.param], [400, 'amount'], String(amount));
  }
  assert.equal((await refund(id, { amount: 1, reason: 'x'.repeat(256) })).status, 400);
  assert.equal((await refundsOf(id)).length, 0);
});

test('with an Idempotency-Key the same refund is answered again, and another body is refused', async () => {
  const id = await paidOrder();
  const headers = { 'idempotency-key': 'refund-1' };
  const [first, again] = [await refund(id, { amount: 10 }, headers), await refund(id, { amount: 10 }, headers)];
  assert.deepEqual([first.status, first.headers['idempotent-replayed']], [200, undefined]);
  assert.deepEqual([again.text, again.headers['idempotent-replayed']], [first.text, 'true']);
  assertProblem(await refund(id, { amount: 11 }, headers), { status: 409, error: 'idempotency_key_reused' });
  assert.equal((await refundsOf(id)).length, 1);
});

test('twenty with one key at once are one refund, whatever they are answered', async () => {
  const id = await paidOrder();
  const headers = { 'idempotency-key': 'refund-20' };
  const replies = await Promise.all(Array.from({ length: 20 }, () => refund(id, { amount: 10 }, headers)));
  const done = replies.filter(({ status }) => status === 200);
  assert.ok(done.length >= 1 && new Set(done.map(({ text }) => text)).size === 1);
  for (const reply of replies.filter(({ status }) => status !== 200))
    assertProblem(reply, { status: 409, error: 'idempotency_in_progress' });
  assert.equal((await refundsOf(id)).length, 1);
});

for (const [what, clocked] of [
  ['', false],
  [' on a test clock', true],
] as const) {
  test(`twenty refunds of all without a key at once${what}: one is done, the others find nothing left`, async () => {
    const frozen_time = Math.floor(Date.now() / 1000);
    const clock = clocked ? (await service.call('POST', '/v1/test/clocks', { key, body: { frozen_time } })).json : null;
    const id = await paidOrder(clock === null ? {} : { 'test-clock': clock.id });
    const started = performance.now();
    const replies = await Promise.all(Array.from({ length: 20 }, () => refund(id)));
    const tookMs = Math.round(performance.now() - started);
    const count = (status: number) => replies.filter((reply) => reply.status === status).length;
    assert.deepEqual([count(200), count(409)], [1, 19], `${tookMs} ms, ${replies.map(({ status }) => status)}`);
    assert.equal((await refundsOf(id)).length, 1);
  });
}

test('a refund before the money is settled comes out of the same books', async () => {
  const slow = await startTestService({ COBRO_SETTLEMENT_DELAY_HOURS: '24' });
  const own = slow.key;
  const made = await slow.call('POST', '/v2/orders', { key: own, body: orderBody() });
  await slow.call('POST', `/v1/test/orders/${made.json.id}/payments`, { key: own, body: { scenario: 'exact' } });
  const before = (await slow.call('GET', '/v1/balance', { key: own })).json;
  await slow.call('POST', `/v1/charges/${made.json.id}/refunds`, { key: own, body: { amount: 50 } });
  const after = (await slow.call('GET', '/v1/balance', { key: own })).json;
  const cents = ({ available, pending }: { available: number; pending: number }) =>
    Math.round((available + pending) * 100);
  assert.equal(cents(after), cents(before) - 5_000);
  await assertBooks(slow.deps.db);
});

test('after all of this the books hold', () => assertBooks(deps.db));
