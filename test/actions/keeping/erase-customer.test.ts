// A customer is erased everywhere, and the money stays where it is (D80).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eraseCustomer, eraseOldOrders } from '../../../src/actions/keeping/erase-customer.js';
import { verifyLedger } from '../../../src/actions/money/proofs/verify-ledger.js';
import { makeTestPayment } from '../../../src/actions/money/test-payment.js';
import { DAY_MS } from '../../../src/domain/base/duration.js';
import { ERASED } from '../../../src/domain/keeping/erasure.js';
import { sql } from '../../../src/store/sql.js';
import { credentialOf, makeOrder, orderDraft, readOrder } from '../../support/made-orders.js';
import { nameAccount } from '../../support/refund-form.js';
import { chargeBody, orderBody, startTestService } from '../../support/service.js';

const service = await startTestService();
const { deps } = service;
const { db } = deps;
const merchant = await credentialOf(service);
const other = await credentialOf(service, service.other.keys.test.private);

const LUZ = { id: 'luz-77', name: 'Luz Vega "Lulú"', email: 'Luz.Vega@example.com', phone: '5587654321' };
const EMAIL = 'luz.vega@EXAMPLE.com';

/** Whether any row of any table still has one of these texts in it, apart from payments, which are money records. */
async function mentions(...texts: readonly string[]): Promise<string[]> {
  const tables = await db.query<{ name: string }>(sql`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_name <> 'payments'`);
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await db.query<{ line: string }>({ text: `select t::text as line from ${name} t`, values: [] });
    for (const { line } of rows) {
      if (texts.some((text) => line.toLowerCase().includes(text.toLowerCase()))) found.push(`${name}: ${line}`);
    }
  }
  return found;
}

const erase = (accountId: string | null = null) => eraseCustomer(deps, { email: EMAIL, accountId, actor: 'cli:test' });

test('nothing is left of a customer in any table, money is where it was, and repeated requests make no second order', async () => {
  const headers = { 'idempotency-key': 'once' };
  const body = orderBody({ customer: LUZ, extras: { street: 'Calle Luna 7' } });
  const made = await service.call('POST', '/v2/orders', { key: service.key, body, headers });
  assert.equal(made.status, 200);
  const uuid: string = made.json.id.slice(3);
  await service.call('POST', `/v2/orders/${made.json.id}/cancel`, {
    key: service.key,
    headers: { 'idempotency-key': 'c' },
  });
  const paid = await makeOrder(deps, merchant, { customer: LUZ, extras: { street: 'Calle Luna 7' } });
  const payment = await makeTestPayment(deps, {
    merchant,
    uuid: paid.uuid,
    scenario: 'exact',
    amount: null,
    at: null,
  });
  await db.query(sql`
    insert into sms_messages (account_id, livemode, order_id, id, phone, text, gateway, state, created_at)
    values (${merchant.scope.accountId}, false, ${paid.uuid}, ${paid.uuid}, ${LUZ.phone}, ${`Hola ${LUZ.name}`}, 'log', 'sent',
      now())`);
  await db.query(sql`
    insert into webhook_attempts (account_id, livemode, order_id, sequence, endpoint_id, number, at, duration_ms, url,
      request_headers, request_body, reply_status, reply_body, outcome)
    values (${merchant.scope.accountId}, false, ${paid.uuid}, 1, ${paid.uuid}, 1, now(), 1, 'http://127.0.0.1/', '{}',
      ${JSON.stringify(LUZ)}, 200, ${`thanks ${LUZ.email}`}, 'delivered')`);
  const neighbour = await makeOrder(deps, merchant, { customer: { ...LUZ, id: null, email: 'ana@example.com' } });
  assert.notDeepEqual(await mentions(LUZ.email, LUZ.phone), []);

  assert.deepEqual(await erase(), { orders: 2, answers: 2 });
  // Another person of the same name.
  await db.query(sql`delete from orders where id = ${neighbour.uuid}`);
  await db.query(sql`delete from order_events where order_id = ${neighbour.uuid}`);
  assert.deepEqual(await mentions(LUZ.email, 'Luz Vega', LUZ.phone, LUZ.id, 'Calle Luna', payment.trackingKey), []);

  const left = await readOrder(deps, merchant, paid.uuid);
  assert.deepEqual(left.customer, { ...ERASED, id: 'erased' });
  assert.deepEqual([left.status, left.received, left.clabe], ['paid', left.amount, paid.clabe]);
  assert.deepEqual(
    (await verifyLedger(deps)).proofs.filter(({ broken }) => broken > 0),
    [],
  );
  const repeated = await service.call('POST', '/v2/orders', { key: service.key, body, headers });
  assert.equal(repeated.status, 200);
  assert.equal(repeated.headers['idempotent-replayed'], 'true');
  assert.deepEqual([repeated.json.id, repeated.json.customer.email], [`ch_${uuid}`, ERASED.email]);
  assert.equal(repeated.json.exchange.finalAmount, made.json.exchange.finalAmount);
  const [line] = await db.query<{ action: string; details: string }>(sql`
    select action, details from audit_log order by at desc limit 1`);
  assert.equal(line?.action, 'customer.erase');
});

test('pages and records of an erased order work, and money that comes later still finds it', async () => {
  const order = await makeOrder(deps, merchant, { customer: LUZ });
  await erase();
  for (const [path, key] of [
    [`/v2/orders/ch_${order.uuid}`, service.key],
    [`/pay/ch_${order.uuid}`, undefined],
    ['/v1/events', service.key],
    ['/v2/orders?customer_email=luz.vega@example.com', service.key],
  ] as const) {
    const reply = await service.call('GET', path, key === undefined ? {} : { key });
    assert.equal(reply.status, 200, path);
    assert.equal(reply.text.includes('Luz'), false, path);
  }
  await makeTestPayment(deps, { merchant, uuid: order.uuid, scenario: 'exact', amount: null, at: null });
  assert.equal((await readOrder(deps, merchant, order.uuid)).status, 'paid');
  const next = await makeOrder(deps, merchant, { customer: LUZ });
  assert.notEqual(next.clabe, order.clabe, 'somebody who comes back is a new customer');
});

test('the answer to a refund loses the customer, keeps its link, and the audit log never had the name', async () => {
  const made = await service.call('POST', '/v1/charges', {
    key: service.key,
    body: chargeBody({ customer_name: 'Paz Ríos', customer_email: 'paz@example.com' }),
  });
  const path = `/v1/charges/${made.json.id}`;
  await service.call('POST', `/v1/test/orders/${made.json.id}/payments`, {
    key: service.key,
    body: { scenario: 'exact' },
  });
  const refund = () =>
    service.call('POST', `${path}/refunds`, { key: service.key, headers: { 'idempotency-key': `refund ${path}` } });
  const { transfer } = (await refund()).json.refund;
  const account = { clabe: '012180015025335996', holder: 'Paz Ríos' };
  const named = await nameAccount(service, new URL(transfer.destination_url).pathname, account);
  assert.equal(named.status, 200);
  await eraseCustomer(deps, { email: 'paz@example.com', accountId: null, actor: 'cli:test' });
  const again = await refund();
  assert.equal(again.headers['idempotent-replayed'], 'true');
  assert.equal(again.text.includes('Paz'), false);
  assert.equal(again.json.refund.transfer.destination_url, transfer.destination_url);
  const places = (await mentions('paz@example.com', 'Paz Ríos')).map((line) => line.split(':')[0]);
  assert.deepEqual(places, ['outgoing_transfers'], 'a transfer is a money record');
});

test('erasing the address of erased orders ends, and finds nobody', { timeout: 20_000 }, async () => {
  await makeOrder(deps, merchant, { customer: LUZ });
  await erase();
  const call = { email: ERASED.email.toUpperCase(), accountId: null, actor: 'cli:test' };
  assert.equal((await eraseCustomer(deps, call)).orders, 0);
});

test('one merchant may be named, a second erasure finds nothing, and other merchants keep theirs until asked', async () => {
  await makeOrder(deps, other, { customer: LUZ });
  const own = await makeOrder(deps, merchant, { customer: LUZ });
  await erase(merchant.scope.accountId);
  assert.equal((await readOrder(deps, merchant, own.uuid)).customer.email, ERASED.email);
  assert.deepEqual(await erase(merchant.scope.accountId), { orders: 0, answers: 0 });
  assert.equal((await erase()).orders, 1);
});

test('an erasure that is cut off is finished by the next one', async () => {
  const paid = await makeOrder(deps, merchant, { customer: LUZ });
  await makeTestPayment(deps, { merchant, uuid: paid.uuid, scenario: 'exact', amount: null, at: null });
  const broken = { ...db, transaction: () => Promise.reject(new Error('cut off')) };
  await assert.rejects(
    eraseCustomer({ ...deps, db: broken }, { email: EMAIL, accountId: null, actor: 'cli:test' }),
    /cut off/,
  );
  assert.equal((await erase()).orders, 1);
  assert.deepEqual(await mentions(LUZ.email, 'Luz Vega'), []);
});

test('after the time that is set, ended orders lose their personal data in the order of their age, open ones wait', async () => {
  const now = Date.now();
  const at = async (days: number, end: boolean) => {
    service.setTime(now - days * DAY_MS);
    const order = await makeOrder(deps, merchant, { customer: { ...orderDraft().customer, name: `Age ${days}` } });
    if (end) await makeTestPayment(deps, { merchant, uuid: order.uuid, scenario: 'exact', amount: null, at: null });
    service.setTime(null);
    return order.uuid;
  };
  const uuids = [
    await at(300, true),
    await at(200, true),
    await at(150, false),
    await at(120, true),
    await at(10, true),
  ];
  const names = async () =>
    Promise.all(uuids.map(async (uuid) => (await readOrder(deps, merchant, uuid)).customer.name));
  const run = async (customerDays: number) => {
    while (await eraseOldOrders({ ...deps, settings: { ...deps.settings, customerDays } }));
  };
  await run(0);
  assert.deepEqual(await names(), ['Age 300', 'Age 200', 'Age 150', 'Age 120', 'Age 10']);
  await run(100);
  assert.deepEqual(await names(), ['erased', 'erased', 'Age 150', 'Age 120', 'Age 10']);
  assert.deepEqual(
    (await verifyLedger(deps)).proofs.filter(({ broken }) => broken > 0),
    [],
  );
  await db.query(sql`update orders set status = 'expired' where id = ${uuids[2]}`);
  await run(100);
  assert.deepEqual(await names(), ['erased', 'erased', 'erased', 'erased', 'Age 10']);
});
