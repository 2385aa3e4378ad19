// What happened in the last days, for a merchant's first page.
import type { Deps } from '../../deps.js';
import type { Scope } from '../../domain/accounts/account.js';
import { DAY_MS } from '../../domain/base/duration.js';
import { mexicoDay } from '../../domain/base/mexico-day.js';
import type { DayFigure } from '../../domain/money/figures.js';
import * as retention from '../../store/keeping/retention.js';
import { readFigures } from '../../store/money/day-figures.js';
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
  const isAhead = place.after !== undefined && scope.accountId <= place.after;
  const counted = (isAhead ? place.to : place.from) ?? 0;
  const from = Math.max(counted, now - MOST_COUNTED_MS);
  const fromDay = mexicoDay(now - (SHOWN_DAYS - 1) * DAY_MS);
  // An event may have the time of a node whose clock is ahead.
  const figures = await readFigures(deps.db, scope, { fromDay, rest: { from, to: now + DAY_MS } });
  return { figures, isCounting: counted < from };
}
