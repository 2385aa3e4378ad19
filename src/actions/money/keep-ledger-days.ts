// Keeps what the entries of each day add up to, merchant by merchant, once a day. A day waits until it gets no more entries,
// even from a node whose clock is a day behind. What is later is added up when somebody asks for a statement.
import type { Deps } from '../../deps.js';
import type { Scope } from '../../domain/accounts/account.js';
import { DAY_MS } from '../../domain/base/duration.js';
import { firstUuidAt, NIL_UUID, timeOfUuid } from '../../domain/base/identity.js';
import { endOfMexicoDay, mexicoDay, startOfMexicoDay } from '../../domain/base/mexico-day.js';
import type { Db } from '../../store/db.js';
import * as retention from '../../store/keeping/retention.js';
import { findKept, keepDays, listBooked } from '../../store/money/ledger-days.js';

const WAITS_DAYS = 3;
/** So much of one merchant is added up by one statement. */
const SPAN_DAYS = 31;
const MERCHANTS_AT_ONCE = 20;

/** The day up to which the walk keeps sums, and the last merchant that has them. */
type DaysCursor = { readonly upTo: string; readonly after: Scope };

const NOBODY: Scope = { accountId: NIL_UUID, mode: 'test' };

/** Returns whether there is more to do. */
export function keepLedgerDays({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<boolean> {
  const upTo = mexicoDay(clock.now() - WAITS_DAYS * DAY_MS);
  return db.transaction(async (tx) => {
    const mark = await retention.lockMark<DaysCursor>(tx, 'ledger_days');
    if (mark === null) return false;
    const isSame = mark.place.upTo === upTo;
    if (isSame && mark.finishedAt !== null) return false;
    const after = isSame ? (mark.place.after ?? NOBODY) : NOBODY;
    const merchants = await listBooked(tx, after, MERCHANTS_AT_ONCE);
    for (const scope of merchants) await keepOf(tx, scope, upTo);
    const last = merchants.at(-1);
    if (last === undefined) await retention.finishWalk(tx, 'ledger_days', { upTo }, clock.now());
    else await retention.moveMark(tx, 'ledger_days', { upTo, after: last } satisfies DaysCursor);
    return last !== undefined;
  });
}

async function keepOf(tx: Parameters<Parameters<Db['transaction']>[0]>[0], scope: Scope, upTo: string): Promise<void> {
  const end = endOf(upTo);
  for (let from = firstUnkept(await findKept(tx, scope)); from < end; ) {
    const before = Math.min(end, endOf(mexicoDay(from + SPAN_DAYS * DAY_MS)));
    await keepDays(tx, scope, { from: firstUuidAt(from), before: firstUuidAt(before) });
    from = before;
  }
}

/** The first millisecond whose entries are not kept; never, if there are no entries. */
function firstUnkept({ day, first }: Awaited<ReturnType<typeof findKept>>): number {
  if (day !== null) return endOf(day);
  return first === null ? Number.POSITIVE_INFINITY : (startOfMexicoDay(mexicoDay(timeOfUuid(first))) ?? 0);
}

function endOf(day: string): number {
  const end = endOfMexicoDay(day);
  if (end === null) throw new Error(`${day} is no day`);
  return end;
}
