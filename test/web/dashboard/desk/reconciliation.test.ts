// Reconciliation at the desk: a list is compared first, and only what was shown is booked, once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listColumns } from '../../../../src/wire/rails/rail-list.js';
import { speiNotice, trackingKey } from '../../../money/books.js';
import { transfer } from '../../../support/arrived-money.js';
import { makeOrder, textOf } from '../../fixtures.js';
import { signInAs } from '../sign-in.js';
import { multipart, startDesk } from './desk.js';

const { service, desk } = await startDesk();
const live = service.merchant.keys.live.private;

const columns = listColumns('spei');

/** A line of the bank's list, from what a notice would say. */
function line(clabe: string, amount: string, key = trackingKey()): string {
  const told = speiNotice(clabe, amount, { claveRastreo: key, tsLiquidacion: service.deps.clock.now() });
  const notice: Record<string, unknown> = typeof told === 'string' ? JSON.parse(told) : told;
  return columns.map((name) => String(notice[name] ?? '')).join(',');
}

const upload = (fields: Record<string, string>, text: string | Buffer, cookie = desk.cookie) => {
  const { body, headers } = multipart(fields, { name: 'banco.csv', text });
  return service.call('POST', '/dashboard/desk/reconciliation', { body, headers: { ...headers, cookie } });
};

const paymentsOf = async () =>
  (await service.deps.db.query({ text: 'select 1 from payments where livemode', values: [] })).length;

test('a list shows what we miss and what differs, and applying it books that, once', async () => {
  const known = await makeOrder(service, { key: live, amount: 10_000n });
  await transfer(service, { clabe: known.payTo, amount: '100.00', mode: 'live' });
  const order = await makeOrder(service, { key: live, amount: 25_000n });
  const csv = `${columns.join(',')}\n${line(order.payTo, '250.00', 'FALTA1')}\n`;
  const made = await upload({ kind: 'spei', mode: 'live' }, csv);
  assert.equal(made.status, 303, textOf(made));
  const path = (made.headers['location'] ?? '').replace('/dashboard/desk', '');
  const page = await desk.get(path);
  assert.match(textOf(page), /Registrar 1 pago por \$250\.00/);
  assert.doesNotMatch(textOf(page), /¿Está completo\?/, 'as many lines as payments');
  assert.match(
    textOf(page),
    /Falta en nuestros libros 1 \$250\.00 Falta en el banco 1 \$100\.00 Datos distintos 0 \$0\.00 Coincide 0 \$0\.00 Banco \$250\.00 · Libros \$100\.00 · Diferencia \$150\.00/,
  );
  assert.match(
    textOf(page),
    /regístralo con el botón de abajo.*FALTA1 \d{18} · línea 2 \d{1,2} \p{L}+ No está .*Registrar 1 pago/u,
    'by the key of the bank, before the button',
  );
  assert.match(textOf(await desk.get(`${path}?outcome=they_miss`)), /pide al banco la lista completa.*\$100\.00/);
  assert.match((await desk.get(`${path}.csv`)).text, /FALTA1/);
  assert.equal(await paymentsOf(), 1, 'comparing books nothing');

  const forged = await desk.post(`${path}/apply`, 'digest=other');
  assert.equal(forged.status, 409);
  const results = await Promise.all([desk.submit(path, `${path}/apply`), desk.submit(path, `${path}/apply`)]);
  assert.ok(results.some(({ status }) => status === 303));
  assert.equal(await paymentsOf(), 2, 'booked once');
  assert.match(textOf(await desk.get(`${path}?outcome=booked`)), /Aplicada.*FALTA1.*Registrado/);
  assert.match(textOf(await desk.get(`/orders/${order.id}`)), /Pagada/);
  assert.equal((await desk.post(`${path}/apply`, 'digest=x')).status, 409);
  assert.match(textOf(await desk.get('/reconciliation')), /Anteriores Día .* \d{1,2} \p{L}+ \d{4} Banco \(SPEI\)/u);
  assert.match(textOf(await desk.get('/today')), /Conciliación \S+ \d{1,2} \p{L}+ \d{4}, hecha hace/u);
});

test('a list of far fewer lines than the books have payments asks whether it is whole', async () => {
  const order = await makeOrder(service, { key: live, amount: 12_000n });
  for (const amount of ['10.00', '20.00', '30.00'])
    await transfer(service, { clabe: order.payTo, amount, mode: 'live' });
  const text = `${columns.join(',')}\n${line(order.payTo, '120.00', 'SOLA1')}`;
  const form = new URLSearchParams({ kind: 'spei', mode: 'live', text }).toString();
  const made = await desk.post('/reconciliation', form);
  const shown = textOf(await desk.get((made.headers['location'] ?? '').replace('/dashboard/desk', '')));
  assert.match(shown, /El archivo trae 1 línea y los libros \d+ pagos\. ¿Está completo\?/);
});

test('pasted lines work as well, and a list that cannot be read says which lines', async () => {
  const order = await makeOrder(service, { key: live, amount: 26_000n });
  const text = `${columns.join(',')}\n${line(order.payTo, '260.00', 'FALTA2')}`;
  const pasted = await desk.post(
    '/reconciliation',
    new URLSearchParams({ kind: 'spei', mode: 'live', text }).toString(),
  );
  assert.equal(pasted.status, 303, textOf(pasted));
  const broken = await upload({ kind: 'spei', mode: 'live' }, `${columns.join(',')}\n1,2\n`);
  assert.equal(broken.status, 400);
  assert.match(textOf(broken), /La lista del riel no se puede leer.*Línea 2: tiene 2 campos/);
  assert.match(textOf(await desk.post('/reconciliation', 'kind=spei&mode=live')), /Elige un archivo/);
});

test('a file of 200 KB in the encoding of Windows is taken, one that is too large is not, and a stranger sends none', async () => {
  const rows = Array.from({ length: 900 }, (_, at) => line('646180123400000008', '1.00', `MUCHAS${at}`));
  const bytes = Buffer.from(`${columns.join(',')}\n${rows.join('\n')}\n`, 'latin1');
  assert.ok(bytes.length > 64 * 1024);
  assert.equal((await upload({ kind: 'spei', mode: 'live' }, bytes)).status, 303);
  assert.equal((await upload({ kind: 'spei', mode: 'live' }, Buffer.alloc(5 * 1024 * 1024, 'x'))).status, 413);
  assert.equal((await upload({ kind: 'spei', mode: 'live' }, bytes, '')).status, 401);
  const viewer = await signInAs(service, null, { role: 'viewer' });
  assert.equal((await upload({ kind: 'spei', mode: 'live' }, 'x', viewer.cookie)).status, 403);
});

const STATEMENT = [
  ':20:X',
  ':25:002180000000000018',
  ':60F:C261001MXN1000,00',
  ':61:261001C70,00NTRFNONREF',
  ':86:SPEI RECIBIDO ZZZ999999',
  ':61:261001D12,34NTRFNONREF',
  ':86:<b>RETIRO</b>',
  ':62F:C261001MXN1057,66',
  '-',
].join('\n');

test('a statement of a bank is recognised, shows the urgent first, and turns the first page red', async () => {
  const made = await upload({ kind: 'spei', mode: 'live' }, STATEMENT);
  assert.equal(made.status, 303, textOf(made));
  const path = (made.headers['location'] ?? '').replace('/dashboard/desk', '');
  assert.match(path, /^\/reconciliation\/statements\//);
  const page = await desk.get(path);
  const text = textOf(page);
  assert.match(text, /Estado de cuenta 1 oct 2026/);
  assert.match(text, /Llama hoy al banco/);
  assert.match(text, /Saldo final \$1,057\.66/);
  assert.match(text, /Según sus líneas que coinciden \$0\.00 Sin explicar por esas líneas \$1,057\.66/);
  assert.match(text, /Nadie la envió 1 Falta en nuestros libros 1 Coincide 0/);
  assert.match(text, /RETIRO/);
  assert.ok(!page.text.includes('<b>RETIRO'), 'what a bank writes is text');
  assert.match(textOf(await desk.get(`${path}?outcome=we_miss`)), /ZZZ999999/);
  assert.match((await desk.get(`${path}.csv?outcome=we_miss`)).text, /ZZZ999999/);
  assert.match(textOf(await desk.get(`${path}?lang=en`)), /Never sent by us 1 Missing in our books 1 Agrees 0/);
  await desk.get(`${path}?lang=es`);
  assert.match(textOf(await desk.get('/reconciliation')), /1 oct 2026 MT940 · banco\.csv/);
  assert.match(textOf(await desk.get('/today')), /Conciliación Urgente .*El banco muestra 1 salida que nadie envió/);
});

test('a statement that is cut off is refused with the reason, and nothing of it is kept', async () => {
  const refused = await upload({ kind: 'spei', mode: 'live' }, STATEMENT.split(':62F:')[0] ?? '');
  assert.equal(refused.status, 400);
  assert.match(textOf(refused), /no se guardó nada.*Termina antes del saldo final/s);
  assert.equal((await desk.get('/reconciliation/statements/018f0000-0000-7000-8000-000000000001')).status, 404);
});
