// Instructions by SMS (D55, D62): to whom, how many a day, and what remains of a message that was not sent.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type SendSmsCall, sendSms } from '../../../src/actions/messages/send-sms.js';
import type { SmsGateway, SmsMessage } from '../../../src/adapters/sms/gateway.js';
import type { Order } from '../../../src/domain/orders/order.js';
import { AppError } from '../../../src/errors/errors.js';
import { sql } from '../../../src/store/sql.js';
import { auditOf } from '../../support/audit.js';
import { credentialOf, makeOrder, makePaidOrder, refusal } from '../../support/made-orders.js';
import { startTestService } from '../../support/service.js';

const service = await startTestService({ COBRO_SMS_PER_NUMBER_DAY: '3', COBRO_SMS_PER_ACCOUNT_DAY: '5' });
const { db } = service.deps;
const merchant = await credentialOf(service);
const live = await credentialOf(service, service.merchant.keys.live.private);

/** A gateway that keeps what it was given, and refuses everything while `fails` is set. */
function fakeGateway() {
  const sent: SmsMessage[] = [];
  const state = { fails: false };
  const gateway: SmsGateway = {
    name: 'fake',
    send: async (message) => {
      if (state.fails) throw new Error('the gateway is down');
      sent.push(message);
      return `id-${sent.length}`;
    },
    close: async () => {},
  };
  return { gateway, sent, state };
}

const fake = fakeGateway();
const deps = {
  ...service.deps,
  settings: { ...service.deps.settings, smsGateway: 'twilio' as const },
  sms: fake.gateway,
  testSms: fake.gateway,
};

function callFor({ scope, uuid }: Order, change: Partial<SendSmsCall> = {}): SendSmsCall {
  return { key: { scope, uuid }, by: 'private', phone: null, language: 'es', actor: 'key 1', ...change };
}

async function rowsOf({ uuid }: Order): Promise<[string, string | null][]> {
  const rows = await db.query<{ state: string; gateway_id: string | null }>(sql`
    select state, gateway_id
    from sms_messages
    where order_id = ${uuid}
    order by created_at`);
  return rows.map(({ state, gateway_id }) => [state, gateway_id]);
}

test('the message goes to the phone of the order with its link, is noted with the id of the gateway, and is logged', async () => {
  const order = await makeOrder(deps, merchant);
  const told = await sendSms(deps, callFor(order));
  assert.equal(told.uuid, order.uuid);
  const message = fake.sent.at(-1);
  assert.equal(message?.phone, '+525512345678');
  assert.match(message?.text ?? '', new RegExp(`/pay/ch_${order.uuid.replaceAll('-', '-?')}`));
  assert.deepEqual(await rowsOf(order), [['sent', `id-${fake.sent.length}`]]);
  const details = { account: merchant.scope.accountId, mode: 'test', phone_end: '5678' };
  assert.deepEqual(await auditOf(deps, `ch_${order.uuid}`), [['key 1', 'sms.send', details]]);
});

test('a public key reaches only the phone of the order, a private key any', async () => {
  const order = await makeOrder(deps, merchant);
  const to = (phone: string, by: 'public' | 'private') => sendSms(deps, callFor(order, { phone, by }));
  await assert.rejects(to('5587654321', 'public'), refusal('private_key_required'));
  await to('55 1234 5678', 'public');
  await to('5587654321', 'private');
  assert.equal(fake.sent.at(-1)?.phone, '+525587654321');
});

test('without a phone, with a wrong one and for a paid order nothing is sent', async () => {
  const before = fake.sent.length;
  const silent = await makeOrder(deps, merchant, {
    customer: { id: null, name: 'Ana', email: 'a@example.com', phone: null },
  });
  await assert.rejects(sendSms(deps, callFor(silent)), refusal('invalid_phone'));
  await assert.rejects(sendSms(deps, callFor(silent, { phone: '12' })), refusal('invalid_phone'));
  await assert.rejects(sendSms(deps, callFor(await makePaidOrder(deps, merchant))), refusal('order_not_payable'));
  assert.equal(fake.sent.length, before);
});

test('live messages have a limit per number and one per account a day; test messages have none', async () => {
  const order = () => makeOrder(deps, live);
  const at = (phone: string) => async () => sendSms(deps, callFor(await order(), { phone }));
  for (let count = 0; count < 3; count++) await at('5511111111')();
  await assert.rejects(at('5511111111'), (error) => {
    assert.ok(error instanceof AppError && error.code === 'too_many_sms_today');
    assert.ok(Number(error.details['retryAfterSeconds']) > 0);
    return true;
  });
  for (let count = 0; count < 2; count++) await at('5522222222')();
  await assert.rejects(at('5533333333'), refusal('too_many_sms_today'));
  for (let count = 0; count < 7; count++)
    await sendSms(deps, callFor(await makeOrder(deps, merchant), { phone: '5511111111' }));
});

test('what a gateway refuses counts nowhere, so the customer is not punished for it', async () => {
  const { account } = await service.account({});
  const shop = { ...live, scope: { accountId: account.id, mode: 'live' as const } };
  const order = await makeOrder(deps, shop);
  fake.state.fails = true;
  for (let count = 0; count < 6; count++)
    await assert.rejects(sendSms(deps, callFor(order, { phone: '5544444444' })), refusal('sms_failed'));
  fake.state.fails = false;
  await sendSms(deps, callFor(order, { phone: '5544444444' }));
  assert.deepEqual(
    (await rowsOf(order)).map(([state]) => state),
    [...Array<string>(6).fill('failed'), 'sent'],
  );
});

test('two at once never share the last message of a number', async () => {
  const { account } = await service.account({});
  const shop = { ...live, scope: { accountId: account.id, mode: 'live' as const } };
  const orders = await Promise.all(Array.from({ length: 6 }, () => makeOrder(deps, shop)));
  const outcomes = await Promise.allSettled(orders.map((one) => sendSms(deps, callFor(one, { phone: '5555555555' }))));
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 3);
});

test('in live mode the gateway that only writes a log is no gateway', async () => {
  const order = await makeOrder(deps, live);
  await assert.rejects(sendSms(service.deps, callFor(order)), refusal('sms_not_configured'));
});
