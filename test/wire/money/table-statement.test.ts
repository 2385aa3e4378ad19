// A statement that is a table is read as it comes, in pieces: its lines, or a refusal that names every faulty one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FileMapping } from '../../../src/domain/rails/file-mapping.js';
import { readTable } from '../../../src/wire/money/statements/table-statement.js';

const HEADING = 'day,amount,balance,text,account';

async function* inPiecesOf(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

async function partsOf(lines: readonly string[], size: number, order?: FileMapping['order']) {
  const parts: string[] = [];
  for await (const part of readTable(inPiecesOf([HEADING, ...lines, ''].join('\n'), size), order))
    parts.push(part.is === 'account' ? part.account : `${part.is} ${part.day} ${part.amount}`);
  return parts;
}

test('the parts are the same, however the text is cut', async () => {
  const lines = ['20261117,10.00,110.00,"a,\nb",012', '20261118,-4.00,106.00,c,012', '20261118,0,106.00,,012'];
  for (const size of [1, 7, 10_000])
    assert.deepEqual(await partsOf(lines, size), [
      '012',
      'opening 2026-11-17 10000',
      'line 2026-11-17 1000',
      'line 2026-11-18 400',
      'closing 2026-11-18 10600',
    ]);
});

test('with the newest line first, the closing balance comes first, and each line follows from the one below', async () => {
  const lines = ['20261118,0,106.00,,012', '20261118,-4.00,106.00,c,012', '20261117,10.00,110.00,a,012'];
  assert.deepEqual(await partsOf(lines, 7, 'newest first'), [
    '012',
    'closing 2026-11-18 10600',
    'line 2026-11-18 400',
    'line 2026-11-17 1000',
    'opening 2026-11-17 10000',
  ]);
  const wrong = lines.with(1, '20261118,-4.01,106.00,c,012');
  await assert.rejects(partsOf(wrong, 7, 'newest first'), ({ details }: { details: { problem: string } }) => {
    assert.match(details.problem, /^line 4: its balance does not follow/);
    return true;
  });
  await assert.rejects(partsOf(lines, 7), /unreadable/);
});

test('every faulty line is named, and not the balance of the one behind it', async () => {
  const lines = ['20261117,10.00,10.00,,', 'ayer,5.00,15.00,,', '20261118,1.00,16.00,,', '20261118,x,17.00,,'];
  await assert.rejects(partsOf(lines, 16), ({ details }: { details: { problem: string } }) => {
    assert.match(details.problem, /^line 3: day must be yyyymmdd\nline 5: amount must be .*$/);
    return true;
  });
  await assert.rejects(partsOf(['20261117,1.00,1.00,,', '20261117,1.00,3.00,,'], 16), /unreadable/);
  await assert.rejects(partsOf([], 16), /unreadable/);
});
