// Outgoing transfers at the desk: a bank file, the bank's results, and single steps; nothing twice.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { insertRestore, keepLost } from '../../../../src/store/keeping/restores.js';
import { transfer } from '../../../support/arrived-money.js';
import { makeOrder, textOf } from '../../fixtures.js';
import { signInAs } from '../sign-in.js';
import { auditLines, fieldsOf, multipart, startDesk } from './desk.js';

const { service, desk } = await startDesk();
const live = service.merchant.keys.live.private;

/** A payment whose money goes back to its payer, and the transfer that it makes. */
async function makeReturn(amount: string, payerName: string) {
  const order = await makeOrder(service, { key: live, amount: 10_000n });
  await transfer(service, { clabe: order.payTo, amount: '100.00', mode: 'live' });
  const extra = await transfer(service, { clabe: order.payTo, amount, mode: 'live', payerName });
  const path = `/inbox/${extra.id}`;
  assert.equal((await desk.submit(path, `${path}/return`, { note: 'de más' })).status, 303);
  const [row] = await service.deps.db.query<{ id: string }>({
    text: `select 'tr_' || id as id from outgoing_transfers where source_id = $1`,
    values: [extra.id],
  });
  return row?.id ?? assert.fail('no transfer');
}

test('what is to be sent goes into one bank file, which can be downloaded again, and never into two', async () => {
  const id = await makeReturn('31.00', 'ROSA DIAZ');
  assert.match(textOf(await desk.get('/transfers')), /Hacer archivo · 1 · \$31\.00/);
  const made = await desk.submit('/transfers', '/transfers/export');
  assert.equal(made.status, 303, textOf(made));
  const file = (made.headers['location'] ?? '').replace('/dashboard/desk', '');
  assert.match(String(made.headers['set-cookie']), /export%3AnoBank|export:noBank/, 'no bank format has our account');
  const after = await desk.get(file, { cookie: `${desk.cookie}; cobro_done=/operator/transfers/export:noBank` });
  assert.match(after.text, /<p class="notice wait" role="status">El archivo está hecho\. Para descargarlo/);
  assert.match(
    textOf(await desk.get(file)),
    /Archivo del banco 1 Sin descargar .*Monto \$31\.00 Hecho .*Elena Vidal.*1\. Tu cuenta no está configurada.*ROSA DIAZ.*En el archivo 1 \$31\.00/,
  );
  const csv = await desk.get(`${file}/csv`);
  assert.match(csv.headers['content-disposition'] ?? '', /^attachment; filename="transfers-/);
  assert.ok(csv.text.includes(id));
  assert.match(textOf(await desk.get(file)), /Descargado \d+ \w+ \d{4} , .* Elena Vidal/);
  const again = await desk.post('/transfers/export', 'mode=live');
  assert.equal(again.status, 400);
  assert.match(textOf(again), /No hay nada por enviar/);
  assert.equal((await desk.get(`${file}/csv`)).text, csv.text, 'always the same file');
  assert.equal((await desk.get('/transfers/files/nothing')).status, 404);
  const viewer = await signInAs(service, null, { role: 'viewer' });
  assert.equal((await viewer.get(`${file}/csv`)).status, 403, 'who may not send may not print');
});

test('the bank’s results are imported from a file or from pasted lines, and a second time change nothing', async () => {
  const id = await makeReturn('32.00', 'EVA RUIZ');
  await desk.post('/transfers/export', 'mode=live');
  const csv = `id,tracking_key,status,note\n${id},CLAVE32,confirmed,\ntr_01a1dd30-0000-7000-8000-000000000000,X1,sent,\n`;
  const { body, headers } = multipart({ text: '' }, { name: 'resultados.csv', text: csv });
  for (const _ of [1, 2]) {
    const sent = await service.call('POST', '/dashboard/desk/transfers/import', {
      body,
      headers: { ...headers, cookie: desk.cookie },
    });
    assert.equal(sent.status, 303, sent.text);
    const preview = (sent.headers['location'] ?? '').replace('/dashboard/desk', '');
    const shown = textOf(await desk.get(preview));
    assert.match(shown, /resultados\.csv.*Todavía no se registra nada.*Confirmadas 1 · \$32\.00.*Desconocidas 1/);
    assert.match(
      shown,
      /Las 2 líneas.*EVA RUIZ.*…\d{4} .*CLAVE32 Confirmada \$32\.00.*No la conocemos.*Registrar 2 resultados · \$32\.00/,
    );
    assert.ok(!shown.includes(id), 'a payee, not an id');
    const reply = await desk.submit(preview, `${preview}/results`);
    assert.equal(reply.status, 200, reply.text);
    assert.match(
      textOf(reply),
      /1 registrada · \$32\.00, 1 sin registrar .*No se registró.*EVA RUIZ.*Confirmada \$32\.00/,
    );
  }
  assert.match(textOf(await desk.get(`/transfers/${id}`)), /Confirmada .*CLAVE32/);
  const pasted = await desk.post('/transfers/import', new URLSearchParams({ text: 'id,status\n' }).toString());
  assert.equal(pasted.status, 400);
  assert.match(textOf(pasted), /Los resultados no se pueden leer/);
  assert.match(textOf(await desk.post('/transfers/import', '')), /Elige un archivo o pega sus líneas/);
});

test('one transfer is sent, confirmed or bounced by hand, each once, and a bounce says why', async () => {
  const id = await makeReturn('33.00', 'LEO PAZ');
  const path = `/transfers/${id}`;
  const bad = await desk.submit(path, `${path}/sent`, { tracking_key: 'no es clave' });
  assert.equal(bad.status, 400);
  assert.match(textOf(bad), /Escribe la clave de rastreo/);
  const before = await desk.get(path);
  assert.equal((await desk.submit(path, `${path}/sent`, { tracking_key: 'CLAVE33' })).status, 303);
  assert.match(textOf(await desk.get(path)), /Enviada .*Confirmar \$33\.00 a LEO PAZ/);
  const stale = await desk.post(`${path}/bounce`, fieldsOf(before, `/dashboard/desk${path}/bounce`, { note: 'x' }));
  assert.match(textOf(stale), /Alguien cambió esto mientras tanto/);
  const noteless = await desk.submit(path, `${path}/bounce`);
  assert.match(textOf(noteless), /Escribe por qué/);
  assert.equal((await desk.submit(path, `${path}/bounce`, { note: 'cuenta cerrada' })).status, 303);
  assert.match(textOf(await desk.get(path)), /Rechazada .*cuenta cerrada/);
  assert.equal((await desk.get('/transfers/tr_nothing')).status, 404);
});

test('whoever confirms a transfer by hand says why, and the audit log keeps it', async () => {
  const id = await makeReturn('34.00', 'ANA SOL');
  const path = `/transfers/${id}`;
  await desk.submit(path, `${path}/sent`, { tracking_key: 'CLAVE34' });
  assert.match((await desk.submit(path, `${path}/confirm`)).text, /id="note-fault"/);
  assert.equal((await desk.submit(path, `${path}/confirm`, { note: 'visto en el banco' })).status, 303);
  assert.match((await auditLines(service, 'transfer.confirm'))[0]?.details ?? '', /visto en el banco/);
});

test('what is to be sent where money has bounced is marked, on its list and in its file, until something arrived there', async () => {
  const end = async (id: string, how: 'bounce' | 'confirm') => {
    const path = `/transfers/${id}`;
    await desk.submit(path, `${path}/sent`, { tracking_key: `CLAVE${id.slice(-12)}` });
    assert.equal((await desk.submit(path, `${path}/${how}`, { note: 'lo dijo el banco' })).status, 303);
  };
  await end(await makeReturn('35.00', 'INES LARA'), 'bounce');
  const id = await makeReturn('36.00', 'INES LARA');
  const marked = /INES LARA \d{18} [^$]* Rechazo ahí \d+:\d\d [ap]\.m\. .*\$36\.00/;
  assert.match(textOf(await desk.get('/transfers')), marked);
  const made = await desk.submit('/transfers', '/transfers/export');
  const file = (made.headers['location'] ?? '').replace('/dashboard/desk', '');
  assert.match(textOf(await desk.get(file)), marked);
  await end(id, 'confirm');
  assert.doesNotMatch(textOf(await desk.get(file)), /Rechazo ahí/, 'it was sent');
  await makeReturn('37.00', 'INES LARA');
  assert.match(textOf(await desk.get('/transfers')), /INES LARA .*\$37\.00/);
  assert.doesNotMatch(textOf(await desk.get('/transfers')), /Rechazo ahí/, 'something arrived there');
});

test('a cash refund gets its account from the operator, or a new link for the customer', async () => {
  const order = await makeOrder(service, { point: 'OXXO', amount: 20_000n });
  await service.call('POST', `/v1/test/orders/${order.id}/payments`, { key: service.key, body: { scenario: 'exact' } });
  await service.call('POST', `/v1/charges/${order.id}/refunds`, { key: service.key, body: { amount: 50 } });
  const list = await desk.get('/transfers?mode=test&status=needs_destination');
  const id = /transfers\/(tr_[0-9a-f-]{36})/.exec(list.text)?.[1] ?? assert.fail(textOf(list));
  const path = `/transfers/${id}`;
  const link = await desk.submit(path, `${path}/link`);
  assert.match(textOf(link), /\/pay\/refund\/[\w-]{40,}/);
  const wrong = await desk.submit(path, `${path}/destination`, { clabe: '123', holder: 'Ana' });
  assert.equal(wrong.status, 400);
  assert.match(wrong.text, /id="clabe-fault"/);
  const typed = { clabe: '012 180 015025335996', holder: 'Ana Robles' };
  assert.equal((await desk.submit(path, `${path}/destination`, typed)).status, 303);
  assert.match(textOf(await desk.get(path)), /012180015025335996/);
});

test('who may only look sees no buttons and cannot send, export or import', async () => {
  const viewer = await signInAs(service, null, { role: 'viewer' });
  const page = await viewer.get('/transfers');
  assert.ok(!page.text.includes('/transfers/export"'));
  for (const path of ['/transfers/export', '/transfers/import']) assert.equal((await viewer.post(path)).status, 403);
});

test('after a restore the desk shows what the database of before has sent, until somebody decides', async () => {
  const { db, clock } = service.deps;
  const [id, at] = [randomUUID(), clock.now()];
  await insertRestore(db, { id, moment: at, at, by: 'test' });
  assert.match(textOf(await desk.get('/transfers')), /Los archivos para el banco esperan.*No había una base de datos/);
  const scope = { accountId: service.merchant.account.id, mode: 'live' } as const;
  const destination = { clabe: '012180015025335996', holder: 'LUZ PEREZ', bank: 'BBVA MEXICO' };
  const payout = {
    id: randomUUID(),
    scope,
    reason: 'payout',
    orderId: null,
    amount: 12_345n,
    state: 'confirmed',
  } as const;
  await keepLost(db, id, [{ ...payout, destination, trackingKey: 'CLAVE77', createdAt: at }]);
  assert.match(
    textOf(await desk.get('/transfers')),
    /Una se hizo después del respaldo.*LUZ PEREZ.*012180015025335996.*CLAVE77.*Pago al comercio · Confirmada.*\$123\.45/,
  );
  assert.equal((await desk.submit('/transfers', '/transfers/resume', { note: 'el estado de cuenta' })).status, 303);
  assert.doesNotMatch(textOf(await desk.get('/transfers')), /LUZ PEREZ/);
});
