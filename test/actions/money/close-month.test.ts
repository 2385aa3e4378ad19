// Sealed days and closed months of live mode (D87): what was sealed cannot be changed unseen, and a closed month takes no entry.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyAudit } from '../../../src/actions/keeping/verify-audit.js';
import { closeMonth } from '../../../src/actions/money/close-month.js';
import { keepLedgerDays } from '../../../src/actions/money/keep-ledger-days.js';
import { verifyLedger } from '../../../src/actions/money/proofs/verify-ledger.js';
import { daysOfMonth } from '../../../src/domain/money/month.js';
import { writeBooks } from '../../../src/store/money/books.js';
import { credentialOf, refusal } from '../../support/made-orders.js';
import { startTestService } from '../../support/service.js';

const service = await startTestService();
const { deps } = service;
const scope = { accountId: (await credentialOf(service)).scope.accountId, mode: 'live' } as const;
const other = { accountId: service.other.account.id, mode: 'live' } as const;
const actor = 'test';
const run = (text: string) =>
  deps.db.query({ text: `begin; set local session_replication_role = replica; ${text}; commit`, values: [] });

/** Money that a bank told of and then did not have: no payment is behind it. */
async function book(at: string, amount: bigint, of: typeof scope | typeof other = scope): Promise<void> {
  service.setTime(Date.parse(at));
  const createdAt = deps.clock.now();
  const id = deps.random.uuid(createdAt);
  const postings = { available: amount, commission: -amount };
  const entry = {
    scope: of,
    id,
    kind: 'adjustment',
    orderId: null,
    paymentId: null,
    actor,
    postings,
    createdAt,
  } as const;
  await deps.db.transaction((tx) =>
    writeBooks({ tx, clock: { now: () => entry.createdAt } }, { orders: [], entries: [entry], payments: [] }),
  );
}

const seal = async (at: string) => {
  service.setTime(Date.parse(at));
  while (await keepLedgerDays(deps));
};
/** The same whether days are whole in a piece or have more entries than one. */
const wrong = async () => {
  const told = async (pieceRows: number) => {
    const { proofs } = await verifyLedger(deps, { pieceRows });
    return proofs.flatMap(({ broken, claim, examples }) => (broken > 0 ? [[claim, ...examples]] : []));
  };
  const [found, ...inPieces] = [await told(5_000), await told(2), await told(1)];
  for (const one of inPieces) assert.deepEqual(one, found);
  return found;
};

test('months and their days', () => {
  assert.deepEqual(daysOfMonth('2028-02'), { from: '2028-02-01', to: '2028-02-29' });
  for (const none of ['2026-13', '2026-1', '', '2026-10-01']) assert.equal(daysOfMonth(none), null);
});

test('each night seals the days that are over, and says so once in the audit log', async () => {
  await book('2030-09-30T20:00:00Z', 300n);
  await book('2030-09-30T21:00:00Z', 199n);
  await book('2030-09-30T22:00:00Z', 1n);
  await book('2030-10-02T20:00:00Z', 700n);
  await book('2030-10-02T21:00:00Z', 900n, other);
  await seal('2030-10-04T12:00:00Z');
  await seal('2030-10-06T12:00:00Z');
  await Promise.all([1, 2, 3].map(() => keepLedgerDays(deps)));
  const lines = await deps.db.query<{ subject: string; days: string }>({
    text: `select subject, details::json->>'days' as days from audit_log where action = 'ledger.seal' order by sequence`,
    values: [],
  });
  assert.deepEqual(lines, [
    { subject: '2030-10-01', days: '1' },
    { subject: '2030-10-03', days: '2' },
  ]);
  assert.deepEqual(await wrong(), []);
  assert.equal((await verifyAudit(deps)).ok, true);
});

test('a month is closed when its days are sealed, once, and takes nothing more', async () => {
  await assert.rejects(closeMonth(deps, { month: '2030-9', actor }), refusal('not_a_month'));
  await assert.rejects(closeMonth(deps, { month: '2030-10', actor }), refusal('month_open'));
  assert.equal((await closeMonth(deps, { month: '2030-09', actor })).days, 1);
  await assert.rejects(closeMonth(deps, { month: '2030-09', actor }), refusal('month_closed'));
  await assert.rejects(closeMonth(deps, { month: '2030-08', actor }), refusal('month_closed'));
  await assert.rejects(book('2030-10-01T05:59:59.999Z', 1n), /ledger_entries_closed/);
  await book('2030-10-07T06:00:00Z', 1n);
  assert.deepEqual(await wrong(), []);
});

const ENTRIES = `account_id = '${scope.accountId}' and livemode and created_at < '2030-10-01T06:00:00Z'`;
for (const [what, forge, undo, found] of [
  [
    'a sealed day with other sums',
    `update ledger_days set available = available + 1, rail = rail - 1 where day = '2030-09-30'`,
    `update ledger_days set available = available - 1, rail = rail + 1 where day = '2030-09-30'`,
    /^every sealed day is as it was sealed,day 2030-09-30/,
  ],
  [
    'a day and its seal that are gone',
    `create table gone as select * from ledger_days where day = '2030-09-30'; delete from ledger_days where day = '2030-09-30'`,
    `insert into ledger_days select * from gone`,
    /month 2030-09,night 2030-10-01/,
  ],
  [
    'a line of the audit log that is gone',
    `create table lost as select * from audit_log where subject = '2030-10-01'; delete from audit_log where subject = '2030-10-01'`,
    `insert into audit_log overriding system value select * from lost`,
    /night 2030-10-01/,
  ],
  [
    'entries that were taken out of a sealed day, all of them, with their balance',
    `create table taken as select * from ledger_entries where ${ENTRIES}; delete from ledger_entries where ${ENTRIES};
     update ledger_balances set available = available - 500, commission = commission + 500 where account_id = '${scope.accountId}' and livemode`,
    `alter table ledger_entries drop constraint ledger_entries_closed; insert into ledger_entries select * from taken;
     update ledger_balances set available = available + 500, commission = commission - 500 where account_id = '${scope.accountId}' and livemode`,
    /^every sealed day is as it was sealed,day 2030-09-30/,
  ],
] as const)
  test(`${what}: found`, async () => {
    await run(forge);
    assert.match((await wrong()).join(';'), found);
    await run(undo);
    assert.deepEqual(await wrong(), []);
  });

test('months are closed in their order: what is before a closed one could never be', async () => {
  await seal('2030-12-05T12:00:00Z');
  await assert.rejects(closeMonth(deps, { month: '2030-11', actor }), refusal('month_skipped'));
  for (const month of ['2030-10', '2030-11']) assert.equal((await closeMonth(deps, { month, actor })).month, month);
  assert.deepEqual(await wrong(), []);
});
