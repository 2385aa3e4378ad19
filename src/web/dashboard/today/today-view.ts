// Reads what the desk shows of today: what waits, how old it is, and whether the service is well. Each has a light.
import { BACKUP_HOURS, examineService } from '../../../actions/keeping/examine-service.js';
import { readPoolUses } from '../../../actions/points/watch-pools.js';
import { listSources } from '../../../actions/rails/list-sources.js';
import type { Deps } from '../../../deps.js';
import { HOUR_MS } from '../../../domain/base/duration.js';
import type { Language } from '../../../domain/base/language.js';
import type { Mode } from '../../../domain/base/mode.js';
import type { Finding } from '../../../domain/keeping/finding.js';
import type { Balances } from '../../../domain/money/ledger.js';
import { isExhausted, isScarce, modeOfPool, type PoolUse } from '../../../domain/points/pools.js';
import { isSilent } from '../../../domain/rails/rail-health.js';
import { findAccountNames } from '../../../store/accounts/account-names.js';
import { readGauges } from '../../../store/gauges.js';
import { type BookCheck, listChecks } from '../../../store/money/book-checks.js';
import { sumBalances } from '../../../store/money/ledger-lists.js';
import { type OddSum, sumOdd } from '../../../store/money/odd-payments.js';
import { latestRates, type StoredRate } from '../../../store/money/rates.js';
import { listReconciliations } from '../../../store/money/reconciliations.js';
import { listStatements } from '../../../store/money/statements/bank-statements.js';
import { countOpenProposals, type OpenProposals } from '../../../store/people/proposals.js';
import { countToLookAt, type NoticesToLookAt } from '../../../store/rails/odd-notices.js';
import { readHealth } from '../../../store/rails/rail-hours.js';
import { countWork, type WorkCounts } from '../../../store/transfers/transfer-work-lists.js';
import { LOOKED_AT_MS } from '../rails/notices-list.js';
import { listDays, openInList, openInStatement, statementDays } from '../reconciliation/compared.js';
import { type Light, moneyLight, silenceLight } from './lights.js';

type Lit<Fact> = Fact & { readonly light: Light };

export type TodayView = {
  readonly now: number;
  /** Of all live merchants and of the house. */
  readonly balances: Balances;
  /** What only the operator may decide; and how much waits for merchants. */
  readonly money: Lit<OddSum & { readonly ofMerchants: OddSum }>;
  /** `over`: from which amount on a second person is asked; null: never. */
  readonly approvals: Lit<OpenProposals & { readonly over: bigint | null }>;
  readonly transfers: Lit<WorkCounts & { readonly oldestMs: number }>;
  readonly notices: Lit<NoticesToLookAt>;
  /** The live rail that is silent for longest, when any live rail told of something last, and what nobody could read of a day. */
  readonly rails: Lit<{ readonly silent: SilentRail | null; readonly lastAt: number | null; readonly failed: number }>;
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

export async function showToday(deps: Deps): Promise<TodayView> {
  const { db, settings } = deps;
  const now = deps.clock.now();
  const gauges = await readGauges(db);
  const money = await sumOdd(db, 'live', 'operator');
  const ofMerchants = await sumOdd(db, 'live', 'merchant');
  const approvals = await countOpenProposals(db, now);
  const work = await countWork(db, 'live');
  const notices = await countToLookAt(db, now - LOOKED_AT_MS);
  const oldestMs = (gauges.oldestTransferSeconds.get('live') ?? 0) * 1_000;
  const dueMs = gauges.oldestDueSeconds * 1_000;
  const backupMs = gauges.backupAgeSeconds === null ? null : gauges.backupAgeSeconds * 1_000;
  return {
    now,
    balances: (await sumBalances(db, 'live')).all,
    money: { ...money, ofMerchants, light: moneyLight('operator', money, now) },
    approvals: {
      ...approvals,
      over: settings.fourEyesOver,
      light: approvals.count === 0 && settings.fourEyesOver !== null ? 'good' : 'soon',
    },
    transfers: {
      ...work,
      oldestMs,
      light: work.to_send + work.needs_destination + work.to_fund === 0 ? 'good' : 'soon',
    },
    // Money of a notice that could not be read is on no order.
    notices: { ...notices, light: notices.newestAt === null ? 'good' : notices.counts.malformed > 0 ? 'now' : 'soon' },
    rails: await railsOf(deps, now),
    rates: await ratesOf(deps, settings.rateMaxAgeHours * HOUR_MS, now),
    queue: {
      waiting: gauges.deliveries.get('due') ?? 0,
      oldestMs: dueMs,
      stored: gauges.storedNotices,
      light: ageLight(dueMs < MINUTE_MS ? null : dueMs, MINUTE_MS, 10 * MINUTE_MS),
    },
    pools: await poolsOf(deps, now),
    ledger: await ledgerOf(deps, gauges.ledgerSums.get('live') ?? 0, now),
    reconciliation: await reconciliationOf(deps, now),
    backup: { ageMs: backupMs, light: backupMs === null || backupMs > BACKUP_HOURS * HOUR_MS ? 'soon' : 'good' },
  };
}

/** null: nothing waits. */
function ageLight(ageMs: number | null, soonMs: number, nowMs: number): Light {
  if (ageMs === null || ageMs < soonMs) return 'good';
  return ageMs >= nowMs ? 'now' : 'soon';
}

async function railsOf(deps: Deps, now: number): Promise<TodayView['rails']> {
  const health = await readHealth(deps.db);
  const live = (await listSources(deps))
    .filter(({ mode, revokedAt }) => mode === 'live' && revokedAt === null)
    .flatMap(({ id, name, userName }) => {
      const own = health.get(id);
      return own === undefined ? [] : [{ ...own, name, isNode: userName === null }];
    })
    .sort((one, other) => one.lastAt - other.lastAt);
  const silent = live.find((rail) => isSilent(rail, now)) ?? null;
  const lastAt = live.at(-1)?.lastAt ?? null;
  // A node that did not answer once is asked again.
  const failed = live.filter(({ isNode }) => !isNode).reduce((sum, rail) => sum + rail.failed, 0);
  const light = lastAt === null ? 'unknown' : failed > 0 ? 'soon' : 'good';
  return { silent, lastAt, failed, light: silent === null ? light : silenceLight('live') };
}

async function ratesOf({ db }: Deps, mostMs: number, now: number): Promise<TodayView['rates']> {
  const rates = (await latestRates(db)).filter(({ currency }) => currency !== 'MXN');
  const missing = ['USD', 'EUR', 'GBP'].filter(
    (currency) => !rates.some((rate) => rate.currency === currency && now - rate.takenAt <= mostMs),
  );
  const oldest = [...rates].sort((a, b) => a.takenAt - b.takenAt)[0] ?? null;
  const isOld = oldest !== null && (now - oldest.takenAt) * 2 > mostMs;
  return { oldest, missing, light: missing.length > 0 || isOld ? 'soon' : 'good' };
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

async function ledgerOf({ db }: Deps, sum: number, now: number): Promise<TodayView['ledger']> {
  const checks = await listChecks(db, 'ledger', 5);
  const check = checks.find(({ finishedAt }) => finishedAt !== null) ?? null;
  const isBalanced = sum === 0;
  const isFresh = check !== null && now - check.startedAt <= CHECKED_MS;
  const light = !isBalanced || check?.ok === false ? 'now' : isFresh ? 'good' : 'soon';
  return { check, isBalanced, light };
}

/** The newer of the last list of a rail and the last statement of a bank. */
async function reconciliationOf({ db }: Deps, now: number): Promise<TodayView['reconciliation']> {
  const [list] = await listReconciliations(db, 'live', 1);
  const [statement] = await listStatements(db, 'live', 1);
  const found = [
    ...(list === undefined
      ? []
      : [{ days: (language: Language) => listDays(list, language), open: openInList(list), madeAt: list.madeAt }]),
    ...(statement === undefined
      ? []
      : [
          {
            days: (language: Language) => statementDays(statement, language),
            open: openInStatement(statement),
            madeAt: statement.madeAt,
          },
        ]),
  ];
  const last = found.sort((one, other) => other.madeAt - one.madeAt)[0] ?? null;
  const neverSent = statement?.summary.never_sent?.count ?? 0;
  const isFresh = last !== null && now - last.madeAt <= CHECKED_MS;
  return { last, neverSent, light: neverSent > 0 ? 'now' : isFresh && last.open === 0 ? 'good' : 'soon' };
}

/** The checks of `cobro doctor`, as far as the running service can make them. */
export async function showDoctor(deps: Deps): Promise<readonly Finding[]> {
  const order = { problem: 0, warning: 1, ok: 2 };
  return (await examineService(deps)).sort((a, b) => order[a.result] - order[b.result]);
}
