// When a merchant is paid out by itself (D85): every day, every week or every month, all that is available, if that is at least
// so much. In the morning of Mexico City, so that the day's first bank file has it.
import { DAY_MS, HOUR_MS } from '../base/duration.js';
import { mexicoDay, startOfMexicoDay } from '../base/mexico-day.js';

/** How often, and the last day that can be chosen: of the week, 1 is Monday; of the month, one that every month has. */
export const LAST_DAY = { day: 1, week: 7, month: 28 } as const;
export type Every = keyof typeof LAST_DAY;

export type PayoutPlan = { readonly every: Every; readonly onDay: number; readonly least: bigint };

/** A plan, and when it pays next. */
export type DatedPlan = PayoutPlan & { readonly nextAt: number };

const HOUR_OF_DAY_MS = 6 * HOUR_MS;
const LONGEST_DAYS = 32;

/** The first time of the plan after this one. */
export function nextPayoutAt(plan: PayoutPlan, after: number): number {
  for (let ahead = 0; ahead <= LONGEST_DAYS; ahead++) {
    const day = mexicoDay(after + ahead * DAY_MS);
    const at = (startOfMexicoDay(day) ?? after) + HOUR_OF_DAY_MS;
    if (at > after && isDayOf(plan, day)) return at;
  }
  throw new Error('a plan has no day');
}

function isDayOf({ every, onDay }: PayoutPlan, day: string): boolean {
  if (every === 'day') return true;
  if (every === 'month') return Number(day.slice(8)) === onDay;
  return (new Date(`${day}T12:00:00Z`).getUTCDay() || 7) === onDay;
}

/** What a payout of a period is known by: there is one with this key. */
export function periodKey({ nextAt }: Pick<DatedPlan, 'nextAt'>): string {
  return `plan ${mexicoDay(nextAt)}`;
}
