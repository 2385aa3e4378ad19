// Four worlds that must not know of each other: two merchants, each in test and in live mode, with one of everything.
// All texts of a world contain a word of its own.
import assert from 'node:assert/strict';
import type { NewAccount } from '../../src/actions/accounts/create-account.js';
import { createKey } from '../../src/actions/accounts/create-key.js';
import { setMessageSettings } from '../../src/actions/messages/message-settings.js';
import { queueEmails } from '../../src/actions/messages/queue-emails.js';
import { showLink } from '../../src/actions/transfers/customer-link.js';
import { isLive, MODES, type Mode } from '../../src/domain/base/mode.js';
import { sql } from '../../src/store/sql.js';
import { addRail, cashNotice, speiNotice } from '../money/books.js';
import { sendDueEmails } from '../support/emails.js';
import { chargeBody, orderBody, type TestService } from '../support/service.js';
import { until } from '../support/until.js';
import { ensurePerson, signInAs } from '../web/dashboard/sign-in.js';
import { fillTables } from './rows.js';

export type World = {
  readonly account: NewAccount;
  readonly mode: Mode;
  readonly word: string;
  readonly key: string;
  /** What stands for a parameter of a route, by the segment before it and its name. */
  readonly ids: Readonly<Record<string, string>>;
  /** Values of query parameters and headers. */
  readonly values: Readonly<Record<string, string>>;
};

const NEVER = '00000000-0000-7000-8000-000000000000';

/** The worlds of two merchants. */
export async function makeWorlds(service: TestService): Promise<World[]> {
  const worlds: World[] = [];
  await service.deps.db.query(sql`update payment_points set live_details = test_details where code = 'OXXO'`);
  for (const [letter, account] of [
    ['a', service.merchant],
    ['b', service.other],
  ] as const) {
    const on = { isOn: true };
    const change = { kinds: { instructions: on, paid: on } };
    await setMessageSettings(service.deps, { accountId: account.account.id, change, actor: 'test' });
    for (const mode of MODES) worlds.push(await makeWorld(service, account, mode, `zq${letter}${mode}zq`));
  }
  return worlds;
}

async function makeWorld(service: TestService, account: NewAccount, mode: Mode, word: string): Promise<World> {
  const { deps } = service;
  const key = account.keys[mode].private;
  const accountId = account.account.id;
  const post = async (path: string, body: object = {}, headers: Record<string, string> = {}) => {
    const reply = await service.call('POST', path, { key, body, headers });
    assert.equal(reply.status, 200, `${path} ${mode} ${reply.text}`);
    return reply.json;
  };
  const customer = { id: `id-${word}`, name: `Ana ${word}`, email: `${word}@example.com`, phone: '5512345678' };
  const product = { id: `pedido-${word}`, name: `Funda ${word}`, price: 150 };
  const repeat = { 'idempotency-key': `again-${word}` };
  const order = await post('/v2/orders', orderBody({ product, customer }), repeat);
  const named = { customer_name: customer.name, customer_email: customer.email, customer_phone: customer.phone };
  const charge = await post('/v1/charges', chargeBody({ ...named, order_id: product.id, order_name: product.name }));
  const paying = { service, mode, word, key };
  const payment = await payBySpei(paying, order.payment.clabe, '160.00');
  const reference = String(charge.instructions.details.order_reference_number);
  await payAtTill(paying, charge.id, reference);
  const { refund } = await post(`/v2/orders/${order.id}/refunds`, { amount: 10, reason: `Rota ${word}` });
  const back = await post(`/v1/charges/${charge.id}/refunds`, { amount: 5 });
  const token = (await showLink(deps, { transferId: back.refund.transfer.id })).split('/').at(-1);
  const address = mode === 'test' ? 'http://127.0.0.1:2' : 'https://127.0.0.1:2';
  const endpoint = await post('/v1/webhooks/stores', { url: `${address}/${word}` });
  const open = await post('/v2/orders', orderBody({ product, customer }));
  const clock = mode === 'test' ? (await post('/v1/test/clocks')).id : `clock-${word}`;
  const link = await post('/v1/payment_links', { order_name: `Curso ${word}`, order_price: 350, max_uses: 9 });
  const cash = await post('/v1/charges', chargeBody({ ...named, order_id: product.id, order_name: product.name }));
  // There is no gateway for real messages.
  if (mode === 'test') await post(`/v1/charges/${cash.id}/sms`, { customer_phone: customer.phone });
  while (await queueEmails(deps));
  await sendDueEmails(deps, 'test');
  await service.call('POST', `/v2/orders?note=${word}`, { key, body: { product: word } });
  await deps.requestLog.flush();
  const { id: keyId } = await createKey(deps, { accountId, mode, kind: 'private', actor: 'test' });
  const person = await ensurePerson(service, accountId, { role: 'owner' });
  const { get } = await signInAs(service, accountId, { role: 'owner', area: mode });
  await tellOf(service, open.id);
  await fillTables(deps.db, {
    accountId,
    isLive: isLive(mode),
    orderId: order.id.slice(3),
    linkId: link.id.slice(3),
    endpointId: endpoint.id,
    transferId: refund.transfer.id.slice(3),
    id: deps.random.uuid(deps.clock.now()),
    word,
  });
  const event = (await service.call('GET', '/v1/events?limit=100', { key })).json.data.find(({ id }: { id: string }) =>
    id.includes(open.id.slice(3)),
  );
  const mail =
    mode === 'live' ? ['', open.id, NEVER] : /messages\/email\/([\w-]+)\/([\w-]+)/.exec((await get('/messages')).text);
  const request = /requests\/([0-9a-f-]{36})"/.exec((await get('/requests')).text)?.[1];
  const session = await firstOf(
    service,
    sql`select id::text as id from dashboard_sessions where person_id = ${person.id}`,
  );
  const found = { event: event?.id, mailOrder: mail?.[1], mail: mail?.[2], request, session, token };
  for (const [what, id] of Object.entries(found)) assert.ok(id, `${word} has no ${what}`);
  return {
    ...{ account, mode, word, key },
    ids: {
      'orders/:id': order.id,
      'charges/:id': charge.id,
      'pay/:id': cash.id,
      'checkout/:id': link.id,
      'clocks/:id': clock,
      'payments/:id': payment,
      'review/:payment': payment,
      'payment_links/:id': link.id,
      'links/:id': link.id,
      'refunds/:id': refund.id,
      'transfers/:id': refund.transfer.id,
      'transfers/:transfer': refund.transfer.id,
      'stores/:id': endpoint.id,
      'webhooks/:id': endpoint.id,
      'events/:id': String(found.event),
      'attempts/:endpoint': endpoint.id,
      ':endpoint/:number': '1',
      'events/:sequence': '1',
      'messages/:channel': 'email',
      ':channel/:order': String(found.mailOrder),
      ':order/:id': String(found.mail),
      'messages/:kind': 'paid',
      ':kind/:language': 'es',
      'requests/:id': String(found.request),
      'keys/:id': keyId,
      'people/:id': person.id,
      'sessions/:session': String(found.session),
      'refund/:token': String(found.token),
      'link/:token': `link-${word}`,
      'statements/:month': new Date(deps.clock.now()).toISOString().slice(0, 7),
    },
    values: {
      order_id: order.id,
      customer_email: customer.email,
      short_id: order.shortId,
      tracking_key: `RASTREO${word}`,
      after: String(found.event),
      reference,
      idempotencyKey: repeat['idempotency-key'],
      clock,
      confirmation: String(open.id),
      word,
    },
  };
}

type Paying = { readonly service: TestService; readonly mode: Mode; readonly word: string; readonly key: string };

async function payBySpei({ service, mode, word, key }: Paying, clabe: string, amount: string): Promise<string> {
  const { authorization } = await addRail(service.deps, { kind: 'spei', mode });
  const claveRastreo = `RASTREO${word}`;
  const body = speiNotice(clabe, amount, { claveRastreo, nombreOrdenante: `PAGADOR ${word}` });
  const told = await service.call('POST', '/rails/spei/deposits', { headers: { authorization }, body });
  assert.equal(told.status, 200, told.text);
  return until('the transfer is matched', async () => {
    const { json } = await service.call('GET', `/v1/payments?tracking_key=${claveRastreo}`, { key });
    return json.data[0]?.id as string | undefined;
  });
}

async function payAtTill({ service, mode, word, key }: Paying, id: string, reference: string): Promise<void> {
  const { authorization } = await addRail(service.deps, { kind: 'cash', mode });
  const body = cashNotice(reference, 75, { transaction_id: `CAJA${word}` });
  const told = await service.call('POST', '/rails/cash/payments', { headers: { authorization }, body });
  assert.equal(told.status, 200, told.text);
  await until('the charge is paid', async () => (await service.call('GET', `/v1/charges/${id}`, { key })).json.paid);
}

/** An attempt to deliver the first webhook of an order. */
async function tellOf({ deps }: TestService, orderId: string): Promise<void> {
  await deps.db.query(sql`
    insert into webhook_attempts (account_id, livemode, order_id, sequence, endpoint_id, number, at, duration_ms, url,
      request_headers, request_body, reply_status, reply_headers, reply_body, outcome, reason)
    select o.account_id, o.livemode, o.id, 1, e.id, 1, now(), 12, e.url, '{"webhook-id": "1"}', '{}', 500, '{}', 'no',
      'failed', 'status 500'
    from orders o
    join webhook_endpoints e using (account_id, livemode)
    where o.id = ${orderId.slice(3)}`);
}

async function firstOf({ deps }: TestService, statement: ReturnType<typeof sql>): Promise<string | undefined> {
  return (await deps.db.query<{ id: string }>(statement))[0]?.id;
}
