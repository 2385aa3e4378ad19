// The cells of a sheet: texts, numbers and days as they are, never what a program would make of them.
import { DAY_MS } from '../../domain/base/duration.js';
import { LONGEST_LINE } from '../../domain/base/outside-text.js';
import type { Cell } from '../../domain/rails/cell-value.js';
import { type SheetRow, UnreadableSheet } from './sheet-row.js';
import { walkElements } from './xlsx-elements.js';

type Book = {
  readonly texts: readonly string[];
  readonly dayStyles: ReadonlySet<string>;
  /** Whether days are counted from 1904, as old Macintosh programs did. */
  readonly is1904: boolean;
};

/** Cells further to the right only have a look; no bank's list is as wide. */
const MOST_COLUMNS = 256;

export async function* sheetRows(chunks: AsyncIterable<string>, book: Book): AsyncGenerator<SheetRow> {
  let rows: SheetRow[] = [];
  let cells: Cell[] = [];
  let line = 0;
  let cell = { column: 0, type: '', style: '', value: '' };
  const pieces = walkElements(chunks, {
    open(name, { r = '', t = 'n', s = '' }) {
      if (name === 'row') {
        line = r === '' ? line + 1 : Number(r);
        cells = [];
      }
      if (name === 'c') cell = { column: r === '' ? cells.length : columnOf(r), type: t, style: s, value: '' };
    },
    text(text, name) {
      if (name !== 'v' && name !== 't') return;
      cell.value += text;
      if (cell.value.length > LONGEST_LINE) throw new UnreadableSheet(`line ${line}: is too long`);
    },
    close(name) {
      if (name === 'c' && cell.column < MOST_COLUMNS) {
        while (cells.length < cell.column) cells.push('');
        cells[cell.column] = cellOf(cell, book);
      }
      if (name === 'row' && cells.some((one) => one !== '')) rows.push({ line, cells });
    },
  });
  for await (const _ of pieces) {
    yield* rows;
    rows = [];
  }
}

/** "AB12" is the 28th column, which is number 27. */
function columnOf(reference: string): number {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0] ?? 'A';
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function cellOf(cell: { readonly type: string; readonly style: string; readonly value: string }, book: Book): Cell {
  const { type, style, value } = cell;
  if (value === '') return '';
  if (type === 's') return (book.texts[Number(value)] ?? '').trim();
  if (type === 'd') return { exact: value.slice(0, 19) };
  if (type !== 'n') return value.trim(); // a text, the text of a formula, yes or no, an error
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  return book.dayStyles.has(style) ? { exact: dayOf(number, book) } : numberOf(number);
}

const DAYS_BEFORE_1970 = { since1900: 25_569, since1904: 24_107 };

/** Days since the beginning of 1900, with the time as a fraction: a day, a day and a time in whole seconds, or a time alone. */
function dayOf(number: number, { is1904 }: Book): string {
  const days = number - (is1904 ? DAYS_BEFORE_1970.since1904 : DAYS_BEFORE_1970.since1900);
  // Seconds are cut off below, so half a second more rounds them.
  const time = new Date(days * DAY_MS + 500);
  if (Number.isNaN(time.getTime())) return String(number);
  const text = time.toISOString();
  if (number < 1) return text.slice(11, 19);
  return Number.isInteger(number) ? text.slice(0, 10) : text.slice(0, 19);
}

const FIFTEEN_DIGITS = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 15, useGrouping: false });

/** Programs keep 15 digits of a number. One with more, such as a CLABE, has lost its last ones. */
function numberOf(number: number): Cell {
  const plain = FIFTEEN_DIGITS.format(number);
  return Math.abs(number) >= 1e15 ? { lost: plain } : { exact: plain };
}
