// The pages about messages: what was sent to customers, what failed and why, and sending an e-mail again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setMessageSettings } from '../../../src/actions/messages/message-settings.js';
import { queueEmails } from '../../../src/actions/messages/queue-emails.js';
import { listEmails } from '../../../src/store/messages/email-lists.js';
import { sql } from '../../../src/store/sql.js';
import { sendDueEmails } from '../../support/emails.js';
import { chargeBody, startTestService } from '../../support/service.js';
import { OPERATOR_TOKEN, signIn } from './sign-in.js';

const service = await startTestService({ COBRO_OPERATOR_TOKEN: OPERATOR_TOKEN });
const { deps, key } = service;
const scope = { accountId: service.merchant.account.id, mode: 'test' as const };
const on = { isOn: true };
await setMessageSettings(deps, {
  accountId: scope.accountId,
  change: { kinds: { instructions: on, paid: on } },
  actor: 'ana',
});

/** A charge whose e-mails are queued and, in test mode, kept. */
async function makeCharge(change: Record<string, unknown> = {}): Promise<{ id: string; folio: string }> {
  const { json } = await service.call('POST', '/v1/charges', { key, body: chargeBody(change) });
  while (await queueEmails(deps));
  await sendDueEmails(deps, 'test');
  return { id: json.id, folio: json.short_id };
}

const charge = await makeCharge({ customer_name: '<script>alert(1)</script>' });
await service.call('POST', `/v1/charges/${charge.id}/sms`, { key, body: { customer_phone: '5512345678' } });
const bad = await makeCharge({ customer_email: 'a,b@example.com' });

const merchant = await signIn(service, key);
const other = await signIn(service, service.other.keys.test.private);
const live = await signIn(service, service.merchant.keys.live.private);
const operator = await signIn(service, OPERATOR_TOKEN);
const inEnglish = { 'accept-language': 'en' };

/** What a reader sees of a page, in one line. */
function textOf({ text }: { text: string }): string {
  const [, main = ''] = /<main[^>]*>(.*)<\/main>/s.exec(text) ?? [];
  return main.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
}

async function emailOf(order: string) {
  const found = (await listEmails(deps.db, scope, { limit: 100 })).find(({ orderId }) => order.endsWith(orderId));
  assert.ok(found);
  return found;
}

test('e-mails and SMS stand in one list, newest first, and what failed lately stands above it', async () => {
  const page = textOf(await merchant.get('/messages'));
  assert.match(page, /Fallidos 1 /);
  assert.match(page, /a,b@example\.com.*Falló.*SMS.*\+525512345678.*Simulado.*Correo.*ana@example\.com.*Simulado/);
  const english = textOf(await merchant.get('/messages', inEnglish));
  assert.match(english, /E-mail .* How to pay .*Failed/);
});

test('tabs show the failed ones, the e-mails or the SMS alone', async () => {
  const shown = async (tab: string) => textOf(await merchant.get(`/messages?show=${tab}`));
  assert.match(await shown('failed'), new RegExp(bad.folio));
  assert.doesNotMatch(await shown('failed'), new RegExp(charge.folio));
  assert.doesNotMatch(await shown('sms'), /@example\.com/);
  assert.doesNotMatch(await shown('email'), /\+52/);
  assert.match(await shown('nonsense'), new RegExp(charge.folio));
});

test('the messages of an order are found by its folio, as it is typed, and nobody else’s are', async () => {
  const found = async (folio: string, who = merchant) => textOf(await who.get(`/messages?q=${folio}`));
  const shown = await found(`%20${charge.folio.toLowerCase()}`);
  assert.match(shown, /SMS.*Correo/);
  assert.ok(shown.includes(charge.folio) && !shown.includes(bad.folio));
  for (const [folio, who] of [
    ['nonsense', merchant],
    [charge.folio, other],
    [charge.folio, live],
  ] as const)
    assert.match(await found(folio, who), /No hay mensajes así/);
  assert.match(textOf(await merchant.get(`/messages?show=sms&q=${bad.folio}`)), /No hay mensajes así/);
});

test('a message can be opened: its text, its state and why it failed, with nothing of it run', async () => {
  const sent = await emailOf(charge.id);
  const page = await merchant.get(`/messages/email/${charge.id}/${sent.id}`);
  assert.equal(page.status, 200);
  assert.match(textOf(page), /Cómo pagar · Correo Simulado.*\[PRUEBA\] Paga \$/);
  assert.doesNotMatch(page.text, /<script>alert/);
  const failed = await emailOf(bad.id);
  const stuck = await merchant.get(`/messages/email/${bad.id}/${failed.id}`);
  assert.match(
    textOf(stuck),
    /Falló.*El correo del cliente no es válido.*Qué hacer.*Enviar por WhatsApp.*Ver la orden/,
  );
  assert.match(textOf(stuck), new RegExp(`Cliente [^$]+ Orden ${bad.folio} · \\$[\\d,]+\\.\\d\\d `));
  assert.doesNotMatch(textOf(stuck), /Asunto/, 'it was never written');
  assert.ok(stuck.text.includes(`/pay/${bad.id}"`) && stuck.text.includes('href="mailto:?subject='));
  const english = await merchant.get(`/messages/email/${bad.id}/${failed.id}`, inEnglish);
  assert.match(textOf(english), /The customer’s e-mail address is not valid/);
  const desk = await operator.get(`/messages/${scope.accountId}/test/email/${bad.id}/${failed.id}`);
  assert.doesNotMatch(textOf(desk), /Qué hacer/, 'the merchant’s own to do');
});

test('nobody else sees it: another merchant, the other mode, or by another way', async () => {
  const { id } = await emailOf(charge.id);
  for (const [who, path] of [
    [other, `/messages/email/${charge.id}/${id}`],
    [live, `/messages/email/${charge.id}/${id}`],
    [merchant, `/messages/sms/${charge.id}/${id}`],
    [merchant, `/messages/carrier/${charge.id}/${id}`],
    [merchant, `/messages/email/${bad.id}/${id}`],
    [merchant, `/messages/email/${charge.id}/${id}x`],
    [operator, `/messages/${scope.accountId}/live/email/${charge.id}/${id}`],
    [operator, `/messages/${service.other.account.id}/test/email/${charge.id}/${id}`],
    [operator, `/messages/x/test/email/${charge.id}/${id}`],
  ] as const)
    assert.equal((await who.get(path)).status, 404, path);
  assert.doesNotMatch(textOf(await other.get('/messages')), new RegExp(charge.folio));
  assert.match(textOf(await other.get('/messages')), /Todavía no hay mensajes.*Elegir qué se envía/);
});

test('the operator sees those of all merchants by name and mode, and cannot send again', async () => {
  assert.match(textOf(await operator.get('/messages?mode=test')), /Real Prueba .*Fallidos 1.*Cómo pagar.*Merchant/);
  assert.match(
    textOf(await operator.get('/messages')),
    /Real Prueba .*Todos Fallidos Correos.*Todavía no hay mensajes/,
  );
  const ofOne = async (mode: string) => textOf(await operator.get(`/messages?merchant=${scope.accountId}${mode}`));
  assert.match(await ofOne('&mode=test'), /Real Prueba .*Todos Fallidos.*Cómo pagar/);
  assert.match(await ofOne(''), /No hay mensajes así/);
  const { id } = await emailOf(charge.id);
  const page = await operator.get(`/messages/${scope.accountId}/test/email/${charge.id}/${id}`);
  assert.match(textOf(page), /Simulado Prueba .*Comercio Merchant/);
  assert.match(page.text, /href="\/dashboard\/desk\/messages\?mode=test"/, 'back to the list that it is in');
  assert.doesNotMatch(page.text, /\/again/);
});

test('an e-mail is sent again from its page, twice, and then refused with the reason', async () => {
  const { id } = await emailOf(charge.id);
  const again = () => merchant.post(`/messages/email/${charge.id}/${id}/again`);
  assert.deepEqual([(await again()).status, (await again()).status], [303, 303]);
  const refused = await again();
  assert.equal(refused.status, 429);
  assert.match(textOf(refused), /Ya pediste 2 veces este correo de esta orden/);
  const foreign = await merchant.post(`/messages/email/${charge.id}/${id}/again`, '', {
    'sec-fetch-site': 'cross-site',
    origin: 'https://evil.example',
  });
  assert.equal(foreign.status, 403);
  const stranger = await other.post(`/messages/email/${charge.id}/${id}/again`);
  assert.equal(stranger.status, 404);
});

test('long lists have pages both ways', async () => {
  const { account, keys } = await service.account({ name: 'Mucho' });
  await deps.db.query(sql`
    insert into emails (account_id, livemode, order_id, id, kind, sequence, copy, recipient, state, due_at, created_at, ended_at)
    select ${account.id}::uuid, false, gen_random_uuid(), gen_random_uuid(), 'paid', 1, 0, 'n' || n || '@example.com', 'sent',
      now(), now() - n * interval '1 second', now()
    from generate_series(1, 120) n`);
  const many = await signIn(service, keys.test.private);
  const linkOf = (page: { text: string }, rel: string) =>
    new RegExp(`href="/dashboard/test([^"]*)" rel="${rel}"`).exec(page.text)?.[1]?.replaceAll('&amp;', '&');
  const first = await many.get('/messages');
  assert.equal(linkOf(first, 'prev'), undefined);
  const second = await many.get(linkOf(first, 'next') ?? '');
  assert.match(textOf(second), /n51@example\.com.*n100@example\.com/);
  const third = await many.get(linkOf(second, 'next') ?? '');
  assert.match(textOf(third), /n101@example\.com.*n120@example\.com/);
  assert.equal(linkOf(third, 'next'), undefined);
  const back = await many.get(linkOf(third, 'prev') ?? '');
  assert.match(textOf(back), /n51@example\.com.*n100@example\.com/);
  assert.match(textOf(await many.get(linkOf(back, 'prev') ?? '')), /n1@example\.com.*n50@example\.com/);
});
