// Lists of payments and refunds, by account and by order, and what records say of an order's money (D18, D39, D41).
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setPolicies } from '../../src/actions/accounts/set-policy.js';
import { assertBooks } from '../money/books.js';
import { transfer } from '../support/arrived-money.js';
import { assertProblem } from '../support/problem.js';
import { chargeBody, orderBody, startTestService } from '../support/service.js';

const service = await startTestService();
const { key } = service;
const get = (path: string, by = key) => service.call('GET', path, { key: by });
const post = async (path: string, body: unknown, by = key) => {
  const reply = await service.call('POST', path, { key: by, body });
  assert.equal(reply.status, 200, reply.text);
  return reply.json;
};
const pay = (id: string, scenario: string, by = key) => post(`/v1/test/orders/${id}/payments`, { scenario }, by);
const newOrder = (by = key) => post('/v2/orders', orderBody(), by);
const newCharge = (by = key) => post('/v1/charges', chargeBody(), by);

test('records of both generations say what arrived: received, outstanding, surplus and held', async () => {
  const { id } = await newOrder();
  const moneyOf = async () => {
    const [order, charge] = [(await get(`/v2/orders/${id}`)).json, (await get(`/v1/charges/${id}`)).json];
    const of = ({ received, outstanding, surplus, held }: Record<string, number>) => [
      received,
      outstanding,
      surplus,
      held,
    ];
    assert.deepEqual(of(order), of(charge));
    const last = ['received', 'outstanding', 'surplus', 'held'];
    assert.deepEqual(Object.keys(order).slice(-5), [...last, 'refunded']);
    assert.deepEqual(Object.keys(charge).slice(-4), last, 'nothing was refunded');
    return of(order);
  };
  assert.deepEqual(await moneyOf(), [0, 150, 0, 0]);
  await pay(id, 'short');
  assert.deepEqual(await moneyOf(), [75, 75, 0, 0]);
  await pay(id, 'over');
  assert.deepEqual(await moneyOf(), [160, 0, 10, 0]);
  await setPolicies(service.deps, {
    ...{ accountId: service.merchant.account.id, policies: { paid_again: 'hold' }, actor: 'test' },
  });
  await pay(id, 'exact');
  assert.deepEqual(await moneyOf(), [160, 0, 10, 150]);
  const events = (await get('/v1/events?limit=100')).json.data;
  const last = events.findLast(({ order_id }: { order_id: string }) => order_id === id);
  assert.deepEqual([last.data.object.surplus, last.data.object.received], [10, 160]);
  await assertBooks(service.deps.db);
});

test('records, events and webhooks say what was refunded so far, to accounts since 2026-11-18 (D96)', async () => {
  for (const [interfaceVersion, seen] of [
    ['2026-11-18', [30.1, 30.1, 30.1]],
    ['2026-11-17', [undefined, undefined, undefined]],
  ] as const) {
    const by = (await service.account({ interfaceVersion })).keys.test.private;
    const { id } = await newOrder(by);
    await pay(id, 'exact', by);
    const refunded = await post(`/v2/orders/${id}/refunds`, { amount: 30.1 }, by);
    assert.equal(refunded.refunded, seen[0]);
    const [order, charge] = [(await get(`/v2/orders/${id}`, by)).json, (await get(`/v1/charges/${id}`, by)).json];
    const event = (await get(`/v1/events/${id.replace('ch_', 'evt_')}_3`, by)).json;
    assert.equal(event.type, 'charge.refunded');
    assert.deepEqual([order.refunded, charge.amount_refunded, event.data.object.amount_refunded], seen);
  }
});

test('the payments of an order are listed newest first in both generations, each with what became of it', async () => {
  const merchant = await service.account({});
  const by = merchant.keys.test.private;
  const { id } = await newOrder(by);
  const short = await pay(id, 'short', by);
  const over = await pay(id, 'over', by);
  const v1 = (await get(`/v1/charges/${id}/payments`, by)).json;
  assert.deepEqual([v1.object, v1.has_more, v1.next_cursor], ['list', false, null]);
  const [newest, oldest] = v1.data;
  assert.deepEqual([newest.id, oldest.id], [over.id, short.id]);
  assert.deepEqual(Object.keys(newest), [
    ...['id', 'object', 'state', 'amount', 'currency', 'applied', 'surplus', 'held', 'returned', 'flags'],
    ...['rail', 'network', 'tracking_key', 'payer_name', 'payer_account_last4', 'order_id', 'livemode'],
    ...['paid_at', 'created_at'],
  ]);
  const { amount, applied, surplus, held, returned, flags, order_id, livemode } = newest;
  assert.deepEqual([amount, applied, surplus, held, returned], [85, 75, 10, 0, 0]);
  assert.deepEqual([flags, order_id, livemode, oldest.flags], [['over'], id, false, ['short']]);
  assert.ok(Number.isInteger(newest.paid_at) && String(newest.created_at).length === 10);

  const v2 = (await get(`/v2/orders/${id}/payments`, by)).json.data;
  assert.deepEqual(
    v2.map((one: { id: string; amount: number; orderId: string; testMode: boolean }) => [
      one.id,
      one.amount,
      one.orderId,
      one.testMode,
    ]),
    [
      [over.id, 85, id, true],
      [short.id, 75, id, true],
    ],
  );
  assert.equal(String(v2[0].createdAt).length, 13);
  assert.deepEqual((await get(`/v1/payments/${over.id}`, by)).json, newest);
});

test('the payments of an account are walked through page by page, each once, and filtered', async () => {
  const by = (await service.account({})).keys.test.private;
  const made: { id: string; order_id: string }[] = [];
  for (const scenario of ['exact', 'short', 'over', 'exact', 'twice']) {
    const { id } = await (scenario === 'exact' ? newCharge(by) : newOrder(by));
    made.unshift(await pay(id, scenario, by));
  }
  const walk = async (query: string) => {
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { data, next_cursor }: { data: { id: string }[]; next_cursor: string | null } = (
        await get(`/v1/payments?limit=2&cursor=${cursor}&${query}`, by)
      ).json;
      assert.ok(data.length <= 2);
      seen.push(...data.map(({ id }) => id));
      cursor = next_cursor;
    }
    return seen;
  };
  const all = await walk('');
  assert.equal(new Set(all).size, 6); // `twice` is two payments, of which the second is told
  assert.deepEqual(all, [...all].sort().reverse());
  assert.deepEqual((await walk('state=surplus')).length, 2);
  assert.deepEqual(await walk('state=held'), []);
  assert.deepEqual(await walk('state=returned'), []);
  assert.equal((await walk('state=applied')).length, 5);
  const [last] = made;
  assert.equal((await walk(`order_id=${last?.order_id}`)).length, 2);
  assert.deepEqual(await walk('order_id=nonsense'), []);
  const { tracking_key, created_at } = (await get(`/v1/payments/${last?.id}`, by)).json;
  assert.deepEqual(await walk(`tracking_key=${tracking_key}`), [last?.id]);
  assert.deepEqual(await walk(`created_from=${created_at + 1}`), []);
  assert.deepEqual(await walk(`created_to=${created_at - 3_600}`), []);
  assert.equal((await walk(`created_from=${created_at - 3_600}&created_to=${created_at}`)).length, 6);
  for (const query of ['limit=0', 'limit=101', 'cursor=x', 'state=unmatched', 'created_from=x', 'order_id=%00'])
    assert.equal((await get(`/v1/payments?${query}`, by)).status, 400, query);
});

test('money for a customer that owes nothing is in the list of the account, with no order', async () => {
  const by = (await service.account({})).keys.test.private;
  const customer = { id: 'c-9', name: 'Ana Robles', email: 'ana@example.com' };
  const { id, payment } = await post('/v2/orders', orderBody({ customer }), by);
  await pay(id, 'exact', by);
  const money = await transfer(service, { clabe: payment.clabe, amount: '33.00', payerName: 'ANA ROBLES' });
  const { data } = (await get('/v1/payments?state=held', by)).json;
  assert.deepEqual(
    data.map((one: { id: string; order_id: null; held: number; payer_name: string }) => [
      one.id,
      one.order_id,
      one.held,
      one.payer_name,
    ]),
    [[money.id, null, 33, 'ANA ROBLES']],
  );
  assert.match(data[0].payer_account_last4, /^\d{4}$/);
});

test('refunds have ids, lists by order and by account, and one can be read alone', async () => {
  const by = (await service.account({})).keys.test.private;
  const made: string[] = [];
  for (let number = 0; number < 2; number++) {
    const { id } = await newOrder(by);
    await pay(id, 'exact', by);
    for (const amount of [10, 20.5]) await post(`/v2/orders/${id}/refunds`, { amount, reason: 'talla' }, by);
    made.push(id);
  }
  const [first, second] = made;
  const all = (await get('/v1/refunds', by)).json.data;
  assert.deepEqual(
    all.map((one: { amount: number; order_id: string; reason: string }) => [one.amount, one.order_id, one.reason]),
    [
      [20.5, second, 'talla'],
      [10, second, 'talla'],
      [20.5, first, 'talla'],
      [10, first, 'talla'],
    ],
  );
  assert.deepEqual(Object.keys(all[0]), [
    ...['id', 'object', 'amount', 'currency', 'reason', 'order_id', 'livemode', 'created_at'],
    ...['transfer_id', 'transfer_status'],
  ]);
  assert.deepEqual((await get(`/v1/refunds/${all[2].id}`, by)).json, all[2]);
  assert.deepEqual((await get(`/v1/charges/${first}/refunds`, by)).json.data, all.slice(2));
  assert.deepEqual((await get(`/v1/refunds?order_id=${second}`, by)).json.data, all.slice(0, 2));
  const page = (await get('/v1/refunds?limit=3', by)).json;
  assert.deepEqual((await get(`/v1/refunds?limit=3&cursor=${page.next_cursor}`, by)).json.data, all.slice(3));
  assert.deepEqual((await get(`/v1/refunds?created_from=${all[0].created_at + 1}`, by)).json.data, []);
  const v2 = (await get(`/v2/orders/${second}/refunds`, by)).json.data;
  assert.deepEqual(
    v2.map((one: { id: string; orderId: string; createdAt: number }) => [
      one.id,
      one.orderId,
      String(one.createdAt).length,
    ]),
    [
      [all[0].id, second, 13],
      [all[1].id, second, 13],
    ],
  );
});

test('none of it is for a public key, for another account or for the other mode', async () => {
  const { id } = await newOrder();
  const { id: payment } = await pay(id, 'exact');
  await post(`/v1/charges/${id}/refunds`, { amount: 1 });
  const [refund] = (await get(`/v1/charges/${id}/refunds`)).json.data;
  const charge = (await newCharge()).id;
  const ofOrder = [`/v1/charges/${id}/payments`, `/v2/orders/${id}/payments`, `/v1/charges/${id}/refunds`];
  const single = [...ofOrder, `/v2/orders/${id}/refunds`, `/v1/payments/${payment}`, `/v1/refunds/${refund.id}`];
  const { keys } = service.merchant;
  for (const path of [...single, '/v1/payments', '/v1/refunds'])
    assertProblem(await get(path, keys.test.public), { status: 403, error: 'private_key_required' });
  for (const stranger of [service.other.keys.test.private, keys.live.private]) {
    for (const path of single) assert.equal((await get(path, stranger)).status, 404, path);
    for (const path of ['/v1/payments', '/v1/refunds', `/v1/payments?order_id=${id}`, `/v1/refunds?order_id=${id}`])
      assert.deepEqual((await get(path, stranger)).json.data, [], path);
  }
  assertProblem(await get('/v1/refunds/nonsense'), { status: 404, error: 'refund_not_found' });
  assertProblem(await get(`/v1/refunds/${randomUUID()}`), { status: 404, error: 'refund_not_found' });
  assertProblem(await get('/v1/payments/nonsense'), { status: 404, error: 'unknown_payment' });
  // A charge at a store is no order of v2 (D34).
  assert.equal((await get(`/v2/orders/${charge}/payments`)).status, 404);
  assert.deepEqual((await get(`/v1/charges/${charge}/payments`)).json.data, []);
});
