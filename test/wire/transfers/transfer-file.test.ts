// Bank files: what is written is safe for spreadsheets and always the same, what is read is refused as a whole.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeXAddress } from '../../../src/domain/points/coin-address.js';
import { AppError } from '../../../src/errors/errors.js';
import { readBankResults, writeBankFile } from '../../../src/wire/transfers/transfer-file.js';

const ID = '018f0000-0000-7000-8000-0000000000aa';
const destination = { clabe: '646180157000000004', holder: '@SUM(A1)', bank: 'STP' };
const line = { id: ID, reason: 'payout', amount: 123_450n, destination, coins: null } as const;

test('a line has what a bank needs, and starts no formula', () => {
  assert.equal(
    writeBankFile(12, [line]),
    'id,clabe,holder,bank,amount,currency,concept,reference,file\n' +
      `tr_${ID},646180157000000004,'@SUM(A1),STP,1234.50,MXN,PAGO 0000000000AA,0000170,12\n`,
  );
});

test('a file of coins has addresses and amounts for a wallet, with the tag of the XRP Ledger apart', () => {
  const xrp = { clabe: writeXAddress('rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', 15), holder: 'XRP Ledger', bank: 'XRP' };
  assert.equal(
    writeBankFile(3, [{ ...line, destination: xrp, coins: '25.000000' }]),
    `id,coin,address,tag,coins,amount,currency,file\ntr_${ID},XRP,rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh,15,25.000000,1234.50,MXN,3\n`,
  );
});

test('a name cannot smuggle a line into the file, however it ends', () => {
  for (const end of ['\n', '\r', '\r\n', '\u0085', '\u2028', '\v']) {
    const holder = `ANA${end}tr_${ID},012180015025335996,MALA,BBVA,999999.00,MXN,PAGO,1`;
    const smuggling = { clabe: '646180157000000004', holder, bank: `STP${end}` };
    const lines = writeBankFile(12, [{ ...line, destination: smuggling }]).split(/[\n\r\u0085\u2028\v]/);
    assert.deepEqual([lines.length, lines[2]], [3, '']);
    assert.match(lines[1] ?? '', /^tr_\S+,646180157000000004,"ANA tr_.*",STP,1234\.50,MXN,/);
  }
});

test('results are read with their lines, in any order of columns, with or without notes', () => {
  assert.deepEqual(readBankResults(`status,extra,id,tracking_key\nsent,x,tr_${ID},AB-1_2\nbounced,,${ID},\n`), [
    { line: 2, transferId: `tr_${ID}`, status: 'sent', trackingKey: 'AB-1_2', note: null, amount: null, clabe: null },
    { line: 3, transferId: ID, status: 'bounced', trackingKey: null, note: null, amount: null, clabe: null },
  ]);
  assert.deepEqual(readBankResults('id,tracking_key,status\n'), []);
  const [told] = readBankResults(`id,tracking_key,status,amount,clabe\n${ID},K,confirmed,1500.5,0121 8001\n`);
  assert.deepEqual([told?.amount, told?.clabe], ['150050', '01218001']);
});

for (const [text, problem] of [
  ['', /lacks id, tracking_key, status/],
  ['id,status\n', /lacks tracking_key/],
  [`id,tracking_key,status\n${ID},K\n`, /line 2: 2 fields, the heading has 3/],
  [`id,tracking_key,status\n${ID},${'K'.repeat(31)},sent\n`, /at most 30/],
  [`id,tracking_key,status\n${ID},"K"x,sent\n`, /a quote stands where none may be/],
] as const)
  test(`results are refused whole: ${JSON.stringify(text).slice(0, 60)}`, () => {
    assert.throws(
      () => readBankResults(text),
      (error) =>
        error instanceof AppError &&
        error.code === 'unreadable_results' &&
        problem.test(String(error.details['problem'])),
    );
  });
