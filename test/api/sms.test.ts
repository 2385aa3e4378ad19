// SMS over HTTP (D55): who gets how many, what a failing or hanging gateway means, and what the message says.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendSms } from '../../src/actions/messages/send-sms.js';
import type { SmsGateway } from '../../src/adapters/sms/gateway.js';
import { parseOrderId } from '../../src/domain/base/identity.js';
import { parseMexicanPhone } from '../../src/domain/base/phone.js';
import { AppError } from '../../src/errors/errors.js';
import { chargeBody, orderBody, startTestService } from '../support/service.js';

const service = await startTestService({ COBRO_BASE_URL: 'https://pay.example.com' });
const { key } = service;
const scope = { accountId: service.merchant.account.id, mode: 'test' as const };

const charge = async (change = {}) =>
  (await service.call('POST', '/v1/charges', { key, body: chargeBody(change) })).json.id as string;
const sms = (id: string, body: unknown = { customer_phone: '5512345678' }, headers = {}) =>
  service.call('POST', `/v1/charges/${id}/sms`, { key, body, headers });
const messages = (id: string) =>
  service.deps.db.query<{ text: string; state: string; slot: number | null; phone: string }>({
    text: 'select text, state, slot, phone from sms_messages where order_id = $1 order by created_at',
    values: [parseOrderId(id)],
  });

test('the message names the shop first, what to bring, point, reference, time and link, and fits one SMS', async () => {
  const { id, instructions } = (await service.call('POST', '/v1/charges', { key, body: chargeBody() })).json;
  await sms(id);
  const [message] = await messages(id);
  const text = message?.text ?? '';
  for (const part of ['$85', 'OXXO', instructions.details.order_reference_number, `https://pay.example.com/pay/${id}`])
    assert.ok(text.includes(part), part);
  assert.match(text, /^PRUEBA Merchant: lleva /);
  assert.match(text, /hasta el (\d\d\/\d\d|[a-z]{3} \d+ [a-z]{3}) \d+:\d\d[ap]m\./);
  assert.ok(text.length <= 160, `${text.length} characters`);
  assert.match(text, /^[\x20-\x7e]+$/); // the GSM alphabet has no accents to spare
});

test('a SPEI order names its CLABE', async () => {
  const { id, payment } = (await service.call('POST', '/v2/orders', { key, body: orderBody() })).json;
  assert.equal((await sms(id)).status, 200);
  const [message] = await messages(id);
  assert.ok(message?.text.includes(payment.clabe));
  assert.ok((message?.text.length ?? 0) <= 160);
});

test('twenty at once send two, and the others are refused', async () => {
  const id = await charge();
  const replies = await Promise.all(Array.from({ length: 20 }, () => sms(id)));
  assert.deepEqual(replies.map(({ status }) => status).sort(), [...Array(2).fill(200), ...Array(18).fill(429)]);
  assert.deepEqual((await messages(id)).map(({ slot }) => slot).sort(), [1, 2]);
});

test('a wrong telephone sends nothing and does not count', async () => {
  const id = await charge();
  for (const phone of ['123', 'abc', '+15551234567', {}, []])
    assert.equal((await sms(id, { customer_phone: phone })).json.code, 6004);
  assert.deepEqual(await messages(id), []);
});

test('a replay with the same key is the same answer and no second message', async () => {
  const id = await charge();
  const headers = { 'idempotency-key': 'sms-1' };
  const [first, again] = [await sms(id, undefined, headers), await sms(id, undefined, headers)];
  assert.deepEqual([again.text, again.headers['idempotent-replayed']], [first.text, 'true']);
  assert.equal((await messages(id)).length, 1);
});

test('an unknown charge and one of another account are 404', async () => {
  const id = await charge();
  assert.equal((await sms('ch_x')).json.code, 5001);
  const reply = await service.call('POST', `/v1/charges/${id}/sms`, { key: service.other.keys.test.private, body: {} });
  assert.equal(reply.json.code, 5001);
});

test('a canceled order sends no instructions', async () => {
  const id = await charge();
  await service.call('POST', `/v1/charges/${id}/cancel`, { key, body: {} });
  assert.equal((await sms(id)).json.error, 'order_not_payable');
});

test('a gateway that fails is 502 code 6001, and the try does not count', async () => {
  const id = await charge();
  const failing: SmsGateway = { name: 'failing', send: () => Promise.reject(new Error('no')), close: async () => {} };
  const call = {
    key: { scope, uuid: parseOrderId(id) },
    by: 'private',
    phone: '5512345678',
    language: 'es',
    actor: 'test',
  } as const;
  for (let i = 0; i < 3; i++) {
    await assert.rejects(
      sendSms({ ...service.deps, testSms: failing }, call),
      (error) => error instanceof AppError && error.code === 'sms_failed',
    );
  }
  assert.deepEqual(
    (await messages(id)).map(({ state, slot }) => [state, slot]),
    Array(3).fill(['failed', null]),
  );
  for (let i = 0; i < 2; i++) assert.equal((await sms(id)).status, 200);
});

const phones: [text: string, phone: string | null][] = [
  ['5512345678', '+525512345678'],
  [' 55 1234 5678 ', '+525512345678'],
  ['+525512345678', '+525512345678'],
  ['+52 55 1234 5678', '+525512345678'],
  ['551234567', null],
  ['55123456789', null],
  ['+15551234567', null],
  ['', null],
  ['8001234567', null], // toll-free
  ['9001234567', null], // premium: who pumps messages to it earns by them
  ['0000000000', null],
];
for (const [text, phone] of phones)
  test(`the telephone "${text}" is ${phone}`, () => assert.equal(parseMexicanPhone(text), phone));
