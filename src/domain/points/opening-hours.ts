// When a payment point is open, as the catalogue says it: "24:00 hrs" of one that never closes, "08:30 - 16:00 hrs" of others.
import { DAY_MS, MINUTE_MS } from '../base/duration.js';
import { mexicoDay, startOfMexicoDay } from '../base/mexico-day.js';

type OpeningHours = { readonly opens: string; readonly closes: string };

/** "24:00", "08:30 - 16:00", or whatever else the catalogue says. */
export function hoursText(availability: string): string {
  return availability
    .trimEnd()
    .replace(/hrs\.?$/, '')
    .trim();
}

/** "08:30" and "16:00"; null of a point that never closes, or of which nobody knows. */
export function hoursIn(availability: string): OpeningHours | null {
  const [, opens = '', closes = ''] = /^(\d\d?:\d\d)\s*-\s*(\d\d?:\d\d)$/.exec(hoursText(availability)) ?? [];
  return opens === '' ? null : { opens: opens.padStart(5, '0'), closes: closes.padStart(5, '0') };
}

/** The last moment up to `end` at which it is open. Branches of banks are closed at weekends. */
export function lastOpen(end: number, { opens, closes }: OpeningHours, isBranch: boolean): number {
  if (closes <= opens) return end; // past midnight
  for (let day = startOfMexicoDay(mexicoDay(end)) ?? end; ; day -= DAY_MS) {
    const isWeekend = new Date(day).getUTCDay() % 6 === 0; // midnight in Mexico is the same day in UTC
    if (end > day + minutesOf(opens) * MINUTE_MS && !(isBranch && isWeekend))
      return Math.min(end, day + minutesOf(closes) * MINUTE_MS);
  }
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
