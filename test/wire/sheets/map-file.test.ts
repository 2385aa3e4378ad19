// Banks' files in CSV, read with a mapping: every encoding, delimiter and way to write a day or an amount that was seen.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { type FileMapping, ownMapping } from '../../../src/domain/rails/file-mapping.js';
import { AppError } from '../../../src/errors/errors.js';
import { inPieces } from '../../../src/wire/sheets/file-text.js';
import { mapFile as mapOpened } from '../../../src/wire/sheets/map-file.js';
import { readText } from '../../money/rail-texts.js';

const mapFile = async (bytes: Buffer, ...rest: [FileMapping, Parameters<typeof mapOpened>[2]]) => {
  const mapped = await mapOpened(() => inPieces(bytes, setImmediate), ...rest);
  return { ...mapped, count: mapped.text.split('\n').length - 2 };
};
const LIMITS = { now: Date.UTC(2026, 10, 18), mostRows: 200_000 };

const BANK: FileMapping = {
  ...ownMapping('spei'),
  title: 'Banco de Prueba',
  delimiter: ';',
  days: 'DD/MM/YYYY',
  decimal: ',',
  columns: {
    claveRastreo: ['Clave de rastreo'],
    fechaOperacion: ['Fecha'],
    institucionOrdenante: ['Banco'],
    cuentaBeneficiario: ['Cuenta'],
    monto: ['Abono'],
    nombreOrdenante: ['Ordenante'],
    tsLiquidacion: ['Fecha', 'Hora'],
  },
  words: { institucionOrdenante: { 'BBVA México': '40012' } },
};
const HEADING = 'Fecha;Hora;Clave de rastreo;Banco;Cuenta;Ordenante;Abono';
const LINE = `18/11/2026;10:34 a.m.;'085901234567890123;BBVA MEXICO;"=""646180157000000004""";"PEÑA; ANA";$1.234,56`;

const read = async (text: string | Buffer, mapping = BANK) => {
  const mapped = await mapFile(Buffer.from(text), mapping, LIMITS);
  const list = await readText('spei', mapped.text);
  return list.map(({ line, day, arrival }) => {
    const { trackingKey, network, destination, payerName, amount, paidAt } = arrival;
    return { line, day, trackingKey, network, destination, payerName, amount, at: new Date(paidAt).toISOString() };
  });
};

const problemsOf = async (text: string | Buffer, mapping = BANK): Promise<string> => {
  try {
    await mapFile(Buffer.from(text), mapping, LIMITS);
  } catch (error) {
    if (error instanceof AppError && error.code === 'unreadable_list') return String(error.details['problem']);
    throw error;
  }
  return assert.fail('it was read');
};

const SAID = {
  line: 2,
  day: '20261118',
  trackingKey: '085901234567890123',
  network: '40012',
  destination: '646180157000000004',
  payerName: 'PEÑA; ANA',
  amount: 123_456n,
  at: '2026-11-18T16:34:00.000Z',
};

const text = `${HEADING}\r\n${LINE}\r\n`;
for (const [what, bytes] of [
  ['UTF-8', Buffer.from(text)],
  ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`)],
  ['Latin 1', Buffer.from(text, 'latin1')],
  ['UTF-16', Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ['UTF-16 of other machines', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
] as const)
  test(`a file with semicolons is read in ${what}`, async () => assert.deepEqual(await read(bytes), [SAID]));

for (const [name, delimiter] of [
  ['tabs', '\t'],
  ['bars', '|'],
] as const)
  test(`a file with ${name} is read`, async () => {
    const columns = LINE.replace('"PEÑA; ANA"', 'PEÑA+ ANA').replaceAll(';', delimiter).replace('+', ';');
    const given = `${HEADING.replaceAll(';', delimiter)}\n${columns}\n`;
    assert.deepEqual(await read(given, { ...BANK, delimiter }), [SAID]);
  });

test('a file with commas and points is read', async () => {
  const line = '18-NOV-26,22:34:05 hrs,085901234567890123,BBVA MÉXICO,646180157000000004,"PEÑA; ANA","1,234.56"';
  const mapping: FileMapping = { ...BANK, delimiter: ',', decimal: '.' };
  const [said] = await read(`${HEADING.replaceAll(';', ',')}\n${line}\n`, mapping);
  assert.deepEqual(said, { ...SAID, at: '2026-11-19T04:34:05.000Z' });
});

test('lines above the heading are skipped, and lines are counted as people count them', async () => {
  const given = `Banco de Prueba\nCuenta;123\n\n${HEADING.toUpperCase()}\n\n${LINE.replace('PEÑA; ANA', 'PEÑA\n ANA')}\n${LINE}\n`;
  const lines = await read(given, { ...BANK, above: 2 });
  assert.deepEqual(
    lines.map(({ line }) => line),
    [6, 8],
  );
});

test('only the lines that the mapping wants are read, and the others are counted', async () => {
  const mapping: FileMapping = { ...BANK, only: { column: 'Banco', is: ['BBVA MEXICO'] } };
  const mapped = await mapFile(Buffer.from(`${HEADING}\n${LINE}\nTOTAL;;;;;;9,00\n`), mapping, LIMITS);
  assert.deepEqual([mapped.count, mapped.leftOut], [1, 1]);
});

test('a formula is a text, and nothing computes it', async () => {
  const [said] = await read(`${HEADING}\n${LINE.replace('"PEÑA; ANA"', '=CMD()|1')}\n`);
  assert.equal(said?.payerName, '=CMD()|1');
});

test('all that is wrong is told at once, each with its line', async () => {
  const lines = [
    LINE.replace('$1.234,56', '1,234.56'),
    LINE,
    LINE.replace('18/11/2026', '31/11/2026'),
    LINE.replace('10:34 a.m.', ''),
    `${LINE};x`,
    'a;b',
  ];
  assert.deepEqual((await problemsOf([HEADING, ...lines].join('\n'))).split('\n'), [
    'line 2: monto must be an amount such as 1.234,56',
    'line 4: fechaOperacion must be a day, DD/MM/YYYY; tsLiquidacion must be a day and a time, DD/MM/YYYY HH:MM',
    'line 5: tsLiquidacion must be a day and a time, DD/MM/YYYY HH:MM',
    'line 6: 8 fields, the heading has 7',
    'line 7: 2 fields, the heading has 7',
  ]);
});

for (const [what, given, problem] of [
  ['lacks a column', HEADING.replace('Abono', 'Cargo'), 'line 1: the heading lacks Abono'],
  ['has a column twice', `${HEADING};ABONO ;abono`.replace(';Abono', ''), 'line 1: the heading has Abono twice'],
  ['is empty', '', 'line 1: the heading lacks'],
  ['has a stray quote', `${HEADING}\n${LINE}\n"1"2;3\n`, 'line 3: a quote stands where none may be'],
  ['is a workbook', 'PK\x03\x04', 'it is a workbook (.xlsx), and is read with a format for workbooks'],
  ['has a line without an end', `${HEADING}\n${'x'.repeat(20_000)}`, 'line 2: is too long'],
] as const)
  test(`a file that ${what} is refused`, async () => assert.ok((await problemsOf(given)).startsWith(problem)));

for (const [decimal, amount, is] of [
  ['.', '1,200.5', 120_050n],
  ['.', '1200.5000', 120_050n],
  ['.', '1.200', null],
  ['.', '1,20', null],
  ['.', '1.200,50', null],
  [',', '1.200,50', 120_050n],
  [',', '1,200', null],
  [',', '1.20', null],
  [',', '1,200.50', null],
  [',', '-5,00', null],
] as const)
  test(`${amount} with ${decimal} as the decimal sign is ${is === null ? 'refused' : 'read'}`, async () => {
    const given = `${HEADING}\n${LINE.replace('$1.234,56', amount)}\n`;
    const mapping = { ...BANK, decimal };
    if (is === null) assert.match(await problemsOf(given, mapping), /^line 2: monto must be an amount such as/);
    else assert.equal((await read(given, mapping))[0]?.amount, is);
  });

test('days and months in the wrong order are noticed: a month of 13, or a day that is to come', async () => {
  const ofBank = (day: string) => `${HEADING}\n${LINE.replace('18/11/2026', day)}\n`;
  assert.match(await problemsOf(ofBank('11/13/2026')), /fechaOperacion must be a day, DD\/MM\/YYYY/);
  assert.match(
    await problemsOf(ofBank('11/12/2026')),
    /fechaOperacion is a day to come, 20261211: .*; tsLiquidacion is a day to come, 2026-12-11: check the order of day and month/,
  );
  assert.equal((await read(ofBank('11/12/2026'), { ...BANK, days: 'MM/DD/YYYY' }))[0]?.day, '20261112');
  assert.equal((await read(ofBank('20/11/2026')))[0]?.day, '20261120', 'the next working day');
});

test('more lines than the caller takes are refused, and so is more text than such lines have', async () => {
  const given = `${HEADING}\n${`${LINE}\n`.repeat(3)}`;
  const mapped = (mostRows: number, text = given) => mapFile(Buffer.from(text), BANK, { ...LIMITS, mostRows });
  assert.equal((await mapped(3)).count, 3);
  const problem = (code: RegExp) => (error: unknown) =>
    error instanceof AppError && code.test(String(error.details['problem']));
  await assert.rejects(mapped(2), problem(/it has more than 2 lines/));
  await assert.rejects(mapped(3, given.replaceAll('ANA', 'A'.repeat(600))), problem(/it is too large/));
});

test('Cobro’s own CSV is read as it stands, and needs no saved mapping', async () => {
  const own = ownMapping('spei');
  const names = Object.keys(own.columns);
  const values = ['C1', '20261118', '40012', '646180157000000004', '150.00', '', "'ANA", '1794717055002'];
  const { text: kept } = await mapFile(Buffer.from(`${names.join(',')}\n${values.join(',')}\n`), own, LIMITS);
  assert.equal(kept, `#line,${names.join(',')}\n2,${values.join(',')}\n`);
});

test('100,000 lines are read in seconds, with little memory, and others are served meanwhile', async (t) => {
  const lines = Array.from({ length: 100_000 }, (_, at) => LINE.replace('085901234567890123', `K${at}`));
  const bytes = Buffer.from([HEADING, ...lines].join('\r\n'), 'latin1');
  lines.length = 0;
  const before = process.memoryUsage().rss;
  let [beats, highest] = [0, 0];
  const beat = setInterval(() => {
    beats += 1;
    highest = Math.max(highest, process.memoryUsage().rss - before);
  }, 1);
  const start = process.cpuUsage();
  const { count } = await mapFile(bytes, BANK, LIMITS);
  clearInterval(beat);
  const { user, system } = process.cpuUsage(start);
  const seconds = (user + system) / 1e6;
  assert.equal(count, 100_000);
  t.diagnostic(JSON.stringify({ bytes: bytes.length, cpuSeconds: seconds, beats, rssMb: highest / 1e6 }));
  assert.ok(seconds < 20, `${seconds} s of the processor`);
  assert.ok(beats > 50, `others were served ${beats} times`);
  assert.ok(highest < 400e6, `${highest / 1e6} MB`);
});
