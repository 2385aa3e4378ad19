// The link with which a customer says where live money goes (D85): through a real mail server, to the customer and to nobody
// else.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eraseCustomer } from '../../../src/actions/keeping/erase-customer.js';
import { setMessageSettings } from '../../../src/actions/messages/message-settings.js';
import { queueEmails } from '../../../src/actions/messages/queue-emails.js';
import { returnPayment } from '../../../src/actions/money/decide-payment.js';
import { refundOrder } from '../../../src/actions/money/refund-order.js';
import { cancelOrder } from '../../../src/actions/orders/cancel-order.js';
import { sendLink } from '../../../src/actions/transfers/customer-link.js';
import { useLink } from '../../../src/actions/transfers/set-payee-account.js';
import type { Credential } from '../../../src/domain/accounts/account.js';
import { formatOrderId } from '../../../src/domain/base/identity.js';
import type { OrderDraft } from '../../../src/domain/orders/order.js';
import { formatTransferId } from '../../../src/domain/transfers/transfer.js';
import { listEmailsOf } from '../../../src/store/messages/email-lists.js';
import { sql } from '../../../src/store/sql.js';
import { listTransfers } from '../../../src/store/transfers/transfers.js';
import { transfer } from '../../support/arrived-money.js';
import { auditOf } from '../../support/audit.js';
import { sendDueEmails } from '../../support/emails.js';
import { credentialOf, makeOrder } from '../../support/made-orders.js';
import { startMailServer } from '../../support/mail-server.js';
import { refusalCode } from '../../support/refusal-code.js';
import { startTestService } from '../../support/service.js';
import { signInAs } from '../../web/dashboard/sign-in.js';

// Without TLS, which would take longer than all the rest.
const server = await startMailServer({ hideSTARTTLS: true });
const service = await startTestService({
  COBRO_SMTP_URL: `smtp://127.0.0.1:${server.port}`,
  COBRO_EMAIL_FROM: 'pagos@cobro.example',
  COBRO_BASE_URL: 'https://pay.example.com',
});
const { deps } = service;

/** A live merchant who has e-mails about refunds on, or not. */
async function shop({ isOn } = { isOn: false }): Promise<Credential> {
  const { account, keys } = await service.account({ name: 'La Favorita' });
  const change = { kinds: { refund: { isOn } } };
  await setMessageSettings(deps, { accountId: account.id, change, actor: 'ana' });
  return credentialOf(service, keys.live.private);
}

const of = (email: string): Partial<OrderDraft> => ({
  customer: { id: null, name: 'Ana Robles', email, phone: null },
});

const sendDue = () => sendDueEmails(deps, 'live');

/** A live refund of money whose payer nobody knows, as with money from a till. */
async function refundOfTill(merchant: Credential, email: string) {
  const order = await makeOrder(deps, merchant, of(email));
  await transfer(service, { clabe: order.clabe ?? '', amount: '100.00', mode: 'live' });
  await deps.db.query(sql`
    update payments
    set payer_account = null
    where order_id = ${order.uuid}`);
  const made = await refundOrder(deps, { key: order, amount: 2_500n, reason: null, actor: 'ana' });
  assert.ok(made.is === 'first');
  return made.value;
}

const tokenIn = (text: string | undefined) => /pay\/refund\/([\w-]{43})/.exec(text ?? '')?.[1] ?? '';
const askedOf = (email: string) => server.sentTo(email).filter(({ subject }) => subject?.includes('¿a qué cuenta?'));
const ACCOUNT = { clabe: '012180015025335996', holder: 'Ana Robles', bank: null, actor: 'customer' };

test('the link of live money goes to the customer alone, whatever e-mails the merchant has on, and is not kept', async () => {
  for (const isOn of [true, false]) {
    const email = `till-${isOn}@example.com`;
    const { order, link, transfer: made } = await refundOfTill(await shop({ isOn }), email);
    assert.deepEqual([link, made.destination], [null, null], 'the merchant does not read it');
    while (await queueEmails(deps));
    await sendDue();
    const told = server.sentTo(email).filter(({ subject }) => subject?.includes('te devuelve'));
    assert.deepEqual([told.length, askedOf(email).length], [1, 1], 'one e-mail tells and asks');
    const token = tokenIn(told[0]?.text);
    assert.ok(told[0]?.html?.includes(token) && token !== '');
    const kept = (await listEmailsOf(deps.db, order)).map(({ body }) => body ?? '');
    assert.ok(kept.some((body) => body.includes('/pay/refund/…')));
    assert.ok(!kept.some((body) => body.includes(token)));
    assert.equal((await useLink(deps, { ...ACCOUNT, token }))?.amount, 2_500n);
  }
});

test('a merchant has the link sent again and does not read it; the new one ends the one before', async () => {
  const merchant = await shop();
  const { order, transfer: made } = await refundOfTill(merchant, 'again@example.com');
  const send = () => {
    const call = { transferId: formatTransferId(made.id), scope: merchant.scope, actor: 'key:ana' };
    return sendLink(deps, call);
  };
  await sendDue();
  const again = await send();
  assert.deepEqual(again.is === 'first' && again.value.link, null);
  // The e-mail of the second link is still on its way when a third one is asked for.
  await send();
  await sendDue();
  const [first, third, more] = askedOf('again@example.com').map(({ text }) => tokenIn(text));
  assert.equal(more, undefined, 'a link that has ended is not sent');
  assert.equal(await useLink(deps, { ...ACCOUNT, token: first ?? '' }), null);
  assert.equal((await useLink(deps, { ...ACCOUNT, token: third ?? '' }))?.amount, 2_500n);
  assert.equal(await refusalCode(send()), 'destination_known');
  const lines = await auditOf(deps, formatOrderId(order.uuid));
  assert.deepEqual(
    lines.filter(([, action]) => action === 'email.send').map(([actor]) => actor),
    ['key:ana', 'key:ana'],
  );
});

test('no reply and no page of a merchant has the link of live money', async () => {
  const { account, keys } = await service.account({ name: 'La Favorita' });
  const key = keys.live.private;
  const { order } = await refundOfTill(await credentialOf(service, key), 'seen@example.com');
  const id = formatOrderId(order.uuid);
  const refunded = await service.call('POST', `/v2/orders/${id}/refunds`, { key, body: { amount: 5 } });
  const { transfer: made } = refunded.json.refund;
  assert.deepEqual([made.status, made.destination_url], ['needs_destination', null]);
  const again = await service.call('POST', `/v1/transfers/${made.id}/link`, { key });
  assert.deepEqual([again.status, again.json.destination_url], [200, null]);
  await sendDue();
  const { get, post } = await signInAs(service, account.id, { role: 'owner', area: 'live' });
  const resent = await post(`/orders/${id}/transfers/${made.id}/link`);
  assert.equal(resent.status, 303);
  await sendDue();
  const tokens = askedOf('seen@example.com').map(({ text }) => tokenIn(text));
  assert.equal(tokens.length, 3, 'a link that was replaced before it was sent is not');
  const messages = (await listEmailsOf(deps.db, order)).map((email) => `/messages/email/${id}/${email.id}`);
  const seen = [
    ...[refunded, again, resent],
    ...(await Promise.all([`/orders/${id}`, '/money/transfers', '/messages', ...messages].map((path) => get(path)))),
    ...(await Promise.all(
      [`/v1/transfers/${made.id}`, '/v1/events'].map((path) => service.call('GET', path, { key })),
    )),
  ];
  for (const { status, text } of seen) {
    assert.ok(status < 400, text);
    for (const token of tokens) assert.ok(token !== '' && !text.includes(token));
  }
});

test('nobody is asked too often, or at an address that is none', async () => {
  const merchant = await shop();
  const { order, transfer: made } = await refundOfTill(merchant, 'often@example.com');
  const call = { transferId: formatTransferId(made.id), scope: merchant.scope, actor: 'key:ana' };
  for (let sent = 1; sent < 10; sent++) await sendLink(deps, call);
  assert.equal(await refusalCode(sendLink(deps, call)), 'too_many_emails');
  const noServer = { ...deps, mailer: null };
  assert.equal(await refusalCode(sendLink(noServer, call)), 'email_not_configured');
  await eraseCustomer(deps, { email: order.customer.email, accountId: null, actor: 'cli:test' });
  assert.equal(await refusalCode(sendLink(deps, call)), 'invalid_request');
});

test('of money that only the operator may decide about, its merchant has no link sent', async () => {
  const merchant = await shop();
  const order = await makeOrder(deps, merchant, of('huge@example.com'));
  await cancelOrder(deps, order, 'ana');
  const { id } = await transfer(service, { clabe: order.clabe ?? '', amount: '100.00', mode: 'live' });
  await deps.db.query(sql`
    update payments
    set payer_account = null, flags = array['implausible']
    where id = ${id}`);
  await returnPayment(deps, { paymentId: id, actor: 'cli:test' });
  const [returned] = await listTransfers(deps.db, order.scope, {
    ...{ orderId: order.uuid, status: null, reason: null },
    ...{ before: null, limit: 1 },
  });
  const transferId = formatTransferId(returned?.id ?? assert.fail());
  await sendDue();
  assert.deepEqual(askedOf('huge@example.com'), [], 'the merchant gave this address');
  const call = { transferId, scope: merchant.scope, actor: 'key:ana' };
  assert.equal(await refusalCode(sendLink(deps, call)), 'operator_decides');
  await sendLink(deps, { transferId, actor: 'cli:test' });
  await sendDue();
  assert.equal(askedOf('huge@example.com').length, 1, 'the operator has it sent');
});
