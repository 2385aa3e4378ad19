// Bank files: what is written is always the same, and says to the bank what the transfer says, in whatever layout.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { createShippedFormats } from '../../../src/adapters/shipped-formats.js';
import { writeXAddress } from '../../../src/domain/points/coin-address.js';
import { type BankLayout, OWN_LAYOUT } from '../../../src/domain/transfers/bank-layout.js';
import { CATALOGUE_FOLDER } from '../../../src/paths.js';
import { writeBankFile } from '../../../src/wire/transfers/bank-file.js';
import { readFormat, writeFormat } from '../../../src/wire/transfers/bank-format.js';
import { refusal } from '../../support/made-orders.js';

const ID = '018f0000-0000-7000-8000-0000000000aa';
const destination = { clabe: '646180157000000004', holder: '@SUM(A1)', bank: 'STP' };
const line = { id: ID, reason: 'payout', amount: 123_450n, destination, coins: null } as const;
/** 18 November 2026 in Mexico City, and already the 19th in UTC. */
const madeAt = Date.UTC(2026, 10, 19, 2);
const written = (layout: BankLayout, lines = [line]) =>
  writeBankFile(layout, { number: 12, madeAt, lines }).toString('latin1');

const shipped = createShippedFormats(join(CATALOGUE_FOLDER, 'formats'), async (value) => readFormat(value));
const layoutOf = async (name: string, own: Record<string, string>): Promise<BankLayout> => {
  const { format } = (await shipped()).find((one) => one.name === name) ?? assert.fail(name);
  return format.is === 'layout' ? { ...format.layout, own } : assert.fail(name);
};

test('a line has what a bank needs, and starts no formula', () => {
  assert.equal(
    written(OWN_LAYOUT),
    'id,clabe,holder,bank,amount,currency,concept,reference,file\n' +
      `tr_${ID},646180157000000004,'@SUM(A1),STP,1234.50,MXN,PAGO 0000000000AA,0000170,12\n`,
  );
});

test('a file of coins has addresses and amounts for a wallet, with the tag of the XRP Ledger apart, and no layout', () => {
  const xrp = { clabe: writeXAddress('rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', 15), holder: 'XRP Ledger', bank: 'XRP' };
  const file = { number: 3, madeAt, lines: [{ ...line, destination: xrp, coins: '25.000000' }] };
  assert.equal(
    writeBankFile(OWN_LAYOUT, file).toString(),
    `id,coin,address,tag,coins,amount,currency,file\ntr_${ID},XRP,rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh,15,25.000000,1234.50,MXN,3\n`,
  );
  assert.throws(() => writeBankFile({ ...OWN_LAYOUT, title: 'bank' }, file), refusal('no_layout_for_coins'));
});

test('no layout with a delimiter lets a name start a formula or another field', () => {
  for (const delimiter of [',', ';', '\t', '|'] as const) {
    const layout = { ...OWN_LAYOUT, delimiter, hasHeading: false };
    const holder = `=HYPERLINK("x")${delimiter}ANA`;
    const [first = ''] = writeBankFile(layout, {
      ...{ number: 12, madeAt, lines: [{ ...line, destination: { ...destination, holder } }] },
    })
      .toString()
      .split('\n');
    const [fields = []] = parse(first, { delimiter }) as string[][];
    // The blank is what a tab inside a name has become.
    assert.deepEqual([fields.length, fields[2]], [9, `'${holder.replace('\t', ' ')}`]);
    const [plain = ''] = writeBankFile(
      { ...layout, letters: 'plain' },
      {
        ...{ number: 12, madeAt, lines: [{ ...line, destination: { ...destination, holder } }] },
      },
    )
      .toString()
      .split('\n');
    assert.equal(plain.split(delimiter)[2], 'HYPERLINK X ANA');
  }
});

test('a name cannot smuggle a line into the file, however it ends', () => {
  for (const end of ['\n', '\r', '\r\n', '\u0085', '\u2028', '\v']) {
    const holder = `ANA${end}tr_${ID},012180015025335996,MALA,BBVA,999999.00,MXN,PAGO,1`;
    const smuggling = { clabe: '646180157000000004', holder, bank: `STP${end}` };
    const text = writeBankFile(OWN_LAYOUT, { number: 12, madeAt, lines: [{ ...line, destination: smuggling }] });
    const lines = text.toString().split(/[\n\r\u0085\u2028\v]/);
    assert.deepEqual([lines.length, lines[2]], [3, '']);
    assert.match(lines[1] ?? '', /^tr_\S+,646180157000000004,"ANA tr_.*",STP,1234\.50,MXN,/);
  }
});

const named = { ...line, destination: { ...destination, holder: 'Íñigo Peña, S.A. de C.V.' } };

test('BBVA’s file of payments to other banks has 128 characters a line', async () => {
  const layout = await layoutOf('bbva-psc', { cuenta_cargo: '0123456789' });
  assert.equal(
    written(layout, [named]),
    '646180157000000004' +
      '000000000123456789' +
      'MXP' +
      '0000000001234.50' +
      'INIGO PENA S A DE C V         ' +
      '40' +
      '646' +
      'PAGO 0000000000AA             ' +
      '0000170' +
      'H\r\n',
  );
});

test('Banorte’s file is divided by tabs, with the day as Mexico counts it', async () => {
  const own = { clave_id: '123', cuenta_origen: '0987654321', rfc_ordenante: 'ABC010101AB1' };
  const fields = ['04', '123', '0987654321', '646180157000000004', '1234.50', '0000170', 'PAGO 0000000000AA'];
  const rest = ['ABC010101AB1', '0.00', '18112026', 'INIGO PENA S A DE C V', ''];
  assert.equal(written(await layoutOf('banorte-bem', own), [named]), `${[...fields, ...rest].join('\t')}\r\n`);
});

test('the first and the last line have the number of the file, its count and its control total', async () => {
  const layout = await layoutOf('control-totals', { cuenta_cargo: '0123456789' });
  const [first, one, two, last, end] = written(layout, [line, named]).split('\r\n');
  assert.deepEqual(
    [first, last, end],
    ['1000012' + '20261118' + '000000000123456789', '3000002' + '000000000000246900', ''],
  );
  assert.match(one ?? '', /^2000001646180157000000004000000000123450SUM A1 {34}PAGO 0000000000AA {23}0000170$/);
  assert.match(two ?? '', /^2000002/);
});

test('what says where money goes, or how much, is never cut: the file is refused', async () => {
  const layout = await layoutOf('bbva-psc', { cuenta_cargo: '0123456789' });
  for (const is of ['clabe', 'amount', 'concept', 'reference'] as const) {
    const narrow = { ...layout, line: layout.line.map((field) => (field.is === is ? { ...field, width: 3 } : field)) };
    assert.throws(() => written(narrow), refusal('layout_not_usable'), is);
  }
});

test('a layout is of no use until the operator has said what is theirs', async () => {
  for (const { name, format } of await shipped()) {
    assert.ok(format.is === 'layout' && Object.keys(format.layout.own).length > 0);
    assert.throws(() => written(format.layout), refusal('layout_not_usable'), name);
  }
});

test('a sign that Latin 1 does not have does not become another one', () => {
  const layout: BankLayout = { ...OWN_LAYOUT, encoding: 'latin1' };
  const foreign = { ...line, destination: { ...destination, holder: 'Łukasz Núñez' } };
  assert.match(written(layout, [foreign]), /,\?ukasz Núñez,/);
});

test('a value of the operator with the delimiter in it is refused where there are no quotes', async () => {
  const layout = await layoutOf('banorte-bem', { clave_id: '1;2', cuenta_origen: '3', rfc_ordenante: '4' });
  assert.throws(() => written({ ...layout, delimiter: ';' }), refusal('layout_not_usable'));
});

test('what is shown of a format is what can be saved again', async () => {
  for (const { format } of await shipped())
    assert.deepEqual(readFormat(JSON.parse(JSON.stringify(writeFormat(format)))), format);
});

for (const [what, change, problem] of [
  ['no CLABE', { line: [{ is: 'amount', width: 10 }] }, /line must have clabe once/],
  ['no amount', { line: [{ is: 'clabe', width: 18 }] }, /line must have amount or centavos once/],
  [
    'two places for the money',
    {
      line: [
        { is: 'clabe', width: 18 },
        { is: 'clabe', width: 18 },
        { is: 'amount', width: 10 },
      ],
    },
    /clabe once/,
  ],
  ['a field of no width', { line: [{ is: 'clabe' }, { is: 'amount', width: 10 }] }, /every field needs a width/],
  [
    'a transfer in the header',
    { header: [{ is: 'clabe', width: 18 }] },
    /header and trailer tell of no single transfer/,
  ],
  ['an unknown field', { line: [{ is: 'iban', width: 18 }] }, /line\[0\]\.is must be one of/],
  [
    'a line end in what always stands there, which would be a transfer more in each file',
    { header: [{ is: 'text', text: `H\n${'012180015025335996'}0000500000`, width: 40 }] },
    /header\[0\]\.text must be a text of at most 100 characters/,
  ],
  ['something of its own that is not there', { header: [{ is: 'own', text: 'rfc', width: 13 }] }, /own has no rfc/],
] as const)
  test(`a layout with ${what} is refused`, () => {
    const whole = {
      is: 'layout',
      title: 'X',
      line: [
        { is: 'clabe', width: 18 },
        { is: 'amount', width: 10 },
      ],
    };
    assert.ok(readFormat(whole));
    assert.throws(
      () => readFormat({ ...whole, ...change }),
      (error: { details: { problem: string } }) => problem.test(error.details.problem),
    );
  });
