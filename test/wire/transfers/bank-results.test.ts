// The bank's results: refused as a whole, with every fault and its line.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { AppError } from '../../../src/errors/errors.js';
import { inPieces } from '../../../src/wire/sheets/file-text.js';
import { readBankResults } from '../../../src/wire/transfers/bank-results.js';

const ID = '018f0000-0000-7000-8000-0000000000aa';
test('results are read with their lines, in any order of columns, with or without notes', async () => {
  assert.deepEqual(
    await readBankResults(
      inPieces(`status,extra,id,tracking_key\nsent,x,tr_${ID},AB-1_2\nbounced,,${ID},\n`, setImmediate),
    ),
    [
      { line: 2, transferId: `tr_${ID}`, status: 'sent', trackingKey: 'AB-1_2', note: null, amount: null, clabe: null },
      { line: 3, transferId: ID, status: 'bounced', trackingKey: null, note: null, amount: null, clabe: null },
    ],
  );
  assert.deepEqual(await readBankResults(inPieces('id,tracking_key,status\n', setImmediate)), []);
  const [told] = await readBankResults(
    inPieces(`id,tracking_key,status,amount,clabe\n${ID},K,confirmed,1500.5,0121 8001\n`, setImmediate),
  );
  assert.deepEqual([told?.amount, told?.clabe], ['150050', '01218001']);
});

for (const [text, problem] of [
  ['', /lacks id, tracking_key, status/],
  ['id,status\n', /lacks tracking_key/],
  [`id,tracking_key,status\n${ID},K\n`, /line 2: 2 fields, the heading has 3/],
  [`id,tracking_key,status\n${ID},${'K'.repeat(31)},sent\n`, /at most 30/],
  [`id,tracking_key,status\n${ID},"K"x,sent\n`, /a quote stands where none may be/],
] as const)
  test(`results are refused whole: ${JSON.stringify(text).slice(0, 60)}`, async () => {
    await assert.rejects(
      readBankResults(inPieces(text, setImmediate)),
      (error) =>
        error instanceof AppError &&
        error.code === 'unreadable_results' &&
        problem.test(String(error.details['problem'])),
    );
  });
