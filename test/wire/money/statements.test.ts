// Statements of banks, with what has been seen of both formats (D89). The samples are made up.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BankLine, StatementPart } from '../../../src/domain/money/bank-statement.js';
import { readStatement, statementFormat } from '../../../src/wire/money/statements/read-statement.js';
import { refusal } from '../../support/made-orders.js';

async function* inPieces(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

/** Read in pieces of any size, a file says the same. */
async function partsOf(text: string): Promise<StatementPart[]> {
  const format = statementFormat(text) ?? assert.fail('no statement');
  const readings = [];
  for (const size of [7, 64, 100_000]) {
    const parts: StatementPart[] = [];
    for await (const part of readStatement({ format }, inPieces(text, size))) parts.push(part);
    readings.push(parts);
  }
  assert.deepEqual(readings[0], readings[2]);
  assert.deepEqual(readings[1], readings[2]);
  return readings[2] ?? [];
}

const linesIn = async (text: string): Promise<BankLine[]> =>
  (await partsOf(text)).flatMap((part) => (part.is === 'line' ? [part] : []));

const mt940 = (...fields: readonly string[]) =>
  [
    ':20:STMT',
    ':25:002180000000000018',
    ':28C:1/1',
    ':60F:C261115MXN1000,00',
    ...fields,
    ':62F:C261116MXN1000,',
    '-',
  ].join('\r\n');

test('a format is known by its content, whatever stands before it', () => {
  assert.equal(statementFormat('\uFEFF\n<?xml version="1.0"?><Document>'), 'camt053');
  assert.equal(statementFormat('{1:F01BNMXMXMMAXXX0000000000}{2:I940}{4:\n:20:X'), 'mt940');
  assert.equal(statementFormat('\n:20:X'), 'mt940');
  assert.equal(statementFormat('claveRastreo,monto\n'), null);
});

test('MT940: account and balances, with a comma and no decimals, or below zero', async () => {
  assert.deepEqual(await partsOf(mt940()), [
    { is: 'account', account: '002180000000000018' },
    { is: 'opening', day: '2026-11-15', amount: 100_000n },
    { is: 'closing', day: '2026-11-16', amount: 100_000n },
  ]);
  const [, , closing] = await partsOf(mt940().replace('C261116MXN1000,', 'D261116MXN0,5'));
  assert.deepEqual(closing, { is: 'closing', day: '2026-11-16', amount: -50n });
});

for (const [what, field, wanted] of [
  ['a credit with entry date', ':61:2611161116C150,00NTRFREF123//BANK1', ['in', 15_000n, '2026-11-16']],
  ['a debit without entry date and funds code', ':61:261116D9,5NTRFNONREF', ['out', 950n, '2026-11-16']],
  ['a funds code after the mark', ':61:2611161116CN150,00NTRFREF123', ['in', 15_000n, '2026-11-16']],
  ['RC takes a credit back', ':61:2611161116RC150,00NTRFREF123', ['out', 15_000n, '2026-11-16']],
  ['RD gives a debit back, with a funds code', ':61:2611161116RDN150,00NTRFREF123', ['in', 15_000n, '2026-11-16']],
  ['an amount with a point', ':61:2611161116C150.25NTRFREF123', ['in', 15_025n, '2026-11-16']],
  ['booked in the new year', ':61:2612310102C1,NTRFREF123', ['in', 100n, '2027-01-02']],
  ['booked before the year of its value', ':61:2701021231C1,NTRFREF123', ['in', 100n, '2026-12-31']],
  ['no type at all', ':61:2611161116C150,00', ['in', 15_000n, '2026-11-16']],
] as const)
  test(`MT940: ${what}`, async () => {
    const [line] = await linesIn(mt940(field));
    assert.deepEqual([line?.direction, line?.amount, line?.day], wanted);
  });

test('MT940: a text in several fields and lines, broken within the clave, belongs to its movement', async () => {
  const lines = await linesIn(
    mt940(
      ':61:2611161116C150,00NTRFREF123//BANK1',
      'MORE OF IT',
      ':86:?20SPEI RECIBIDO?21CLAVE MBAN0100261',
      '1150012345 ANA ROBLES',
      ':86:CONCEPTO PAGO 77',
      ':61:2611161116D10,00NCHGNONREF',
      ':86:COMISION POR MANEJO',
    ),
  );
  assert.equal(lines.length, 2);
  assert.ok(lines[0]?.keys.includes('MBAN01002611150012345'));
  assert.ok(lines[0]?.keys.includes('REF123'));
  assert.match(lines[0]?.text ?? '', /MORE OF IT SPEI RECIBIDO .* ANA ROBLES CONCEPTO PAGO 77$/);
  assert.deepEqual([lines[0]?.isCharge, lines[1]?.isCharge], [false, true]);
});

test('MT940: a text after the last balance is nobody’s, and the next message goes on', async () => {
  const two = `${mt940(':61:2611161116C1,00NTRFREF123').replace('\r\n-', '\r\n:86:SALDO AL CIERRE\r\n-}')}\r\n{1:F01}{2:I940}{4:\r\n${mt940(':61:2611161116C2,00NTRFREF124')}`;
  const lines = await linesIn(two);
  assert.deepEqual(
    lines.map(({ amount, text }) => [amount, text]),
    [
      [100n, 'REF123'],
      [200n, 'REF124'],
    ],
  );
});

for (const [what, text] of [
  ['has a line of a day that is none', mt940(':61:2602300230C1,00NTRFREF1')],
  ['is cut off', mt940(':61:2611161116C1,00NTRFREF1').split(':62F:')[0] ?? ''],
  ['is in dollars', mt940().replaceAll('MXN', 'USD')],
  ['has a movement that cannot be read', mt940(':61:26111611XX16C1,00NTRFREF1')],
  ['has a day that is none', mt940(':61:2613451345C1,00NTRFREF1')],
  ['has a line without end', mt940(`:86:${'x'.repeat(100_000)}`)],
  ['has a field without end', mt940(':86:x', ...Array.from({ length: 300 }, () => 'x'))],
] as const)
  test(`an MT940 that ${what} is refused`, async () => {
    await assert.rejects(partsOf(text), refusal('unreadable_statement'));
  });

const amt = (amount: string, sign: 'CRDT' | 'DBIT') => `<Amt Ccy="MXN">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd>`;
const bal = (code: string, amount: string, day: string) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${amt(amount, 'CRDT')}<Dt><Dt>${day}</Dt></Dt></Bal>`;
const entry = (inner: string, head = amt('150.00', 'CRDT'), status = '<Sts>BOOK</Sts>') =>
  `<Ntry>${head}${status}<BookgDt><Dt>2026-11-16</Dt></BookgDt>${inner}</Ntry>`;
const camt = (...entries: readonly string[]) => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr><Stmt>
<Id>1</Id><Acct><Id><Othr><Id>002180000000000018</Id></Othr></Id></Acct>
${bal('OPBD', '1000.00', '2026-11-15')}${bal('CLBD', '1000.00', '2026-11-16')}${bal('CLAV', '1.00', '2026-11-16')}
${entries.join('\n')}
</Stmt></BkToCstmrStmt></Document>`;

test('camt.053: account and balances; other balances say nothing', async () => {
  assert.deepEqual(await partsOf(camt()), [
    { is: 'account', account: '002180000000000018' },
    { is: 'opening', day: '2026-11-15', amount: 100_000n },
    { is: 'closing', day: '2026-11-16', amount: 100_000n },
  ]);
});

const details = (key: string, amount: string) =>
  `<TxDtls><Refs><EndToEndId>${key}</EndToEndId></Refs>${amount}<RmtInf><Ustrd>Pago &amp; m&#225;s</Ustrd></RmtInf></TxDtls>`;

test('camt.053: an entry with its clave; its text is decoded', async () => {
  const [line, ...more] = await linesIn(camt(entry(`<NtryDtls>${details('MBAN01002611150012345', '')}</NtryDtls>`)));
  assert.equal(more.length, 0);
  assert.deepEqual([line?.direction, line?.amount, line?.day, line?.isCharge], ['in', 15_000n, '2026-11-16', false]);
  assert.deepEqual(line?.keys, ['MBAN01002611150012345']);
  assert.match(line?.text ?? '', /Pago & m/);
});

test('camt.053: several transfers of one entry are lines of their own if they add up, else one line with all claves', async () => {
  const [first, second] = ['AAAA000001', 'BBBB000002'];
  const older = (amount: string) => `<AmtDtls><TxAmt><Amt Ccy="MXN">${amount}</Amt></TxAmt></AmtDtls>`;
  const newer = (amount: string) => `<Amt Ccy="MXN">${amount}</Amt>`;
  for (const form of [older, newer]) {
    const inner = `<NtryDtls>${details(first, form('100.00'))}${details(second, form('50.00'))}</NtryDtls>`;
    assert.deepEqual(
      (await linesIn(camt(entry(inner)))).map(({ amount, keys }) => [amount, keys[0]]),
      [
        [10_000n, first],
        [5_000n, second],
      ],
    );
  }
  const short = `<NtryDtls>${details(first, newer('100.00'))}${details(second, newer('49.00'))}</NtryDtls>`;
  const [whole, ...more] = await linesIn(camt(entry(short)));
  assert.equal(more.length, 0);
  assert.deepEqual([whole?.amount, whole?.keys.slice(0, 2)], [15_000n, [first, second]]);
});

for (const [what, xml, wanted] of [
  ['a status of its own element', entry('', amt('150.00', 'CRDT'), '<Sts><Cd>BOOK</Cd></Sts>'), ['in']],
  ['no status', entry('', amt('150.00', 'CRDT'), ''), ['in']],
  ['what is pending is no movement', entry('', amt('150.00', 'CRDT'), '<Sts>PDNG</Sts>'), []],
  ['what is pending, as an element', entry('', amt('150.00', 'CRDT'), '<Sts><Cd>PDNG</Cd></Sts>'), []],
  ['a debit', entry('', amt('150.00', 'DBIT')), ['out']],
  ['a reversal goes where its indicator says', entry('<RvslInd>true</RvslInd>', amt('150.00', 'DBIT')), ['out']],
  [
    'a booking time instead of a date',
    entry('').replace('<Dt>2026-11-16</Dt>', '<DtTm>2026-11-16T23:59:00</DtTm>'),
    ['in'],
  ],
  ['a prefix of its namespace', entry(''), ['in']],
] as const)
  test(`camt.053: ${what}`, async () => {
    const text = camt(xml);
    const prefixed = text.replace(/<(\/?)([A-Z])/g, '<$1ns2:$2').replace('xmlns=', 'xmlns:ns2=');
    const lines = await linesIn(what.startsWith('a prefix') ? prefixed : text);
    assert.deepEqual(
      lines.map(({ direction }) => direction),
      wanted,
    );
  });

test('camt.053: the bank’s own charges are told from what somebody sent', async () => {
  const charge = '<BkTxCd><Domn><Cd>ACMT</Cd><Fmly><Cd>MDOP</Cd><SubFmlyCd>CHRG</SubFmlyCd></Fmly></Domn></BkTxCd>';
  const [line] = await linesIn(camt(entry(charge, amt('5.00', 'DBIT'))));
  assert.equal(line?.isCharge, true);
});

const BOMB = '<!DOCTYPE a [<!ENTITY b "bbbbbbbbbb"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>';
for (const [what, text] of [
  ['is cut off', camt(entry('')).split('</Stmt>')[0] ?? ''],
  ['is cut off within an entry', camt(entry('')).split('</Ntry>')[0] ?? ''],
  ['is no camt.053', camt().replace('camt.053', 'camt.054')],
  ['is another XML', '<html><body>no</body></html>'],
  ['is in dollars', camt().replaceAll('"MXN"', '"USD"')],
  ['has entities of its own', camt().replace('?>', `?>${BOMB}`)],
  ['has entities of its own in an entry', camt(entry(`${BOMB}<AddtlNtryInf>&c;</AddtlNtryInf>`))],
  ['has an amount that is none', camt(entry('', amt('1e3', 'CRDT')))],
  ['has an entry of a day that is none', camt(entry('').replaceAll('2026-11-16', '2026-02-30'))],
  ['is nested too deeply', camt(entry('<a>'.repeat(50_000) + '</a>'.repeat(50_000)))],
  ['has an element that is named like a part of JavaScript', camt(entry('<__proto__>1</__proto__>'))],
  ['has an entry without a day', camt(entry('').replace('<BookgDt><Dt>2026-11-16</Dt></BookgDt>', ''))],
] as const)
  test(`a camt.053 that ${what} is refused`, async () => {
    await assert.rejects(partsOf(text), refusal('unreadable_statement'));
  });
