// Reads what the desk shows of today: what waits, how old it is, and whether the service is well. Each has a light.
import { BACKUP_HOURS, examineService } from '../../../actions/keeping/examine-service.js';
import { readPoolUses } from '../../../actions/points/watch-pools.js';
import { listSources } from '../../../actions/rails/list-sources.js';
import type { Deps } from '../../../deps.js';
import { DAY_MS, HOUR_MS } from '../../../domain/base/duration.js';
import type { Language } from '../../../domain/base/language.js';
import { mexicoDay, startOfMexicoDay } from '../../../domain/base/mexico-day.js';
import type { Mode } from '../../../domain/base/mode.js';
import type { Finding } from '../../../domain/keeping/finding.js';
import { countOpen } from '../../../domain/money/bank-statement.js';
import type { Balances } from '../../../domain/money/ledger.js';
import { isExhausted, isScarce, modeOfPool, type PoolUse } from '../../../domain/points/pools.js';
import { isSilent } from '../../../domain/rails/rail-health.js';
import { findAccountNames } from '../../../store/accounts/account-names.js';
import { gaugeIn, readGauges } from '../../../store/gauges.js';
import { searchAudit } from '../../../store/keeping/audit-search.js';
import { type BookCheck, listChecks } from '../../../store/money/book-checks.js';
import { sumBalances } from '../../../store/money/ledger-lists.js';
import { type OddSum, sumOdd } from '../../../store/money/odd-payments.js';
import { sumReceived } from '../../../store/money/payment-lists.js';
import { latestRates, type StoredRate } from '../../../store/money/rates.js';
import { listReconciliations } from '../../../store/money/reconciliations.js';
import { listStatements } from '../../../store/money/statements/bank-statements.js';
import { countOpenProposals, type OpenProposals } from '../../../store/people/proposals.js';
import { countToLookAt, type NoticesToLookAt } from '../../../store/rails/odd-notices.js';
import { readHealth } from '../../../store/rails/rail-hours.js';
import { countWork, type Flow, sumSent, type WorkCounts } from '../../../store/transfers/transfer-work-lists.js';
import { LOOKED_AT_MS } from '../rails/notices-list.js';
import { listDays, statementDays } from '../reconciliation/compared.js';
import { type Light, moneyLight, silenceLight } from './lights.js';

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
  readonly transfers: Lit<WorkCounts & { readonly oldestMs: number }>;
  readonly notices: Lit<NoticesToLookAt>;
  /** The live rail that is silent for longest, and when any live rail told of something last. What none could read is in `notices`. */
  readonly rails: Lit<{ readonly silent: SilentRail | null; readonly lastAt: number | null }>;
  readonly rates: Lit<{ readonly oldest: StoredRate | null; readonly missing: readonly string[] }>;
  readonly queue: Lit<{ readonly waiting: number; readonly oldestMs: number; readonly stored: number }>;
  /** Of each mode the pool with the least left; null: none is used yet. */
  readonly pools: Lit<Readonly<Record<Mode, PoolUse | null>>>;
  readonly ledger: Lit<{ readonly check: BookCheck | null; readonly isBalanced: boolean }>;
  readonly reconciliation: Lit<{
    readonly last: { days(language: Language): string; readonly open: number; readonly madeAt: number } | null;
    /** How many lines of the last bank statement nobody here sent. */
    readonly neverSent: number;
  }>;
  readonly backup: Lit<{ readonly ageMs: number | null }>;
};

export type SilentRail = { readonly name: string; readonly lastAt: number };

const MINUTE_MS = 60_000;
const ANY_LINE = { actor: null, action: null, subject: null, from: null, before: null };

export async function showToday(deps: Deps): Promise<TodayView> {
  const { db, settings } = deps;
  const now = deps.clock.now();
  const midnight = startOfMexicoDay(mexicoDay(now)) ?? now;
  const gauges = await readGauges(db);
  const money = await sumOdd(db, 'live', 'operator');
  const ofMerchants = await sumOdd(db, 'live', 'merchant');
  const approvals = await countOpenProposals(db, now);
  const work = await countWork(db, 'live');
  const notices = await countToLookAt(db, now - LOOKED_AT_MS);
  const oldestMs = (gaugeIn(gauges, 'oldest_transfer', 'live') ?? 0) * 1_000;
  // Nobody makes a backup, proves the books or reconciles within the first day.
  const [first] = await searchAudit(db, ANY_LINE, { at: null, towards: 'previous', limit: 1 });
  const never = first === undefined || now - first.at < DAY_MS ? 'unknown' : 'soon';
  const dueMs = (gaugeIn(gauges, 'oldest_due') ?? 0) * 1_000;
  const backupSeconds = gaugeIn(gauges, 'backup_age');
  const backupMs = backupSeconds === null ? null : backupSeconds * 1_000;
  return {
    now,
    came: await sumReceived(db, 'live', midnight),
    left: await sumSent(db, 'live', midnight),
    balances: (await sumBalances(db, 'live')).all,
    money: { ...money, ofMerchants, light: moneyLight('operator', money, now) },
    approvals: { ...approvals, light: approvals.count === 0 ? 'good' : 'soon' },
    // What came today goes out with the next bank file.
    transfers: {
      ...work,
      oldestMs,
      light: work.needs_destination + work.to_fund > 0 || oldestMs >= DAY_MS ? 'soon' : 'good',
    },
    // Money of a notice that could not be read is on no order.
    notices: { ...notices, light: notices.newestAt === null ? 'good' : notices.counts.malformed > 0 ? 'now' : 'soon' },
    rails: await railsOf(deps, now),
    rates: await ratesOf(deps, settings.rateMaxAgeHours * HOUR_MS, now),
    queue: {
      waiting: gaugeIn(gauges, 'deliveries', 'due') ?? 0,
      oldestMs: dueMs,
      stored: gaugeIn(gauges, 'notices') ?? 0,
      light: ageLight(dueMs < MINUTE_MS ? null : dueMs, MINUTE_MS, 10 * MINUTE_MS),
    },
    pools: await poolsOf(deps, now),
    ledger: await ledgerOf(deps, { sum: gaugeIn(gauges, 'ledger', 'live') ?? 0, never }, now),
    reconciliation: await reconciliationOf(deps, never, now),
    backup: { ageMs: backupMs, light: backupMs === null ? never : backupMs > BACKUP_HOURS * HOUR_MS ? 'soon' : 'good' },
  };
}

/** null: nothing waits. */
function ageLight(ageMs: number | null, soonMs: number, nowMs: number): Light {
  if (ageMs === null || ageMs < soonMs) return 'good';
  return ageMs >= nowMs ? 'now' : 'soon';
}

async function railsOf(deps: Deps, now: number): Promise<TodayView['rails']> {
  const health = await readHealth(deps.db, now);
  const live = (await listSources(deps))
    .filter(({ mode, revokedAt }) => mode === 'live' && revokedAt === null)
    .flatMap(({ id, name }) => {
      const own = health.get(id);
      return own === undefined ? [] : [{ ...own, name }];
    })
    .sort((one, other) => one.lastAt - other.lastAt);
  const silent = live.find((rail) => isSilent(rail, now)) ?? null;
  const lastAt = live.at(-1)?.lastAt ?? null;
  return { silent, lastAt, light: silent !== null ? silenceLight('live') : lastAt === null ? 'unknown' : 'good' };
}

async function ratesOf({ db }: Deps, mostMs: number, now: number): Promise<TodayView['rates']> {
  const rates = (await latestRates(db)).filter(({ currency }) => currency !== 'MXN');
  // Live orders in a currency that never had a rate were never taken: nobody misses it.
  const missing = rates.filter(({ takenAt }) => now - takenAt > mostMs).map(({ currency }) => currency);
  const oldest = [...rates].sort((a, b) => a.takenAt - b.takenAt)[0] ?? null;
  const isOld = oldest !== null && (now - oldest.takenAt) * 2 > mostMs;
  return { oldest, missing, light: oldest === null ? 'unknown' : isOld ? 'soon' : 'good' };
}

async function poolsOf({ db, settings }: Deps, now: number): Promise<TodayView['pools']> {
  const share = ({ used, capacity }: PoolUse) => (capacity === 0 ? 1 : used / capacity);
  const uses = (await readPoolUses(db, settings, now)).sort((a, b) => share(b) - share(a));
  const fullest = (mode: Mode) => uses.find(({ pool }) => modeOfPool(pool) === mode) ?? null;
  const [live, test] = [await ofMerchant(db, fullest('live')), await ofMerchant(db, fullest('test'))];
  // Numbers of test mode are never urgent: no customer waits for them.
  const isSoon = [live, test].some((use) => use !== null && isScarce(use));
  return { live, test, light: live !== null && isExhausted(live) ? 'now' : isSoon ? 'soon' : 'good' };
}

/** The numbers of one merchant go by the merchant's name, not by their id. */
async function ofMerchant(db: Deps['db'], use: PoolUse | null): Promise<PoolUse | null> {
  const id = / of ([0-9a-f-]{36})$/.exec(use?.pool ?? '')?.[1];
  if (use === null || id === undefined) return use;
  const name = (await findAccountNames(db, [id])).get(id);
  return name === undefined ? use : { ...use, pool: use.pool.replace(id, name) };
}

/** The books are proved every day, or at least every other one. */
const CHECKED_MS = 36 * HOUR_MS;

async function ledgerOf(
  { db }: Deps,
  { sum, never }: { readonly sum: number; readonly never: Light },
  now: number,
): Promise<TodayView['ledger']> {
  const checks = await listChecks(db, 'ledger', 5);
  const check = checks.find(({ finishedAt }) => finishedAt !== null) ?? null;
  const isBalanced = sum === 0;
  const late = check === null ? never : now - check.startedAt <= CHECKED_MS ? 'good' : 'soon';
  const light = !isBalanced || check?.ok === false ? 'now' : late;
  return { check, isBalanced, light };
}

/** The newer of the last list of a rail and the last statement of a bank. */
async function reconciliationOf({ db }: Deps, never: Light, now: number): Promise<TodayView['reconciliation']> {
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
  const late = last === null ? never : now - last.madeAt <= CHECKED_MS && last.open === 0 ? 'good' : 'soon';
  return { last, neverSent, light: neverSent > 0 ? 'now' : late };
}

/** The checks of `cobro doctor`, as far as the running service can make them. */
export async function showDoctor(deps: Deps): Promise<readonly Finding[]> {
  const order = { problem: 0, warning: 1, ok: 2 };
  return (await examineService(deps)).sort((a, b) => order[a.result] - order[b.result]);
}
