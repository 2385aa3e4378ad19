// Banks' own files at the desk: a format is saved, a file is looked at before it is taken, and what was looked at is taken.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addRail } from '../../../money/books.js';
import { transfer } from '../../../support/arrived-money.js';
import { workbook } from '../../../support/workbook.js';
import { makeOrder, textOf } from '../../fixtures.js';
import { signInAs } from '../sign-in.js';
import { auditLines, multipart, startDesk } from './desk.js';

const { service, desk } = await startDesk();

const post = (path: string, fields: Readonly<Record<string, string>>) =>
  desk.post(path, new URLSearchParams(fields).toString());

const entries = async () => {
  const [row] = await service.deps.db.query<{ count: number }>({
    text: 'select count(*)::integer as count from ledger_entries',
    values: [],
  });
  return row?.count;
};

const MAPPING = {
  use: 'statement',
  title: 'Banco Uno, movimientos',
  file: 'csv',
  delimiter: ';',
  above: '1',
  days: 'DD/MM/YYYY',
  decimal: ',',
  order: 'newest first',
  column_day: 'Fecha',
  column_credit: 'Abono',
  column_debit: 'Cargo',
  column_balance: 'Saldo',
  column_text: 'Concepto',
  column_account: '=0123456789',
};

test('a mapping is saved from its form, shown again, changed and removed; each step is in the audit log', async () => {
  const lacking = await post('/formats/new', { ...MAPPING, name: 'uno', column_balance: '' });
  assert.equal(lacking.status, 400);
  assert.match(textOf(lacking), /Di en qué columna está Saldo después/);
  assert.equal((await post('/formats/new', { ...MAPPING, name: 'uno' })).status, 303);
  assert.match(textOf(await desk.get('/formats')), /Banco Uno, movimientos/);
  const page = await desk.get('/formats/uno');
  assert.match(page.text, /value="=0123456789"/);
  assert.match(textOf(await post('/formats/new', { ...MAPPING, name: 'uno' })), /Ya hay un formato con ese nombre/);
  assert.match(textOf(await post('/formats/uno', { ...MAPPING, seen: 'x' })), /Alguien cambió esto/);
  assert.equal((await desk.submit('/formats/uno', '/formats/uno', { title: 'Banco Uno' })).status, 303);
  assert.equal((await desk.submit('/formats/uno', '/formats/uno/remove')).status, 303);
  assert.equal((await desk.get('/formats/uno')).status, 404);
  assert.equal((await auditLines(service, 'format.set')).length, 3);
});

test('a statement with semicolons is shown before it is compared, and only what was shown is', async () => {
  await post('/formats/new', { ...MAPPING, name: 'banco-uno' });
  const lines = [
    'Banco Uno',
    'Fecha;Concepto;Cargo;Abono;Saldo',
    '18/11/2026;SPEI K2;50,00;;1.184,56',
    '17/11/2026;SPEI K1;;1.234,56;1.234,56',
  ];
  const form = { mode: 'live', format: 'banco-uno', text: lines.join('\n') };
  const refused = await post('/reconciliation', { ...form, text: form.text.replace('1.184,56', '1.184,57') });
  assert.equal(refused.status, 400);
  assert.match(textOf(refused), /[Ll]ínea 3: .*saldo/);
  const sent = await post('/reconciliation', form);
  assert.equal(sent.status, 303, textOf(sent));
  const path = (sent.headers['location'] ?? '').replace('/dashboard/desk', '');
  const shown = textOf(await desk.get(path));
  assert.match(shown, /Saldo inicial \$0\.00.*Entró \$1,234\.56.*Salió \$50\.00.*Saldo final \$1,184\.56/);
  assert.equal((await post(`${path}/statement`, { digest: '0'.repeat(64) })).status, 409);
  const taken = await desk.submit(path, `${path}/statement`);
  assert.match(taken.headers['location'] ?? '', /\/reconciliation\/statements\//);
});

test('a mapping is tried with a sample before it is saved: what would be read, or what cannot be', async () => {
  const lines = ['Banco Uno', 'Fecha;Concepto;Cargo;Abono;Saldo', '17/11/2026;SPEI K1;;1.234,56;1.234,56'];
  const sample = { name: 'movimientos.csv', text: `${lines.join('\n')}\n` };
  const ask = async (fields: Readonly<Record<string, string>>, file: { name: string; text: string }) => {
    const { body, headers } = multipart({ ...fields, asks: 'try' }, file, 'sample');
    return service.call('POST', '/dashboard/desk/formats/new', { body, headers: { ...headers, cookie: desk.cookie } });
  };
  const saved = (await auditLines(service, 'format.set')).length;
  const good = await ask(MAPPING, sample);
  assert.equal(good.status, 200, textOf(good));
  assert.match(textOf(good), /Esto se leería movimientos\.csv Líneas 1 Días 17 de noviembre de 2026/);
  assert.match(textOf(good), /Entró \$1,234\.56.*Saldo final \$1,234\.56.*SPEI K1/);
  assert.match(good.text, /name="column_day" value="Fecha"/, 'what was typed stays');
  assert.match(good.text, /<textarea name="text"[^>]*>Banco Uno/, 'the sample stays for the next try');
  const bad = await ask({ ...MAPPING, column_day: 'Día', title: '' }, sample);
  assert.match(textOf(bad), /Todavía no se puede leer.*Línea 2: .*Día.*El archivo, como viene Fecha Concepto Cargo/);
  const part = await ask({ ...MAPPING, column_balance: '' }, sample);
  assert.match(
    textOf(part),
    /Todavía no se puede leer.*Di en qué columna está Saldo después.*1\.234,56/,
    'columns can be seen before they are named',
  );
  assert.match(textOf(await post('/formats/new', { ...MAPPING, asks: 'try' })), /Elige un archivo o pega sus líneas/);
  const { status } = await post('/formats/new', { ...MAPPING, asks: 'try', text: sample.text });
  assert.equal(status, 200, 'pasted lines will do');
  assert.equal((await auditLines(service, 'format.set')).length, saved, 'nothing is saved');
});

test('the bank’s words are written by what they mean', async () => {
  const fields = { use: 'results', title: 'Resultados', file: 'csv', delimiter: ',', days: 'as is', decimal: '.' };
  const columns = { column_id: 'Concepto', column_tracking_key: 'Clave', column_status: 'Estatus' };
  const words = { word_status_confirmed: 'Liquidada, Aplicada', word_status_bounced: 'Devuelta' };
  const form = { ...fields, ...columns, ...words, name: 'palabras', words: 'note: NA = ninguna' };
  assert.equal((await post('/formats/new', form)).status, 303);
  const page = await desk.get('/formats/palabras');
  assert.match(page.text, /name="word_status_confirmed" value="Aplicada, Liquidada"/);
  assert.match(page.text, /<details open><summary>Avanzado<\/summary>.*>note: NA = ninguna<\/textarea>/s);
  const sample = 'Concepto,Clave,Estatus\nPAGO 0123456789AB,K1,LIQUIDADA\n';
  assert.match(
    textOf(await post('/formats/palabras', { ...form, asks: 'try', text: sample })),
    /Esto se leería.*K1 Confirmada/,
  );
});

test('a list in a workbook is compared as it was understood', async () => {
  const columns = {
    column_claveRastreo: 'Clave',
    column_fechaOperacion: 'Fecha',
    column_institucionOrdenante: '=40012',
    column_cuentaBeneficiario: 'Cuenta',
    column_monto: 'Monto',
    column_tsLiquidacion: 'Fecha + Hora',
  };
  const fields = {
    use: 'spei',
    title: 'Depósitos en Excel',
    file: 'xlsx',
    delimiter: ',',
    days: 'DD/MM/YYYY',
    decimal: '.',
  };
  assert.equal((await post('/formats/new', { ...fields, ...columns, name: 'excel' })).status, 303);
  const bytes = workbook({
    styles: '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>',
    sheets: {
      Hoja1: [
        ['Clave', 'Fecha', 'Hora', 'Cuenta', 'Monto'],
        ['XL1', { xml: '<c s="1"><v>46344</v></c>' }, '10:34', '646180157000000004', 1234.5],
      ],
    },
  });
  await addRail(service.deps, { kind: 'spei', name: 'BANCO', mode: 'test' });
  const { body, headers } = multipart({ format: 'excel', mode: 'test' }, { name: 'abonos.xlsx', text: bytes });
  const sent = await service.call('POST', '/dashboard/desk/reconciliation', {
    body,
    headers: { ...headers, cookie: desk.cookie },
  });
  assert.equal(sent.status, 303, textOf(sent));
  const shown = textOf(await desk.get((sent.headers['location'] ?? '').replace('/dashboard/desk', '')));
  assert.match(shown, /abonos\.xlsx.*excel.*Banco \$1,234\.50.*XL1.*Registrar 1 pago por \$1,234\.50/);
  assert.match(shown, /2026-11-18T10:34:00/);
});

test('a format that changes after the look changes nothing of what is taken', async () => {
  const lines = ['Banco Uno', 'Fecha;Concepto;Cargo;Abono;Saldo', '12/11/2026;SPEI K9;;2,00;2,00'];
  const sent = await post('/reconciliation', { mode: 'live', format: 'banco-uno', text: lines.join('\n') });
  const path = (sent.headers['location'] ?? '').replace('/dashboard/desk', '');
  assert.match(textOf(await desk.get(path)), /Días 12 de noviembre de 2026/);
  assert.equal((await desk.submit('/formats/banco-uno', '/formats/banco-uno', { days: 'MM/DD/YYYY' })).status, 303);
  const taken = await desk.submit(path, `${path}/statement`);
  const statement = (taken.headers['location'] ?? '').replace('/dashboard/desk', '');
  assert.match(textOf(await desk.get(statement)), /línea 1 12 nov /);
  const again = await post('/reconciliation', { mode: 'live', format: 'banco-uno', text: lines.join('\n') });
  assert.match(textOf(again), /fecha por venir, 20261211: revisa el orden de día y mes/);
  assert.equal((await desk.submit('/formats/banco-uno', '/formats/banco-uno', { days: 'DD/MM/YYYY' })).status, 303);
});

test('one file that two people send and take at once is compared twice, and books nothing twice', async () => {
  const lines = ['Banco Uno', 'Fecha;Concepto;Cargo;Abono;Saldo', '12/11/2026;SPEI K10;;3,00;3,00'];
  const form = { mode: 'live', format: 'banco-uno', text: lines.join('\n') };
  const sent = await Promise.all([post('/reconciliation', form), post('/reconciliation', form)]);
  const paths = sent.map(({ headers }) => (headers['location'] ?? '').replace('/dashboard/desk', ''));
  assert.equal(new Set(paths).size, 2);
  const before = await entries();
  const taken = await Promise.all(paths.map((path) => desk.submit(path, `${path}/statement`)));
  assert.deepEqual(
    taken.map(({ status }) => status),
    [303, 303],
  );
  assert.equal(await entries(), before);
});

test('a layout that ships waits for what is the operator’s, and then writes the file', async () => {
  const page = '/formats/bbva-psc';
  assert.match(textOf(await desk.get('/formats')), /Sin verificar con el banco.*BBVA \(PSC\).*Falta tu cuenta/);
  assert.equal((await desk.submit(page, page, { own_cuenta_cargo: '0123456789' })).status, 303);
  assert.match(
    (await desk.get(page)).text,
    /value="0123456789".*<details><summary>Avanzado<\/summary>.*name="definition"/,
  );
  const broken = await desk.submit(page, page, { definition: '{' });
  assert.match(textOf(broken), /No es JSON/);
  assert.match(broken.text, /<details open><summary>Avanzado/, 'what is wrong is in sight');
});

test('a bank file is downloaded in a layout that is complete, each time with a line in the audit log', async () => {
  const order = await makeOrder(service, { key: service.merchant.keys.live.private, amount: 10_000n });
  await transfer(service, { clabe: order.payTo, amount: '100.00', mode: 'live' });
  const extra = await transfer(service, { clabe: order.payTo, amount: '31.00', mode: 'live', payerName: 'ROSA DÍAZ' });
  await desk.submit(`/inbox/${extra.id}`, `/inbox/${extra.id}/return`, { note: 'de más' });
  const made = await desk.submit('/transfers', '/transfers/export');
  const file = (made.headers['location'] ?? '').replace('/dashboard/desk', '');
  const shown = (await desk.get(file)).text;
  assert.match(shown, /1\. Descarga el archivo para tu banco\..*\/as\/bbva-psc/);
  assert.doesNotMatch(String(made.headers['set-cookie']), /noBank/);
  assert.doesNotMatch(shown, /\/as\/banorte-bem/, 'its own details are missing');
  const sent = await desk.get(`${file}/as/bbva-psc`);
  assert.equal(sent.headers['content-type'], 'text/plain; charset=iso-8859-1');
  assert.match(sent.headers['content-disposition'] ?? '', /filename="transfers-live-\d+\.txt"/);
  assert.match(sent.text, /^\d{18}000000000123456789MXP0000000000031\.00ROSA DIAZ {21}40\d{3}DEVOLUCION [0-9A-F]{12}/);
  const [printed] = await auditLines(service, 'transfer.print');
  assert.match(JSON.stringify(printed?.details), /bbva-psc/);
  assert.equal((await desk.get(`${file}/as/banorte-bem`)).status, 400);
  assert.equal((await desk.get(`${file}/as/nowhere`)).status, 404);
  assert.equal((await auditLines(service, 'transfer.print')).length, 1);
  const viewer = await signInAs(service, null, { role: 'viewer' });
  assert.equal((await viewer.get(`${file}/as/bbva-psc`)).status, 403);
});

test('a file of 50 MB is refused at the desk, and nothing of it is kept', async () => {
  const bytes = Buffer.alloc(50 * 1024 * 1024, 'x');
  const { body, headers } = multipart({ mode: 'live' }, { name: 'large.csv', text: bytes });
  for (const path of ['/reconciliation', '/transfers/import']) {
    const reply = await service.call('POST', `/dashboard/desk${path}`, {
      body,
      headers: { ...headers, cookie: desk.cookie },
    });
    assert.equal(reply.status, 413, path);
  }
});

test('who only looks sees the formats and changes none', async () => {
  const viewer = await signInAs(service, null, { role: 'viewer' });
  assert.equal((await viewer.get('/formats')).status, 200);
  assert.equal((await viewer.get('/formats/new')).status, 403);
  assert.equal((await viewer.post('/formats/new', '')).status, 403);
});

test('a format gets its short name from its name', async () => {
  assert.equal((await post('/formats/new', { ...MAPPING, title: 'Banco Ñandú, 2º' })).status, 303);
  assert.equal((await desk.get('/formats/banco-nandu-2')).status, 200);
});

test('a layout says where each field of a line stands', async () => {
  const page = await desk.get('/formats/bbva-psc');
  assert.match(
    textOf(page),
    /CLABE 1–18 646180157000000004 .*Titular 56–85 LA FAVORITA · 19 espacios .*Siempre igual 128 H/,
  );
  assert.match(page.text, /<pre class="exact">64618/);
});
