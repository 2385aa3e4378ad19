// Reconciles a rail's own daily list with our payments (D74). It shows what it finds; only when asked to apply it does it
// book a payment that we lack, as if its notice had come. What the rail lacks, or what differs, is only reported.
import type { Deps } from '../../deps.js';
import { DAY_MS } from '../../domain/base/duration.js';
import { startOfMexicoDay } from '../../domain/base/mexico-day.js';
import type { Mode } from '../../domain/base/mode.js';
import type { Arrival, Payment } from '../../domain/money/payment.js';
import { type Comparison, compareWithList, type ListedPayment, missingInList } from '../../domain/money/reconcile.js';
import type { RailKindName } from '../../domain/rails/kinds.js';
import { describeRail, maySpeakFor, pointsOf, type Rail } from '../../domain/rails/rail.js';
import { AppError } from '../../errors/errors.js';
import type { Queryable } from '../../store/db.js';
import { appendAudit } from '../../store/keeping/audit.js';
import { findByTrackingKeys, findPaidBetween, lockReconciliation } from '../../store/money/payments-of-day.js';
import { insertNotices } from '../../store/rails/notices.js';
import { listRails } from '../../store/rails/rails.js';
import { matchOpen } from './match-open.js';
import { matchInTransaction, type OddReport, reportOdd } from './match-payments.js';

type ReconcileDeps = Pick<
  Deps,
  'db' | 'clock' | 'random' | 'log' | 'metrics' | 'matcher' | 'settings' | 'vault' | 'mailer'
>;

export type ReconcileCall = {
  readonly kind: RailKindName;
  readonly mode: Mode;
  readonly list: readonly ListedPayment[];
  /** yyyymmdd; null: the days found in the list. */
  readonly day: string | null;
  /** Whether payments that we lack are booked, or only shown. */
  readonly does: 'show' | 'apply';
  /** Lines that are near a known payment, and that the operator says are payments of their own. */
  readonly alsoLines?: readonly number[];
  readonly actor: string;
};

type ReconciledList = Pick<ReconcileCall, 'kind' | 'mode' | 'list'>;

export type Reconciliation = {
  readonly days: readonly string[];
  readonly comparisons: readonly Comparison[];
  /** Our payments on these days that the list does not have. */
  readonly theyMiss: readonly Payment[];
  /** The payments we lacked and have booked now, by line number. */
  readonly booked: ReadonlyMap<number, Payment>;
};

const BATCH = 100;
/** SPEI's operating date may be some days after the transfer, because of nights, weekends and holidays. */
const BEFORE_MS = 7 * DAY_MS;
const AFTER_MS = 2 * DAY_MS;

export async function reconcile(deps: ReconcileDeps, call: ReconcileCall): Promise<Reconciliation> {
  const days = daysOf(call.list, call.day);
  const railOf = await railsFor(deps, call);
  // A notice that has arrived but is not matched yet does not count as missing.
  await matchOpen(deps, deps.clock.now() + 1);

  const bookedLines = new Set<number>();
  for (let count = call.does === 'apply' ? BATCH : 0; count === BATCH; ) {
    const { lines, odd } = await deps.db.transaction((tx) => bookSome(deps, tx, { call, days, railOf }));
    for (const line of lines) bookedLines.add(line);
    reportOdd(deps, odd);
    count = lines.length;
  }
  const { comparisons, ours } = await compare(deps.db, call, days);
  const booked = comparisons.flatMap((one): [number, Payment][] =>
    'payment' in one && bookedLines.has(one.line.line) ? [[one.line.line, one.payment]] : [],
  );
  return { days, comparisons, booked: new Map(booked), theyMiss: missingInList(ours, comparisons, days) };
}

/** Compares the list with what is booked at this moment. */
async function compare(db: Queryable, call: ReconciledList, days: readonly string[]) {
  const keys = [...new Set(call.list.map(({ arrival }) => arrival.trackingKey))];
  const around = await findPaidBetween(db, call, spanOf(days));
  const known = new Set(around.map(({ id }) => id));
  const byKey = (await findByTrackingKeys(db, call, keys)).filter(({ id }) => !known.has(id));
  return { comparisons: compareWithList(call.list, [...around, ...byKey]), ours: around };
}

/** What applying the list would book now. */
export async function listBookable(
  db: Queryable,
  list: ReconciledList,
  alsoLines: readonly number[],
): Promise<Arrival[]> {
  const { comparisons } = await compare(db, list, daysOf(list.list, null));
  return comparisons.filter((one) => isBookable(one, alsoLines)).map(({ line }) => line.arrival);
}

type Booking = {
  readonly call: ReconcileCall;
  readonly days: readonly string[];
  readonly railOf: (line: ListedPayment) => Rail;
};

/**
 * Books some of the lines that we lack, in one transaction with a line in the audit log. Only one reconciliation of a kind
 * books at a time, and it compares again before it does, so two of them at once book a payment once.
 */
async function bookSome(
  deps: ReconcileDeps,
  tx: Queryable,
  { call, days, railOf }: Booking,
): Promise<{ lines: number[]; odd: OddReport[] }> {
  await lockReconciliation(tx, call);
  const { comparisons } = await compare(tx, call, days);
  const missing = comparisons.filter((one) => isBookable(one, call.alsoLines ?? [])).slice(0, BATCH);
  if (missing.length === 0) return { lines: [], odd: [] };
  const receivedAt = deps.clock.now();
  const notices = missing.map(({ line }) => ({ line, rail: railOf(line), id: deps.random.uuid(receivedAt) }));
  await insertNotices(
    tx,
    notices.map(({ line: { body }, rail: { id: railId, kind, mode }, id }) => ({
      id,
      railId,
      kind,
      mode,
      body,
      receivedAt,
      state: 'stored',
      problem: null,
    })),
  );
  const odd = await matchInTransaction(
    deps,
    tx,
    notices.map(({ line: { arrival, day }, rail, id }) => ({ id, receivedAt, arrival, day, points: pointsOf(rail) })),
  );
  await appendAudit(tx, deps, {
    at: receivedAt,
    actor: call.actor,
    action: 'reconcile',
    subject: `${call.kind} ${days.join(' ')}`,
    details: { mode: call.mode, booked: missing.length },
  });
  return { lines: missing.map(({ line }) => line.line), odd };
}

function isBookable(one: Comparison, alsoLines: readonly number[]): boolean {
  return one.is === 'we_miss' || (one.is === 'differs' && one.isNear && alsoLines.includes(one.line.line));
}

function daysOf(list: readonly ListedPayment[], day: string | null): string[] {
  const wrong = day === null ? undefined : list.find((payment) => payment.day !== day);
  if (wrong !== undefined && day !== null)
    throw new AppError('wrong_list_day', { line: wrong.line, day: wrong.day, wanted: day });
  const days = day === null ? [...new Set(list.map((payment) => payment.day))].sort() : [day];
  if (days.length === 0) throw new AppError('empty_list');
  const odd = days.find((one) => startOf(one) === null);
  if (odd !== undefined) throw new AppError('invalid_day', { day: odd });
  return days;
}

/** Finds the rail that should have reported a line. A revoked rail is used only if there is no other. */
async function railsFor(
  deps: ReconcileDeps,
  { kind, mode, list }: ReconcileCall,
): Promise<(line: ListedPayment) => Rail> {
  const rails = (await listRails(deps.db))
    .filter((rail) => rail.kind === kind && rail.mode === mode)
    .sort((a, b) => Number(a.revokedAt !== null) - Number(b.revokedAt !== null));
  const railOf = ({ arrival }: ListedPayment): Rail => {
    const found = rails.find((rail) => maySpeakFor(rail, arrival.network));
    if (found !== undefined) return found;
    throw new AppError('rail_not_found', { rail: `${describeRail(kind, arrival.network)} in ${mode} mode` });
  };
  for (const line of list) railOf(line); // Fails before anything is booked if a line has no rail.
  return railOf;
}

function spanOf(days: readonly string[]): { from: number; before: number } {
  const starts = days.flatMap((day) => startOf(day) ?? []);
  return { from: Math.min(...starts) - BEFORE_MS, before: Math.max(...starts) + AFTER_MS };
}

function startOf(day: string): number | null {
  return startOfMexicoDay(day.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'));
}
