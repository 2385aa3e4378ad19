// What happened in the last days, for a merchant's first page.
import type { Deps } from '../../deps.js';
import type { Scope } from '../../domain/accounts/account.js';
import { DAY_MS } from '../../domain/base/duration.js';
import { mexicoDay } from '../../domain/base/mexico-day.js';
import type { DayFigure } from '../../domain/money/figures.js';
import * as retention from '../../store/keeping/retention.js';
import { countTaken, readFigures } from '../../store/money/day-figures.js';
import { type FiguresCursor, SHOWN_DAYS } from './count-figures.js';

/** So much is counted for a page at most: only after an upgrade is the worker further behind. */
const MOST_COUNTED_MS = DAY_MS;

export type RecentFigures = {
  readonly figures: readonly DayFigure[];
  /** Whether days of the past are still being counted. */
  readonly isCounting: boolean;
};

export async function recentFigures(deps: Pick<Deps, 'db' | 'clock'>, scope: Scope): Promise<RecentFigures> {
  const now = deps.clock.now();
  const { place } = await retention.readMark<FiguresCursor>(deps.db, 'figures');
  const counted = countedUntil(place, scope.accountId);
  const from = Math.max(counted, now - MOST_COUNTED_MS);
  const fromDay = mexicoDay(now - (SHOWN_DAYS - 1) * DAY_MS);
  // An event may have the time of a node whose clock is ahead.
  const figures = await readFigures(deps.db, scope, { fromDay, rest: { from, to: now + DAY_MS } });
  return { figures, isCounting: counted < from };
}

/** What each of these accounts took in live mode since the figures of its days were counted. */
export async function takenSinceCounted(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const now = clock.now();
  const { place } = await retention.readMark<FiguresCursor>(db, 'figures');
  const startOf = (id: string) => Math.max(countedUntil(place, id), now - MOST_COUNTED_MS);
  const counted = await Promise.all(
    [...new Set(accountIds.map(startOf))].map((from) =>
      countTaken(
        db,
        accountIds.filter((id) => startOf(id) === from),
        { from, to: now + DAY_MS },
      ),
    ),
  );
  return new Map(counted.flat().map(({ accountId, taken }) => [accountId, taken]));
}

/** While a span is being counted, some accounts have it already. */
function countedUntil({ from, to, after }: Partial<FiguresCursor>, accountId: string): number {
  return (after !== undefined && accountId <= after ? to : from) ?? 0;
}
