// Creating an order, apart from HTTP: what it is priced at, what it takes from the pools, and what it leaves behind.
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createOrder } from '../../../src/actions/orders/create-order.js';
import type { Credential } from '../../../src/domain/accounts/account.js';
import type { Order, OrderDraft } from '../../../src/domain/orders/order.js';
import { isValidClabe } from '../../../src/domain/points/clabe.js';
import { isValidReference } from '../../../src/domain/points/reference.js';
import type { ErrorCode } from '../../../src/errors/errors.js';
import { sql } from '../../../src/store/sql.js';
import { credentialOf, makeOrder, orderDraft, readOrder, refusal } from '../../support/made-orders.js';
import { startTestService } from '../../support/service.js';

const service = await startTestService({ COBRO_CARD_SHARE_PERCENT: '100' });
const { deps } = service;
const merchant = await credentialOf(service);
const live = await credentialOf(service, service.merchant.keys.live.private);
const points = await deps.points.byCode();
const pointOf = (code: string) => points.get(code) ?? assert.fail(`there is no ${code}`);

test('an order is stored as it is returned, with its first event', async () => {
  const order = await makeOrder(deps, merchant);
  assert.deepEqual(await readOrder(deps, merchant, order.uuid), order);
  assert.deepEqual([order.amount, order.fee], [10_000n, { amount: 950n, iva: 152n }]);
  const events = await deps.db.query(sql`select sequence, type from order_events where order_id = ${order.uuid}`);
  assert.deepEqual(events, [{ sequence: 1, type: 'charge.pending' }]);
});

test('each method takes what its customer pays to', async () => {
  const spei = await makeOrder(deps, merchant);
  assert.ok(isValidClabe(spei.clabe ?? '') && spei.reference === null && spei.cardNumber === null);
  for (const code of ['OXXO', 'BANAMEX', 'BTC', 'PITICO']) {
    const order = await makeOrder(deps, merchant, { point: pointOf(code) });
    assert.ok(isValidReference(order.reference ?? '', 'test'), code);
    assert.deepEqual([order.clabe, order.cardNumber], [null, null], code);
  }
});

test('a live order at a card point takes a card of its own, until there is none left', async () => {
  await deps.db.query(sql`
    insert into point_cards (point_code, card_number) values ('PITICO', '4000000000000001'), ('PITICO', '4000000000000002')`);
  const point = { ...pointOf('PITICO'), liveDetails: { bank_name: 'Banco' } };
  const cards = await Promise.all([1, 2].map(async () => (await makeOrder(deps, live, { point })).cardNumber));
  assert.deepEqual(cards.sort(), ['4000000000000001', '4000000000000002']);
  await assert.rejects(makeOrder(deps, live, { point }), refusal('point_exhausted'));
});

const refusals: [what: string, draft: Partial<OrderDraft>, by: Credential, code: ErrorCode][] = [
  ['a price under the least amount', { price: { amount: 99n, currency: 'MXN' } }, merchant, 'invalid_request'],
  [
    "a price over the point's limit",
    { point: pointOf('OXXO'), price: { amount: 999_999_999n, currency: 'MXN' } },
    merchant,
    'over_point_limit',
  ],
  ['a live currency without a rate', { price: { amount: 500n, currency: 'GBP' } }, live, 'rate_unavailable'],
];
for (const [what, draft, by, code] of refusals)
  test(`${what} is refused, and nothing is stored`, async () => {
    const before = await count();
    await assert.rejects(makeOrder(deps, by, draft), refusal(code));
    assert.equal(await count(), before);
  });

test('one key makes one order, however many ask at once, and all of them hear the same', async () => {
  const key = randomUUID();
  const before = await count();
  const answers = await Promise.all(Array.from({ length: 20 }, () => createOrder(deps, call(key))));
  const texts = answers.map((one) => (one.is === 'first' ? one.value.uuid : one.answer.body));
  assert.equal(new Set(texts).size, 1);
  assert.equal(answers.filter(({ is }) => is === 'first').length, 1);
  assert.equal(await count(), before + 1n);
});

test('a key with another body is refused, and a key of the other mode is another key', async () => {
  const key = randomUUID();
  await createOrder(deps, call(key));
  await assert.rejects(createOrder(deps, call(key, 'another')), refusal('idempotency_key_reused'));
  assert.equal((await createOrder(deps, call(key, 'body', live))).is, 'first');
});

test('a folio that is taken is drawn again', async () => {
  const taken = await makeOrder(deps, merchant);
  let draws = 0;
  const random = {
    ...deps.random,
    bytes: (size: number) => (size === 4 && draws++ === 0 ? Buffer.from(taken.folio, 'hex') : deps.random.bytes(size)),
  };
  const order = await makeOrder({ ...deps, random }, merchant);
  assert.ok(draws >= 2 && order.folio !== taken.folio);
});

function call(key: string, body = 'body', by = merchant) {
  const repeat = {
    scope: by.scope,
    key,
    requestDigest: createHash('sha256').update(body).digest(),
    keepsRefusals: true,
    write: (order: Order) => ({ status: 200, body: order.uuid }),
    writeRefusal: () => ({ status: 400, body: 'refused' }),
  };
  return { merchant: by, draft: orderDraft(), now: deps.clock.now(), repeat, priceParam: 'price' };
}

async function count(): Promise<bigint> {
  const [row] = await deps.db.query<{ number: bigint }>(sql`select count(*) as number from orders`);
  return row?.number ?? 0n;
}
