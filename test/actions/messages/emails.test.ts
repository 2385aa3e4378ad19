// E-mails to customers: which events cause one, that each is sent once, to whom, how often a day, and what remains of one
// that was not sent. Through a real mail server.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setBrand } from '../../../src/actions/accounts/set-brand.js';
import { eraseCustomer } from '../../../src/actions/keeping/erase-customer.js';
import { purgeTable } from '../../../src/actions/keeping/purge.js';
import { setMessageSettings } from '../../../src/actions/messages/message-settings.js';
import { queueEmails } from '../../../src/actions/messages/queue-emails.js';
import { resendEmail } from '../../../src/actions/messages/resend-email.js';
import { refundOrder } from '../../../src/actions/money/refund-order.js';
import { cancelOrder } from '../../../src/actions/orders/cancel-order.js';
import { makeTestClock, moveTestClock } from '../../../src/actions/orders/move-test-clock.js';
import { setLiveDetails } from '../../../src/actions/points/edit-payment-point.js';
import type { Credential } from '../../../src/domain/accounts/account.js';
import { DAY_MS, HOUR_MS } from '../../../src/domain/base/duration.js';
import { formatShortDeadline } from '../../../src/domain/base/mexico-time.js';
import type { Mode } from '../../../src/domain/base/mode.js';
import type { Email, EmailKind, SentKind } from '../../../src/domain/messages/email.js';
import type { MessageSettingsChange } from '../../../src/domain/messages/message-settings.js';
import type { Order, OrderDraft } from '../../../src/domain/orders/order.js';
import { listEmails, listEmailsOf } from '../../../src/store/messages/email-lists.js';
import { claimEmails, recordEmails } from '../../../src/store/messages/emails.js';
import { sql } from '../../../src/store/sql.js';
import { createEmailEngine } from '../../../src/workers/engines/email-engine.js';
import { startWorkers } from '../../../src/workers/loop.js';
import { transfer } from '../../support/arrived-money.js';
import { auditOf } from '../../support/audit.js';
import { sendDueEmails, sendEmails } from '../../support/emails.js';
import { credentialOf, makeOrder, makePaidOrder, refusal } from '../../support/made-orders.js';
import { startMailServer } from '../../support/mail-server.js';
import { PNG_BYTES } from '../../support/pictures.js';
import { startTestService } from '../../support/service.js';
import { until } from '../../support/until.js';

// Without TLS, which would take longer than all the rest; smtp.test.ts is about it.
const server = await startMailServer({ hideSTARTTLS: true });
const service = await startTestService({
  COBRO_SMTP_URL: `smtp://127.0.0.1:${server.port}`,
  COBRO_EMAIL_FROM: 'pagos@cobro.example',
  COBRO_BASE_URL: 'https://pay.example.com',
  COBRO_EMAIL_PER_ADDRESS_DAY: '5',
  COBRO_EMAIL_PER_ACCOUNT_DAY: '50',
});
const { deps } = service;

const ALL: MessageSettingsChange = {
  kinds: { instructions: { isOn: true }, paid: { isOn: true }, expiring: { isOn: true }, refund: { isOn: true } },
};

/** A merchant with these settings, in a mode. */
async function shop(change: MessageSettingsChange | null, mode: Mode = 'live'): Promise<Credential> {
  const { account, keys } = await service.account({ name: 'La Favorita' });
  if (change !== null) await setMessageSettings(deps, { accountId: account.id, change, actor: 'ana' });
  return credentialOf(service, keys[mode].private);
}

const customer = (email: string, name = 'Ana Robles'): Partial<OrderDraft> => ({
  customer: { id: null, name, email, phone: null },
});

const PARTS = { amount: 875_000n, currency: 'MXN' } as const;

/** Numbers are written in groups, whose gaps the mail program draws. */
const withoutSpans = (html = '') => html.replace(/<\/?span[^>]*>/g, '');

async function queueAll(): Promise<void> {
  while (await queueEmails(deps));
}

const sendDue = (mode: Mode = 'live') => sendDueEmails(deps, mode);

/** Sends what is due, but only of this order. */
async function sendOf(order: Order): Promise<void> {
  const due = await claimEmails(deps.db, 'live', { now: deps.clock.now(), leaseMs: 1, limit: 100 });
  await sendEmails(
    deps,
    due.filter(({ orderId }) => orderId === order.uuid),
  );
}

async function states(order: Order): Promise<[SentKind, string, string | null][]> {
  return (await listEmailsOf(deps.db, order)).map(({ kind, state, reason }) => [kind, state, reason]);
}

async function onlyEmail(order: Order, kind: SentKind): Promise<Email> {
  const found = (await listEmailsOf(deps.db, order)).filter((one) => one.kind === kind);
  assert.equal(found.length, 1);
  return found[0] as Email;
}

test('a new live order sends its instructions once, and the reminder waits for its time', async () => {
  server.behave('take');
  const merchant = await shop(ALL);
  const order = await makeOrder(deps, merchant, customer('new@example.com'));
  await queueAll();
  await queueAll();
  await sendDue();
  await sendDue();
  const [mail, ...more] = server.sentTo('new@example.com');
  assert.deepEqual(more, []);
  const deadline = formatShortDeadline(order.expiry.at, 'es');
  assert.equal(mail?.subject, `Paga $100.00 MXN por SPEI a más tardar el ${deadline} · La Favorita`);
  assert.match(
    mail?.text ?? '',
    new RegExp(`Banco: .+\nBeneficiario: La Favorita\nConcepto \\(opcional\\): ${order.folio}`),
  );
  for (const form of [mail?.text, withoutSpans(mail?.html)]) {
    for (const part of [
      'Hola Ana Robles:',
      '$100.00 MXN',
      order.clabe ?? '',
      order.folio,
      'hora de la Ciudad de México',
    ])
      assert.ok(form?.includes(part), `${part} in ${form}`);
    assert.ok(form?.includes(`https://pay.example.com/pay/ch_${order.uuid}?lang=es`));
  }
  assert.deepEqual(await states(order), [
    ['instructions', 'sent', null],
    ['expiring', 'queued', null],
  ]);
  assert.equal((await onlyEmail(order, 'expiring')).dueAt, order.expiry.at - 24 * HOUR_MS);
});

test('a merchant who has switched nothing on sends nothing, and their events are not even looked at', async () => {
  const merchant = await shop(null);
  const order = await makeOrder(deps, merchant, customer('off@example.com'));
  await queueAll();
  await sendDue();
  assert.deepEqual(await states(order), []);
  const places = await deps.db.query(sql`
    select from email_places
    where account_id = ${merchant.scope.accountId}`);
  assert.equal(places.length, 0);
});

test('what happened before e-mail was switched on sends nothing', async () => {
  const merchant = await shop(null);
  const { accountId } = merchant.scope;
  const before = await makeOrder(deps, merchant, customer('before@example.com'));
  service.setTime(Date.now() + 60_000);
  await setMessageSettings(deps, { accountId, change: ALL, actor: 'ana' });
  const after = await makeOrder(deps, merchant, customer('after@example.com'));
  await queueAll();
  assert.deepEqual(await states(before), []);
  assert.equal((await states(after)).length, 2);
  service.setTime(null);
});

test('test mode keeps what it would send and calls no mail server', async () => {
  const merchant = await shop(ALL, 'test');
  const before = server.arrived.length;
  const order = await makePaidOrder(deps, merchant);
  await queueAll();
  await sendDue('test');
  assert.equal(server.arrived.length, before);
  const paid = await onlyEmail(order, 'paid');
  assert.deepEqual([paid.state, paid.recipient], ['sent', 'ana@example.com']);
  assert.match(paid.subject ?? '', /^\[PRUEBA\] Recibimos tu pago de \$100\.00 MXN/);
  assert.match(paid.body ?? '', /Monto pagado: \$100\.00 MXN/);
  assert.deepEqual((await onlyEmail(order, 'instructions')).reason, 'over', 'it was paid before it could be sent');
});

test('the receipt tells what was paid, what of it is too much, how, and how to reach the shop', async () => {
  server.behave('take');
  const merchant = await shop(ALL);
  const contact = { phone: '55 5555 1234', whatsapp: '', email: 'hola@lupita.mx', website: '' };
  await setBrand(deps, { accountId: merchant.scope.accountId, contact, actor: 'ana' });
  const order = await makeOrder(deps, merchant, customer('over@example.com'));
  await transfer(service, { clabe: order.clabe ?? '', amount: '130.50', mode: 'live' });
  await queueAll();
  await sendDue();
  const [mail] = server.sentTo('over@example.com');
  assert.equal(mail?.subject, 'Recibimos tu pago de $130.50 MXN · La Favorita');
  for (const part of [
    /Monto pagado: \$130\.50 MXN\nPagaste de más: \$30\.50 MXN\nMedio de pago: SPEI/,
    /Clave de rastreo: \S{6,}/,
    /Pagaste \$30\.50 de más: La Favorita te los devolverá o acordará contigo qué hacer\./,
    /No respondas a este correo\. Para hablar con La Favorita: Teléfono 55\u00a05555\u00a01234, Correo hola@lupita\.mx\./,
  ])
    assert.match(mail?.text ?? '', part);
});

test('a payment sends the receipt, and the reminder is not sent any more', async () => {
  server.behave('take');
  const merchant = await shop(ALL);
  const order = await makeOrder(deps, merchant, customer('payer@example.com'));
  await transfer(service, { clabe: order.clabe ?? '', amount: '100.00', mode: 'live' });
  await queueAll();
  await sendDue();
  assert.deepEqual(
    server.sentTo('payer@example.com').map(({ subject }) => subject),
    ['Recibimos tu pago de $100.00 MXN · La Favorita'],
  );
  service.setTime(order.expiry.at - 6 * HOUR_MS);
  await sendDue();
  assert.deepEqual(
    (await states(order)).filter(([kind]) => kind === 'expiring'),
    [['expiring', 'canceled', 'over']],
  );
  service.setTime(null);
});

test('the reminder goes out when its time has come', async () => {
  server.behave('take');
  const merchant = await shop({ ...ALL, reminderHours: 3 });
  const order = await makeOrder(deps, merchant, customer('late@example.com'));
  await queueAll();
  service.setTime(order.expiry.at - 3 * HOUR_MS - 1);
  await sendDue();
  assert.deepEqual((await onlyEmail(order, 'expiring')).state, 'queued');
  service.setTime(order.expiry.at - 3 * HOUR_MS);
  await sendDue();
  assert.ok(server.sentTo('late@example.com').some(({ subject }) => subject?.includes('está por vencer')));
  service.setTime(null);
});

test('a refund tells where it goes', async () => {
  server.behave('take');
  const merchant = await shop(ALL);
  const order = await makeOrder(deps, merchant, customer('back@example.com'));
  await transfer(service, { clabe: order.clabe ?? '', amount: '100.00', mode: 'live' });
  await refundOrder(deps, { key: order, amount: 1_000n, reason: null, actor: 'ana' });
  await queueAll();
  await sendDue();
  const [mail] = server.sentTo('back@example.com').filter(({ subject }) => subject?.includes('te devuelve'));
  assert.match(mail?.text ?? '', /A la cuenta: .+ termina en \d{4}/);
});

test('own texts replace subject and introduction, in the language of the account', async () => {
  server.behave('take');
  const merchant = await shop({
    language: 'en',
    replyTo: 'tienda@example.com',
    kinds: {
      instructions: {
        isOn: true,
        texts: { en: { subject: 'Hi {name}, {amount} for {folio}', introduction: 'Dear {name}.\nYours, {shop}' } },
      },
    },
  });
  const order = await makeOrder(deps, merchant, customer('own@example.com'));
  await queueAll();
  await sendDue();
  const [mail] = server.sentTo('own@example.com');
  assert.equal(mail?.subject, `Hi Ana Robles, $100.00 MXN for ${order.folio}`);
  assert.match(mail?.text ?? '', /Dear Ana Robles\.\nYours, La Favorita/);
  assert.equal(mail?.replyTo?.[0]?.address, 'tienda@example.com');
  assert.deepEqual(
    (await states(order)).map(([kind]) => kind),
    ['instructions'],
  );
});

test('names that carry a stranger’s advertisement are left out', async () => {
  server.behave('take');
  const merchant = await shop(ALL);
  await makeOrder(deps, merchant, {
    ...customer('spam@example.com', 'Win at https://evil.example <b>now</b>'),
    product: { id: '1', name: 'Cheap pills www.evil.example', imageUrl: null },
  });
  await queueAll();
  await sendDue();
  const [mail] = server.sentTo('spam@example.com');
  assert.match(mail?.text ?? '', /^Hola:$/m);
  for (const form of [mail?.text, mail?.html, mail?.subject]) assert.ok(!/evil|pills|Win at/.test(form ?? ''));
});

test('an address that is no plain mailbox fails, and nothing goes out', async () => {
  server.behave('take');
  const merchant = await shop(ALL);
  const before = server.arrived.length;
  for (const email of ['"a b"@example.com', 'a,b@example.com', 'x@localhost', 'a@b', '<a@example.com>']) {
    const order = await makeOrder(deps, merchant, customer(email));
    await queueAll();
    await sendDue();
    const found = await onlyEmail(order, 'instructions');
    assert.deepEqual([found.state, found.reason], ['failed', 'address'], email);
  }
  assert.equal(server.arrived.length, before);
});

test('two senders at once, and a sender that dies, send each e-mail as few times as can be', async () => {
  server.behave('take');
  const merchant = await shop(ALL);
  await makeOrder(deps, merchant, customer('twice@example.com'));
  await queueAll();
  await Promise.all([sendDue(), sendDue(), sendDue()]);
  assert.equal(server.sentTo('twice@example.com').length, 1);

  const order = await makeOrder(deps, merchant, customer('dies@example.com'));
  await Promise.all([queueAll(), queueAll()]);
  // The server takes it, and the process is gone before it can note that.
  const [claimed] = await claimEmails(deps.db, 'live', { now: deps.clock.now(), leaseMs: 120_000, limit: 1 });
  assert.equal(claimed?.orderId, order.uuid);
  assert.equal(await sendDue(), 0, 'nobody else takes it while the lease lasts');
  service.setTime(Date.now() + 120_001);
  await sendDue();
  service.setTime(null);
  const [mail, ...more] = server.sentTo('dies@example.com');
  assert.deepEqual(more, []);
  assert.equal(mail?.messageId, `<${claimed?.id}@cobro.example>`, 'both copies have one id');
});

test('what the server refuses for good is not tried again; what it refuses for now is, later and later', async () => {
  const merchant = await shop(ALL);
  server.behave({ recipient: 550 });
  const refused = await makeOrder(deps, merchant, customer('gone@example.com'));
  await queueAll();
  await sendDue();
  const gone = await onlyEmail(refused, 'instructions');
  assert.deepEqual([gone.state, gone.reason, gone.reply, gone.attempts], ['failed', 'refused', '550 5.1.1', 1]);

  server.behave({ recipient: 451 });
  const order = await makeOrder(deps, merchant, {
    ...customer('full@example.com'),
    expiry: { at: Date.now() + 3 * DAY_MS, unit: 'ms' },
  });
  await queueAll();
  const pauses: number[] = [];
  for (let now = Date.now(); pauses.length < 6; ) {
    service.setTime(now);
    assert.equal(await sendDue(), 1);
    const { dueAt, state } = await onlyEmail(order, 'instructions');
    assert.equal(state, 'queued');
    pauses.push((dueAt - now) / 60_000);
    now = dueAt;
    service.setTime(now);
  }
  assert.deepEqual(pauses, [1, 5, 15, 60, 180, 360]);
  await sendDue();
  const given = await onlyEmail(order, 'instructions');
  assert.deepEqual([given.state, given.reason, given.reply], ['failed', 'unreachable', '451 5.1.1']);
  service.setTime(null);
});

test('a server that recovers gets the mail that waited, and a failed try does not count for the day', async () => {
  const merchant = await shop(ALL);
  server.behave({ message: 421 });
  const order = await makeOrder(deps, merchant, customer('patient@example.com'));
  await queueAll();
  const start = Date.now();
  for (const afterMs of [0, 60_000, 360_000, 1_260_000]) {
    service.setTime(start + afterMs + 1_000);
    await sendDue();
  }
  server.behave('take');
  service.setTime(start + 3 * HOUR_MS);
  await sendDue();
  service.setTime(null);
  assert.equal(server.sentTo('patient@example.com').length, 1);
  assert.equal((await onlyEmail(order, 'instructions')).attempts, 5);
});

test('an address gets only so many live e-mails a day from all merchants, and an account sends only so many', async () => {
  server.behave('take');
  for (let count = 0; count < 7; count++)
    await makeOrder(deps, await shop(ALL), customer(count % 2 === 0 ? 'victim@example.com' : 'Victim@Example.com'));
  await queueAll();
  await sendDue();
  const sent = [...server.sentTo('victim@example.com'), ...server.sentTo('Victim@example.com')];
  assert.equal(sent.length, 5);

  const busy = await shop(ALL);
  for (let count = 0; count < 52; count++) await makeOrder(deps, busy, customer(`busy${count}@example.com`));
  await queueAll();
  await sendDue();
  const all = await listEmails(deps.db, busy.scope, { limit: 200 });
  assert.deepEqual(
    ['sent', 'failed'].map((state) => all.filter((one) => one.state === state).length),
    [50, 2],
  );
  assert.ok(all.filter(({ state }) => state === 'failed').every(({ reason }) => reason === 'limit'));
});

test('orders that nobody pays do not use up the e-mails about money that came', async () => {
  server.behave('take');
  const busy = await shop(ALL);
  const paying = await makeOrder(deps, busy, customer('buyer@example.com'));
  await queueAll();
  await sendDue();
  for (let count = 0; count < 7; count++) await makeOrder(deps, await shop(ALL), customer('buyer@example.com'));
  for (let count = 0; count < 52; count++) await makeOrder(deps, busy, customer(`strange${count}@example.com`));
  await queueAll();
  await sendDue();
  assert.equal(server.sentTo('buyer@example.com').length, 5, 'the limit of the address');
  await transfer(service, { clabe: paying.clabe ?? '', amount: '150.00', mode: 'live' });
  await queueAll();
  await sendDue();
  assert.deepEqual(
    (await states(paying)).filter(([kind]) => kind === 'paid'),
    [['paid', 'sent', null]],
  );
});

test('a canceled order and a kind that was switched off send nothing that waited', async () => {
  server.behave('take');
  const merchant = await shop(ALL);
  const { scope } = merchant;
  const canceled = await makeOrder(deps, merchant, customer('canceled@example.com'));
  const off = await makeOrder(deps, merchant, customer('switched@example.com'));
  await queueAll();
  await cancelOrder(deps, { scope, uuid: canceled.uuid }, 'ana');
  await sendOf(canceled);
  await setMessageSettings(deps, {
    accountId: scope.accountId,
    change: { kinds: { instructions: { isOn: false } } },
    actor: 'ana',
  });
  await sendDue();
  assert.equal((await onlyEmail(canceled, 'instructions')).reason, 'over');
  assert.equal((await onlyEmail(off, 'instructions')).reason, 'off');
});

test('e-mail that waited more than a day, and events that old, send nothing', async () => {
  server.behave('take');
  const merchant = await shop(ALL);
  const expiry = { at: Date.now() + 9 * DAY_MS, unit: 'ms' as const };
  const waited = await makeOrder(deps, merchant, { ...customer('waited@example.com'), expiry });
  await queueAll();
  const unseen = await makeOrder(deps, merchant, { ...customer('unseen@example.com'), expiry });
  service.setTime(Date.now() + DAY_MS + 1_000);
  await queueAll();
  await sendDue();
  assert.equal((await onlyEmail(waited, 'instructions')).reason, 'stale');
  assert.deepEqual(await states(unseen), []);
  service.setTime(null);
});

test('an erased customer gets nothing that waits, and no address or text remains', async () => {
  server.behave('take');
  const merchant = await shop(ALL);
  const { accountId } = merchant.scope;
  const first = await makeOrder(deps, merchant, customer('erase@example.com'));
  await queueAll();
  await sendDue();
  const waiting = await claimEmails(deps.db, 'live', { now: first.expiry.at - 1, leaseMs: 1, limit: 100 });
  const held = waiting.find(({ orderId }) => orderId === first.uuid);
  const second = await makeOrder(deps, merchant, customer('erase@example.com'));
  await eraseCustomer(deps, { email: 'erase@example.com', accountId, actor: 'operator' });
  await queueAll();
  assert.ok(held !== undefined);
  await sendEmails(deps, [held]);
  assert.equal(server.sentTo('erase@example.com').length, 1);
  for (const { recipient, body, subject, state } of await listEmailsOf(deps.db, first))
    assert.deepEqual([recipient, body, subject, state === 'queued'], ['', null, null, false]);
  assert.deepEqual(await states(second), []);
});

test('an e-mail that is erased while the mail server has it stays erased', async () => {
  const merchant = await shop(ALL);
  const { accountId } = merchant.scope;
  const order = await makeOrder(deps, merchant, customer('meanwhile@example.com'));
  await queueAll();
  const due = await claimEmails(deps.db, 'live', { now: deps.clock.now(), leaseMs: 120_000, limit: 100 });
  const claimed = due.find(({ orderId }) => orderId === order.uuid);
  assert.ok(claimed);
  await eraseCustomer(deps, { email: 'meanwhile@example.com', accountId, actor: 'operator' });
  const content = { language: 'es', subject: 'Hola Ana', body: 'Ana' } as const;
  const sent = {
    email: claimed,
    state: 'sent',
    reason: null,
    reply: null,
    content,
    endedAt: deps.clock.now(),
  } as const;
  await recordEmails(deps.db, [sent]);
  await recordEmails(deps.db, [{ email: claimed, state: 'queued', reply: null, dueAt: 0 }]);
  for (const { state, recipient, body } of await listEmailsOf(deps.db, order))
    assert.deepEqual([state, recipient, body], ['canceled', '', null]);
});

test('a sender that comes back after its lease notes that it sent, and gives nothing back that another has', async () => {
  const merchant = await shop(ALL);
  const order = await makeOrder(deps, merchant, customer('late@example.com'));
  await queueAll();
  const claimOf = async (leaseMs: number) => {
    const due = await claimEmails(deps.db, 'live', { now: deps.clock.now(), leaseMs, limit: 100 });
    return due.find(({ orderId }) => orderId === order.uuid);
  };
  const late = await claimOf(-1);
  const other = await claimOf(120_000);
  assert.ok(late && other);
  await recordEmails(deps.db, [{ email: late, state: 'queued', reply: '451', dueAt: 0 }]);
  const { dueAt, reply } = await onlyEmail(order, 'instructions');
  assert.deepEqual([dueAt, reply], [other.dueAt, null]);
  const ended = { state: 'sent', reason: null, reply: null, content: null, endedAt: deps.clock.now() } as const;
  await recordEmails(deps.db, [{ email: late, ...ended }]);
  assert.equal((await onlyEmail(order, 'instructions')).state, 'sent');
});

test('e-mails and counts are purged when their time is over, the others stay', async () => {
  const merchant = await shop(ALL, 'test');
  const order = await makeOrder(deps, merchant);
  await queueAll();
  await sendDue('test');
  service.setTime(Date.now() + 89 * DAY_MS);
  await purgeTable(deps, 'emails');
  assert.equal((await states(order)).length, 2);
  service.setTime(Date.now() + 91 * DAY_MS);
  await purgeTable(deps, 'emails');
  await purgeTable(deps, 'email_day_counts');
  assert.deepEqual(await states(order), []);
  assert.deepEqual(await deps.db.query(sql`select from email_day_counts`), []);
  service.setTime(null);
});

test('an e-mail can be asked for twice per order and kind, if it is true, by name in the audit log', async () => {
  server.behave('take');
  const merchant = await shop(null);
  const { scope } = merchant;
  const { uuid } = await makeOrder(deps, merchant, customer('again@example.com'));
  const ask = (kind: EmailKind) => resendEmail(deps, { key: { scope, uuid }, kind, actor: 'ana' });
  const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => ask('instructions')));
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 2);
  await assert.rejects(ask('instructions'), refusal('too_many_emails'));
  await assert.rejects(ask('paid'), refusal('email_not_true'));
  await assert.rejects(ask('refund'), refusal('email_not_true'));
  await sendDue();
  assert.equal(server.sentTo('again@example.com').length, 2);
  const lines = await auditOf(deps, `ch_${uuid}`);
  assert.deepEqual(lines.at(0), [
    'ana',
    'email.send',
    { account: scope.accountId, mode: 'live', kind: 'instructions' },
  ]);
  const stranger = await shop(null);
  const foreign = { key: { scope: stranger.scope, uuid }, kind: 'instructions' as const, actor: 'x' };
  await assert.rejects(resendEmail(deps, foreign), refusal('order_not_found'));
  const other = { ...foreign, key: { scope: { ...scope, mode: 'test' as const }, uuid } };
  await assert.rejects(resendEmail(deps, other), refusal('order_not_found'));
});

test('without a mail server live events queue nothing and cannot be asked for, and nothing old goes out later', async () => {
  server.behave('take');
  const merchant = await shop(ALL);
  const { scope, uuid } = await makeOrder(deps, merchant, customer('nowhere@example.com'));
  const without = { ...deps, mailer: null };
  while (await queueEmails(without));
  await assert.rejects(
    resendEmail(without, { key: { scope, uuid }, kind: 'instructions', actor: 'ana' }),
    refusal('email_not_configured'),
  );
  await queueAll();
  await sendDue();
  assert.equal(server.sentTo('nowhere@example.com').length, 0);
});

test('a reminder follows the test clock of its order', async () => {
  const merchant = await shop(ALL, 'test');
  const { accountId } = merchant.scope;
  const start = Date.UTC(2026, 0, 1);
  service.setTime(start);
  const clock = await makeTestClock(deps, accountId, start);
  const order = await makeOrder(deps, merchant, { testClockId: clock.id });
  service.setTime(null);
  await queueAll();
  const reminderAt = order.expiry.at - 24 * HOUR_MS;
  await sendDue('test');
  assert.deepEqual(await states(order), [
    ['instructions', 'sent', null],
    ['expiring', 'queued', null],
  ]);
  await moveTestClock(deps, accountId, { id: clock.id, to: reminderAt });
  await sendDue('test');
  assert.equal((await onlyEmail(order, 'expiring')).state, 'sent');
});

test('a mail server that hangs on one customer is cut off, and the others have got theirs', async () => {
  server.behave((recipient) => (recipient === 'slow@example.com' ? 'hang' : 'take'));
  const merchant = await shop(ALL);
  const slow = await makeOrder(deps, merchant, customer('slow@example.com'));
  await makeOrder(deps, merchant, customer('quick@example.com'));
  await queueAll();
  const impatient = { ...deps, settings: { ...deps.settings, shutdownTimeoutMs: 50 } };
  const engine = startWorkers([createEmailEngine(impatient)], deps.log);
  await until('the other has got theirs', () => server.sentTo('quick@example.com').length === 1);
  await engine.stop();
  const { state, dueAt } = await onlyEmail(slow, 'instructions');
  assert.deepEqual([state, dueAt <= deps.clock.now()], ['queued', true]);
});

test('an e-mail has the name, the colour and the logo of its shop', async () => {
  const own = await shop(ALL);
  await setBrand(deps, { accountId: own.scope.accountId, colour: '#7a1f3d', logo: PNG_BYTES, actor: 'ana' });
  const order = await makeOrder(deps, own, customer('brand@example.com'));
  await queueAll();
  await sendOf(order);
  const [mail] = server.sentTo('brand@example.com');
  assert.equal(mail?.from?.name, 'La Favorita');
  assert.match(mail?.html ?? '', /background:#7a1f3d/);
  assert.match(mail?.html ?? '', /<img src="https:\/\/pay\.example\.com\/assets\/logos\/[0-9a-f]{32}\.png"/);
});

test('an e-mail about a coin begins with what must arrive, and says who pays the network', async () => {
  const merchant = await shop(ALL, 'test');
  const point = (await deps.points.byCode()).get('BTC') ?? assert.fail();
  const order = await makeOrder(deps, merchant, { ...customer('coin@example.com'), point });
  await queueAll();
  await sendDue('test');
  const { body } = await onlyEmail(order, 'instructions');
  assert.match(body ?? '', /^Envía exactamente 0\.\d{8} BTC$/m);
  assert.match(body ?? '', /Envía exactamente: 0\.\d{8} BTC\nMonto a pagar: \$100\.00 MXN/);
  assert.match(body ?? '', /Tu cartera cobra aparte la comisión de la red/);
  assert.doesNotMatch(body ?? '', /no cobra comisión/);
});

test('what arrived and what a till takes at once are in the reminder of a large order', async () => {
  const merchant = await shop(ALL, 'test');
  const point = (await deps.points.byCode()).get('OXXO') ?? assert.fail();
  const order = await makeOrder(deps, merchant, { ...customer('parts@example.com'), point, price: PARTS });
  await deps.db.query(sql`update orders set received = 10000 where id = ${order.uuid}`);
  await queueAll();
  service.setTime(order.expiry.at - HOUR_MS);
  await sendDue('test');
  service.setTime(null);
  const { body } = await onlyEmail(order, 'expiring');
  assert.match(body ?? '', /Ya recibimos: \$100\.00 MXN/);
  assert.match(
    body ?? '',
    /OXXO recibe hasta \$5,000\.00 por pago, más la comisión: haz 2 pagos con el mismo código\./,
  );
});

test('the instructions to pay in cash show the bar code, bring the voucher, and say what to carry', async () => {
  server.behave('take');
  const merchant = await shop(ALL);
  const details = { company_reference_number: '1234', company_bank_number: '012' };
  const point = await setLiveDetails(deps, { code: 'OXXO', details, cards: [], actor: 'test' });
  const order = await makeOrder(deps, merchant, { ...customer('cash@example.com'), point });
  await queueAll();
  await sendDue();
  const [mail] = server.sentTo('cash@example.com');
  assert.match(mail?.text ?? '', /^Lleva \$110\.00 MXN/);
  assert.match(mail?.text ?? '', /^Lleva \$110\.00 MXN a OXXO$/m);
  assert.match(mail?.text ?? '', /Referencia: \d+\nConvenio: 1234\nPaga a más tardar/);
  assert.match(mail?.text ?? '', /Lleva en efectivo: \$110\.00 MXN \(\$100\.00 \+ \$10\.00 de comisión\)/);
  assert.match(mail?.text ?? '', /Paga a más tardar: el (lunes|martes|miércoles|jueves|viernes|sábado|domingo) \d/);
  assert.match(mail?.html ?? '', /<img src="cid:barcode" alt="Código de barras para la caja"/);
  assert.deepEqual(
    mail?.attachments.map(({ filename, mimeType, contentId }) => [filename, mimeType, contentId ?? null]),
    [
      ['barcode.png', 'image/png', '<barcode>'],
      [`${order.folio}.pdf`, 'application/pdf', null],
    ],
  );
});
