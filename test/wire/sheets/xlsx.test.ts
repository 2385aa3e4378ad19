// Workbooks of banks: texts, numbers and days as they stand in the cells, and files that were made to do harm.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UnreadableSheet } from '../../../src/wire/sheets/sheet-row.js';
import { xlsxRows } from '../../../src/wire/sheets/xlsx-rows.js';
import { workbook, zip } from '../../support/workbook.js';

const read = async (bytes: Buffer, sheet: string | null = null) => {
  const rows = [];
  for await (const row of xlsxRows(bytes, sheet)) rows.push(row);
  return rows;
};
const cellsOf = async (bytes: Buffer) => (await read(bytes)).map(({ cells }) => cells);
const refuses = (bytes: Buffer, problem: RegExp) =>
  assert.rejects(read(bytes), (error) => error instanceof UnreadableSheet && problem.test(error.message));

const cpuSeconds = (start: NodeJS.CpuUsage) => {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
};

const STYLES =
  '<numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy hh:mm"/><numFmt numFmtId="165" formatCode="&quot;día&quot; 0.00"/></numFmts>' +
  '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="21"/></cellXfs>';

test('texts, numbers, days, times and formulas are what the cells hold', async () => {
  const bytes = workbook({
    styles: STYLES,
    sheets: {
      Hoja1: [
        ['Clave', 'Monto', '', 'Fecha'],
        [
          'PEÑA & <ANA>',
          1234.5599999999999,
          { xml: '<c t="inlineStr"><is><t>adentro</t></is></c>' },
          { xml: '<c s="1"><v>46344</v></c>' },
          { xml: '<c s="2"><v>46344.440347222221</v></c>' },
          { xml: '<c s="3"><v>7.5</v></c>' },
          { xml: '<c s="4"><v>0.44034722222222222</v></c>' },
          { xml: '<c t="str"><f>A1&amp;"x"</f><v>Clavex</v></c>' },
          { xml: '<c><f>SUM(B2)</f><v>3</v></c>' },
          { xml: '<c t="b"><v>1</v></c>' },
          { xml: '<c t="d"><v>2026-11-18T10:34:05</v></c>' },
        ],
      ],
    },
  });
  assert.deepEqual(await cellsOf(bytes), [
    ['Clave', 'Monto', '', 'Fecha'],
    [
      'PEÑA & <ANA>',
      { exact: '1234.56' },
      'adentro',
      { exact: '2026-11-18' },
      { exact: '2026-11-18T10:34:06' },
      { exact: '7.5' },
      { exact: '10:34:06' },
      'Clavex',
      { exact: '3' },
      '1',
      { exact: '2026-11-18T10:34:05' },
    ],
  ]);
});

test('a number of more digits than a workbook keeps is no text: it has lost some', async () => {
  assert.deepEqual(await cellsOf(workbook({ sheets: { A: [[646180157000000000]] } })), [
    [{ lost: '646180157000000000' }],
  ]);
});

test('rows have their own numbers, empty ones are left out, and days may be counted from 1904', async () => {
  const sheets = { A: [['x'], [], ['', { xml: '<c s="1"><v>44882</v></c>' }]] };
  assert.deepEqual(await read(workbook({ styles: STYLES, sheets, workbookPr: '<workbookPr date1904="1"/>' })), [
    { line: 1, cells: ['x'] },
    { line: 3, cells: ['', { exact: '2026-11-18' }] },
  ]);
});

test('the sheet is found by its name, and others are named when it is not there', async () => {
  const bytes = workbook({ sheets: { Resumen: [['no']], Movimientos: [['sí']] } });
  assert.deepEqual((await read(bytes, 'Movimientos'))[0]?.cells, ['sí']);
  assert.deepEqual((await read(bytes))[0]?.cells, ['no']);
  await assert.rejects(read(bytes, 'Hoja9'), /no sheet Hoja9; its sheets are Resumen, Movimientos/);
});

test('texts in pieces are one, and how they sound is no part of them', async () => {
  const bytes = zip([
    ['xl/workbook.xml', '<workbook><sheets><sheet name="A" r:id="r1"/></sheets></workbook>'],
    ['xl/_rels/workbook.xml.rels', '<R><Relationship Id="r1" Target="/xl/s.xml"/></R>'],
    ['xl/sharedStrings.xml', '<sst><si><r><t>AN</t></r><r><t>A</t></r><rPh><t>an-a</t></rPh></si></sst>'],
    ['xl/s.xml', '<x:worksheet><x:row r="1"><x:c r="A1" t="s"><x:v>0</x:v></x:c></x:row></x:worksheet>'],
  ]);
  assert.deepEqual(await cellsOf(bytes), [['ANA']]);
});

const MB = 1024 * 1024;
const PARTS: readonly [string, string][] = [
  ['xl/workbook.xml', '<workbook><sheets><sheet name="A" r:id="r1"/></sheets></workbook>'],
  ['xl/_rels/workbook.xml.rels', '<R><Relationship Id="r1" Target="s.xml"/></R>'],
];

test('a workbook of some kilobytes that would unzip to 300 MB is stopped, in little time and memory', async (t) => {
  const cell = `<a/>${' '.repeat(2_000)}`;
  const bomb = zip([...PARTS, ['xl/s.xml', Buffer.concat([Buffer.from('<w>'), Buffer.alloc(300 * MB, cell)])]]);
  assert.ok(bomb.length < 800_000, `${bomb.length}`);
  const [before, start] = [process.memoryUsage().rss, process.cpuUsage()];
  await refuses(bomb, /too large once it is unzipped/);
  const [grown, seconds] = [(process.memoryUsage().rss - before) / 1e6, cpuSeconds(start)];
  t.diagnostic(JSON.stringify({ bombKb: bomb.length / 1e3, grown, seconds }));
  assert.ok(seconds < 15 && grown < 300, `${seconds} s, ${grown} MB`);
});

/** Each is some kilobytes, and what it says was kept in memory until there was none left. */
for (const [what, part, content, problem] of [
  ['opens ten million elements', 'xl/s.xml', '<a>', /deeper than 64 levels/],
  ['names ten million sheets', 'xl/workbook.xml', '<sheet/>', /too large once it is unzipped/],
  ['has ten million styles', 'xl/styles.xml', '<xf numFmtId="14"/>', /too large once it is unzipped/],
  ['has one text of 30 MB', 'xl/s.xml', 'xxx', /one of its elements is too long/],
] as const)
  test(`a workbook that ${what} is stopped, in little time and memory`, async () => {
    const most = PARTS.filter(([name]) => name !== part);
    const bytes = Buffer.concat([Buffer.from('<w><cellXfs>'), Buffer.alloc(content.length * 10 * MB, content)]);
    const bomb = zip([...most, [part, bytes]]);
    assert.ok(bomb.length < 800_000, `${bomb.length}`);
    const [before, start] = [process.memoryUsage().rss, process.cpuUsage()];
    await refuses(bomb, problem);
    const [grown, seconds] = [(process.memoryUsage().rss - before) / 1e6, cpuSeconds(start)];
    assert.ok(seconds < 5 && grown < 200, `${seconds} s, ${grown} MB`);
  });

for (const [what, bytes, problem] of [
  ['lies about the size of a part', zip([...PARTS, ['xl/s.xml', 'x'.repeat(100_000), 10]]), /damaged/],
  [
    'has more parts than any workbook',
    zip(Array.from({ length: 1_001 }, (_, at) => [`p${at}`, ''] as const)),
    /1000 parts/,
  ],
  ['has a document type', zip([...PARTS, ['xl/s.xml', '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>']]), /document type/],
  [
    'has one text of 200 KB for all its cells',
    zip([
      ...PARTS,
      ['xl/s.xml', '<w/>'],
      ['xl/sharedStrings.xml', `<sst><si><t>${'x'.repeat(200_000)}</t></si></sst>`],
    ]),
    /one of its texts is too long/,
  ],
  ['is cut off', zip([...PARTS, ['xl/s.xml', '<worksheet><row>']]), /damaged/],
  ['lacks its sheet', zip([...PARTS]), /lacks xl\/s.xml/],
  ['is no zip', Buffer.from('id,status\n'), /damaged, or no workbook/],
  ['is an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /old workbook/],
  [
    'has a cell without an end',
    zip([...PARTS, ['xl/s.xml', `<w><row r="1"><c t="str"><v>${'x'.repeat(20_000)}</v></c></row></w>`]]),
    /line 1: is too long/,
  ],
] as const)
  test(`a file that ${what} is refused`, () => refuses(bytes, problem));

test('a workbook of 100,000 rows is read in seconds', async (t) => {
  const rows = Array.from({ length: 100_000 }, (_, at) => [
    `K${at}`,
    'ANA',
    at + 0.5,
    { xml: '<c s="1"><v>46344</v></c>' },
  ]);
  const bytes = workbook({ styles: STYLES, sheets: { A: rows } });
  rows.length = 0;
  const [before, start] = [process.memoryUsage().rss, process.cpuUsage()];
  let [count, highest] = [0, 0];
  for await (const row of xlsxRows(bytes, null)) {
    count += row.cells.length === 4 ? 1 : 0;
    if (count % 1_000 === 0) highest = Math.max(highest, process.memoryUsage().rss - before);
  }
  const seconds = cpuSeconds(start);
  t.diagnostic(JSON.stringify({ bytes: bytes.length, seconds, rssMb: highest / 1e6 }));
  assert.equal(count, 100_000);
  assert.ok(seconds < 30 && highest < 400e6, `${seconds} s, ${highest / 1e6} MB`);
});
