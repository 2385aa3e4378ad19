// Statements (D48): days of Mexico City, and sums that are those of the books.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepLedgerDays } from '../../../src/actions/money/keep-ledger-days.js';
import { makeStatement, summarizeStatement } from '../../../src/actions/money/make-statement.js';
import { refundOrder } from '../../../src/actions/money/refund-order.js';
import { createPayout } from '../../../src/actions/transfers/create-payout.js';
import { type BookedEntry, LEDGER_ACCOUNTS } from '../../../src/domain/money/ledger.js';
import { AppError } from '../../../src/errors/errors.js';
import { findBalances } from '../../../src/store/money/balances.js';
import { sql } from '../../../src/store/sql.js';
import { credentialOf, makePaidOrder, refusal } from '../../support/made-orders.js';
import { rowsRead } from '../../support/rows-read.js';
import { startTestService } from '../../support/service.js';

const service = await startTestService();
const { deps } = service;
const merchant = await credentialOf(service);
const { scope } = merchant;

async function statement(from: string, to: string, of = scope) {
  const lines: BookedEntry[] = [];
  const totals = await makeStatement(deps, { scope: of, from, to, lines: (some) => void lines.push(...some) });
  return { lines, totals };
}

// In November Mexico City is six hours behind: its 10th begins at 06:00 UTC.
service.setTime(Date.parse('2026-11-10T05:59:59.999Z'));
await makePaidOrder(deps, merchant);
service.setTime(Date.parse('2026-11-10T06:00:00.000Z'));
const order = await makePaidOrder(deps, merchant);
service.setTime(Date.parse('2026-11-11T05:59:59.999Z'));
await refundOrder(deps, { key: order, amount: 1_000n, reason: null, actor: 'test' });
service.setTime(Date.parse('2026-11-11T06:00:00.000Z'));
await createPayout(deps, { scope, amount: 500n, note: null, actor: 'test' });

test('a day has what was booked between its midnights, and nothing of the days beside it', async () => {
  const kinds = async (from: string, to: string) => (await statement(from, to)).lines.map(({ kind }) => kind);
  assert.deepEqual(await kinds('2026-11-09', '2026-11-09'), ['payment']);
  assert.deepEqual(await kinds('2026-11-10', '2026-11-10'), ['payment', 'refund']);
  assert.deepEqual(await kinds('2026-11-11', '2026-11-11'), ['payout']);
  assert.deepEqual(await kinds('2026-11-09', '2026-11-11'), ['payment', 'payment', 'refund', 'payout']);
  assert.deepEqual(await kinds('2026-11-12', '2026-12-31'), []);
});

test('opening and span make the closing, lines make the span, and the last closing is the balance', async () => {
  for (const day of ['2026-11-09', '2026-11-10', '2026-11-11']) {
    const { lines, totals } = await statement(day, day);
    for (const account of LEDGER_ACCOUNTS) {
      assert.equal(totals.opening[account] + totals.span[account], totals.closing[account]);
      assert.equal(
        lines.reduce((sum, line) => sum + line[account], 0n),
        totals.span[account],
      );
    }
  }
  const { totals } = await statement('2026-11-11', '2026-11-11');
  assert.deepEqual(totals.closing, await findBalances(deps.db, scope));
  assert.deepEqual(await statement('2026-11-10', '2026-11-11'), await statement('2026-11-10', '2026-11-11'));
});

test('days that are kept give the same statements, are kept once, and the newest are added up from entries', async () => {
  const spans = [
    ['2026-11-09', '2026-11-11'],
    ['2026-11-10', '2026-11-10'],
    ['2026-11-11', '2026-12-31'],
    ['1950-01-01', '2040-12-31'],
  ] as const;
  const all = () => Promise.all(spans.map(([from, to]) => summarizeStatement(deps, { scope, from, to })));
  const kept = async () =>
    (await deps.db.query<{ day: string }>(sql`select day from ledger_days order by day`)).map(({ day }) => day);
  const before = await all();
  service.setTime(Date.parse('2026-11-13T12:00:00Z'));
  while (await keepLedgerDays(deps));
  assert.deepEqual(await kept(), ['2026-11-09', '2026-11-10'], 'a day waits for three days');
  assert.deepEqual(await all(), before);
  service.setTime(Date.parse('2026-11-20T12:00:00Z'));
  await Promise.all([1, 2, 3].map(() => keepLedgerDays(deps)));
  while (await keepLedgerDays(deps));
  assert.deepEqual(await kept(), ['2026-11-09', '2026-11-10', '2026-11-11']);
  assert.deepEqual(await all(), before);
  const read = await rowsRead(deps.db, ['ledger_entries'], (db) =>
    summarizeStatement({ db }, { scope, from: '1950-01-01', to: '2040-12-31' }),
  );
  assert.ok(read <= 1, `${read} entries were read for days that are kept`);
  service.setTime(Date.parse('2026-11-11T06:00:00.000Z'));
});

test('a statement is of one account and mode', async () => {
  const nobody = { accountId: service.other.account.id, mode: 'test' } as const;
  for (const other of [nobody, { ...scope, mode: 'live' as const }]) {
    const { lines, totals } = await statement('2026-01-01', '2026-12-31', other);
    assert.deepEqual([lines, Object.values(totals.closing).every((sum) => sum === 0n)], [[], true]);
  }
  await assert.rejects(statement('2026-01-01', '2026-01-02', { ...scope, accountId: 'x' }), refusal('unknown_account'));
});

for (const [from, to, fault] of [
  ['yesterday', '2026-11-10', 'from not_a_day'],
  ['2026-02-30', '2026-11-10', 'from not_a_day'],
  ['2026-11-10', '', 'to not_a_day'],
  ['2026-11-10', '2026-11-09', 'to before_start'],
] as const)
  test(`from "${from}" to "${to}" is refused: ${fault}`, async () => {
    await assert.rejects(statement(from, to), (error) => {
      assert.ok(error instanceof AppError);
      assert.deepEqual(
        error.faults.map((one) => `${one.param} ${one.error}`),
        [fault],
      );
      return true;
    });
  });
