// Proves the sealed days of the books (D87): each is as its entries make it, and the audit log, which is anchored outside of the
// database, has the hash of every night's seals and of every month that was closed.
import type { Deps } from '../../../deps.js';
import { firstUuidAt, NIL_UUID, timeOfUuid } from '../../../domain/base/identity.js';
import { mexicoDay, startOfMexicoDay } from '../../../domain/base/mexico-day.js';
import { daysOfMonth } from '../../../domain/money/month.js';
import { listDetails } from '../../../store/keeping/audit-search.js';
import { readMark } from '../../../store/keeping/retention.js';
import {
  type Days,
  findChanged,
  type SealedDays,
  sealedNights,
  sealedPeriod,
} from '../../../store/money/ledger-days.js';
import type { IdRange, ScopeRange } from '../../../store/money/proofs/pieces.js';
import { endOf } from '../keep-ledger-days.js';
import type { Findings } from './findings.js';

export const DAY_CLAIM = 'every sealed day is as it was sealed';
export const ANCHOR_CLAIM = 'the seals of days and months are those of the audit log';

/** The days that are wholly in a piece. */
export function wholeDays({ after, upTo }: IdRange): Days {
  const { day, isStart } = dayAt(after);
  return { from: isStart ? day : nextDay(day), before: upTo === null ? null : dayAt(upTo).day };
}

/**
 * A day that ends in a piece and began before it, as one does that has more entries than a piece. Its entries are read once more,
 * all of them.
 */
export async function findCutDay(
  db: Deps['db'],
  { scope, range: { after, upTo } }: ScopeRange,
): Promise<readonly string[]> {
  const { day, isStart } = dayAt(after);
  if (isStart || after === NIL_UUID || (upTo !== null && dayAt(upTo).day === day)) return [];
  const span = { from: firstUuidAt(startOf(day)), before: firstUuidAt(endOf(day)) };
  return findChanged(db, scope, span, { from: day, before: nextDay(day) });
}

/** Where a piece ends that would end there: with the last day that is whole in it, if it has one. */
export function atEndOfDay(after: string, upTo: string): string {
  const start = firstUuidAt(startOf(dayAt(upTo).day));
  return start > after ? start : upTo;
}

/** The day of an id, and whether no id of that day comes before. */
function dayAt(id: string): { readonly day: string; readonly isStart: boolean } {
  const day = mexicoDay(Math.min(timeOfUuid(id), LAST_TIME));
  return { day, isStart: id === firstUuidAt(startOf(day)) };
}

/** Whoever makes a row by hand may write any id, and no day is that late. */
const LAST_TIME = Date.UTC(9999, 0);

function startOf(day: string): number {
  const start = startOfMexicoDay(day);
  if (start === null) throw new Error(`${day} is no day`);
  return start;
}

const nextDay = (day: string) => mexicoDay(endOf(day));

export async function proveAnchors(db: Deps['db'], found: Findings): Promise<void> {
  // In this order: the night that is being sealed now has no line yet.
  const lines = await listDetails(db, 'ledger.seal');
  const { place } = await readMark<{ upTo: string }>(db, 'ledger_days');
  const nights = await sealedNights(db);
  for (const { subject, details } of lines) {
    if (!isSame(nights.get(subject), details)) found.add(ANCHOR_CLAIM, { broken: 1, examples: [`night ${subject}`] });
    nights.delete(subject);
  }
  for (const night of [...nights.keys()].filter((one) => one !== place.upTo))
    found.add(ANCHOR_CLAIM, { broken: 1, examples: [`night ${night}`] });
  for (const { subject, details } of await listDetails(db, 'ledger.close')) {
    const days = daysOfMonth(subject);
    if (days === null || !isSame(await sealedPeriod(db, days), details))
      found.add(ANCHOR_CLAIM, { broken: 1, examples: [`month ${subject}`] });
  }
}

function isSame(now: SealedDays | undefined, then: Readonly<Record<string, unknown>>): boolean {
  return now?.days === then['days'] && now?.digest === then['digest'];
}
