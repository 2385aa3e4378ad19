// What stands in a cell of a bank's file, as Cobro's own files write it. What is not clear is no value: 1.234 is one thousand
// with a decimal comma and more than one without, and only the mapping says which.
import { isCalendarDay } from '../base/mexico-day.js';
import type { DayForm, DecimalSign, FileField, FileMapping } from './file-mapping.js';

/**
 * A cell as it stands in the file. Workbooks also have numbers and days of their own, which need no mapping (`exact`), and
 * numbers of more digits than they can keep (`lost`).
 */
export type Cell = string | { readonly exact: string } | { readonly lost: string };

type Forms = Pick<FileMapping, 'days' | 'decimal'>;

/** null: it is not what the field holds. */
export function cellValue(cell: Cell, holds: FileField['holds'], { days, decimal }: Forms): string | null {
  if (typeof cell !== 'string') return 'lost' in cell ? null : exactValue(cell.exact, holds);
  if (holds === 'text') return plainText(cell, days);
  if (cell === '') return '';
  if (holds === 'amount' || holds === 'signed') return decimal === 'as is' ? cell : plainAmount(cell, holds, decimal);
  if (days === 'as is') return cell;
  return holds === 'day' ? railDay(dayIn(cell, days)) : timeIn(cell, days);
}

/** What a field must be, for whoever mends the file. */
export function mustBe(holds: FileField['holds'], { days, decimal }: Forms): string {
  if (holds === 'amount' || holds === 'signed') return `an amount such as ${decimal === ',' ? '1.234,56' : '1,234.56'}`;
  if (holds === 'day') return `a day, ${days}`;
  return holds === 'time' ? `a day and a time, ${days} HH:MM` : 'a text: a number of so many digits has lost some';
}

/** Banks write an apostrophe, or ="…", so that spreadsheets leave their numbers alone. */
function plainText(cell: string, days: DayForm): string {
  if (days === 'as is') return cell;
  const [, quoted] = /^="([^"]*)"$/.exec(cell) ?? [];
  return (quoted ?? (cell.startsWith("'") ? cell.slice(1) : cell)).trim();
}

/** Numbers and days of a workbook: "1234.5", "2026-11-18", "2026-11-18T10:34:05". */
function exactValue(exact: string, holds: FileField['holds']): string | null {
  const [, day = '', time] = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d:\d\d)?$/.exec(exact) ?? [];
  if (holds === 'text') return exact;
  if (holds === 'day') return day === '' ? null : railDay(day);
  if (holds === 'time') return time === undefined ? null : exact;
  return day === '' ? plainAmount(exact, holds, '.') : null;
}

/** Three digits behind the sign may be thousands in a file of the other sign: 1.200 is no amount, 1.2000 is. */
const AMOUNTS: Readonly<Record<Exclude<DecimalSign, 'as is'>, RegExp>> = {
  '.': /^(?:\d{1,13}|\d{1,3}(?:,\d{3}){1,4})(?:\.(?!\d{3}$)\d{1,2}0{0,9})?$/,
  ',': /^(?:\d{1,13}|\d{1,3}(?:\.\d{3}){1,4})(?:,(?!\d{3}$)\d{1,2}0{0,9})?$/,
};

/** "$1,234.56" is "1234.56"; "(50.00)", "-50.00" and "50.00-" are less than zero. */
function plainAmount(cell: string, holds: 'amount' | 'signed', decimal: Exclude<DecimalSign, 'as is'>): string | null {
  const bare = cell.replace(/[$\s]|MXN|MXP/gi, '');
  const [, inside] = /^\(([^()]{1,30})\)$/.exec(bare) ?? [];
  const isNegative = inside !== undefined || bare.startsWith('-') || bare.endsWith('-');
  const digits = inside ?? bare.replace(/^[-+]|-$/g, '');
  if (!AMOUNTS[decimal].test(digits) || (isNegative && holds === 'amount')) return null;
  const plain = decimal === ',' ? digits.replaceAll('.', '').replace(',', '.') : digits.replaceAll(',', '');
  return `${isNegative ? '-' : ''}${plain}`;
}

const MONTHS: Readonly<Record<string, string>> = Object.fromEntries(
  ['ene jan', 'feb', 'mar', 'abr apr', 'may', 'jun', 'jul', 'ago aug', 'sep', 'oct', 'nov', 'dic dec'].flatMap(
    (names, month) => names.split(' ').map((name) => [name, String(month + 1)]),
  ),
);

/** Where day, month and year stand in what is between the separators. */
const ORDERS = { 'DD/MM/YYYY': [0, 1, 2], 'MM/DD/YYYY': [1, 0, 2], 'YYYY/MM/DD': [2, 1, 0] } as const;

/** yyyy-mm-dd, or "" if it is no day. */
function dayIn(text: string, form: Exclude<DayForm, 'as is'>): string {
  if (form === 'YYYYMMDD' || form === 'DDMMYYYY') {
    const [, a = '', b = '', c = '', d = ''] = /^(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
    return form === 'YYYYMMDD' ? realDay(a + b, c, d) : realDay(c + d, b, a);
  }
  const parts = text.split(/[/.-]/);
  const [day = '', month = '', year = ''] = ORDERS[form].map((at) => parts[at] ?? '');
  return parts.length === 3 ? realDay(year, MONTHS[month.toLowerCase().slice(0, 3)] ?? month, day) : '';
}

function realDay(year: string, month: string, day: string): string {
  if (!/^(?:20)?\d\d$/.test(year) || !/^\d{1,2}$/.test(month) || !/^\d{1,2}$/.test(day)) return '';
  const text = `20${year.slice(-2)}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isCalendarDay(text) ? text : '';
}

/** As rails write it. */
function railDay(day: string): string | null {
  return day === '' ? null : day.replaceAll('-', '');
}

const TIME = /^(\d{1,2}):(\d\d)(?::(\d\d))?(?:\.\d{1,9})?(?:hrs?)?([ap]m)?$/;

/** "18/11/2026 10:34 a.m." is "2026-11-18T10:34:00". A day alone is no time. */
function timeIn(text: string, form: Exclude<DayForm, 'as is'>): string | null {
  const [first = '', ...rest] = text.split(/[\sT]+/);
  const day = dayIn(first, form);
  const clock = rest
    .join('')
    .toLowerCase()
    .replace(/([ap])\.?m\.?$/, '$1m')
    .replace(/hrs\.$/, 'hrs');
  const [, hours, minutes = '', seconds = '00', half] = TIME.exec(clock) ?? [];
  if (day === '' || hours === undefined) return null;
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half === 'pm' ? 12 : 0);
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59 || (half !== undefined && Number(hours) > 12))
    return null;
  return `${day}T${String(hour).padStart(2, '0')}:${minutes}:${seconds}`;
}
