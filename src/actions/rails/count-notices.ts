// Counts the notices of each rail by the hour, some at a time, a little behind the notices themselves.
import type { Deps } from '../../deps.js';
import { DAY_MS } from '../../domain/base/duration.js';
import { firstUuidAt } from '../../domain/base/identity.js';
import * as retention from '../../store/keeping/retention.js';
import { addHours, forgetHours } from '../../store/rails/rail-hours.js';

/** The clocks of two nodes differ by seconds, and a notice is committed a moment after its id was made. */
const BEHIND_MS = 20_000;
/** What is compared: the same hour of seven other days. */
const KEPT_MS = 9 * DAY_MS;
const AT_ONCE = 5_000;

type CountCursor = { readonly after: string };

/** Returns whether there is more to do. */
export function countNotices({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<boolean> {
  return retention.takeStep<CountCursor>(db, 'rail_hours', async (tx, place) => {
    const now = clock.now();
    const after = place.after ?? firstUuidAt(now - KEPT_MS);
    const counted = await addHours(tx, { after, before: firstUuidAt(now - BEHIND_MS), limit: AT_ONCE });
    if (counted === null) return null;
    await forgetHours(tx, now - KEPT_MS);
    return { place: { after: counted.last }, hasMore: counted.count === AT_ONCE };
  });
}
