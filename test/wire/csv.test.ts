// Comma-separated values, read strictly and written so that a spreadsheet runs none of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { csvLine, numberAsText } from '../../src/wire/csv.js';
import { csvLines } from '../../src/wire/sheets/csv-rows.js';
import { inPieces } from '../../src/wire/sheets/file-text.js';

async function recordsIn(text: string): Promise<(readonly string[])[]> {
  const records = [];
  for await (const { cells } of csvLines(inPieces(text), ',')) records.push(cells);
  return records;
}

const TABLE: [what: string, text: string, records: string[][]][] = [
  [
    'plain lines',
    'a,b\n1,2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'line ends of Windows, none at the end',
    'a,b\r\n1,2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  ['a byte order mark', '\uFEFFa,b', [['a', 'b']]],
  ['empty lines and lines of commas', '\na\n\n,,\n1\n', [['a'], ['1']]],
  ['blanks around what is not quoted', ' a , b \n', [['a', 'b']]],
  [
    'quotes keep commas, quotes and line ends, not blanks around',
    '" a ","b,c","d""e","f\ng"',
    [['a', 'b,c', 'd"e', 'f\ng']],
  ],
  ['fields that are empty', 'a,,\n', [['a', '', '']]],
  ['records of any length', 'a\n1,2\n', [['a'], ['1', '2']]],
  ['nothing', '', []],
];
for (const [what, text, records] of TABLE)
  test(`reads ${what}`, async () => assert.deepEqual(await recordsIn(text), records));

test('a quote where none may be is a fault, and its record is named', async () => {
  for (const [text, line] of [
    ['a"b,c', 1],
    ['a,b\n"1"2,3', 2],
    ['a,b\n\n1, "2"', 3],
    ['a\n"1', 2],
  ] as const)
    await assert.rejects(recordsIn(text), { message: `line ${line}: a quote stands where none may be` }, text);
});

test('a record that is too long is refused, also one that a quote never ends', async () => {
  const problem = { message: 'line 2: is too long' };
  await assert.rejects(recordsIn(`a,b\n1,${'x'.repeat(16_385)}\n`), problem);
  await assert.rejects(recordsIn(`a,b\n"1,2\n${'3,4\n'.repeat(10_000)}`), problem);
});

test('what is written is read again', async () => {
  const field = fc.string({
    unit: fc.constantFrom('a', ' ', ',', ';', '"', '\n', '\r\n', "'", '=', '-', '1', '.'),
    maxLength: 6,
  });
  const bare = (fields: readonly string[]) => fields.map((text) => text.replaceAll("'", '').trim());
  await fc.assert(
    fc.asyncProperty(fc.array(field, { minLength: 1, maxLength: 5 }), async (fields) => {
      const records = await recordsIn(csvLine(fields));
      assert.deepEqual(
        (records[0] ?? fields.map(() => '')).map((text) => bare([text])[0]),
        bare(fields),
      );
      // Each cell, in whichever country the spreadsheet divides the line.
      for (const cell of csvLine(fields).split(/[,;\r\n]/))
        assert.ok(!/^"?(?:=|-(?![\d.]+"?$))/.test(cell), `${JSON.stringify(fields)} has ${JSON.stringify(cell)}`);
    }),
  );
});

test('a formula is defused, a negative amount is not', () => {
  assert.equal(csvLine(['Ana;=1+1', 'x\n@y', 'a;-2', 'a,=2']), `Ana;'=1+1,"x\n'@y",a;-2,"a,'=2"`);
  assert.equal(csvLine(['=1+1', '+52', '@x', '-x', '-12.50', 'a"b', 'a,b']), `'=1+1,'+52,'@x,'-x,-12.50,"a""b","a,b"`);
});

test('a number that is a name survives a spreadsheet as a text, and a short one stays as it is', () => {
  for (const name of ['646180123400000019', '04634421215793', '12E45678', '1e5'])
    assert.equal(numberAsText(name), `'${name}`);
  for (const text of ['', '5512345678', '8C42E034', 'PEDIDO-1', '1250.50']) assert.equal(numberAsText(text), text);
});
