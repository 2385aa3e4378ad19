// What nobody can do with SMS: text strangers with a public key, flood a number, spend a merchant's whole budget (D62).
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { purgeTable } from '../../src/actions/keeping/purge.js';
import { startTwilio } from '../adapters/sms-stand-ins.js';
import { assertProblem } from '../support/problem.js';
import { chargeBody, orderBody, startTestService, type TestService } from '../support/service.js';

const gateway = await startTwilio();
after(() => gateway.stop());
const env = {
  COBRO_SMS_GATEWAY: 'twilio',
  COBRO_TWILIO_URL: gateway.settings.twilioUrl,
  COBRO_TWILIO_ACCOUNT: gateway.settings.twilioAccount ?? '',
  COBRO_TWILIO_TOKEN: gateway.settings.twilioToken ?? '',
  COBRO_SMS_PER_ACCOUNT_DAY: '12',
};
const service = await startTestService(env);
const second = await startTestService(env, { databaseUrl: service.databaseUrl });
const TOO_MANY = { status: 429, code: 6002, error: 'too_many_sms_today' } as const;
const NOON = Date.parse('2026-11-15T18:00:00Z');

let lastNumber = 0;
/** A Mexican number that no other test uses. */
const newNumber = () => `55${10_000_000 + ++lastNumber}`;
const order = async (key: string, phone?: string, on: TestService = service) =>
  (
    await on.call('POST', '/v2/orders', {
      key,
      body: orderBody({ customer: { name: 'Ana', email: 'ana@example.com', ...(phone && { phone }) } }),
    })
  ).json.id as string;
const text = async (key: string, phone: string, on: TestService = service) =>
  on.call('POST', `/v1/charges/${await order(key, phone, on)}/sms`, { key, body: {} });

test('with a public key an SMS goes only to the phone of the order, however it is written', async () => {
  const { test: keys } = service.merchant.keys;
  const body = chargeBody({ customer_phone: '55 1234 5678' });
  const { id } = (await service.call('POST', '/v1/charges', { key: keys.public, body })).json;
  const send = (key: string, phone?: unknown, of = id) =>
    service.call('POST', `/v1/charges/${of}/sms`, { key, body: phone === undefined ? {} : { customer_phone: phone } });
  const refusal = { status: 403, error: 'private_key_required' } as const;
  assertProblem(await send(keys.public, '5598765432'), refusal);
  assertProblem(await send(keys.public, 'abc'), { status: 400, code: 6004 });
  assert.equal((await send(keys.public)).status, 200);
  assert.equal((await send(keys.public, '+525512345678')).status, 200);

  const { id: without } = (await service.call('POST', '/v1/charges', { key: keys.public, body: chargeBody() })).json;
  assertProblem(await send(keys.public, '5598765432', without), refusal);
  assertProblem(await send(keys.public, undefined, without), { status: 400, code: 6004 });
  assert.equal((await send(keys.private, '5598765432', without)).status, 200, 'the merchant may');
});

test('a stranger cannot find out whose phone an order has once it is over', async () => {
  const { test: keys } = service.merchant.keys;
  const id = await order(keys.private, '5512345678');
  await service.call('POST', `/v2/orders/${id}/cancel`, { key: keys.private });
  const guess = async (customer_phone: string) => {
    const headers = { 'x-request-id': 'same' };
    const body = { customer_phone };
    const { status, text } = await service.call('POST', `/v1/charges/${id}/sms`, { key: keys.public, headers, body });
    return [status, text];
  };
  assert.deepEqual(await guess('5512345678'), await guess('5598765432'));
});

test('a number gets three a day over all merchants, also of two nodes at once, and more the next day', async () => {
  service.setTime(NOON);
  second.setTime(NOON);
  const phone = newNumber();
  const accounts = await Promise.all([1, 2, 3].map(() => service.account({})));
  const replies = await Promise.all(
    accounts.flatMap(({ keys }) => [service, second, service].map((on) => text(keys.live.private, phone, on))),
  );
  const statuses = replies.map(({ status }) => status).sort();
  assert.deepEqual(statuses, [200, 200, 200, 429, 429, 429, 429, 429, 429]);
  for (const reply of replies.filter(({ status }) => status === 429)) {
    assertProblem(reply, TOO_MANY);
    assert.equal(reply.headers['retry-after'], String(12 * 3600), 'until midnight in Mexico City');
  }
  assert.equal(gateway.received.filter((sms) => sms.phone.endsWith(phone)).length, 3);

  const key = accounts[0]?.keys.live.private ?? '';
  service.setTime(NOON + 12 * 3_600_000 - 1);
  assertProblem(await text(key, phone), TOO_MANY);
  service.setTime(NOON + 12 * 3_600_000);
  assert.equal((await text(key, phone)).status, 200);
  service.setTime(null);
  second.setTime(null);
});

test('an account gets as many a day as the setting says, over both nodes, and others are not touched', async () => {
  const { keys } = await service.account({});
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, i) => text(keys.live.private, newNumber(), i % 2 === 0 ? service : second)),
  );
  assert.equal(replies.filter(({ status }) => status === 200).length, 12);
  for (const reply of replies.filter(({ status }) => status !== 200)) assertProblem(reply, TOO_MANY);
  const other = await service.account({});
  assert.equal((await text(other.keys.live.private, newNumber())).status, 200);
  assert.equal((await text(keys.test.private, newNumber())).status, 200, 'test messages are free');
});

test('a public key sends half of what its account may, so strangers leave the merchant the other half', async () => {
  const { keys } = await service.account({});
  const many = (key: string) => Promise.all(Array.from({ length: 9 }, () => text(key, newNumber())));
  const sent = (replies: Awaited<ReturnType<typeof many>>) => replies.filter(({ status }) => status === 200).length;
  const strangers = await many(keys.live.public);
  assert.equal(sent(strangers), 6);
  assertProblem(strangers.find(({ status }) => status !== 200) ?? assert.fail(), TOO_MANY);
  assert.equal(sent(await many(keys.live.private)), 6);
});

test('what was refused or failed counts nowhere: not for the order, the number or the account', async () => {
  const { account, keys } = await service.account({});
  const [full, phone] = [newNumber(), newNumber()];
  for (let i = 0; i < 3; i++) assert.equal((await text(keys.live.private, full)).status, 200);
  const id = await order(keys.live.private, full);
  const send = (customer_phone: string) =>
    service.call('POST', `/v1/charges/${id}/sms`, { key: keys.live.private, body: { customer_phone } });
  for (let i = 0; i < 3; i++) assertProblem(await send(full), TOO_MANY);
  gateway.behave('refuse');
  for (let i = 0; i < 4; i++) assertProblem(await send(phone), { status: 502, code: 6001 });
  gateway.behave('take');
  for (let i = 0; i < 2; i++) assert.equal((await send(phone)).status, 200, 'both slots of the order are free');
  assert.equal((await send(phone)).json.error, 'too_many_sms');
  const counts = await service.deps.db.query<{ count: number }>({
    text: 'select count from sms_day_counts where counted = any($1) order by count',
    values: [[`account ${account.id}`, `number +52${phone}`]],
  });
  assert.deepEqual(
    counts.map(({ count }) => count),
    [2, 5],
  );
});

test('a limit of 0 is none', async () => {
  const free = await startTestService(
    { ...env, COBRO_SMS_PER_NUMBER_DAY: '0', COBRO_SMS_PER_ACCOUNT_DAY: '0' },
    { databaseUrl: service.databaseUrl },
  );
  const { keys } = await free.account({});
  const phone = newNumber();
  for (let i = 0; i < 14; i++) assert.equal((await text(keys.live.private, phone, free)).status, 200);
});

test('counts of past days are deleted', async () => {
  const counts = () =>
    service.deps.db.query<{ day: string }>({ text: 'select distinct day from sms_day_counts', values: [] });
  const { keys } = await service.account({});
  await text(keys.live.private, newNumber());
  assert.ok((await counts()).length > 0);
  service.setTime(Date.now() + 3 * 86_400_000);
  await purgeTable(service.deps, 'sms_day_counts');
  service.setTime(null);
  assert.deepEqual(await counts(), []);
});

test('in live mode the log gateway is none: 503, and no slot is taken; test mode works', async () => {
  const without = await startTestService();
  const { live, test: tests } = without.merchant.keys;
  const id = await order(live.private, '5512345678', without);
  const reply = await without.call('POST', `/v1/charges/${id}/sms`, { key: live.private, body: {} });
  assertProblem(reply, { status: 503, error: 'sms_not_configured' });
  assert.deepEqual(await without.deps.db.query({ text: 'select from sms_messages', values: [] }), []);
  assert.equal((await text(tests.private, '5512345678', without)).status, 200);
});
