// Reconciles a rail's own daily list with our payments. A payment we lack is booked as if its notice had come. A
// payment the rail lacks, or one that differs, is only reported. Running it again changes nothing.

import type { Deps } from '../deps.js';
import { DAY_MS } from '../domain/duration.js';
import { startOfMexicoDay } from '../domain/mexico-day.js';
import type { Mode } from '../domain/mode.js';
import type { Payment } from '../domain/payment.js';
import type { RailKindName } from '../domain/rails/kinds.js';
import { describeRail, maySpeakFor, type Rail } from '../domain/rails/rail.js';
import { type Comparison, compareWithList, type ListedPayment, missingInList } from '../domain/reconcile.js';
import { AppError } from '../errors.js';
import { appendAudit } from '../store/accounts/audit.js';
import { findByTrackingKeys, findPaidBetween } from '../store/money/payments-of-day.js';
import { listRails } from '../store/rails/rails.js';
import { matchOpen } from './match-open.js';
import { storeNotice } from './receive-notice.js';

type ReconcileDeps = Pick<
  Deps,
  'db' | 'clock' | 'random' | 'log' | 'metrics' | 'notices' | 'matcher' | 'settings' | 'vault'
>;

export type ReconcileCall = {
  readonly kind: RailKindName;
  readonly mode: Mode;
  readonly list: readonly ListedPayment[];
  /** yyyymmdd; null: the days found in the list. */
  readonly day: string | null;
  readonly actor: string;
};

export type Reconciliation = {
  readonly days: readonly string[];
  readonly comparisons: readonly Comparison[];
  /** Our payments on these days that the list does not have. */
  readonly theyMiss: readonly Payment[];
  /** The payments we lacked, as now booked, by line number. */
  readonly booked: ReadonlyMap<number, Payment>;
};

const BATCH = 100;
/** SPEI's operating date may be some days after the transfer, because of nights, weekends and holidays. */
const BEFORE_MS = 7 * DAY_MS;
const AFTER_MS = 2 * DAY_MS;

export async function reconcile(deps: ReconcileDeps, call: ReconcileCall): Promise<Reconciliation> {
  const { list } = call;
  const days = daysOf(list, call.day);
  const railOf = await railsFor(deps, call);
  // A notice that has arrived but is not matched yet does not count as missing.
  await matchOpen(deps, deps.clock.now() + 1);

  const keys = [...new Set(list.map(({ arrival }) => arrival.trackingKey))];
  const comparisons = compareWithList(list, await findByTrackingKeys(deps.db, call, keys));
  const missing = comparisons.flatMap((one) => (one.is === 'we_miss' ? [one.line] : []));
  for (let at = 0; at < missing.length; at += BATCH)
    await Promise.all(missing.slice(at, at + BATCH).map((line) => book(deps, railOf(line), line)));
  if (missing.length > 0) await audit(deps, call, days, missing.length);

  const booked = findBooked(missing, await findByTrackingKeys(deps.db, call, keys));
  const ours = await findPaidBetween(deps.db, call, spanOf(days));
  return { days, comparisons, booked, theyMiss: missingInList(ours, comparisons, days) };
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

async function book(deps: ReconcileDeps, rail: Rail, line: ListedPayment): Promise<void> {
  const notice = await storeNotice(deps, rail, line.body);
  if (notice !== null) await deps.matcher.match(notice);
}

async function audit(deps: ReconcileDeps, call: ReconcileCall, days: readonly string[], booked: number): Promise<void> {
  await deps.db.transaction((tx) =>
    appendAudit(tx, deps.vault, {
      at: deps.clock.now(),
      actor: call.actor,
      action: 'reconcile',
      subject: `${call.kind} ${days.join(' ')}`,
      details: { mode: call.mode, booked },
    }),
  );
}

function findBooked(missing: readonly ListedPayment[], now: readonly Payment[]): Map<number, Payment> {
  const known = new Map(now.map((payment) => [payment.identity.toString('hex'), payment]));
  return new Map(
    missing.map(({ line, arrival }) => {
      const payment = known.get(arrival.identity.toString('hex'));
      if (payment === undefined) throw new Error(`line ${line} was stored and not booked`);
      return [line, payment];
    }),
  );
}

function spanOf(days: readonly string[]): { from: number; before: number } {
  const starts = days.flatMap((day) => startOf(day) ?? []);
  return { from: Math.min(...starts) - BEFORE_MS, before: Math.max(...starts) + AFTER_MS };
}

function startOf(day: string): number | null {
  return startOfMexicoDay(day.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'));
}
