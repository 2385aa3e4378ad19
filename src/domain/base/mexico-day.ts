// Days as merchants and rails in Mexico count them: midnight to midnight in Mexico City.
import { dateFormat } from './date-format.js';
import { DAY_MS, HOUR_MS } from './duration.js';
import { mexicoClock } from './mexico-time.js';

/** The day that contains a time, as yyyy-mm-dd. */
export function mexicoDay(ms: number): string {
  const clock = mexicoClock(ms);
  if (clock !== null) return clock.toISOString().slice(0, 10);
  const [month, day, year] = numericDay(ms, 'en').split('/');
  return `${year}-${month}-${day}`;
}

/** The same as rails write it: yyyymmdd. */
export function railDay(ms: number): string {
  return mexicoDay(ms).replaceAll('-', '');
}

/** Whether it is a day of the calendar, written yyyy-mm-dd. Date.parse takes 30 February for 2 March, and the year 0. */
export function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return false;
  const ms = Date.parse(text);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}

/** The first millisecond of a day given as yyyy-mm-dd; null if there is no such day. */
export function startOfMexicoDay(day: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return null;
  // Mexico had daylight saving time until 2022, so midnight is 05:00 or 06:00 UTC.
  const starts = ['T05:00:00Z', 'T06:00:00Z'].map((time) => Date.parse(day + time));
  return starts.find((ms) => !Number.isNaN(ms) && mexicoDay(ms) === day && mexicoDay(ms - 1) !== day) ?? null;
}

/** The first millisecond after a day given as yyyy-mm-dd; null if there is no such day. */
export function endOfMexicoDay(day: string): number | null {
  const start = startOfMexicoDay(day);
  // A day has 23 to 25 hours, so 26 hours after its start is certainly within the next one.
  return start === null ? null : startOfMexicoDay(mexicoDay(start + DAY_MS + 2 * HOUR_MS));
}

const numericDay = dateFormat({ year: 'numeric', month: '2-digit', day: '2-digit' });
