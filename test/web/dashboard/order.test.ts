// One order in the dashboard: everything that happened to it, and everything that can be done, each thing once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setOverdraft } from '../../../src/actions/accounts/set-overdraft.js';
import { composeEmail } from '../../../src/actions/messages/compose-email.js';
import { setMessageSettings } from '../../../src/actions/messages/message-settings.js';
import { queueEmails } from '../../../src/actions/messages/queue-emails.js';
import { formatMexicoTime } from '../../../src/domain/base/mexico-time.js';
import { findMessageSettings } from '../../../src/store/messages/message-settings.js';
import { sql } from '../../../src/store/sql.js';
import { credentialOf, readOrder } from '../../support/made-orders.js';
import { makeOrder, startPayService, textOf } from '../fixtures.js';
import { cookieOf, signIn, signInAs } from './sign-in.js';

const service = await startPayService();
const merchant = await signIn(service, service.key);

/** The page of an order, and the fields of its forms. */
async function pageOf(path: string) {
  const reply = await merchant.get(path);
  assert.equal(reply.status, 200, reply.text);
  const values = (name: string) =>
    [...reply.text.matchAll(new RegExp(`name="${name}" value="([^"]*)"`, 'g'))].map(([, value = '']) => value);
  return { html: reply.text, text: textOf(reply), field: (name: string) => values(name).at(0) ?? '', values };
}

const mainOf = ({ text }: { text: string }) => text.slice(text.indexOf('<main'));

async function sent(path: string, form: string) {
  const reply = await merchant.post(path, form);
  assert.equal(reply.status, 303, reply.text);
  const cookie = `${merchant.cookie}; ${cookieOf(reply)}`;
  return textOf(await merchant.get(String(reply.headers['location']).replace('/dashboard/test', ''), { cookie }));
}

async function refused(path: string, form: string, status: number, why: RegExp) {
  const reply = await merchant.post(path, form);
  assert.equal(reply.status, status, reply.text);
  assert.match(textOf(reply), why);
}

test("another merchant's order does not exist, nor one of the other mode, on any page or form", async () => {
  const order = await makeOrder(service);
  const others = [
    await signIn(service, service.other.keys.test.private),
    await signIn(service, service.merchant.keys.live.private),
  ];
  for (const other of others) {
    for (const page of ['', '/refund', '/cancel'])
      assert.equal((await other.get(`/orders/${order.id}${page}`)).status, 404, page);
    for (const form of ['cancel', 'refund', 'pay', 'notes', 'clock', 'sms', 'transfers/tr_x/link']) {
      const fields = `amount=1&refunded=0.00&received=0.00&scenario=exact&text=x&customer_phone=5512345678&form=${crypto.randomUUID()}`;
      const reply = await other.post(`/orders/${order.id}/${form}`, fields);
      assert.equal(reply.status, 404, `${form}: ${reply.status}`);
    }
  }
});

test('an order is paid in test mode and refunded in parts; a form of before does nothing', async () => {
  const order = await makeOrder(service, { amount: 10_000n });
  const page = `/orders/${order.id}`;
  await refused(`${page}/refund`, 'amount=100&refunded=0.00', 409, /No queda tanto por devolver/);
  assert.match(await sent(`${page}/pay`, 'scenario=exact&received=0.00'), /Se avisó del pago.*Pagó \$100\.00/);
  await refused(`${page}/pay`, 'scenario=exact&received=0.00', 409, /se movió mientras tanto/);
  const shown = await pageOf(`${page}/refund`);
  assert.match(shown.text, /Como máximo \$100\.00.*La comisión no se devuelve/);
  // As by a double click: one of them refunds, the others see that the order has changed.
  const clicks = await Promise.all(
    [1, 2, 3].map(() => merchant.post(`${page}/refund`, 'amount=40&refunded=0.00&reason=Talla')),
  );
  assert.deepEqual(clicks.map(({ status }) => status).sort(), [303, 409, 409]);
  assert.match((await pageOf(page)).text, /Reemb. parcial.*Reembolso: \$40\.00.*Talla/);
  assert.match(await sent(`${page}/refund`, 'amount=40&refunded=40.00'), /quedó registrado/);
  await refused(`${page}/refund`, 'amount=20.01&refunded=80.00', 409, /No queda tanto por devolver/);
  await refused(`${page}/refund`, 'amount=x&refunded=80.00', 400, /Revisa los campos marcados.*Debe ser una cantidad/);
  assert.match(await sent(`${page}/refund`, 'amount=$20.00&refunded=80.00'), /Reembolso total/);
  assert.match((await pageOf(`${page}/refund`)).text, /No queda nada por devolver/);
  assert.equal((await service.call('GET', `/v1/charges/${order.id}`, { key: service.key })).json.refunded, true);
});

test('the money of an order says what came and what is missing, and promises no net of one that ended unpaid', async () => {
  const order = await makeOrder(service, { amount: 10_000n });
  const page = `/orders/${order.id}`;
  const money = async () =>
    /Dinero (Monto|Recibido) .*? Detalles/.exec((await pageOf(page)).text)?.[0] ?? assert.fail();
  await sent(`${page}/pay`, 'scenario=short&received=0.00');
  assert.match(
    await money(),
    /^Dinero Monto \$100\.00 Recibido \$50\.00 Falta \$50\.00 .*Neto al completarse \$88\.98 Detalles$/,
  );
  await sent(`${page}/cancel`, 'received=50.00');
  assert.match(await money(), /^Dinero Monto \$100\.00 Recibido \$50\.00 Detalles$/);
  assert.match((await pageOf(page)).text, /Cancelada .*\$50\.00 por decidir/);
  const paid = await makeOrder(service, { amount: 10_000n });
  const text = await sent(`/orders/${paid.id}/pay`, 'scenario=over&received=0.00');
  assert.match(
    text,
    /Pagada .*\$10\.00 por decidir.*Recibido \$110\.00 De más, por decidir \$10\.00 .*Neto para ti \$88\.98/,
  );
});

test('a refund proposes what the balance covers, and says why that is less', async () => {
  const { account, keys } = await service.account({});
  await setOverdraft(service.deps, { accountId: account.id, overdraft: 10_000n, actor: 'test' });
  const key = keys.test.private;
  const shop = await signIn(service, key);
  const paid = async () => {
    const order = await makeOrder(service, { key, amount: 10_000n });
    await service.call('POST', `/v1/test/orders/${order.id}/payments`, { key, body: { scenario: 'exact' } });
    return `/orders/${order.id}/refund`;
  };
  const first = await paid();
  const shown = async (path: string) => {
    const reply = await shop.get(path);
    return { text: textOf(reply), proposed: /name="amount" value="([^"]*)"/.exec(reply.text)?.[1] ?? '' };
  };
  const less = await shown(first);
  assert.equal(less.proposed, '88.98');
  assert.match(less.text, /Proponemos \$88\.98 porque .*También puedes devolver más: .* espera/);
  const second = await paid();
  const enough = await shown(first);
  assert.equal(enough.proposed, '100.00');
  assert.doesNotMatch(enough.text, /Proponemos/);
  for (const path of [first, second]) assert.equal((await shop.post(path, 'amount=100&refunded=0.00')).status, 303);
  const third = await paid();
  assert.equal((await shop.post(third, 'amount=80&refunded=0.00')).status, 303);
  const none = await shown(third);
  assert.equal(none.proposed, '');
  assert.match(none.text, /No proponemos ningún monto: tu saldo disponible es de −\$13\.06/);
});

test('in test mode a refund of cash shows the link for the customer once, and a new one can be made', async () => {
  const order = await makeOrder(service, { point: 'OXXO', amount: 10_000n });
  const page = `/orders/${order.id}`;
  await sent(`${page}/pay`, 'scenario=exact&received=0.00');
  assert.match(
    (await pageOf(`${page}/refund`)).text,
    /Le mandamos por correo a tu cliente una liga para que escriba su CLABE/,
  );
  const reply = await merchant.post(`${page}/refund`, 'amount=100&refunded=0.00');
  assert.equal(reply.status, 200, reply.text);
  const linkOf = (html: string) => /data-copy="([^"]*\/pay\/refund\/[^"]+)"/.exec(html)?.[1] ?? '';
  const link = linkOf(reply.text);
  assert.equal((await service.call('GET', new URL(link).pathname)).status, 200);
  assert.match(textOf(reply), /El reembolso de \$100\.00 quedó registrado/);
  assert.equal((await merchant.post(`${page}/refund`, 'amount=100&refunded=0.00')).status, 409, 'reloading it');
  const after = await pageOf(page);
  assert.ok(!after.html.includes('/pay/refund/'), 'it is shown only once');
  assert.match(after.text, /Falta la CLABE/);
  const [, transfer = ''] = /transfers\/(tr_[0-9a-f-]+)\/link/.exec(after.html) ?? [];
  const renewed = await merchant.post(`${page}/transfers/${transfer}/link`);
  assert.notEqual(linkOf(renewed.text), '');
  assert.notEqual(linkOf(renewed.text), link);
  const other = await makeOrder(service);
  assert.equal((await merchant.post(`/orders/${other.id}/transfers/${transfer}/link`)).status, 404, 'not its transfer');
});

test('canceling says what will happen, and does not happen if money came meanwhile', async () => {
  const order = await makeOrder(service, { amount: 10_000n });
  const page = `/orders/${order.id}`;
  const toldOf = async () => /Tus webhooks reciben charge\.canceled/.test((await pageOf(`${page}/cancel`)).text);
  assert.equal(await toldOf(), false, 'no address gets it');
  const { id } = (
    await service.call('POST', '/v1/webhooks/stores', { key: service.key, body: { url: 'http://127.0.0.1:2/hook' } })
  ).json;
  assert.equal(await toldOf(), true);
  await service.call('DELETE', `/v1/webhooks/${id}`, { key: service.key });
  await sent(`${page}/pay`, 'scenario=short&received=0.00');
  await refused(`${page}/cancel`, 'received=0.00', 409, /se movió mientras tanto/);
  assert.match((await pageOf(`${page}/cancel`)).text, /Ya llegaron \$50\.00: después decides/);
  assert.match(await sent(`${page}/cancel`, 'received=50.00'), /La orden está cancelada.*\$50\.00 por decidir/);
  assert.match((await pageOf(`${page}/cancel`)).text, /ya no se puede cancelar/);
});

test('notes and messages are made once for each form, and stand in the history', async () => {
  const order = await makeOrder(service, { point: 'OXXO' });
  const page = `/orders/${order.id}`;
  const { values } = await pageOf(page);
  const [smsForm = ''] = values('form');
  const noteForm = smsForm;
  const clicks = await Promise.all(
    [1, 2, 3].map(() => merchant.post(`${page}/notes`, `form=${noteForm}&text=Llamar+el+lunes`)),
  );
  assert.deepEqual(
    clicks.map(({ status }) => status),
    [303, 303, 303],
  );
  const texts = await Promise.all(
    [1, 2, 3].map(() => merchant.post(`${page}/sms`, `form=${smsForm}&customer_phone=55+8765+4321`)),
  );
  assert.ok(
    texts.every(({ status }) => status === 303 || status === 409),
    'done, or still being done',
  );
  const { text, html } = await pageOf(page);
  assert.equal(text.split('Llamar el lunes').length, 2, 'one note');
  assert.equal(text.match(/55 8765 4321 Simulado/g)?.length, 1, 'one message');
  await refused(`${page}/notes`, `form=${crypto.randomUUID()}&text=`, 400, /Es un dato obligatorio/);
  await refused(`${page}/notes`, `form=${crypto.randomUUID()}&text=${'x'.repeat(1001)}`, 400, /como máximo 1000/);
  await refused(`${page}/sms`, `form=${crypto.randomUUID()}&customer_phone=123`, 400, /teléfono/i);
  assert.doesNotMatch(html, /mailto:/, 'the service writes to a customer who has an address');
  const lines = await service.deps.db.query<{ actor: string }>(sql`
    select actor from audit_log where action = 'order.note' and subject = ${order.id}`);
  assert.match(lines[0]?.actor ?? '', new RegExp(merchant.person.id), 'who wrote it');
});

test('a test clock moves forward from what the page showed, once', async () => {
  const clock = (await service.call('POST', '/v1/test/clocks', { key: service.key, body: {} })).json;
  const made = await service.call('POST', '/v2/orders', {
    key: service.key,
    headers: { 'test-clock': clock.id },
    body: {
      product: { id: 'C-1', name: 'Taza', price: 100 },
      customer: { name: 'Eva', email: 'eva@example.com' },
      payment: { type: 'SPEI' },
    },
  });
  const page = `/orders/${made.json.id ?? made.json.order?.id}`;
  const { field, text } = await pageOf(page);
  assert.match(text, /Reloj de prueba Ahora marca/);
  const form = `seen=${field('seen')}&step=day`;
  await sent(`${page}/clock`, form);
  await sent(`${page}/clock`, form);
  const after = (await pageOf(page)).field('seen');
  assert.equal(Number(after) - Number(field('seen')), 86_400_000);
  assert.match(await sent(`${page}/clock`, `seen=${after}&step=expiry`), /Vencida/);
});

test('those who develop see where the webhooks of an order are, and nobody else does', async () => {
  const { keys } = await service.account({});
  const shop = await signIn(service, keys.test.private);
  await service.call('POST', '/v1/webhooks/stores', {
    key: keys.test.private,
    body: { url: 'http://127.0.0.1:2/hook' },
  });
  const order = await makeOrder(service, { key: keys.test.private });
  const technical = await shop.get(`/orders/${order.id}?technical=yes`);
  assert.match(textOf(technical), /charge\.pending En camino/);
  assert.ok(technical.text.includes(`/events/evt_${order.id.slice(3)}_1`), 'the event tells of every attempt');
  const plain = await shop.get(`/orders/${order.id}`);
  assert.doesNotMatch(mainOf(plain), /charge\.pending|127\.0\.0\.1:2/);
  assert.match(textOf(plain), /Historial Técnico/);
  const { accountId } = (await credentialOf(service, keys.test.private)).scope;
  for (const role of ['support', 'viewer'] as const) {
    const clerk = await signInAs(service, accountId, { role });
    const page = await clerk.get(`/orders/${order.id}?technical=yes`);
    assert.doesNotMatch(page.text, /charge\.pending|ebhook|Llaves|Peticiones|Técnico/);
    for (const path of ['/webhooks', '/events', '/requests', '/keys', '/clocks'])
      assert.equal((await clerk.get(path)).status, 403, path);
  }
});

test('a reminder is scheduled until its time, and not needed once the order is paid', async () => {
  const { account, keys } = await service.account({});
  const shop = await signIn(service, keys.test.private);
  const change = { kinds: { expiring: { isOn: true } } };
  await setMessageSettings(service.deps, { accountId: account.id, change, actor: 'test' });
  const order = await makeOrder(service, { key: keys.test.private });
  while (await queueEmails(service.deps));
  const pending = textOf(await shop.get(`/orders/${order.id}`));
  assert.match(pending, /de que está por vencer .*Programado para \d+ [a-z]+ \d{4}/);
  assert.doesNotMatch(pending, /en camino/);
  assert.doesNotMatch(textOf(await shop.get('/messages')), /Por enviar|Está por vencer/);
  await service.call('POST', `/v1/test/orders/${order.id}/payments`, { key: keys.test.private, body: {} });
  assert.match(textOf(await shop.get(`/orders/${order.id}`)), /de que está por vencer .*Ya no hacía falta/);
});

test('an order says when the money was paid, not when we were told; its receipt too', async () => {
  const { account, keys } = await service.account({});
  const shop = await signIn(service, keys.test.private);
  const order = await makeOrder(service, { key: keys.test.private });
  const paidAt = (Math.floor(Date.now() / 1000) - 3 * 86_400) * 1000;
  const body = { scenario: 'exact', at: paidAt / 1000 };
  const paid = await service.call('POST', `/v1/test/orders/${order.id}/payments`, { key: keys.test.private, body });
  assert.ok(paid.status < 300, paid.text);
  const day = new Intl.DateTimeFormat('es-MX', { dateStyle: 'medium', timeZone: 'America/Mexico_City' }).format(paidAt);
  assert.match(textOf(await shop.get(`/orders/${order.id}`)), new RegExp(`Pagada ${day}`));
  const record = await readOrder(service.deps, await credentialOf(service, keys.test.private), order.id.slice(3));
  const settings = await findMessageSettings(service.deps.db, account.id);
  const email = { id: record.uuid, kind: 'paid', sequence: 2 } as const;
  const receipt = await composeEmail(service.deps, { order: record, email, settings });
  assert.ok(receipt?.kept.body.includes(formatMexicoTime(paidAt, 'es')), receipt?.kept.body);
});
