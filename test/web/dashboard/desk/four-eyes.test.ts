// Four eyes (D81): money over the limit and a point's bank details wait for a second person.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { requirePaymentPoint } from '../../../../src/actions/points/edit-payment-point.js';
import { insertRestore, keepLost, type LostTransfer } from '../../../../src/store/keeping/restores.js';
import { findPointMark } from '../../../../src/store/points/point-marks.js';
import { sql } from '../../../../src/store/sql.js';
import { transfer } from '../../../support/arrived-money.js';
import { startMailServer } from '../../../support/mail-server.js';
import { PNG_BYTES } from '../../../support/pictures.js';
import { until } from '../../../support/until.js';
import { makeOrder, textOf } from '../../fixtures.js';
import { giveSecondFactor, signInAs } from '../sign-in.js';
import { auditLines, fieldsOf, multipart, startDesk } from './desk.js';

const server = await startMailServer({ hideSTARTTLS: true });
const MAIL = { COBRO_SMTP_URL: `smtp://127.0.0.1:${server.port}`, COBRO_EMAIL_FROM: 'pagos@cobro.example' };
const { service, desk } = await startDesk({ COBRO_FOUR_EYES_OVER: '1000.00', ...MAIL });
const live = service.merchant.keys.live.private;

const second = await signInAs(service, null, { role: 'treasurer' });
const manager = await signInAs(service, null, { role: 'admin', email: 'second-admin@operator.example' });
for (const { person } of [desk, second, manager]) await giveSecondFactor(service, person);
const idIn = (text: string) => /approvals\/([0-9a-f-]{36})\//.exec(text)?.[1] ?? assert.fail('nothing to approve');

test('a decision over the limit is proposed, and done when another person approves it', async () => {
  const order = await makeOrder(service, { key: live, amount: 200_000n });
  const payment = await transfer(service, { clabe: '646180123400000008', amount: '2000.00', mode: 'live' });
  const path = `/inbox/${payment.id}`;
  const proposed = await desk.submit(`${path}?order=${order.folio}`, `${path}/match`, { note: 'folio en el concepto' });
  assert.equal(proposed.status, 303, textOf(proposed));
  assert.match(textOf(await desk.get('/approvals')), /Asignar un pago a una orden · \$2,000\.00.*folio en el concepto/);
  assert.match(textOf(await desk.get('/approvals')), /Lo propusiste tú/);
  assert.match(textOf(await desk.get(path)), /Sin identificar/, 'nothing is done yet');
  const id = idIn((await desk.get('/approvals')).text);
  const shown = await second.get('/approvals');
  assert.match(textOf(shown), new RegExp(`${order.folio} Ana Robles · \\$2,000\\.00 · Por pagar`), 'the order');
  assert.match(
    textOf(shown),
    /\$2,000\.00 · Sin identificar · de NADIE CONOCIDO .*llegó a 646180123400000008/,
    'the payer',
  );
  assert.match(
    textOf(shown),
    /Estado ahora Sin identificar \$2,000\.00 .*Modo Real Huella/,
    'in the language of the page',
  );
  assert.match(textOf(await second.get('/approvals?lang=en')), /State now No order \$2,000\.00 .*Mode Live Digest/);
  await second.get('/approvals?lang=es');
  assert.equal(textOf(shown).split(payment.trackingKey).length - 1, 1, 'the tracking key stands once');
  const digest = /Huella ([0-9a-f]{16})/.exec(textOf(shown))?.[1] ?? assert.fail('no digest');
  const [line] = await auditLines(service, 'proposal.open');
  assert.match(line?.details ?? '', new RegExp(`"digest":"${digest}`));
  assert.match(shown.text, /Por aprobar<span class="badge">1<\/span>/, 'the menu says that something waits');
  assert.match(textOf(await second.get('/today')), /Por aprobar Atención 1 propuesta/);
  assert.equal((await desk.post(`/approvals/${id}/approve`, 'seen=open')).status, 403, 'not by whoever proposed it');

  const approve = fieldsOf(await second.get('/approvals'), `/dashboard/desk/approvals/${id}/approve`, {});
  const both = await Promise.all([1, 2].map(() => second.post(`/approvals/${id}/approve`, approve)));
  assert.deepEqual(both.map(({ status }) => status).sort(), [303, 409], 'once');
  assert.match(textOf(await desk.get(`/orders/${order.id}`)), /Pagada/);
  assert.match(textOf(await desk.get(`/payments/${payment.id}`)), /folio en el concepto/);
});

test('those who may approve are told by e-mail, and nobody else', async () => {
  const toldOf = (email: string) => server.sentTo(email).filter(({ subject }) => subject?.startsWith('Por aprobar'));
  const [mail] = toldOf('second-admin@operator.example');
  assert.match(mail?.subject ?? '', /Por aprobar: Asignar un pago a una orden · \$2000\.00/);
  assert.match(mail?.text ?? '', /dashboard\/desk\/approvals/);
  assert.equal(toldOf(second.person.email).length, 1);
  assert.deepEqual(toldOf(desk.person.email), [], 'not whoever proposed it');
});

test('below the limit one person is enough', async () => {
  const order = await makeOrder(service, { key: live, amount: 50_000n });
  const payment = await transfer(service, { clabe: '646180123400000011', amount: '500.00', mode: 'live' });
  const path = `/inbox/${payment.id}`;
  await desk.submit(`${path}?order=${order.id}`, `${path}/match`, { note: 'x' });
  assert.match(textOf(await desk.get(`/orders/${order.id}`)), /Pagada/);
});

test('the details that customers pay to change when another person approves, or not at all', async () => {
  const path = '/points/OXXO';
  const fields = {
    'live_details.company_reference_number': '12345',
    'live_details.company_bank_number': '678',
    note: 'contrato nuevo',
  };
  const missing = await desk.submit(path, `${path}/live`, { ...fields, 'live_details.company_bank_number': '' });
  assert.equal(missing.status, 400);
  assert.match(missing.text, /id="live_details.company_bank_number-fault"/);
  assert.equal((await desk.submit(path, `${path}/live`, fields)).status, 303);
  assert.equal((await requirePaymentPoint(service.deps, 'OXXO')).liveDetails, null);
  assert.match(textOf(await desk.get(path)), /espera la aprobación de otra persona/);
  assert.equal((await desk.submit(path, `${path}/live`, fields)).status, 409, 'proposed once');
  const page = await manager.get('/approvals');
  assert.match(textOf(page), /12345/);
  assert.equal((await second.post(`/approvals/${idIn(page.text)}/approve`)).status, 403, 'not a duty of theirs');
  const declined = `/approvals/${idIn(page.text)}/decline`;
  assert.equal((await manager.post(declined)).status, 400, 'without saying why');
  assert.equal((await manager.post(declined, 'note=No+es+el+contrato')).status, 303);
  assert.match(textOf(await desk.get('/approvals')), /Rechazado|No es el contrato/);
  assert.match((await auditLines(service, 'proposal.decline'))[0]?.details ?? '', /"reason":"No es el contrato"/);
  assert.equal((await requirePaymentPoint(service.deps, 'OXXO')).liveDetails, null);
  assert.equal((await desk.submit(path, `${path}/live`, fields)).status, 303);
  const id = idIn((await manager.get('/approvals')).text);
  assert.equal((await manager.post(`/approvals/${id}/approve`, 'seen=open')).status, 303);
  assert.equal((await requirePaymentPoint(service.deps, 'OXXO')).liveDetails?.['company_reference_number'], '12345');
});

test('the picture of a point waits for another person, who sees it', async () => {
  const { body, headers } = multipart({}, { name: 'mark.png', text: PNG_BYTES }, 'mark');
  const path = '/points/ELEKTRA/mark';
  const mark = async () => (await findPointMark(service.deps.db, 'ELEKTRA'))?.picture.toString('base64') ?? 'none';
  const sent = await service.call('POST', `/dashboard/desk${path}`, {
    body,
    headers: { ...headers, cookie: desk.cookie },
  });
  assert.deepEqual([sent.status, await mark()], [303, 'none'], 'nothing is done yet');
  const { text } = await manager.get('/approvals');
  assert.equal((await manager.post(`/approvals/${idIn(text)}/approve`, 'seen=open')).status, 303);
  assert.equal(/src="data:image\/png;base64,([^"]+)"/.exec(text)?.[1], await mark());
});

test('whoever asks for a rail sees its password, and whoever approves never does', async () => {
  const form = fieldsOf(await desk.get('/rails/new'), '/dashboard/desk/rails/new', { name: 'BANCO', kind: 'spei' });
  const made = await desk.post('/rails/new', form);
  assert.match(textOf(made), /se hará cuando otra persona lo apruebe\. Copia la contraseña ahora/);
  const [, user = '', password = ''] = /(rail_\w{18}) .*?([\w-]{32})/.exec(textOf(made)) ?? assert.fail(textOf(made));
  const opens = async () => (await service.deps.rails.open(user, password, '127.0.0.1')) !== null;
  assert.equal(await opens(), false, 'not yet');
  const page = await manager.get('/approvals');
  assert.match(textOf(page), new RegExp(`BANCO \\(spei, ${user}\\)`));
  const approved = await manager.post(`/approvals/${idIn(page.text)}/approve`, 'seen=open');
  assert.equal(approved.status, 303, 'no page with a secret');
  assert.ok(![page, await manager.get('/approvals')].some(({ text }) => text.includes(password)));
  await until('it works', opens);
});

test('who lets files go on after a restore sees what the database of before has sent', async () => {
  const { db, clock } = service.deps;
  const at = clock.now();
  const resume = async (lost: readonly LostTransfer[] | null) => {
    const id = randomUUID();
    await insertRestore(db, { id, moment: at, at, by: 'test' });
    if (lost !== null) await keepLost(db, id, lost);
    assert.equal((await desk.submit('/transfers', '/transfers/resume', { note: 'estados de cuenta' })).status, 303);
    const shown = await second.get('/approvals');
    const proposal = idIn(shown.text);
    const approve = `/approvals/${proposal}/approve`;
    assert.equal((await second.post(approve, fieldsOf(shown, `/dashboard/desk${approve}`, {}))).status, 303);
    return textOf(shown);
  };
  assert.match(await resume(null), /Hechas después del respaldo, y aquí no están No se sabe: .* Revisa los estados/);
  const transferId = randomUUID();
  const destination = { clabe: '012180015025335996', holder: 'LUZ PEREZ', bank: 'BBVA MEXICO' };
  const lost: LostTransfer = {
    scope: { accountId: service.merchant.account.id, mode: 'live' },
    id: transferId,
    reason: 'payout',
    orderId: null,
    amount: 12_345n,
    state: 'confirmed',
    destination,
    trackingKey: 'CLAVE77',
    createdAt: at,
  };
  assert.match(await resume([lost]), new RegExp(`tr_${transferId} Confirmada 123.45 012180015025335996 LUZ PEREZ`));
  assert.doesNotMatch(textOf(await desk.get('/transfers')), /Los archivos para el banco esperan/);
});

test('a proposal of an act that is no longer offered is shown as such, and can be declined', async () => {
  const fields = { 'live_details.company_reference_number': '1', 'live_details.company_bank_number': '2', note: 'x' };
  assert.equal((await desk.submit('/points/OXXO', '/points/OXXO/live', fields)).status, 303);
  const id = idIn((await manager.get('/approvals')).text);
  await service.deps.db.query(sql`
    update proposals
    set kind = 'provider.coin_price', act = '{"kind":"provider.coin_price","code":"BTC","pesos":"1.00"}'
    where id = ${id}`);
  assert.match(textOf(await manager.get('/approvals')), /Ya no se puede hacer, solo rechazar: provider\.coin_price/);
  const approved = await manager.post(`/approvals/${id}/approve`, 'seen=open');
  assert.deepEqual([approved.status, /Hay que retirar la propuesta/.test(textOf(approved))], [409, true]);
  assert.equal((await desk.post(`/approvals/${id}/decline`)).status, 303, 'who proposed it owes no reason');
});
