// Keeps the figures of each day, some accounts and some hours at a time, a little behind the events themselves. What is
// later than that is counted when somebody looks (see read-figures.ts).
import type { Deps } from '../../deps.js';
import { DAY_MS, MINUTE_MS } from '../../domain/base/duration.js';
import { NIL_UUID } from '../../domain/base/identity.js';
import { mexicoDay } from '../../domain/base/mexico-day.js';
import { listAccountIds } from '../../store/accounts/accounts.js';
import { within } from '../../store/db.js';
import * as retention from '../../store/keeping/retention.js';
import { addFigures, forgetFigures } from '../../store/money/day-figures.js';

/** The days that pages show, and as many before them to compare with. */
export const SHOWN_DAYS = 60;
/** The clocks of two nodes differ by seconds, and an event is committed a moment after its time. */
const BEHIND_MS = 2 * MINUTE_MS;
/** So much is counted at once; it matters only after a long pause and at the first start. */
const LONGEST_SPAN_MS = DAY_MS;
const ACCOUNTS_AT_ONCE = 200;

/** The span that is being counted, and the last account that has it already. Before `from` everybody is counted. */
export type FiguresCursor = { readonly from: number; readonly to: number; readonly after: string };

/** Returns whether there is more to do. */
export function countFigures({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<boolean> {
  return retention.takeStep<FiguresCursor>(db, 'figures', async (tx, before) => {
    const end = clock.now() - BEHIND_MS;
    const place = placeOf(before, end);
    if (place.to <= place.from) return null;
    const ids = await listAccountIds(tx, place.after, ACCOUNTS_AT_ONCE);
    const last = ids.at(-1);
    if (last === undefined)
      return { place: { from: place.to, to: place.to, after: NIL_UUID }, hasMore: place.to < end - MINUTE_MS };
    await addFigures(within(db, tx), ids, place);
    await forgetFigures(tx, ids, mexicoDay(end - (SHOWN_DAYS + 2) * DAY_MS));
    return { place: { ...place, after: last }, hasMore: true };
  });
}

/** Where to go on. A span that has begun keeps its end, so that every account is counted for the same times. */
export function placeOf({ from, to, after }: Partial<FiguresCursor>, end: number): FiguresCursor {
  const start = from ?? end - (SHOWN_DAYS + 1) * DAY_MS;
  if (to !== undefined && after !== undefined && after !== NIL_UUID) return { from: start, to, after };
  return { from: start, to: Math.min(end, start + LONGEST_SPAN_MS), after: NIL_UUID };
}
