// Every shape that the specification names, compared key by key with a full sample: each generation and version.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseOrderId } from '../../src/domain/base/identity.js';
import { orderEvent } from '../../src/domain/orders/event.js';
import { writeWebhookBody } from '../../src/wire/versions/write-webhook.js';
import { chargeBody, orderBody, startTestService } from '../support/service.js';
import { differences } from './golden.js';
import * as samples from './samples.js';

const service = await startTestService();
/** The samples have a date: later changes of the interface are not theirs. */
const merchant = await service.account({ interfaceVersion: '2026-11-15' });
const key = merchant.keys.test.private;
const old = (await service.account({ interfaceVersion: '2014-01-01' })).keys.test.private;
const middle = (await service.account({ interfaceVersion: '2016-01-01' })).keys.test.private;
const enveloped = (await service.account({ interfaceVersion: '2026-11-15', ordersEnvelope: true })).keys.test.private;

const charge = async (by = key, change = {}) =>
  (await service.call('POST', '/v1/charges', { key: by, body: chargeBody(change) })).json;
const verified = async (id: string, by = key) => (await service.call('GET', `/v1/charges/${id}`, { key: by })).json;
const sms = async (id: string, by = key) =>
  (await service.call('POST', `/v1/charges/${id}/sms`, { key: by, body: { customer_phone: '5512345678' } })).json;
const order = async (by = key) => (await service.call('POST', '/v2/orders', { key: by, body: orderBody() })).json;

async function notice(id: string, interfaceVersion: string, by = merchant) {
  const found = await service.deps.orders.find({ accountId: by.account.id, mode: 'test' }, parseOrderId(id) ?? '');
  if (found === null) throw new Error(`${id} is gone`);
  const to = { serviceName: 'cobro', interfaceVersion, ordersEnvelope: false };
  return JSON.parse(writeWebhookBody(found, orderEvent(found, 1), to));
}

const shapes: [name: string, actual: () => Promise<unknown>, sample: unknown][] = [
  ['create charge', () => charge(), samples.createdCharge],
  ['create charge, pinned 2016', () => charge(middle), samples.createdBefore2026],
  ['create charge, pinned 2014', () => charge(old), samples.createdBefore2015],
  ['verify charge', async () => verified((await charge()).id), samples.verifiedCharge],
  ['verify charge, pinned 2014', async () => verified((await charge(old)).id, old), samples.verifiedBefore2015],
  ['verify charge, pinned 2016', async () => verified((await charge(middle)).id, middle), samples.verifiedBefore2026],
  ['charge picture of an order', async () => verified((await order()).id), samples.verifiedCharge],
  ['SMS event', async () => sms((await charge()).id), samples.smsEvent],
  ['SMS event, pinned 2014', async () => sms((await charge(old)).id, old), samples.smsEventBefore2015],
  ['notice of a charge', async () => notice((await charge()).id, '2026-11-15'), samples.verifiedCharge],
  ['notice of a SPEI order', async () => notice((await order()).id, '2026-11-15'), samples.speiNotice],
  ['notice of a charge before 2026', async () => notice((await charge()).id, '2017-06-10'), samples.verifiedBefore2026],
  ['that of a SPEI order', async () => notice((await order()).id, '2017-06-10'), samples.speiNoticeBefore2026],
  ['notice before 2017', async () => notice((await charge()).id, '2017-06-09'), samples.noticeBefore2017],
  ['notice before 2015', async () => notice((await charge()).id, '2014-01-01'), samples.noticeBefore2017],
  ['create order', () => order(), samples.order],
  ['create order, pinned 2016', () => order(middle), samples.orderBefore2026],
  [
    'verify order',
    async () => (await service.call('GET', `/v2/orders/${(await order()).id}`, { key })).json,
    samples.order,
  ],
  ['create order in an envelope', () => order(enveloped), samples.envelope],
  ['provider', async () => (await service.call('GET', '/v1/providers', { key })).json[0], samples.provider],
  ['users/auth', async () => (await service.call('GET', '/v1/users/auth', { key })).json, samples.keyCheck],
];
for (const [name, actual, sample] of shapes) {
  test(`${name} has the keys and types of its sample, and no others`, async () => {
    assert.deepEqual(differences(await actual(), sample), []);
  });
}

for (const [code, filled] of Object.entries(samples.filledDetails)) {
  test(`the details of a charge at ${code} are filled where its kind fills them, and "" elsewhere`, async () => {
    const { details } = (await charge(key, { payment_type: code })).instructions;
    const always = ['payment_amount', 'payment_store', 'amount', 'store'];
    const wanted = [...always, ...filled].sort();
    assert.deepEqual(
      Object.keys(details)
        .filter((name) => details[name] !== '')
        .sort(),
      wanted,
    );
    assert.deepEqual([details.payment_store, details.payment_amount], [code, '75.00']);
  });
}

test('a difference is found: a missing key, an extra one, another type', () => {
  assert.deepEqual(differences({ a: 1, c: 1 }, { a: '1', b: 2 }), [
    'answer.b is missing',
    'answer.c is not in the sample',
    'answer.a is number, not string',
  ]);
});
