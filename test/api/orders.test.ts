// v2 orders over HTTP: spec, "Order (v2)"; D13, D21-D31, D57. Live mode and CLABEs are in live-orders.test.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { setFee } from '../../src/store/accounts/accounts.js';
import { assertProblem } from '../support/problem.js';
import { chargeBody, orderBody, startTestService } from '../support/service.js';

const service = await startTestService();
const { key } = service;
const { other } = service;
const HOUR_MS = 3_600_000;

type Part = Record<string, unknown> | undefined | null;

/** A valid body with parts changed field by field; undefined leaves a field out. */
function changed(change: Record<string, unknown>): Record<string, unknown> {
  const body = orderBody();
  for (const [name, value] of Object.entries(change)) {
    const isPlain = typeof value === 'object' && value !== null && !Array.isArray(value);
    body[name] = isPlain && name in body ? { ...(body[name] as Part), ...value } : value;
  }
  return body;
}

const make = (change: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  service.call('POST', '/v2/orders', { key, body: changed(change), headers });
const read = (id: string, headers: Record<string, string> = {}) =>
  service.call('GET', `/v2/orders/${id}`, { key, headers });

/** The record of an order that is made and can be read back byte for byte. */
async function made(change: Record<string, unknown> = {}) {
  const created = await make(change);
  assert.equal(created.status, 200, created.text);
  assert.equal((await read(created.json.id)).text, created.text);
  return created.json;
}

const rows = async () =>
  Number(
    (
      await service.deps.db.query<{ n: bigint }>({
        text: 'select (select count(*) from orders) + (select count(*) from order_events) as n',
        values: [],
      })
    )[0]?.n,
  );

/** Refused for exactly these fields, and nothing stored. */
async function refused(body: unknown, params: readonly string[]) {
  const before = await rows();
  const reply = await service.call('POST', '/v2/orders', { key, body });
  const problem = assertProblem(
    reply,
    { status: 400, error: 'invalid_request', params },
    JSON.stringify(body).slice(0, 200),
  );
  assert.equal(await rows(), before);
  return problem;
}

/** A body whose price is this JSON text. */
const priced = (text: string) => JSON.stringify(changed({ product: { price: '@' } })).replace('"@"', text);

test('the record has every field of the specification and no other', async () => {
  const before = Date.now();
  const order = await made();
  const { id, shortId, createdAt, expiresAt } = order;
  const clabe: string = order.payment.clabe;
  assert.match(id, /^ch_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.match(shortId, /^[0-9A-F]{8}$/);
  assert.match(clabe, /^000000\d{12}$/);
  assert.ok(createdAt >= before && createdAt <= Date.now());
  assert.deepEqual(order, {
    id,
    shortId,
    product: { id: 'SMG-1', price: 150, name: 'Funda', currency: 'MXN' },
    customer: { name: 'Ana Robles', email: 'ana@example.com' },
    payment: {
      type: 'SPEI',
      fee: 10.25,
      iva: 1.64,
      clabe,
      instructions: [
        { step: 1, description: `Da de alta la cuenta CLABE ${clabe} en tu banca en línea.` },
        { step: 2, description: 'Transfiere por SPEI la cantidad exacta de $150.00 MXN a esa cuenta.' },
        { step: 3, description: 'Listo: tu pago se confirma automáticamente en cuanto llega.' },
      ],
    },
    status: 'PENDING',
    testMode: true,
    exchange: { rate: 1, finalAmount: 150, originAmount: 150, finalCurrency: 'MXN', originCurrency: 'MXN' },
    extras: {},
    api: { name: 'cobro', version: '2.0.0' },
    createdAt,
    updatedAt: createdAt,
    expiresAt,
    received: 0,
    outstanding: 150,
    surplus: 0,
    held: 0,
    refunded: 0,
  });
  assert.equal(expiresAt - createdAt, 48 * HOUR_MS);
});

test('the time in an id is the time of its creation', async () => {
  const { id, createdAt } = await made();
  assert.equal(Number.parseInt(id.slice(3).replaceAll('-', '').slice(0, 12), 16), createdAt);
});

test('an order is stored with its first event', async () => {
  const { id, createdAt } = await made();
  const events = await service.deps.db.query({
    text: 'select sequence, type, created_at, order_state from order_events where order_id = $1',
    values: [id.slice(3)],
  });
  const order_state = { status: 'pending', updatedAt: createdAt, acceptedAt: null, received: '0', refunded: '0' };
  assert.deepEqual(events, [{ sequence: 1, type: 'charge.pending', created_at: createdAt, order_state }]);
});

test('twenty orders at once have different ids, folios and CLABEs and are all read back', async () => {
  const orders = await Promise.all(Array.from({ length: 20 }, () => made()));
  for (const of of [
    (o: (typeof orders)[0]) => o.id,
    (o: (typeof orders)[0]) => o.shortId,
    (o: (typeof orders)[0]) => o.payment.clabe,
  ])
    assert.equal(new Set(orders.map(of)).size, 20);
});

test('the same body twice without a key makes two orders, also at another account', async () => {
  const body = orderBody();
  const keys = [
    key,
    key,
    service.merchant.keys.test.public,
    other.keys.test.private,
    service.merchant.keys.live.private,
  ];
  const replies = await Promise.all(keys.map((one) => service.call('POST', '/v2/orders', { key: one, body })));
  assert.equal(new Set(replies.map(({ json }) => json.id)).size, keys.length);
});

test('instructions are in English for who prefers it, whatever language the order was made in', async () => {
  const english = (await make({}, { 'accept-language': 'en-US,en;q=0.9' })).json;
  assert.match(
    english.payment.instructions[0].description,
    new RegExp(`add the CLABE account ${english.payment.clabe}`),
  );
  assert.match(english.payment.instructions[1].description, /Transfer exactly \$150\.00 MXN/);
  const spanish = (await read(english.id)).json;
  assert.match(spanish.payment.instructions[0].description, /Da de alta/);
  assert.deepEqual((await read(english.id, { 'accept-language': 'en' })).json, english);
});

test('large amounts are grouped in the instructions', async () => {
  const { payment } = await made({ product: { price: 1234567.8 } });
  assert.match(payment.instructions[1].description, /\$1,234,567\.80 MXN/);
});

test('url and phone may be sent, "" or null; they and unknown fields are not in the record', async () => {
  for (const change of [
    { product: { url: 'https://example.com/a.png' }, customer: { phone: '5512345678' } },
    { product: { url: '' }, customer: { phone: '' } },
    { product: { url: null }, customer: { phone: null, id: null } },
    { product: { colour: 'red' }, whatever: [1, { a: 2 }], status: 'ACCEPTED', testMode: false, id: 'ch_mine' },
  ]) {
    const order = await made(change);
    assert.deepEqual(Object.keys(order.product), ['id', 'price', 'name', 'currency']);
    assert.deepEqual(Object.keys(order.customer), ['name', 'email']);
    assert.deepEqual([order.status, order.testMode], ['PENDING', true]);
  }
});

test('payment.type defaults to SPEI, in any case; another value is refused', async () => {
  for (const payment of [{}, { type: null }, { type: '' }, { type: 'spei' }, { type: 'Spei' }]) {
    assert.equal((await made({ ...orderBody(), payment })).payment.type, 'SPEI');
  }
  for (const type of ['PAYPAL', 'OXXO', 5, {}, [], true])
    await refused(changed({ payment: { type } }), ['payment.type']);
});

test('pesos are exchanged one to one, other currencies by the shipped table, half up to the centavo', async () => {
  for (const [currency, rate, price, final] of [
    ['MXN', 1, 123.45, 123.45],
    ['USD', 18.5, 10, 185],
    ['USD', 18.5, 10.01, 185.19],
    ['usd', 18.5, 0.63, 11.66],
    ['EUR', 20, 7.77, 155.4],
    ['GBP', 23.5, 0.43, 10.11],
    ['GBP', 23.5, 99.99, 2349.77],
    ['GBP', 23.5, 9999999.99, 234999999.77],
  ] as const) {
    const { exchange, product } = await made({ product: { price, currency } });
    const originCurrency = currency.toUpperCase();
    assert.deepEqual(exchange, { rate, finalAmount: final, originAmount: price, finalCurrency: 'MXN', originCurrency });
    assert.deepEqual([product.price, product.currency], [price, originCurrency]);
  }
});

test('currency may be left out, null or ""; one we do not have is refused', async () => {
  for (const currency of [undefined, null, ''])
    assert.equal((await made({ product: { currency } })).product.currency, 'MXN');
  for (const currency of ['JPY', 'XXX', 'PESOS', 5, {}, ['MXN']]) {
    await refused(changed({ product: { currency } }), ['product.currency']);
  }
});

test('fee and IVA are those of the proof', async () => {
  for (const [price, fee, iva] of [
    [150, 10.25, 1.64],
    [12.56, 8.19, 1.31],
    [9.44, 8.14, 1.3],
    [1000, 23, 3.68],
    [9999999.99, 150008, 24001.28],
  ] as const) {
    const { payment } = await made({ product: { price } });
    assert.deepEqual([payment.fee, payment.iva], [fee, iva], String(price));
  }
  const { payment } = await made({ product: { price: 10, currency: 'USD' } });
  assert.deepEqual([payment.fee, payment.iva], [10.78, 1.72], 'on the pesos, not on the dollars');
});

test('an account with a fee schedule of its own pays that, in both modes, and no other account does', async () => {
  const { account, keys } = await service.account({});
  await setFee(service.deps.db, account.id, 'spei', { basisPoints: 250n, fixed: 100n });
  await setFee(service.deps.db, account.id, 'cash', { basisPoints: 9_999n, fixed: 9_999n });
  for (const own of [keys.test.private, keys.live.private]) {
    const { payment } = (await service.call('POST', '/v2/orders', { key: own, body: orderBody() })).json;
    assert.deepEqual([payment.fee, payment.iva], [4.75, 0.76]);
  }
  assert.equal((await made()).payment.fee, 10.25);
});

test('a fee schedule without any fee makes orders free of it', async () => {
  const { account, keys } = await service.account({});
  await setFee(service.deps.db, account.id, 'spei', { basisPoints: 0n, fixed: 0n });
  const { payment } = (await service.call('POST', '/v2/orders', { key: keys.test.private, body: orderBody() })).json;
  assert.deepEqual([payment.fee, payment.iva], [0, 0]);
});

test('IVA, minimum and lifetime follow the settings', async () => {
  const own = await startTestService({
    COBRO_IVA_BASIS_POINTS: '800',
    COBRO_MINIMUM_AMOUNT: '20.00',
    COBRO_SPEI_LIFETIME_HOURS: '2',
  });
  const create = (price: number) =>
    own.call('POST', '/v2/orders', { key: own.key, body: changed({ product: { price } }) });
  const { payment, createdAt, expiresAt } = (await create(150)).json;
  assert.deepEqual([payment.fee, payment.iva, expiresAt - createdAt], [10.25, 0.82, 2 * HOUR_MS]);
  assertProblem(await create(19.99), { status: 400, params: ['product.price'] });
  assert.equal((await create(20)).status, 200);
});

test('prices that are fine', async () => {
  for (const [text, value] of [
    ['"123.45"', 123.45],
    ['"150.0000"', 150],
    ['150.0000', 150],
    ['"10"', 10],
    ['1.5e2', 150],
    ['19.9', 19.9],
    ['10.15', 10.15],
    ['14.35', 14.35],
    ['"0017.50"', 17.5],
    ['9999999.99', 9999999.99],
    ['"9999999.99"', 9999999.99],
  ] as const) {
    const reply = await service.call('POST', '/v2/orders', { key, body: priced(text) });
    assert.equal(reply.status, 200, `${text}: ${reply.text}`);
    assert.deepEqual([reply.json.product.price, reply.json.exchange.finalAmount], [value, value]);
    assert.equal((await read(reply.json.id)).text, reply.text);
  }
});

test('prices that are refused', async () => {
  for (const text of [
    ...['31.005', '"31.005"', '-1', '"-1"', '-0', '0', '"0"', '"0.00"', '0.99', '"0.99"'],
    ...['"NaN"', '"Infinity"', '"1e3"', '1e21', '1e-7', '10000000', '"10000000.00"', '99999999999999999999'],
    ...['""', '"abc"', '"12,50"', '"0x10"', '"1 000"', '" 150"', '"150."', '".5"', '"+150"', '"١٥٠"', '"$150"'],
    ...['true', '[]', '[150]', '{}', 'null'],
  ]) {
    await refused(priced(text), ['product.price']);
  }
  await refused(changed({ product: { price: undefined } }), ['product.price']);
  await refused(changed({ product: { price: 0.05, currency: 'USD' } }), ['product.price']);
});

test('the least price is the one that bears its fee and IVA; a refusal names it in both languages and its currency', async () => {
  const refusalOf = async (price: number, currency: string, language: string, by = key) => {
    const headers = { 'accept-language': language };
    const body = changed({ product: { price, currency } });
    const reply = await service.call('POST', '/v2/orders', { key: by, headers, body });
    assert.equal(reply.status, 400, reply.text);
    assert.deepEqual([reply.json.param, reply.json.errors[0].error], ['product.price', 'too_small']);
    return reply.json.errors[0].message;
  };
  assert.equal(await refusalOf(9.43, 'MXN', 'es'), 'Debe ser al menos 9.44 MXN.');
  assert.equal(await refusalOf(9.43, 'MXN', 'en'), 'Must be at least 9.44 MXN.');
  assert.equal(await refusalOf(0.01, 'USD', 'es'), 'Debe ser al menos 0.51 USD.');
  assert.equal(await refusalOf(0.01, 'EUR', 'en'), 'Must be at least 0.48 EUR.');
  const { payment } = await made({ product: { price: 9.44 } });
  assert.deepEqual([payment.fee, payment.iva], [8.14, 1.3]);
  assert.equal((await made({ product: { price: 0.51, currency: 'USD' } })).exchange.finalAmount, 9.44);

  const { account, keys } = await service.account({});
  await setFee(service.deps.db, account.id, 'spei', { basisPoints: 0n, fixed: 10_000n });
  // A fee that takes more than any order is not refused by the database, only by `cobro fee set`.
  await setFee(service.deps.db, account.id, 'cash', { basisPoints: 10_000n, fixed: 0n });
  assert.equal(await refusalOf(115.99, 'MXN', 'en', keys.test.private), 'Must be at least 116.00 MXN.');
  const charge = { key: keys.test.private, body: chargeBody({ order_price: 500 }) };
  assertProblem(await service.call('POST', '/v1/charges', charge), { status: 400, params: ['order_price'] });
});

test('every price of whole centavos comes back exactly, as a number and as a text', async () => {
  const centavos = fc.integer({ min: 944, max: 999_999_999 });
  await fc.assert(
    fc.asyncProperty(centavos, fc.boolean(), async (amount, asText) => {
      const digits = String(amount).padStart(3, '0');
      const text = `${digits.slice(0, -2)}.${digits.slice(-2)}`;
      const reply = await service.call('POST', '/v2/orders', { key, body: priced(asText ? `"${text}"` : text) });
      assert.equal(reply.status, 200, reply.text);
      assert.equal(Math.round(reply.json.product.price * 100), amount);
      assert.equal(reply.json.product.price, Number(text));
      const fee = Math.floor((2 * (amount * 150 + 8_000_000) + 10_000) / 20_000);
      assert.equal(reply.json.payment.fee, fee / 100);
      assert.equal(reply.json.payment.iva, Math.floor((2 * fee * 16 + 100) / 200) / 100);
    }),
    { numRuns: 100 },
  );
});

test('what is missing is named, field by field, all at once', async () => {
  for (const field of ['product.id', 'product.price', 'product.name', 'customer.name', 'customer.email']) {
    const [part = '', name = ''] = field.split('.');
    for (const nothing of [undefined, null, '', ...(name === 'price' ? [] : ['  '])]) {
      const { errors } = await refused(changed({ [part]: { [name]: nothing } }), [field]);
      assert.equal(errors[0]?.error, 'required');
    }
  }
  await refused({}, ['product', 'customer', 'payment']);
  await refused({ product: {}, customer: {}, payment: {} }, [
    'product.id',
    'product.name',
    'product.price',
    'customer.name',
    'customer.email',
  ]);
  for (const part of ['product', 'customer', 'payment']) await refused(changed({ [part]: undefined }), [part]);
  for (const part of ['product', 'customer', 'payment']) await refused(changed({ [part]: null }), [part]);
  const body = changed({
    product: { price: -1, id: undefined },
    customer: { email: undefined },
    payment: { type: 'X' },
    extras: 5,
    expiresAt: 'tomorrow',
  });
  await refused(body, ['product.price', 'product.id', 'customer.email', 'payment.type', 'extras', 'expiresAt']);
});

test('what is of the wrong type is named', async () => {
  for (const [change, param] of [
    [{ product: 'x' }, 'product'],
    [{ product: [] }, 'product'],
    [{ customer: 7 }, 'customer'],
    [{ payment: 'SPEI' }, 'payment'],
    [{ extras: 'x' }, 'extras'],
    [{ extras: [1] }, 'extras'],
    [{ product: { name: {} } }, 'product.name'],
    [{ product: { id: ['a'] } }, 'product.id'],
    [{ product: { url: 5 } }, 'product.url'],
    [{ customer: { email: {} } }, 'customer.email'],
    [{ customer: { name: true } }, 'customer.name'],
    [{ customer: { phone: true } }, 'customer.phone'],
  ] as const) {
    await refused({ ...changed(change), ...(typeof Object.values(change)[0] !== 'object' && change) }, [param]);
  }
});

test('an e-mail address has something before and after one @', async () => {
  for (const email of ['ana@example.com', 'a@b', 'ñandú+x@münchen.example']) await made({ customer: { email } });
  for (const email of ['ana', '@', 'ana@', '@example.com', 'a b@c', 'a@b@c']) {
    await refused(changed({ customer: { email } }), ['customer.email']);
  }
});

test('texts may have 255 characters, a URL 2,048, however many bytes they take', async () => {
  for (const letter of ['a', 'ñ', '🦊']) {
    const long = letter.repeat(255);
    const order = await made({ product: { name: long, id: long }, customer: { name: long } });
    assert.deepEqual([order.product.name, order.product.id, order.customer.name], [long, long, long]);
  }
  for (const field of ['product.name', 'product.id', 'customer.name', 'customer.id', 'customer.phone']) {
    const [part = '', name = ''] = field.split('.');
    const { errors } = await refused(changed({ [part]: { [name]: 'ñ'.repeat(256) } }), [field]);
    assert.equal(errors[0]?.error, 'too_long');
  }
  await refused(changed({ customer: { email: `${'a'.repeat(250)}@example.com` } }), ['customer.email']);
  const url = (length: number) => `https://example.com/${'a'.repeat(length - 20)}`;
  await made({ product: { url: url(2048) } });
  await refused(changed({ product: { url: url(2049) } }), ['product.url']);
});

test('any text that can be stored comes back as it was sent', async () => {
  const name = 'Ñandú 🦊 日本語 e\u0301 \u202eabc "\\/<&> \' \u2028 \u007f \t \ufffd \ufeff';
  const order = await made({ product: { name }, customer: { name }, extras: { [name]: name } });
  assert.deepEqual([order.product.name, order.customer.name, order.extras], [name, name, { [name]: name }]);
  const texts = fc.string({ unit: 'binary', maxLength: 60 }).filter((text) => /\S/.test(text) && !text.includes('\0'));
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      assert.equal((await made({ product: { name: text } })).product.name, text);
    }),
    { numRuns: 100 },
  );
});

test('extras come back as they were sent', async () => {
  const extras = { b: 1, a: 'x', 2: 0, 1: -1.5, c: [1, 'two', null, { d: true }], nested: { e: 1.5, f: '' }, '': 0 };
  assert.deepEqual((await made({ extras })).extras, extras);
  for (const none of [undefined, null, {}]) assert.deepEqual((await made({ extras: none })).extras, {});
  const leaf = fc.oneof(
    fc.string().filter((text) => !text.includes('\0')),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
  );
  const anything = fc.dictionary(
    fc.string().filter((text) => !text.includes('\0')),
    leaf,
    { maxKeys: 10 },
  );
  await fc.assert(
    fc.asyncProperty(anything, async (sent) => {
      const { text } = await make({ extras: sent });
      assert.deepEqual(JSON.parse(text).extras, JSON.parse(JSON.stringify(sent)));
    }),
    { numRuns: 50 },
  );
});

test('extras have at most 50 keys at their top level and 8 KiB', async () => {
  const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i]));
  await made({ extras: keys(50) });
  await made({ extras: { nested: keys(200) } });
  await refused(changed({ extras: keys(51) }), ['extras']);
  const bytes = (size: number) => ({ a: 'x'.repeat(size - '{"a":""}'.length) });
  await made({ extras: bytes(8192) });
  await refused(changed({ extras: bytes(8193) }), ['extras']);
  await refused(changed({ extras: { a: 'ñ'.repeat(4100) } }), ['extras']);
});

test('a number is taken as text for the ids and phones that carts keep as numbers (D91)', async () => {
  const order = await made({ product: { id: 4711 }, customer: { phone: 5561463627 } });
  const { customer } = (await service.call('GET', `/v1/charges/${order.id}`, { key })).json;
  assert.deepEqual([order.product.id, customer.customer_phone], ['4711', '5561463627']);
});

test('expiresAt is taken in seconds or milliseconds, as a number or a text; null is the default', async () => {
  const seconds = Math.floor(Date.now() / 1000) + 10 * 86_400;
  for (const expiresAt of [seconds, String(seconds), seconds * 1000, String(seconds * 1000)]) {
    assert.equal((await made({ expiresAt })).expiresAt, seconds * 1000);
  }
  assert.equal((await made({ expiresAt: seconds * 1000 + 7 })).expiresAt, seconds * 1000 + 7);
  for (const expiresAt of [null, '']) {
    const order = await made({ expiresAt });
    assert.equal(order.expiresAt - order.createdAt, 48 * HOUR_MS);
  }
});

test('expiresAt is accepted from one minute ago to 30 days ahead, to the millisecond', async () => {
  const now = 1_800_000_000_000;
  service.setTime(now);
  try {
    const DAYS_30 = 30 * 24 * HOUR_MS;
    for (const expiresAt of [now, now - 60_000, now + DAYS_30, now / 1000 - 60, now / 1000 + DAYS_30 / 1000]) {
      const order = await made({ expiresAt });
      assert.equal(order.expiresAt, expiresAt < 1e11 ? expiresAt * 1000 : expiresAt);
    }
    for (const [expiresAt, fault] of [
      [now - 60_001, 'in_the_past'],
      [now / 1000 - 61, 'in_the_past'],
      [0, 'in_the_past'],
      [now + DAYS_30 + 1, 'too_far'],
      [now / 1000 + DAYS_30 / 1000 + 1, 'too_far'],
      ['tomorrow', 'not_a_time'],
      ['2027-01-15', 'not_a_time'],
      [-5, 'not_a_time'],
      [1.5, 'not_a_time'],
      [1e300, 'not_a_time'],
      [{}, 'not_a_time'],
      [true, 'not_a_time'],
    ] as const) {
      const { errors } = await refused(changed({ expiresAt }), ['expiresAt']);
      assert.equal(errors[0]?.error, fault, String(expiresAt));
    }
  } finally {
    service.setTime(null);
  }
});

test('an account with an orders envelope gets the record inside it, others never', async () => {
  const { keys } = await service.account({ ordersEnvelope: true });
  const now = 1_800_000_000_123;
  service.setTime(now);
  try {
    const created = await service.call('POST', '/v2/orders/?a=b', { key: keys.test.private, body: orderBody() });
    const { data, ...envelope } = created.json;
    const rest = { code: 200, status: 'success', request: now };
    assert.deepEqual(envelope, { object: 'orders.create', message: 'success.create', url: '/v2/orders/', ...rest });
    assert.deepEqual(Object.keys(data), Object.keys(await made()));
    service.setTime(now + 1);
    const verified = await service.call('GET', `/v2/orders/${data.id}`, { key: keys.test.private });
    assert.deepEqual(verified.json, {
      object: 'orders.verify',
      code: 200,
      status: 'success',
      message: 'success.verify',
      request: now + 1,
      url: `/v2/orders/${data.id}`,
      data,
    });
    assertProblem(await service.call('POST', '/v2/orders', { key: keys.test.private, body: {} }), { status: 400 });
  } finally {
    service.setTime(null);
  }
});

test('an order made in one mode is not there in the other, nor at another account', async () => {
  const { id } = await made();
  for (const stranger of [service.merchant.keys.live.private, other.keys.test.private, other.keys.live.private]) {
    assertProblem(await service.call('GET', `/v2/orders/${id}`, { key: stranger }), { status: 404, code: 5001 });
  }
});
