// Keeps what the entries of each day add up to, with a seal of them, merchant by merchant, once a day. A day waits until it gets
// no more entries, even from a node whose clock is a day behind. What is later is added up when somebody asks for a statement.
// The audit log, which is sealed and anchored outside of the database, gets a line with a hash of all seals of a night (D87).
import type { Deps } from '../../deps.js';
import type { Scope } from '../../domain/accounts/account.js';
import { DAY_MS } from '../../domain/base/duration.js';
import { firstUuidAt, timeOfUuid } from '../../domain/base/identity.js';
import { endOfMexicoDay, mexicoDay, startOfMexicoDay } from '../../domain/base/mexico-day.js';
import type { Queryable } from '../../store/db.js';
import { appendAudit } from '../../store/keeping/audit.js';
import { listDetails } from '../../store/keeping/audit-search.js';
import * as retention from '../../store/keeping/retention.js';
import { findKept, keepDays, listBooked, sealedNights } from '../../store/money/ledger-days.js';

const WAITS_DAYS = 3;
/** So much of one merchant is added up by one statement. */
const SPAN_DAYS = 31;
const MERCHANTS_AT_ONCE = 20;

/** The day up to which the walk keeps sums, and the last merchant that has them. */
type DaysCursor = { readonly upTo: string; readonly after: Scope };

/** Returns whether there is more to do. */
export function keepLedgerDays({ db, clock, vault }: Pick<Deps, 'db' | 'clock' | 'vault'>): Promise<boolean> {
  const upTo = mexicoDay(clock.now() - WAITS_DAYS * DAY_MS);
  return db.transaction(async (tx) => {
    const mark = await retention.lockMark<DaysCursor>(tx, 'ledger_days');
    if (mark === null) return false;
    const isSame = mark.place.upTo === upTo;
    if (isSame && mark.finishedAt !== null) return false;
    const after = (isSame ? mark.place.after : null) ?? null;
    const merchants = await listBooked(tx, after, MERCHANTS_AT_ONCE);
    for (const scope of merchants) await keepOf(tx, scope, upTo);
    const last = merchants.at(-1);
    if (last === undefined) {
      await anchor({ tx, clock, vault });
      await retention.finishWalk(tx, 'ledger_days', { upTo }, clock.now());
    } else await retention.moveMark(tx, 'ledger_days', { upTo, after: last } satisfies DaysCursor);
    return last !== undefined;
  });
}

/** A walk that was overtaken by the next day has left seals without a line: they get theirs now. */
async function anchor({ tx, clock, vault }: Pick<Deps, 'clock' | 'vault'> & { readonly tx: Queryable }): Promise<void> {
  const known = new Set((await listDetails(tx, 'ledger.seal')).map(({ subject }) => subject));
  for (const [night, details] of await sealedNights(tx)) {
    if (known.has(night)) continue;
    await appendAudit(tx, { vault, clock }, { actor: 'service', action: 'ledger.seal', subject: night, details });
  }
}

async function keepOf(tx: Queryable, scope: Scope, upTo: string): Promise<void> {
  for (const { from, before } of spansOf(firstUnkept(await findKept(tx, scope)), endOf(upTo)))
    await keepDays(tx, scope, { from: firstUuidAt(from), before: firstUuidAt(before) }, upTo);
}

/** Whole days, so many at a time. */
function* spansOf(first: number, end: number): Generator<{ readonly from: number; readonly before: number }> {
  for (let from = first; from < end; ) {
    const before = Math.min(end, endOf(mexicoDay(from + SPAN_DAYS * DAY_MS)));
    yield { from, before };
    from = before;
  }
}

/** The first millisecond whose entries are not kept; never, if there are no entries. */
function firstUnkept({ day, first }: Awaited<ReturnType<typeof findKept>>): number {
  if (day !== null) return endOf(day);
  return first === null ? Number.POSITIVE_INFINITY : (startOfMexicoDay(mexicoDay(timeOfUuid(first))) ?? 0);
}

export function endOf(day: string): number {
  const end = endOfMexicoDay(day);
  if (end === null) throw new Error(`${day} is no day`);
  return end;
}
