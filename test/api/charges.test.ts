// v1 charges over HTTP: spec, "Charge (v1)"; D27, D32, D33, D57, D60. What old clients send works, what is wrong is told.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setLiveDetails } from '../../src/actions/points/edit-payment-point.js';
import { isValidReference } from '../../src/domain/points/reference.js';
import { listPaymentPoints, savePaymentPoints } from '../../src/store/points/payment-points.js';
import { assertProblem } from '../support/problem.js';
import { basic, chargeBody, orderBody, type Reply, startTestService } from '../support/service.js';
import { until } from '../support/until.js';

const service = await startTestService({ COBRO_CARD_SHARE_PERCENT: '100' });
const { key } = service;
const live = service.merchant.keys.live.private;

const create = (change: Record<string, unknown> = {}, by = key) =>
  service.call('POST', '/v1/charges', { key: by, body: chargeBody(change) });
const stored = async () =>
  (await service.deps.db.query<{ count: bigint }>({ text: 'select count(*) as count from orders', values: [] }))[0]
    ?.count;

function refusal(reply: Reply) {
  return [
    reply.status,
    reply.json.code,
    reply.json.error,
    reply.json.errors.map((fault: { error: string }) => fault.error),
  ];
}

test('raw forms of old clients are read: spaces, @, : and / as they stand', async () => {
  const body =
    'order_id=7&order_price=150.0000&order_name=Camisa azul: talla 4/5&customer_name=Ana Gil&customer_email=ana@example.com&payment_type=OXXO&image_url=http://example.com/a b.png';
  const reply = await service.call('POST', '/v1/charges/', {
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: basic(key, 'null') },
  });
  assert.equal(reply.status, 200);
  assert.deepEqual(
    [
      reply.json.order_info.order_id,
      reply.json.amount,
      reply.json.order_info.order_name,
      reply.json.order_info.image_url,
    ],
    ['7', 150, 'Camisa azul: talla 4/5', 'http://example.com/a b.png'],
  );
});

test('a name in the encoding of Windows is read as it was meant, as a form and as JSON', async () => {
  const form =
    'order_id=1&order_price=12.50&order_name=Caf\xe9&customer_name=Jos\xe9 Pe\xf1a&customer_email=a@b.mx&payment_type=OXXO';
  const json = JSON.stringify(Object.fromEntries(new URLSearchParams(form)));
  for (const [text, type] of [
    [form, 'application/x-www-form-urlencoded'],
    [json, 'application/json'],
  ] as const) {
    const body = Buffer.from(text, 'latin1');
    const reply = await service.call('POST', '/v1/charges', { key, body, headers: { 'content-type': type } });
    assert.equal(reply.json.customer?.customer_name, 'José Peña', reply.text);
    assert.equal(reply.json.order_info.order_name, 'Café');
  }
});

test('`key::` as credentials and a malformed charset are taken', async () => {
  const headers = { authorization: basic(key, ':'), 'content-type': 'application/json; charset==utf-8' };
  assert.equal((await service.call('POST', '/v1/charges', { body: chargeBody(), headers })).status, 200);
});

test('expiration_time of now, in milliseconds and as a text, comes back as the integer it says', async () => {
  const now = Date.now();
  const { json } = await create({ expiration_time: String(now) });
  assert.equal(json.expires_at, now);
  assert.equal((await service.call('GET', `/v1/charges/${json.id}`, { key })).json.expires_at, now);
});

test('integers fit 32 bits and the body has no newline', async () => {
  const { json, text } = await create();
  for (const time of [json.created_at, json.expires_at, json.order_info.exchange.request])
    assert.ok(Number.isInteger(time) && time < 2 ** 31);
  assert.doesNotMatch(text, /[\r\n]/);
});

const refused: [what: string, change: Record<string, unknown>, refusal: unknown[]][] = [
  ['an unknown point', { payment_type: 'NO_SUCH' }, [400, 5002, 'payment_point_not_found', ['unknown_payment_point']]],
  [
    'a point in lower case',
    { payment_type: 'oxxo' },
    [400, 5002, 'payment_point_not_found', ['unknown_payment_point']],
  ],
  [
    'an amount over the limit of the point',
    { order_price: 10_000.01 },
    [400, 5003, 'over_point_limit', ['over_point_limit']],
  ],
  ['an amount under the least', { order_price: 0.99 }, [400, 400, 'invalid_request', ['too_small']]],
  ['a price that rounds to nothing', { order_price: '0.0049' }, [400, 400, 'invalid_request', ['not_positive']]],
  [
    'a name of blanks for 255 characters',
    { order_name: `${' '.repeat(255)}Funda` },
    [400, 400, 'invalid_request', ['required']],
  ],
  [
    'several faults at once, the point among them',
    { order_price: 0, payment_type: 'NO_SUCH', customer_email: 'x' },
    [400, 400, 'invalid_request', ['unknown_payment_point', 'not_positive', 'invalid_email']],
  ],
];
for (const [what, change, expected] of refused) {
  test(`${what} is refused and nothing is stored`, async () => {
    const before = await stored();
    assert.deepEqual(refusal(await create(change)), expected);
    assert.equal(await stored(), before);
  });
}

test('a live key finds no point without live details, and nothing is stored', async () => {
  const before = await stored();
  assert.deepEqual(refusal(await create({}, live)), [400, 5002, 'payment_point_not_found', ['inactive_payment_point']]);
  assert.deepEqual((await service.call('GET', '/v1/providers', { key: live })).json, []);
  assert.equal(await stored(), before);
});

test('a point that is switched off is refused and not listed, within two seconds', async () => {
  const [extra] = (await listPaymentPoints(service.deps.db)).filter(({ code }) => code === 'EXTRA');
  if (extra === undefined) throw new Error('no EXTRA in the catalogue');
  await savePaymentPoints(service.deps.db, [{ ...extra, isActive: false }], Date.now());
  await until('EXTRA is off', async () => (await create({ payment_type: 'EXTRA' })).status === 400, 2_500);
  assert.deepEqual(refusal(await create({ payment_type: 'EXTRA' })), [
    400,
    5002,
    'payment_point_not_found',
    ['inactive_payment_point'],
  ]);
  const { json } = await service.call('GET', '/v1/providers', { key });
  assert.ok(!json.some((point: { internal_name: string }) => point.internal_name === 'EXTRA'));
});

test('live cards come out of the pool of the point, one per open order, until none is left', async () => {
  const cards = ['4000000000000002', '4000 0000 0000 0010'];
  await setLiveDetails(service.deps, {
    code: 'PITICO',
    details: { bank_name: 'Banco Real' },
    cards,
    actor: 'test',
  });
  await until(
    'PITICO is on',
    async () => (await service.call('GET', '/v1/providers', { key: live })).json.length === 1,
    2_500,
  );
  const made = await Promise.all([1, 2].map(() => create({ payment_type: 'PITICO' }, live)));
  assert.deepEqual(made.map(({ json }) => json.instructions.details.bank_account_number).sort(), [
    '4000 0000 0000 0002',
    '4000 0000 0000 0010',
  ]);
  const third = await create({ payment_type: 'PITICO' }, live);
  assert.deepEqual([third.status, third.json.error], [503, 'point_exhausted']);
});

test('references are valid in their own mode and never in the other', async () => {
  for (const payment_type of ['OXXO', 'BANORTE']) {
    const { order_reference_number: reference } = (await create({ payment_type })).json.instructions.details;
    assert.deepEqual([isValidReference(reference, 'test'), isValidReference(reference, 'live')], [true, false]);
  }
});

test('an order over what one till operation takes is told to be paid in parts', async () => {
  const { instructions } = (await create({ order_price: 9_000 })).json;
  assert.match(instructions.description, /2 partes/);
  assert.doesNotMatch((await create({ order_price: 5_000 })).json.instructions.description, /partes/);
});

test('v1 lists charges and orders of its account alone, a status with or without `charge.`', async () => {
  const mine = await service.account({ name: 'Lists' });
  const by = mine.keys.test.private;
  const { id } = (await create({}, by)).json;
  for (const status of ['pending', 'charge.pending']) {
    const { json } = await service.call('GET', `/v1/charges?status=${status}`, { key: by });
    assert.deepEqual(
      json.data.map((charge: { id: string }) => charge.id),
      [id],
    );
  }
  assert.deepEqual((await service.call('GET', '/v1/charges?status=success', { key: by })).json.data, []);
  assert.equal((await service.call('GET', '/v1/charges', { key: mine.keys.test.public })).status, 403);
});

test('a public key cannot verify, another account or mode sees nothing', async () => {
  const { id } = (await create()).json;
  const read = async (by: string) => refusal(await service.call('GET', `/v1/charges/${id}`, { key: by })).slice(0, 3);
  assert.deepEqual(await read(service.merchant.keys.test.public), [403, 403, 'private_key_required']);
  assert.deepEqual(await read(service.other.keys.test.private), [404, 5001, 'order_not_found']);
  assert.deepEqual(await read(live), [404, 5001, 'order_not_found']);
});

test('a cart may send more than two decimals and a name that is too long, in v1 and in an envelope', async () => {
  const enveloped = (await service.account({ ordersEnvelope: true })).keys.test.private;
  const charge = async (order_price: unknown, order_name: string) =>
    (await service.call('POST', '/v1/charges', { key, body: chargeBody({ order_price, order_name }) })).json;
  const order = (by: string, price: unknown, name: string) =>
    service.call('POST', '/v2/orders', { key: by, body: orderBody({ product: { id: '1', price, name } }) });
  for (const [price, amount] of [
    [173.9884, 173.99],
    ['173.9850', 173.99],
    ['64.354999', 64.35],
  ] as const) {
    const made = await charge(price, 'Funda');
    assert.deepEqual([made.amount, made.order_info.order_price], [amount, amount]);
    const { data } = (await order(enveloped, price, 'Funda')).json;
    assert.deepEqual([data.product.price, data.exchange.finalAmount], [amount, amount]);
    assertProblem(await order(key, price, 'Funda'), { status: 400, params: ['product.price'] });
  }
  // An emoji is two UTF-16 units. The cut falls between two of them, or it would leave half of one.
  for (const [name, kept] of [
    ['a'.repeat(256), 'a'.repeat(255)],
    ['ñ, '.repeat(400), 'ñ, '.repeat(85)],
    [`${'a'.repeat(254)}${'🦊'.repeat(3)}`, `${'a'.repeat(254)}🦊`],
    ['🦊'.repeat(255), '🦊'.repeat(255)],
  ] as const) {
    assert.equal((await charge(75, name)).order_info.order_name, kept);
    assert.equal((await order(enveloped, 75, name)).json.data.product.name, kept);
    if (name !== kept) assertProblem(await order(key, 75, name), { status: 400, params: ['product.name'] });
  }
  const half = `${'a'.repeat(254)}\ud83e`;
  const reply = await service.call('POST', '/v1/charges', { key, body: chargeBody({ order_name: half }) });
  assertProblem(reply, { status: 400, params: ['order_name'] });
});
