// Tills: lookup, payment and reversal: D45.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { matchOpen } from '../../src/actions/money/match-open.js';
import { storeNotice } from '../../src/actions/money/receive-notice.js';
import { sql } from '../../src/store/sql.js';
import { addRail, assertBooks, cashNotice, trackingKey } from '../money/books.js';
import { untilBlocked } from '../support/locks.js';
import { assertProblem } from '../support/problem.js';
import { chargeBody, startTestService } from '../support/service.js';

const service = await startTestService();
const { deps, key } = service;
const rail = await addRail(deps, { kind: 'cash', mode: 'test' });
const headers = { authorization: rail.authorization };

const till = (path: string, body: unknown) => service.call('POST', `/rails/cash/${path}`, { headers, body });
const lookup = async (reference: string) => (await till('lookup', { network: 'OXXO', reference })).json;
const charge = async (price = 100, more: { change?: object; headers?: Record<string, string> } = {}) => {
  const body = chargeBody({ order_price: price, ...more.change });
  const reply = await service.call('POST', '/v1/charges', { key, body, headers: more.headers ?? {} });
  assert.equal(reply.status, 200, reply.text);
  return { id: reply.json.id as string, reference: reply.json.instructions.details.order_reference_number as string };
};
const read = async (id: string) => (await service.call('GET', `/v1/charges/${id}`, { key })).json;
const pay = async (reference: string, amount: number, transaction_id = trackingKey()) => {
  const body = cashNotice(reference, amount, { transaction_id, paid_at: new Date(deps.clock.now()).toISOString() });
  const reply = await till('payments', body);
  assert.equal(reply.text, '{"status":"accepted"}');
  await matchOpen(deps, deps.clock.now() + 1);
  return transaction_id;
};
const reverse = (transaction_id: string) => till('reversals', { network: 'OXXO', transaction_id });
const balance = async () => (await service.call('GET', '/v1/balance', { key })).json;

test('lookup tells what is owed, and what is left after a part; a paid one owes nothing', async () => {
  const { id, reference } = await charge();
  const { expires_at, ...shown } = await lookup(reference);
  assert.deepEqual(shown, { payable: true, amount: 100, currency: 'MXN', name: 'Funda' });
  assert.equal(expires_at, (await read(id)).expires_at);
  await pay(reference, 40.5);
  assert.equal((await lookup(`${reference.slice(0, 4)} ${reference.slice(4)}`)).amount, 59.5);
  await pay(reference, 59.5);
  const { payable, amount } = await lookup(reference);
  assert.deepEqual([payable, amount], [false, 0]);
  assert.equal((await read(id)).type, 'charge.success');
});

test('lookup refuses a mistyped reference, one of another network and one of the other mode', async () => {
  const { reference } = await charge();
  const typed = reference.slice(0, -1) + ((Number(reference.at(-1)) + 1) % 10);
  assert.equal((await lookup(typed)).payable, false);
  for (const odd of ['', '0', 'x', '1'.repeat(300), '\0']) assert.equal((await lookup(odd)).payable, false, odd);
  const extra = await charge(100, { change: { payment_type: 'EXTRA' } });
  assert.equal((await lookup(extra.reference)).payable, false, 'another network');
  const liveRail = await addRail(deps, { kind: 'cash', mode: 'live' });
  const body = { network: 'OXXO', reference };
  const live = await service.call('POST', '/rails/cash/lookup', { headers: liveRail, body });
  assert.equal(live.json.payable, false, 'the other mode');
  assertProblem(await till('lookup', { network: 'EXTRA', reference }), { status: 403, error: 'rail_forbidden' });
});

test('lookup of an order past its time, or canceled, is not payable', async () => {
  const { id, reference } = await charge();
  service.setTime(Date.now() + 25 * 3_600_000);
  assert.equal((await lookup(reference)).payable, false);
  service.setTime(null);
  assert.equal((await lookup(reference)).payable, true);
  await service.call('POST', `/v1/charges/${id}/cancel`, { key });
  assert.equal((await lookup(reference)).payable, false);
});

test('lookup goes by the test clock of the order', async () => {
  const frozen_time = Math.floor(Date.now() / 1000) - 90 * 86_400;
  const clock = (await service.call('POST', '/v1/test/clocks', { key, body: { frozen_time } })).json;
  const { reference } = await charge(100, { headers: { 'test-clock': clock.id } });
  assert.equal((await lookup(reference)).payable, true);
});

test('a payment told three times counts once', async () => {
  const { id, reference } = await charge();
  const transaction = await pay(reference, 50);
  await pay(reference, 50, transaction);
  await pay(reference, 50, transaction);
  assert.equal((await lookup(reference)).amount, 50);
  assert.equal((await read(id)).type, 'charge.pending');
});

test('a reversal makes the order pending again and leaves the balance as it was; twice is the same', async () => {
  const before = await balance();
  const { id, reference } = await charge();
  const transaction = await pay(reference, 100);
  assert.equal((await read(id)).type, 'charge.success');
  const answers = [await reverse(transaction), await reverse(transaction)];
  assert.deepEqual(
    answers.map(({ status, text }) => [status, text]),
    Array(2).fill([200, '{"status":"reversed"}']),
  );
  const record = await read(id);
  assert.deepEqual([record.type, record.paid, record.accepted_at], ['charge.pending', false, null]);
  assert.deepEqual(await balance(), before);
  assert.equal((await lookup(reference)).amount, 100);
  await pay(reference, 100);
  assert.equal((await read(id)).type, 'charge.success', 'it can be paid again');
  await pay(reference, 100, transaction);
  assert.equal((await read(id)).type, 'charge.success');
  assert.equal((await balance()).held, before.held, 'the reversed one, told again, counts for nothing');
});

test('ten reversals of one payment at once take it back once', async () => {
  const { id, reference } = await charge();
  const transaction = await pay(reference, 100);
  const answers = await Promise.all(Array.from({ length: 10 }, () => reverse(transaction)));
  assert.deepEqual(
    answers.map(({ status }) => status),
    Array(10).fill(200),
  );
  assert.equal((await read(id)).type, 'charge.pending');
  const rows = await deps.db.query(sql`
    select 1
    from ledger_entries
    join payments on payments.id = ledger_entries.payment_id
    where tracking_key = ${transaction}
      and ledger_entries.kind = 'reversal'`);
  assert.equal(rows.length, 1);
});

test('an earlier part of a paid order taken back: pending again, owing that part', async () => {
  const before = await balance();
  const { id, reference } = await charge();
  const first = await pay(reference, 30);
  await pay(reference, 70);
  assert.equal((await read(id)).type, 'charge.success');
  assert.equal((await reverse(first)).status, 200);
  assert.equal((await read(id)).type, 'charge.pending');
  assert.equal((await lookup(reference)).amount, 30);
  const after = await balance();
  assert.deepEqual([after.available, after.held], [before.available, Math.round((before.held + 70) * 100) / 100]);
  await pay(reference, 30);
  assert.equal((await read(id)).type, 'charge.success');
});

test('a part taken back while a surplus covers it: the order stays paid', async () => {
  const { id, reference } = await charge();
  const first = await pay(reference, 100);
  await pay(reference, 100);
  assert.equal((await reverse(first)).status, 200);
  assert.equal((await read(id)).type, 'charge.success');
});

test('a surplus beside a canceled order stays surplus when a part is taken back', async () => {
  await deps.db.query(
    sql`update accounts set policies = '{"canceled":"accept"}' where id = ${service.other.account.id}`,
  );
  const own = service.other.keys.test.private;
  const made = (await service.call('POST', '/v1/charges', { key: own, body: chargeBody({ order_price: 100 }) })).json;
  const reference = made.instructions.details.order_reference_number;
  const part = await pay(reference, 40);
  assert.equal((await service.call('POST', `/v1/charges/${made.id}/cancel`, { key: own })).status, 200);
  const beside = await pay(reference, 30);
  assert.equal((await reverse(part)).status, 200);
  const [row] = await deps.db.query<Record<string, bigint>>(sql`
    select applied, surplus
    from payments
    where tracking_key = ${beside}`);
  assert.deepEqual([row?.['applied'], row?.['surplus']], [0n, 3_000n]);
});

test('a reversal told before its payment is matched finds it', async () => {
  const { id, reference } = await charge();
  const transaction_id = trackingKey();
  await till('payments', cashNotice(reference, 100, { transaction_id }));
  assert.equal((await reverse(transaction_id)).status, 200);
  assert.equal((await read(id)).type, 'charge.pending');
});

test('after ten minutes, or when the order was refunded, a payment is not reversible', async () => {
  const [one, other] = [await charge(), await charge()];
  const now = Date.now();
  service.setTime(now);
  const [late, refunded] = [await pay(one.reference, 100), await pay(other.reference, 100)];
  await service.call('POST', `/v1/charges/${other.id}/refunds`, { key, body: { amount: 1 } });
  assertProblem(await reverse(refunded), { status: 409, error: 'not_reversible' });
  service.setTime(now + 600_001);
  assertProblem(await reverse(late), { status: 409, error: 'not_reversible' });
  service.setTime(now + 600_000);
  assert.equal((await reverse(late)).status, 200, 'ten minutes to the millisecond');
  service.setTime(null);
});

test('a reversal of a payment that has not come, or of one of another network, is kept and touches nobody', async () => {
  assert.equal((await reverse('nothing')).text, '{"status":"reversed"}');
  assertProblem(await till('reversals', { network: 'OXXO' }), { status: 400, error: 'malformed_notice' });
  assertProblem(await till('reversals', '{"network":'), { status: 400, error: 'malformed_body' });
  const [kept] = await deps.db.query<{ body: string }>(sql`
    select body
    from rail_notices
    where state = 'malformed'
    order by id desc
    limit 1`);
  assert.equal(kept?.body, '{"network":', 'what cannot be read is kept, too');
  const { id, reference } = await charge();
  const transaction_id = await pay(reference, 100);
  const extra = await addRail(deps, { kind: 'cash', mode: 'test', name: 'EXTRA' });
  const reply = await service.call('POST', '/rails/cash/reversals', {
    headers: { authorization: extra.authorization },
    body: { network: 'EXTRA', transaction_id },
  });
  assert.equal(reply.status, 200, reply.text);
  assert.equal((await read(id)).type, 'charge.success');
});

test('a payment to a reference that nobody has can be taken back too', async () => {
  const transaction = await pay('00000000000000', 12.34);
  assert.equal((await reverse(transaction)).status, 200);
});

test('a reversal beside the same payment told again: neither stumbles over the other', async () => {
  const { id, reference } = await charge();
  const transaction = await pay(reference, 40);
  const release = await lockOrder(id);
  const reversal = reverse(transaction);
  await untilBlocked(deps.db, 1);
  const rail = { id: '00000000-0000-0000-0000-000000000001', kind: 'cash', name: 'OXXO', mode: 'test' } as const;
  for (const body of [cashNotice(reference, 40, { transaction_id: transaction }), cashNotice(reference, 60)])
    await storeNotice(deps, rail, body);
  const matching = matchOpen(deps, Date.now() + 1);
  await untilBlocked(deps.db, 2);
  await release();
  const [answer] = await Promise.all([reversal, matching]);
  assert.equal(answer.status, 200, answer.text);
  assert.equal((await lookup(reference)).amount, 40);

  async function lockOrder(orderId: string): Promise<() => Promise<void>> {
    const client = new pg.Client({ connectionString: service.databaseUrl });
    await client.connect();
    await client.query('begin');
    const key = [orderId.slice(3), service.merchant.account.id];
    await client.query('select 1 from orders where id = $1 and account_id = $2 for update', key);
    return async () => {
      await client.query('commit');
      await client.end();
    };
  }
});

test('after all of this the books hold', () => assertBooks(deps.db));

test('money for a card that two orders had, one after the other, belongs to the one that had it last', async () => {
  const card = '4000000000000002';
  const made = [];
  for (const own of [service.other.keys.test.private, key]) {
    const body = chargeBody({ payment_type: 'FARMACIA_ABC' });
    made.push((await service.call('POST', '/v1/charges', { key: own, body })).json.id.slice(3));
  }
  await deps.db.query(sql`update orders set reference = null, card_number = ${card} where id = any(${made}::uuid[])`);
  await deps.db.query(sql`
    update orders
    set status = 'expired', expires_at = now() - interval '40 days'
    where id = ${made[0]}`);
  await pay(card, 75);
  const again = await pay(card, 75);
  const [payment] = await deps.db.query<{ account_id: string | null }>(sql`
    select account_id
    from payments
    where tracking_key = ${again}`);
  assert.notEqual(payment?.account_id, service.other.account.id, "another merchant's old order takes nothing");
});

test('credentials with a NUL byte open nothing, and are no failure of ours', async () => {
  for (const user of ['a\0b', '\0', 'rail_\0:x']) {
    const headers = { authorization: `Basic ${Buffer.from(`${user}:x`).toString('base64')}` };
    const reply = await service.call('POST', '/rails/cash/lookup', {
      body: { network: 'OXXO', reference: '1' },
      headers,
    });
    assert.equal(reply.status, 401, JSON.stringify(user));
  }
});
