// Reads and formats times as people in Mexico City write them. Clocks there have not changed since 30 October 2022, so later times use
// plain arithmetic: formatting an expiry with Intl takes half as long as all the work on an order.
import { dateFormat } from './date-format.js';
import { HOUR_MS } from './duration.js';
import type { Language } from './language.js';

const CLOCKS_STAY_SINCE = Date.UTC(2022, 9, 30, 7);
const HOURS_BEHIND_UTC_MS = 6 * HOUR_MS;

/** A Date whose UTC fields show Mexico City time; null for times before the clocks stopped changing. */
export function mexicoClock(ms: number): Date | null {
  return ms >= CLOCKS_STAY_SINCE ? new Date(ms - HOURS_BEHIND_UTC_MS) : null;
}

/** "15 de noviembre de 2026 a las 10:34 a.m. (hora de la Ciudad de México)" */
export function formatMexicoTime(ms: number, language: Language): string {
  const clock = mexicoClock(ms);
  const zone = language === 'en' ? 'Mexico City time' : 'hora de la Ciudad de México';
  return `${clock === null ? longTime(ms, language) : longText(clock, language)} (${zone})`;
}

/** "16/11 10:34", for a short message. */
export function formatShortMexicoTime(ms: number): string {
  const clock = mexicoClock(ms);
  if (clock !== null) return wallTime(clock);
  const [, day, month, time] = /^(\d\d)\/(\d\d)\D+(\d\d:\d\d)$/.exec(shortTime(ms, 'es')) ?? [];
  return `${day}/${month} ${time}`;
}

/** An ISO time in epoch milliseconds. One that names no zone is of Mexico City (D73). NaN if it is no time. */
export function parseIsoTime(text: string): number {
  if (/(z|[+-]\d{2}(:?\d{2})?)$/i.test(text)) return Date.parse(text);
  const wall = Date.parse(`${text}Z`);
  if (Number.isNaN(wall)) return wall;
  // Mexico had daylight saving time until 2022, so its clocks were 5 or 6 hours behind UTC.
  const shown = wallTime(new Date(wall));
  return [5, 6].map((hours) => wall + hours * HOUR_MS).find((ms) => formatShortMexicoTime(ms) === shown) ?? Number.NaN;
}

function longText(clock: Date, language: Language): string {
  const [year, day, hour] = [clock.getUTCFullYear(), clock.getUTCDate(), clock.getUTCHours()];
  const month = MONTHS[language][clock.getUTCMonth()] ?? '';
  const time = `${hour % 12 === 0 ? 12 : hour % 12}:${twoDigits(clock.getUTCMinutes())}`;
  return language === 'en'
    ? `${month} ${day}, ${year} at ${time} ${hour < 12 ? 'AM' : 'PM'}`
    : `${day} de ${month} de ${year} a las ${time} ${hour < 12 ? 'a.m.' : 'p.m.'}`;
}

function wallTime(clock: Date): string {
  const [day, month] = [clock.getUTCDate(), clock.getUTCMonth() + 1];
  return `${twoDigits(day)}/${twoDigits(month)} ${twoDigits(clock.getUTCHours())}:${twoDigits(clock.getUTCMinutes())}`;
}

function twoDigits(number: number): string {
  return number < 10 ? `0${number}` : String(number);
}

const MONTHS: Readonly<Record<Language, readonly string[]>> = {
  es: [
    'enero',
    'febrero',
    'marzo',
    'abril',
    'mayo',
    'junio',
    'julio',
    'agosto',
    'septiembre',
    'octubre',
    'noviembre',
    'diciembre',
  ],
  en: [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ],
};

const longTime = dateFormat({ dateStyle: 'long', timeStyle: 'short' });
/** "16/11, 10:34" */
const shortTime = dateFormat({
  day: '2-digit',
  month: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
