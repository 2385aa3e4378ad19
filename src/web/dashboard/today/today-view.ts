// Reads what the desk shows of today: what waits, how old it is, and whether the service is well. Each has a light.
import { examineService } from '../../../actions/keeping/examine-service.js';
import type { Deps } from '../../../deps.js';
import { DAY_MS, HOUR_MS } from '../../../domain/base/duration.js';
import type { Language } from '../../../domain/base/language.js';
import { mexicoDay, startOfMexicoDay } from '../../../domain/base/mexico-day.js';
import { type Finding, gravity } from '../../../domain/keeping/finding.js';
import { countOpen } from '../../../domain/money/bank-statement.js';
import type { Balances } from '../../../domain/money/ledger.js';
import { gaugeIn, readGauges } from '../../../store/gauges.js';
import { type BookCheck, listChecks } from '../../../store/money/book-checks.js';
import { sumBalances } from '../../../store/money/ledger-lists.js';
import { type OddSum, sumOdd } from '../../../store/money/odd-payments.js';
import { sumReceived } from '../../../store/money/payment-lists.js';
import { listReconciliations } from '../../../store/money/reconciliations.js';
import { listStatements } from '../../../store/money/statements/bank-statements.js';
import { countOpenProposals, type OpenProposals } from '../../../store/people/proposals.js';
import { countToLookAt, type NoticesToLookAt } from '../../../store/rails/odd-notices.js';
import {
  countWork,
  type Flow,
  sumBounced,
  sumSent,
  type WorkCounts,
} from '../../../store/transfers/transfer-work-lists.js';
import { LOOKED_AT_MS } from '../rails/notices-list.js';
import { listDays, statementDays } from '../reconciliation/compared.js';
import { type Light, moneyLight } from './lights.js';

type Lit<Fact> = Fact & { readonly light: Light };

export type TodayView = {
  readonly now: number;
  /** Live money that came and went since midnight. */
  readonly came: Flow;
  readonly left: Flow;
  /** Of all live merchants and of the house. */
  readonly balances: Balances;
  /** What only the operator may decide; and how much waits for merchants. */
  readonly money: Lit<OddSum & { readonly ofMerchants: OddSum }>;
  readonly approvals: Lit<OpenProposals>;
  readonly transfers: Lit<WorkCounts & { readonly bounced: Flow; readonly oldestMs: number }>;
  readonly notices: Lit<NoticesToLookAt>;
  readonly ledger: Lit<{ readonly check: BookCheck | null; readonly isBalanced: boolean }>;
  readonly reconciliation: Lit<{
    readonly last: { days(language: Language): string; readonly open: number; readonly madeAt: number } | null;
    /** How many lines of the last bank statement nobody here sent. */
    readonly neverSent: number;
  }>;
  /** What the page of the service's state shows, too. */
  readonly findings: readonly Finding[];
};

export async function showToday(deps: Deps): Promise<TodayView> {
  const { db } = deps;
  const now = deps.clock.now();
  const midnight = startOfMexicoDay(mexicoDay(now)) ?? now;
  const gauges = await readGauges(db);
  const money = await sumOdd(db, 'live', 'operator');
  const ofMerchants = await sumOdd(db, 'live', 'merchant');
  const approvals = await countOpenProposals(db, now);
  const work = await countWork(db, 'live');
  const bounced = await sumBounced(db, 'live', now - LOOKED_AT_MS);
  const notices = await countToLookAt(db, now - LOOKED_AT_MS);
  const oldestMs = (gaugeIn(gauges, 'oldest_transfer', 'live') ?? 0) * 1_000;
  return {
    now,
    came: await sumReceived(db, 'live', midnight),
    left: await sumSent(db, 'live', midnight),
    balances: (await sumBalances(db, 'live')).all,
    money: { ...money, ofMerchants, light: moneyLight('operator', money, now) },
    approvals: { ...approvals, light: approvals.count === 0 ? 'good' : 'soon' },
    transfers: { ...work, bounced, oldestMs, light: transfersLight(work, bounced, oldestMs) },
    notices: { ...notices, light: notices.newestAt === null ? 'good' : 'soon' },
    ledger: await ledgerOf(deps, gaugeIn(gauges, 'ledger', 'live') ?? 0, now),
    reconciliation: await reconciliationOf(deps, now),
    findings: await showDoctor(deps),
  };
}

/** What came today goes out with the next bank file. */
function transfersLight(work: WorkCounts, bounced: Flow, oldestMs: number): Light {
  if (bounced.count + work.needs_destination + work.to_fund > 0 || oldestMs >= DAY_MS) return 'soon';
  return work.to_send > 0 ? 'open' : 'good';
}

/** The books are proved every day, or at least every other one. */
const CHECKED_MS = 36 * HOUR_MS;

async function ledgerOf({ db }: Deps, sum: number, now: number): Promise<TodayView['ledger']> {
  const checks = await listChecks(db, 'ledger', 5);
  const check = checks.find(({ finishedAt }) => finishedAt !== null) ?? null;
  const isBalanced = sum === 0;
  const late = check !== null && now - check.startedAt <= CHECKED_MS ? 'good' : 'soon';
  const light = !isBalanced || check?.ok === false ? 'now' : late;
  return { check, isBalanced, light };
}

/** The newer of the last list of a rail and the last statement of a bank. */
async function reconciliationOf({ db }: Deps, now: number): Promise<TodayView['reconciliation']> {
  const [list] = await listReconciliations(db, 'live', 1);
  const [statement] = await listStatements(db, 'live', 1);
  const found = [
    ...(list === undefined
      ? []
      : [
          {
            days: (language: Language) => listDays(list, language),
            open: countOpen(list.summary),
            madeAt: list.madeAt,
          },
        ]),
    ...(statement === undefined
      ? []
      : [
          {
            days: (language: Language) => statementDays(statement, language),
            open: countOpen(statement.summary),
            madeAt: statement.madeAt,
          },
        ]),
  ];
  const last = found.sort((one, other) => other.madeAt - one.madeAt)[0] ?? null;
  const neverSent = statement?.summary.never_sent?.count ?? 0;
  const late = last !== null && now - last.madeAt <= CHECKED_MS && last.open === 0 ? 'good' : 'soon';
  return { last, neverSent, light: neverSent > 0 ? 'now' : late };
}

/** The checks of `cobro doctor`, as far as the running service can make them. Live, what can lose money or data is urgent. */
export async function showDoctor(deps: Deps): Promise<readonly Finding[]> {
  const [order, isLive] = [{ problem: 0, warning: 1, ok: 2 }, deps.settings.clabePrefix !== null];
  return (await examineService(deps))
    .map((one) => (isLive && gravity(one) > 0 ? { ...one, result: 'problem' as const } : one))
    .sort((a, b) => order[a.result] - order[b.result] || gravity(b) - gravity(a));
}
