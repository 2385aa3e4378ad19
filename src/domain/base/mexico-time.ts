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

/** "domingo 15 de noviembre de 2026, 10:34 a.m. (hora de la Ciudad de México)" */
export function formatMexicoTime(ms: number, language: Language): string {
  const clock = mexicoClock(ms);
  return `${clock === null ? longTime(ms, language) : longText(clock, language, 'year')} (${ZONE[language]})`;
}

/** "domingo 15 de noviembre, 10:34 a.m. (hora de la Ciudad de México)": what is near needs no year. */
export function formatDeadline(ms: number, language: Language): string {
  const clock = mexicoClock(ms);
  return clock === null ? formatMexicoTime(ms, language) : `${longText(clock, language)} (${ZONE[language]})`;
}

/** A text that ends with a zone, and that zone, which pages show smaller; "" of one that has none. */
export function splitZone(text: string): readonly [time: string, zone: string] {
  const zone =
    Object.values(ZONE)
      .map((name) => `(${name})`)
      .find((name) => text.endsWith(` ${name}`)) ?? '';
  return [zone === '' ? text : text.slice(0, -zone.length - 1), zone];
}

/** "dom 15 nov 10:34am", for an SMS. */
export function formatShortDeadline(ms: number, language: Language): string {
  const clock = mexicoClock(ms);
  if (clock === null) return formatShortMexicoTime(ms);
  const [weekday, month] = [weekdayOf(clock, language).slice(0, 3), monthOf(clock, language).slice(0, 3)];
  const day = language === 'en' ? `${month} ${clock.getUTCDate()}` : `${clock.getUTCDate()} ${month}`;
  return `${weekday} ${day} ${halfDayText(clock)}`;
}

/** "16/11 10:34pm", for an SMS with little room. */
export function formatShortestDeadline(ms: number): string {
  const clock = mexicoClock(ms);
  return clock === null ? formatShortMexicoTime(ms) : `${wallTime(clock).slice(0, 5)} ${halfDayText(clock)}`;
}

/** "16/11 10:34", for files. */
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

/** "10:34 a.m." */
export function formatMexicoClock(ms: number, language: Language): string {
  const clock = mexicoClock(ms);
  return clock === null ? clockTime(ms, language) : clockText(clock, language);
}

/** "8:30 a.m." of "08:30", an hour that is the same every day, in one piece. */
export function formatTimeOfDay(time: string, language: Language): string {
  return inOnePiece(clockText(new Date(`1970-01-01T${time.padStart(5, '0')}Z`), language));
}

/** Keeps "a.m." on the line of its hour. */
export function inOnePiece(text: string): string {
  return text.replace(/ (?=[ap]\.?m)/i, '\u00a0');
}

function longText(clock: Date, language: Language, more?: 'year'): string {
  const [weekday, month, day] = [weekdayOf(clock, language), monthOf(clock, language), clock.getUTCDate()];
  const [year, time] = [clock.getUTCFullYear(), clockText(clock, language)];
  return language === 'en'
    ? `${weekday}, ${month} ${day}${more === 'year' ? `, ${year}` : ''}, ${time}`
    : `${weekday} ${day} de ${month}${more === 'year' ? ` de ${year}` : ''}, ${time}`;
}

function clockText(clock: Date, language: Language): string {
  const [morning, evening] = language === 'en' ? ['AM', 'PM'] : ['a.m.', 'p.m.'];
  return `${hourText(clock)} ${clock.getUTCHours() < 12 ? morning : evening}`;
}

/** "10:34", "12:05" */
function hourText(clock: Date): string {
  return `${clock.getUTCHours() % 12 || 12}:${twoDigits(clock.getUTCMinutes())}`;
}

/** "10:34am" */
function halfDayText(clock: Date): string {
  return `${hourText(clock)}${clock.getUTCHours() < 12 ? 'am' : 'pm'}`;
}

function weekdayOf(clock: Date, language: Language): string {
  return WEEKDAYS[language][clock.getUTCDay()] ?? '';
}

function monthOf(clock: Date, language: Language): string {
  return MONTHS[language][clock.getUTCMonth()] ?? '';
}

function wallTime(clock: Date): string {
  const [day, month] = [clock.getUTCDate(), clock.getUTCMonth() + 1];
  return `${twoDigits(day)}/${twoDigits(month)} ${twoDigits(clock.getUTCHours())}:${twoDigits(clock.getUTCMinutes())}`;
}

function twoDigits(number: number): string {
  return number < 10 ? `0${number}` : String(number);
}

const ZONE: Readonly<Record<Language, string>> = { es: 'hora de la Ciudad de México', en: 'Mexico City time' };

const WEEKDAYS: Readonly<Record<Language, readonly string[]>> = {
  es: ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'],
  en: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
};

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

const clockTime = dateFormat({ timeStyle: 'short' });
const longTime = dateFormat({ dateStyle: 'full', timeStyle: 'short' });
/** "16/11, 10:34" */
const shortTime = dateFormat({
  day: '2-digit',
  month: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
