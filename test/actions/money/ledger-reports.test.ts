// What an accountant needs of the books (D88): journal, trial balance and the fees of a month, held to the balances.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTaxProfile } from '../../../src/actions/accounts/set-tax-profile.js';
import { makeStatement } from '../../../src/actions/money/make-statement.js';
import { matchNotices } from '../../../src/actions/money/match-payments.js';
import { readJournal } from '../../../src/actions/money/read-journal.js';
import { storeNotice } from '../../../src/actions/money/receive-notice.js';
import { refundOrder } from '../../../src/actions/money/refund-order.js';
import { reportFees } from '../../../src/actions/money/report-fees.js';
import { makeTrialBalance } from '../../../src/actions/money/trial-balance.js';
import { voidPayment } from '../../../src/actions/money/undo-payment.js';
import { HOUSE_ACCOUNT } from '../../../src/domain/accounts/account.js';
import { NIL_UUID } from '../../../src/domain/base/identity.js';
import { mexicoDay } from '../../../src/domain/base/mexico-day.js';
import { LEDGER_ACCOUNTS } from '../../../src/domain/money/ledger.js';
import { daysIn } from '../../../src/domain/money/month.js';
import { sumBalances } from '../../../src/store/money/ledger-lists.js';
import { feesRecord, journalRecords, trialRecords } from '../../../src/wire/money/ledger-files.js';
import { assertBooks, speiNotice, trackingKey } from '../../money/books.js';
import { credentialOf, makeOrder, makePaidOrder, refusal } from '../../support/made-orders.js';
import { startTestService } from '../../support/service.js';

const service = await startTestService();
const { deps } = service;
const merchant = await credentialOf(service);
const other = await credentialOf(service, service.other.keys.test.private);
const RAIL = { id: NIL_UUID, kind: 'spei', name: 'test', mode: 'test' } as const;

async function arrive(clabe: string, amount: string): Promise<string> {
  const claveRastreo = trackingKey();
  const told = await storeNotice(
    deps,
    RAIL,
    speiNotice(clabe, amount, { claveRastreo, tsLiquidacion: deps.clock.now() }),
  );
  await matchNotices(deps, [told ?? assert.fail()]);
  const [row] = await deps.db.query<{ id: string }>({
    text: 'select id from payments where tracking_key = $1',
    values: [claveRastreo],
  });
  return row?.id ?? assert.fail();
}

// October: two merchants are paid, one refunds, money nobody asked for arrives. November: a fee is given back.
service.setTime(Date.parse('2026-10-15T18:00:00Z'));
const { uuid } = await makePaidOrder(deps, merchant);
await refundOrder(deps, { key: { scope: merchant.scope, uuid }, amount: 2_500n, reason: null, actor: 'test' });
await makePaidOrder(deps, other);
await arrive('646180111111111111', '33.00');
const wrong = await makeOrder(deps, merchant);
const wrongPayment = await arrive(wrong.clabe ?? '', '100.00');
service.setTime(Date.parse('2026-11-03T18:00:00Z'));
await voidPayment(deps, { paymentId: wrongPayment, note: 'the bank never had it', actor: 'test' });
await makePaidOrder(deps, other);
await makePaidOrder(deps, other);

const ALL = { mode: 'test', from: '2026-01-01', to: '2026-12-31' } as const;

test('the trial balance sums to zero, and its closing sums are the balances, the house included', async () => {
  const { lines, total } = await makeTrialBalance(deps, ALL);
  const { all, house } = await sumBalances(deps.db, 'test');
  assert.deepEqual(total.closing, all);
  assert.deepEqual(lines.find(({ scope }) => scope.accountId === HOUSE_ACCOUNT)?.closing, house);
  assert.equal(house.unmatched, 3_300n);
  for (const sums of [total.opening, total.span, total.closing, ...lines.map(({ span }) => span)])
    assert.equal(
      LEDGER_ACCOUNTS.reduce((sum, account) => sum + sums[account], 0n),
      0n,
    );
  const [october, november] = [
    await makeTrialBalance(deps, { mode: 'test', ...daysIn('2026-10') }),
    await makeTrialBalance(deps, { mode: 'test', ...daysIn('2026-11') }),
  ];
  assert.deepEqual(november.total.opening, october.total.closing);
  assert.deepEqual(november.total.closing, all);
  assert.notDeepEqual(october.total.closing, all);
  assert.deepEqual((await makeTrialBalance(deps, { ...ALL, mode: 'live' })).lines, []);
  assert.deepEqual(trialRecords('house', { opening: house, span: house, closing: house })[0], [
    ...['house', 'rail', '-33.00', '-33.00', '-33.00'],
  ]);
});

test('the journal has every entry, debits equal credits, and its sums are the trial balance', async () => {
  const sums = new Map<string, bigint>();
  const centavos = (text = '') => BigInt(text.replace('.', '') || '0');
  const ids = new Set<string>();
  const numbers = new Map<string, number>();
  for await (const { scope, entries } of readJournal(deps, ALL))
    for (const entry of entries) {
      ids.add(entry.id);
      const day = `${scope.accountId} ${mexicoDay(entry.createdAt)}`;
      assert.equal(entry.number, (numbers.get(day) ?? 0) + 1, 'entries of a day are numbered without a gap');
      numbers.set(day, entry.number);
      const records = journalRecords(scope.accountId, entry);
      const amounts = records.map((record) => ({
        account: record.at(-3) ?? '',
        debit: centavos(record.at(-2)),
        credit: centavos(record.at(-1)),
      }));
      assert.equal(
        amounts.reduce((sum, { debit, credit }) => sum + credit - debit, 0n),
        0n,
      );
      for (const { account, debit, credit } of amounts) sums.set(account, (sums.get(account) ?? 0n) + credit - debit);
    }
  const [stored] = await deps.db.query<{ count: bigint }>({ text: 'select count(*) from ledger_entries', values: [] });
  assert.equal(BigInt(ids.size), BigInt(stored?.count ?? 0));
  assert.ok([...numbers.values()].some((number) => number > 1));
  const [last] = [...numbers.keys()]
    .map((day) => day.slice(-10))
    .sort()
    .slice(-1);
  for await (const { scope, entries } of readJournal(deps, { ...ALL, from: last ?? '' }))
    assert.equal(entries.at(-1)?.number, numbers.get(`${scope.accountId} ${last}`), 'whatever days are asked for');
  const { total } = await makeTrialBalance(deps, ALL);
  for (const account of LEDGER_ACCOUNTS) assert.equal(sums.get(account) ?? 0n, total.span[account], account);
});

test('the fees of a month agree with the accounts fees and iva, and what was given back is a credit note', async () => {
  const tax = { rfc: 'COB010203AB1', name: 'Comercio de prueba', regime: '601', postalCode: '06600', cfdiUse: 'g03' };
  await setTaxProfile(deps, { accountId: merchant.scope.accountId, given: tax, actor: 'test' });
  for (const month of ['2026-10', '2026-11']) {
    const report = await reportFees(deps, { mode: 'test', month });
    const { total } = await makeTrialBalance(deps, { mode: 'test', ...daysIn(month) });
    const net = report.reduce((sum, { charged, givenBack }) => sum + charged - givenBack, 0n);
    const iva = report.reduce((sum, { ivaCharged, ivaGivenBack }) => sum + ivaCharged - ivaGivenBack, 0n);
    assert.deepEqual([net, iva], [total.span.fees, total.span.iva], month);
  }
  const november = await reportFees(deps, { mode: 'test', month: '2026-11' });
  const own = november.find(({ accountId }) => accountId === merchant.scope.accountId) ?? assert.fail();
  assert.deepEqual([own.charged, own.givenBack, own.ivaGivenBack], [0n, 950n, 152n]);
  assert.deepEqual(feesRecord('2026-11', own).slice(3), [
    ...['COB010203AB1', 'COMERCIO DE PRUEBA', '601', '06600', 'G03'],
    ...['0.00', '0.00', '9.50', '1.52', '-9.50', '-1.52'],
  ]);
  const theirs = november.find(({ accountId }) => accountId === other.scope.accountId);
  assert.equal(theirs?.tax, null, 'they have not told theirs');
  assert.deepEqual(await reportFees(deps, { mode: 'test', month: '2026-09' }), []);
  await assert.rejects(reportFees(deps, { mode: 'test', month: '2026-13' }), refusal('invalid_request'));
});

for (const [field, value] of [
  ['rfc', 'NOT AN RFC'],
  ['name', ' '],
  ['regime', '999'],
  ['postalCode', '660'],
  ['cfdiUse', 'X'],
] as const)
  test(`tax data with a wrong ${field} are refused and change nothing`, async () => {
    const valid = { rfc: 'COB010203AB1', name: 'X', regime: '601', postalCode: '06600', cfdiUse: 'G03' };
    const given = { ...valid, [field]: value };
    const call = { accountId: other.scope.accountId, given, actor: 'test' };
    await assert.rejects(setTaxProfile(deps, call), refusal('invalid_tax_data'));
  });

test('the house has a statement, too, and the books hold', async () => {
  const lines: string[] = [];
  const scope = { accountId: HOUSE_ACCOUNT, mode: 'test' } as const;
  const { closing } = await makeStatement(deps, {
    scope,
    from: ALL.from,
    to: ALL.to,
    lines: (some) => void lines.push(...some.map(({ kind }) => kind)),
  });
  assert.deepEqual([lines, closing.unmatched], [['unmatched'], 3_300n]);
  await assertBooks(deps.db);
});
