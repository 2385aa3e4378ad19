// cobro format, and files of banks in other commands: how they are read and written, run as an operator runs them.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeFolder } from '../support/process.js';
import { startTestService } from '../support/service.js';
import { workbook } from '../support/workbook.js';
import { runInside } from './run-inside.js';

const service = await startTestService();
const folder = await makeFolder();
const env = { DATABASE_URL: service.databaseUrl, COBRO_DATA_DIR: folder };

async function cobro(...args: readonly string[]) {
  const { code, stdout, stderr } = await runInside([...args, '--json'], env);
  return { code, stderr, json: stdout.startsWith('{') || stdout.startsWith('[') ? JSON.parse(stdout) : null };
}

async function done(...args: readonly string[]) {
  const run = await cobro(...args);
  assert.equal(run.code, 0, `${args.join(' ')}: ${run.stderr}`);
  return run.json;
}

async function refused(message: RegExp, ...args: readonly string[]) {
  const run = await cobro(...args);
  assert.equal(run.code, 1, args.join(' '));
  assert.match(run.stderr, message);
  assert.doesNotMatch(run.stderr, /\n\s+at /);
}

async function given(name: string, content: string | Buffer | object): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content));
  return file;
}

const MAPPING = {
  is: 'mapping',
  title: 'Banco Uno',
  use: 'statement',
  file: 'xlsx',
  days: 'DD/MM/YYYY',
  decimal: '.',
  columns: { day: 'Fecha', amount: 'Importe', balance: 'Saldo', text: 'Concepto' },
};

const STATEMENT = workbook({
  styles: '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>',
  sheets: {
    Hoja1: [
      ['Fecha', 'Concepto', 'Importe', 'Saldo'],
      [{ xml: '<c s="1"><v>46342</v></c>' }, 'SPEI K1', 1234.5599999999999, 1234.56],
      ['17/11/2026', 'SPEI K2', '-34.56', '1,200.00'],
    ],
  },
});

test('a format is listed, shown, changed and removed; one that ships comes back as it was', async () => {
  const shipped = await done('format', 'list');
  assert.deepEqual(
    shipped.map(({ name, set_by }: { name: string; set_by: string }) => [name, set_by]),
    [
      ['banorte-bem', 'shipped'],
      ['bbva-psc', 'shipped'],
      ['control-totals', 'shipped'],
    ],
  );
  const shown = await done('format', 'show', 'bbva-psc');
  const file = await given('bbva.json', { ...shown, own: { cuenta_cargo: '0123456789' } });
  await done('format', 'set', 'bbva-psc', file);
  assert.equal((await done('format', 'show', 'bbva-psc')).own.cuenta_cargo, '0123456789');
  await done('format', 'remove', 'bbva-psc');
  assert.deepEqual(await done('format', 'show', 'bbva-psc'), shown);
  await refused(/no format bbva-psc/, 'format', 'remove', 'bbva-psc');
});

test('what is wrong with a format is told, and nothing is saved', async () => {
  const { balance: _, ...columns } = MAPPING.columns;
  await refused(
    /columns must say where balance is/,
    'format',
    'set',
    'uno',
    await given('a.json', { ...MAPPING, columns }),
  );
  await refused(/is no JSON/, 'format', 'set', 'uno', await given('b.json', '{'));
  await refused(/small letters/, 'format', 'set', 'Uno', await given('c.json', MAPPING));
  await refused(/not be new/, 'format', 'set', 'new', await given('c.json', MAPPING));
  await refused(/cannot be read/, 'format', 'set', 'uno', join(folder, 'nowhere.json'));
  await refused(/no format uno/, 'format', 'show', 'uno');
});

test('a file is tried, and then compared, as the workbook of the bank', async () => {
  await done('format', 'set', 'uno', await given('uno.json', MAPPING));
  const file = await given('movimientos.xlsx', STATEMENT);
  const tried = await done('format', 'try', 'uno', file);
  const { lines, from, to, came, went, opening, closing } = tried;
  assert.deepEqual(
    [lines, from, to, came, went, opening, closing],
    [2, '2026-11-16', '2026-11-17', '1234.56', '34.56', '0.00', '1200.00'],
  );
  assert.deepEqual([tried.first[1].amount, tried.first[1]['#line']], ['-34.56', '3']);
  const compared = await cobro('reconcile', file, '--format', 'uno', '--live');
  assert.equal(compared.json?.ok, false, compared.stderr);
  await refused(/no format bbva-psc for this file/, 'format', 'try', 'bbva-psc', file);
  await refused(/no format uno for this file/, 'transfer', 'import', file, '--format', 'uno');
  await refused(/it is a workbook/, 'transfer', 'import', file);
});

/** A statement of 5,000 lines over two days, the newest or the oldest first. */
async function longStatement(name: string, order: 'oldest' | 'newest', change = (line: string, _: number) => line) {
  const lines = Array.from({ length: 5_000 }, (_, at) => {
    const [day, balance] = [at < 2_600 ? '16/11/2026' : '17/11/2026', (at + 1) * 1.5];
    return `${day},SPEI MUÑOZ K${at}KEY,1.50,${balance.toFixed(2)}`;
  });
  const ordered = (order === 'newest' ? lines.reverse() : lines).map(change);
  const text = ['Fecha,Concepto,Importe,Saldo', ...ordered].join('\r\n');
  return given(name, Buffer.from(text, 'latin1'));
}

test('a long statement says the same with its newest line first, in the encoding of Windows', async () => {
  for (const order of ['oldest', 'newest'] as const)
    await done('format', 'set', order, await given('f.json', { ...MAPPING, file: 'csv', order: `${order} first` }));
  const compared = async (order: 'oldest' | 'newest') => {
    const file = await longStatement(`${order}.csv`, order);
    const { statement: _, ...said } = (await cobro('reconcile', file, '--format', order, '--live')).json;
    return said;
  };
  const [oldest, newest] = [await compared('oldest'), await compared('newest')];
  assert.deepEqual(newest, oldest);
  const { days, we_miss, opening, closing, findings } = newest;
  assert.deepEqual([days, we_miss, opening, closing], ['2026-11-16 to 2026-11-17', 5_000, '0.00', '7500.00']);
  const [{ line, day, detail }] = findings;
  assert.deepEqual([line, day], [1, '2026-11-16']);
  assert.match(detail, /SPEI MUÑOZ K0KEY/);
});

test('a long statement with faulty lines is refused with their numbers, and nothing of it is kept', async () => {
  const count = () => service.deps.db.query({ text: 'select count(*)::integer as count from bank_lines', values: [] });
  const before = await count();
  const faulty = (line: string, at: number) => (at === 2_498 || at === 4_997 ? line.replace(/^../, '32') : line);
  for (const order of ['oldest', 'newest'] as const) {
    const file = await longStatement('faulty.csv', order, faulty);
    await refused(/line 2500: day must be a day.*\n.*line 4999: day/, 'reconcile', file, '--format', order, '--live');
    const stray = await longStatement('quote.csv', order, (line, at) =>
      at === 2_498 ? line.replace('SPEI', 'SP"EI') : line,
    );
    await refused(/line 2500: a quote stands where/, 'reconcile', stray, '--format', order, '--live');
    const missing = await longStatement('gap.csv', order, (line, at) => (at === 2_498 ? '' : line));
    await refused(/line 2501: its balance does not follow/, 'reconcile', missing, '--format', order, '--live');
  }
  assert.deepEqual(await count(), before);
});

test('a file of more than 64 MB is refused before it is read', async () => {
  const file = await given('large.csv', Buffer.alloc(65 * 1024 * 1024, 'x'));
  await refused(/has more than 64 MB/, 'format', 'try', 'uno', file);
});

test('coins have no layout of a bank, and a layout that is not complete makes no file', async () => {
  await refused(/A file of coins is for a wallet/, 'transfer', 'export', '--coin', 'BTC', '--layout', 'bbva-psc');
  await refused(/no format nowhere/, 'transfer', 'export', '--layout', 'nowhere');
});
