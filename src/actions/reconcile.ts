// Reconciles a rail's own list of a day with our payments: what we miss is booked as if its notice had come, what they
// miss and what differs is told. Doing it again changes nothing.
import type { Deps } from '../deps.js';
import { DAY_MS, startOfMexicoDay } from '../domain/mexico-day.js';
import type { Payment } from '../domain/payment.js';
import type { Rail } from '../domain/rails/rail.js';
import { type Comparison, compareWithList, isOfDay } from '../domain/reconcile.js';
import { OperatorError } from '../operator-error.js';
import { appendAudit } from '../store/accounts/audit.js';
import { findByTrackingKeys, findPaidBetween, type RailKind } from '../store/money/payments-of-day.js';
import { listRails } from '../store/rails/rails.js';
import { type ListedPayment, readRailList } from '../wire/rail-list.js';
import { matchOpen } from './match-open.js';
import { storeNotice } from './receive-notice.js';

type ReconcileDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'log' | 'notices' | 'matcher'>;

export type ReconcileCall = RailKind & {
  readonly text: string;
  /** yyyymmdd; null: the days that the list has. */
  readonly day: string | null;
  readonly actor: string;
};

export type Reconciliation = {
  readonly days: readonly string[];
  readonly comparisons: readonly Comparison<ListedPayment>[];
  /** Ours of these days that the list does not have. */
  readonly theyMiss: readonly Payment[];
  /** What we missed, as it is booked now; by line. */
  readonly booked: ReadonlyMap<number, Payment>;
};

const BATCH = 100;
/** SPEI's operating date may lie some days after the transfer: nights, weekends, holidays. */
const BEFORE_MS = 7 * DAY_MS;
const AFTER_MS = 2 * DAY_MS;

export async function reconcile(deps: ReconcileDeps, call: ReconcileCall): Promise<Reconciliation> {
  const list = readRailList(call.kind, call.text, call.mode);
  if (list.is === 'malformed') throw new OperatorError(`The list cannot be read:\n${list.problems.join('\n')}`);
  const days = daysOf(list.payments, call.day);
  const rails = await railsFor(deps, call, list.payments);
  // What was told and not matched yet is not missing.
  await matchOpen(deps, deps.clock.now() + 1);

  const keys = [...new Set(list.payments.map(({ arrival }) => arrival.trackingKey))];
  const comparisons = compareWithList(list.payments, await findByTrackingKeys(deps.db, call, keys));
  const missing = comparisons.flatMap((one) => (one.is === 'we_miss' ? [one.line] : []));
  for (let at = 0; at < missing.length; at += BATCH)
    await Promise.all(missing.slice(at, at + BATCH).map((line) => book(deps, rails(line), line)));
  if (missing.length > 0) await note(deps, call, days, missing.length);

  const now = await findByTrackingKeys(deps.db, call, keys);
  const known = new Map(now.map((payment) => [payment.identity.toString('hex'), payment]));
  const booked = new Map<number, Payment>();
  for (const line of missing) {
    const payment = known.get(line.arrival.identity.toString('hex'));
    if (payment === undefined) throw new Error(`line ${line.line} was told and not booked`);
    booked.set(line.line, payment);
  }
  return { days, comparisons, booked, theyMiss: await findTheyMiss(deps, call, days, comparisons) };
}

function daysOf(payments: readonly ListedPayment[], day: string | null): string[] {
  const wrong = day === null ? undefined : payments.find((payment) => payment.day !== day);
  if (wrong !== undefined)
    throw new OperatorError(`Line ${wrong.line} is of ${wrong.day}, not of ${day}: is this the right file?`);
  const days = day === null ? [...new Set(payments.map((payment) => payment.day))].sort() : [day];
  if (days.length === 0) throw new OperatorError('The list is empty; say which day it is of: --date yyyymmdd');
  const odd = days.find((one) => startOf(one) === null);
  if (odd !== undefined) throw new OperatorError(`${odd} is no day; it must be yyyymmdd.`);
  return days;
}

/** Who would have told of a line. */
async function railsFor(
  deps: ReconcileDeps,
  { kind, mode }: RailKind,
  payments: readonly ListedPayment[],
): Promise<(line: ListedPayment) => Rail> {
  const all = (await listRails(deps.db))
    .filter((rail) => rail.kind === kind && rail.mode === mode)
    .sort((a, b) => Number(a.revokedAt !== null) - Number(b.revokedAt !== null));
  const find = ({ arrival }: ListedPayment) => all.find((rail) => kind === 'spei' || rail.name === arrival.network);
  const orphan = payments.find((line) => find(line) === undefined);
  if (orphan !== undefined) {
    const named = kind === 'cash' ? `cash rail ${orphan.arrival.network}` : 'SPEI rail';
    throw new OperatorError(`There is no ${named} in ${mode} mode. See: npx cobro rail list, or give --live or --test`);
  }
  return (line) => {
    const rail = find(line);
    if (rail === undefined) throw new Error('a rail vanished');
    return rail;
  };
}

async function book(deps: ReconcileDeps, rail: Rail, line: ListedPayment): Promise<void> {
  const notice = await storeNotice(deps, rail, line.body);
  if (notice !== null) await deps.matcher.match(notice);
}

async function note(deps: ReconcileDeps, call: ReconcileCall, days: readonly string[], booked: number): Promise<void> {
  await deps.db.transaction((tx) =>
    appendAudit(tx, {
      at: deps.clock.now(),
      actor: call.actor,
      action: 'reconcile',
      subject: `${call.kind} ${days.join(' ')}`,
      details: { mode: call.mode, booked },
    }),
  );
}

/** A cash list is of the networks it names; what a till took back is rightly not in it. */
async function findTheyMiss(
  deps: ReconcileDeps,
  call: ReconcileCall,
  days: readonly string[],
  comparisons: readonly Comparison<ListedPayment>[],
): Promise<Payment[]> {
  const starts = days.flatMap((day) => startOf(day) ?? []);
  const span = { from: Math.min(...starts) - BEFORE_MS, before: Math.max(...starts) + AFTER_MS };
  const listed = new Set(comparisons.map(({ line }) => line.arrival.identity.toString('hex')));
  const differing = new Set(comparisons.flatMap((one) => (one.is === 'differs' ? [one.payment.id] : [])));
  const networks = new Set(comparisons.map(({ line }) => line.arrival.network));
  return (await findPaidBetween(deps.db, call, span)).filter(
    (payment) =>
      !listed.has(payment.identity.toString('hex')) &&
      !differing.has(payment.id) &&
      !payment.flags.includes('reversed') &&
      (call.kind === 'spei' || networks.size === 0 || networks.has(payment.network)) &&
      days.some((day) => isOfDay(payment, day)),
  );
}

function startOf(day: string): number | null {
  return startOfMexicoDay(day.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'));
}
