// Outgoing transfers over HTTP (D75): what a refund answers, lists, the customer's link, and merchants' decisions.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acceptPayment } from '../../src/actions/money/decide-payment.js';
import { bounceTransfer, markSent } from '../../src/actions/transfers/change-transfer.js';
import { listAudit } from '../../src/store/keeping/audit.js';
import { sql } from '../../src/store/sql.js';
import { trackingKey } from '../money/books.js';
import { nameAccount, sendRefundForm } from '../support/refund-form.js';
import { chargeBody, orderBody, startTestService } from '../support/service.js';

const service = await startTestService();
const { key, call, deps, merchant, other } = service;
const CLABE = '012180015025335996';

async function paid(kind: 'cash' | 'spei' = 'cash', scenario = 'exact') {
  const made =
    kind === 'cash'
      ? await call('POST', '/v1/charges', { key, body: chargeBody() })
      : await call('POST', '/v2/orders', { key, body: orderBody() });
  const reply = await call('POST', `/v1/test/orders/${made.json.id}/payments`, { key, body: { scenario } });
  assert.equal(reply.status, 200, reply.text);
  return { order: made.json.id as string, payment: reply.json.id as string };
}

const refund = (order: string, body: object = {}, headers = {}) =>
  call('POST', `/v1/charges/${order}/refunds`, { key, body, headers });
const list = async (query = '') => (await call('GET', `/v1/transfers${query}`, { key })).json;
const pathOf = (url: string) => new URL(url).pathname;
const types = async (order: string) =>
  (await call('GET', '/v1/events?limit=100', { key })).json.data
    .filter((one: { order_id: string }) => one.order_id === order)
    .map((one: { type: string }) => one.type);

test('a refund answers with the record of before, and at its end the refund with its transfer', async () => {
  const { order } = await paid('spei');
  const record = (await call('GET', `/v2/orders/${order}`, { key })).json;
  const { json } = await call('POST', `/v2/orders/${order}/refunds`, { key, body: { amount: 10, reason: 'Talla' } });
  assert.deepEqual(Object.keys(json), [...Object.keys(record), 'refund']);
  const { transfer, ...made } = json.refund;
  assert.deepEqual([made.object, made.amount, made.reason], ['refund', 10, 'Talla']);
  assert.equal(transfer.refund_id, made.id);
  assert.deepEqual(
    [transfer.object, transfer.reason, transfer.status, transfer.amount, transfer.livemode, transfer.order_id],
    ['transfer', 'refund', 'to_send', 10, false, order],
  );
  const destination = { clabe: '**************0002', holder: 'PRUEBA', bank: 'BBVA MEXICO' };
  assert.deepEqual([transfer.destination, transfer.destination_url], [destination, null]);
  const { destination_url, ...shown } = transfer;
  assert.deepEqual((await call('GET', `/v1/transfers/${transfer.id}`, { key })).json, shown);
});

test('a repeated refund gives the same bytes, link included, and makes one transfer', async () => {
  const { order } = await paid();
  const headers = { 'idempotency-key': `refund-${order}` };
  const [first, again] = [await refund(order, {}, headers), await refund(order, {}, headers)];
  assert.equal(again.text, first.text);
  assert.equal(again.headers['idempotent-replayed'], 'true');
  assert.equal((await list(`?order_id=${order}`)).data.length, 1);
});

test('no table holds a customer’s link, however it was asked for', async () => {
  const { order } = await paid();
  const made = await refund(order, {}, { 'idempotency-key': `r-${order}` });
  const { transfer } = made.json.refund;
  const renew = () =>
    call('POST', `/v1/transfers/${transfer.id}/link`, { key, headers: { 'idempotency-key': `l-${order}` } });
  const renewed = await renew();
  const other = await paid();
  const { id } = (await call('POST', `/v1/test/orders/${other.order}/payments`, { key, body: { scenario: 'exact' } }))
    .json;
  const giveBack = () => call('POST', `/v1/payments/${id}/return`, { key, headers: { 'idempotency-key': `p-${id}` } });
  const returned = await giveBack();
  const links = [transfer, renewed.json, returned.json.transfer].map((one) => one.destination_url as string);
  for (const link of links) assert.match(link, /\/pay\/refund\/[\w-]{43}$/);
  assert.equal((await renew()).text, renewed.text);
  assert.equal((await giveBack()).text, returned.text);
  const rows = await deps.db.query<{ row: string }>(sql`
    select k::text as row from idempotency_keys k
    union all select t::text from outgoing_transfers t
    union all select a::text from audit_log a`);
  for (const link of links) assert.ok(rows.every(({ row }) => !row.includes(link.slice(-43))));
});

test('a cash customer names the account once, with a link that nobody can guess', async () => {
  const { order } = await paid();
  const { transfer } = (await refund(order)).json.refund;
  assert.deepEqual([transfer.status, transfer.destination], ['needs_destination', null]);
  assert.match(transfer.destination_url, /\/pay\/refund\/[\w-]{43}$/);
  const path = pathOf(transfer.destination_url);
  const page = await call('GET', path);
  assert.equal(page.status, 200);
  assert.match(page.text, /¿A qué cuenta te devolvemos tu dinero\?/);
  assert.match(page.headers['content-security-policy'] ?? '', /form-action 'self'; frame-ancestors 'none'/);
  assert.deepEqual([page.headers['cache-control'], page.headers['referrer-policy']], ['no-store', 'no-referrer']);
  assert.doesNotMatch(page.text, /ana@|Ana Robles/i, 'the page knows nothing about the customer');

  for (const [clabe, problem] of [
    ['012180015025335997', /último dígito no corresponde/],
    ['', /Una CLABE tiene 18 dígitos/],
    ['999180000000000002', /Ningún banco tiene esos tres primeros dígitos/],
  ] as const) {
    const wrong = await sendRefundForm(service, path, { clabe, holder: '<b>Ana' });
    assert.match(wrong.text, problem);
    assert.match(wrong.text, /&lt;b>Ana|&lt;b&gt;Ana/);
  }
  assert.doesNotMatch((await sendRefundForm(service, path, { clabe: CLABE, holder: ' ' })).text, /name="confirmed"/);
  assert.equal((await list(`?order_id=${order}`)).data[0].status, 'needs_destination');

  const account = { clabe: '012 180 01502533599 6', holder: 'Ana Robles' };
  const both = await Promise.all([nameAccount(service, path, account), nameAccount(service, path, account)]);
  for (const page of both) assert.match(page.text, /BBVA México, termina en 5996/);
  const [named] = (await list(`?order_id=${order}`)).data;
  assert.equal(named.status, 'to_send');
  assert.deepEqual(named.destination, { clabe: '**************5996', holder: 'Ana Robles', bank: 'BBVA MEXICO' });
});

test('a link expires, and a new one replaces the one before', async () => {
  const { order } = await paid();
  const { transfer } = (await refund(order)).json.refund;
  const renew = () => call('POST', `/v1/transfers/${transfer.id}/link`, { key });
  const { destination_url: second } = (await renew()).json;
  assert.equal((await call('GET', pathOf(transfer.destination_url))).status, 404);
  assert.equal((await call('GET', pathOf(second))).status, 200);
  service.setTime(Date.now() + 31 * 86_400_000);
  assert.equal((await call('GET', pathOf(second))).status, 404);
  const { destination_url: third } = (await renew()).json;
  assert.equal((await nameAccount(service, pathOf(third), { clabe: CLABE, holder: 'Ana' })).status, 200);
  service.setTime(null);
  const refused = await renew();
  assert.deepEqual([refused.status, refused.json.error], [409, 'destination_known']);
});

test('the list has pages and filters, and shows no other account and no other mode', async () => {
  const { order } = await paid();
  for (let part = 0; part < 3; part++) await refund(order, { amount: 1 });
  const first = await list(`?order_id=${order}&limit=2`);
  assert.deepEqual([first.data.length, first.has_more], [2, true]);
  const rest = await list(`?order_id=${order}&limit=2&cursor=${first.next_cursor}`);
  assert.deepEqual([rest.data.length, rest.has_more, rest.next_cursor], [1, false, null]);
  const ids = [...first.data, ...rest.data].map(({ id }: { id: string }) => id);
  assert.deepEqual(ids, [...ids].sort().reverse(), 'newest first');
  assert.deepEqual((await list(`?order_id=${order}&status=sent`)).data, []);
  assert.equal((await list(`?order_id=${order}&status=needs_destination&reason=refund`)).data.length, 3);
  assert.deepEqual((await list('?order_id=nonsense')).data, []);
  assert.equal((await call('GET', '/v1/transfers?status=lost', { key })).status, 400);
  for (const foreign of [merchant.keys.live.private, other.keys.test.private]) {
    assert.deepEqual((await call('GET', '/v1/transfers', { key: foreign })).json.data, []);
    assert.equal((await call('GET', `/v1/transfers/${ids[0]}`, { key: foreign })).status, 404);
    assert.equal((await call('POST', `/v1/transfers/${ids[0]}/link`, { key: foreign })).status, 404);
  }
  for (const path of ['/v1/transfers', `/v1/transfers/${ids[0]}`])
    assert.equal((await call('GET', path, { key: merchant.keys.test.public })).status, 403);
});

test('a merchant is told when money is held, sent and bounced, if they ask for it', async () => {
  const { order } = await paid('spei');
  await call('POST', `/v1/test/orders/${order}/payments`, { key, body: { scenario: 'exact' } });
  const { transfer } = (await refund(order)).json.refund;
  const act = { transferId: transfer.id, actor: 'test' };
  await markSent(deps, { ...act, trackingKey: trackingKey() });
  await bounceTransfer(deps, { ...act, note: 'cuenta cancelada' });
  assert.deepEqual(await types(order), [
    ...['charge.pending', 'charge.success', 'charge.overpaid', 'charge.refunded'],
    ...['charge.transfer_sent', 'charge.transfer_bounced'],
  ]);
  const { status, bounce_reason, tracking_key } = (await call('GET', `/v1/transfers/${transfer.id}`, { key })).json;
  assert.deepEqual([status, bounce_reason, tracking_key !== null], ['bounced', 'cuenta cancelada', true]);
  const [refunded] = (await call('GET', `/v1/refunds?order_id=${order}`, { key })).json.data;
  assert.deepEqual([refunded.transfer_id, refunded.transfer_status], [transfer.id, 'bounced']);
  const held = (await call('POST', '/v2/orders', { key, body: orderBody() })).json.id;
  await call('POST', `/v2/orders/${held}/cancel`, { key });
  await call('POST', `/v1/test/orders/${held}/payments`, { key, body: { scenario: 'exact' } });
  assert.deepEqual(await types(held), ['charge.pending', 'charge.canceled', 'charge.held']);
  const shown = async () => (await call('GET', `/v2/orders/${held}`, { key })).json.held;
  const amount = await shown();
  const [payment] = (await call('GET', `/v1/payments?order_id=${held}`, { key })).json.data;
  const returned = await call('POST', `/v1/payments/${payment.id}/return`, { key });
  assert.equal(await shown(), 0);
  await bounceTransfer(deps, { transferId: returned.json.transfer.id, actor: 'test', note: null });
  assert.equal(await shown(), amount, 'what bounced is held again, and the record says so');
});

test('a merchant accepts or returns their own held and surplus money, once per key', async () => {
  const { order } = await paid('spei');
  const pay = () => call('POST', `/v1/test/orders/${order}/payments`, { key, body: { scenario: 'exact' } });
  const first = (await pay()).json.id;
  const before = (await call('GET', '/v1/balance', { key })).json;
  const headers = { 'idempotency-key': `accept-${first}` };
  const accept = () => call('POST', `/v1/payments/${first}/accept`, { key, headers });
  const [one, two] = await Promise.all([accept(), accept()]);
  assert.equal(two.text, one.text);
  assert.deepEqual([one.json.state, one.json.surplus, one.json.transfer], ['applied', 0, null]);
  const after = (await call('GET', '/v1/balance', { key })).json;
  const { data } = (await call('GET', '/v1/balance/transactions', { key })).json;
  const { type, available, held, fee, iva } = data[0];
  assert.deepEqual(
    { type, available, held, fee, iva },
    { type: 'accept', available: 147.39, held: -150, fee: 2.25, iva: 0.36 },
  );
  assert.equal(Math.round((after.available - before.available) * 100), 14_739);
  const refused = await call('POST', `/v1/payments/${first}/accept`, { key });
  assert.deepEqual([refused.status, refused.json.error], [409, 'nothing_to_accept']);

  const second = (await pay()).json;
  const returned = await call('POST', `/v1/payments/${second.id}/return`, { key });
  assert.deepEqual([returned.json.state, returned.json.returned], ['returned', second.amount]);
  assert.deepEqual([returned.json.transfer.reason, returned.json.transfer.payment_id], ['return', second.id]);
  const { outgoing } = (await call('GET', '/v1/balance', { key })).json;
  assert.equal(Math.round((outgoing - after.outgoing) * 100), second.amount * 100);
  const line = (await listAudit(deps.db, 1)).at(0);
  assert.equal(line?.action, 'payment.return');
  assert.match(line?.actor ?? '', /^key:[0-9a-f-]{36}@127\.0\.0\.1$/);
});

test('nobody decides about money of another account, another mode, or no account, or with a public key', async () => {
  const { payment: lost } = await paid('spei', 'wrong_reference');
  const { order } = await paid('spei');
  const { id } = (await call('POST', `/v1/test/orders/${order}/payments`, { key, body: { scenario: 'exact' } })).json;
  for (const choice of ['accept', 'return']) {
    const decide = (payment: string, by: string) => call('POST', `/v1/payments/${payment}/${choice}`, { key: by });
    for (const foreign of [merchant.keys.live.private, other.keys.test.private]) {
      const refused = await decide(id, foreign);
      assert.deepEqual([refused.status, refused.json.error], [404, 'unknown_payment']);
    }
    for (const unknown of [lost, 'nonsense', '01890000-0000-7000-8000-000000000000'])
      assert.equal((await decide(unknown, key)).status, 404);
    assert.equal((await decide(id, merchant.keys.test.public)).status, 403);
  }
});

test('an implausible amount waits for the operator: its merchant decides nothing about it', async () => {
  const careful = await startTestService({ COBRO_LARGEST_PAYMENT: '100' });
  const order = (await careful.call('POST', '/v2/orders', { key: careful.key, body: orderBody() })).json.id;
  const body = { scenario: 'exact' };
  const payment = await careful.call('POST', `/v1/test/orders/${order}/payments`, { key: careful.key, body });
  const { id } = payment.json;
  const { state, flags } = (await careful.call('GET', `/v1/payments/${id}`, { key: careful.key })).json;
  assert.deepEqual([state, flags], ['held', ['implausible']]);
  for (const choice of ['accept', 'return']) {
    const refused = await careful.call('POST', `/v1/payments/${id}/${choice}`, { key: careful.key });
    assert.deepEqual([refused.status, refused.json.error], [409, 'operator_decides']);
  }
  await acceptPayment(careful.deps, { paymentId: id, actor: 'cli:test' });
  assert.equal((await careful.call('GET', `/v2/orders/${order}`, { key: careful.key })).json.status, 'ACCEPTED');
});
