// A bank's file, read with a mapping: the same text that Cobro's own CSV would be, which the readers of lists, results and
// statements take. What was shown of it is what is taken, since everything after this step only sees that text.
import { Readable } from 'node:stream';
import { DAY_MS } from '../../domain/base/duration.js';
import { railDay } from '../../domain/base/mexico-day.js';
import { type Cell, cellValue, mustBe } from '../../domain/rails/cell-value.js';
import { type FileField, type FileMapping, fieldsOf, isOwn } from '../../domain/rails/file-mapping.js';
import { AppError, type ErrorCode } from '../../errors/errors.js';
import { csvRecord } from '../csv.js';
import { csvRows } from './csv-rows.js';
import { type OpenFile, PIECE } from './file-text.js';
import { LINE_COLUMN } from './own-rows.js';
import { type SheetRow, UnreadableSheet } from './sheet-row.js';
import { xlsxRows } from './xlsx-rows.js';

export type MappedFile = {
  /** CSV with the names of our fields, and the line of each. */
  readonly text: string;
  /** Lines that the mapping says are none of ours. */
  readonly leftOut: number;
};

const UNREADABLE: Readonly<Record<string, ErrorCode>> = {
  results: 'unreadable_results',
  statement: 'unreadable_statement',
};

export type Limits = {
  readonly now: number;
  readonly mostRows: number;
};

/** A file that is looked at or kept, so its text is in memory, with the oldest line of a statement first. */
export async function mapFile(open: OpenFile, mapping: FileMapping, limits: Limits): Promise<MappedFile> {
  const lines: string[] = [];
  let leftOut = 0;
  for await (const line of mapLines(open, mapping, limits)) {
    if (line === null) leftOut += 1;
    else lines.push(line);
  }
  if (mapping.order === 'newest first') lines.reverse();
  return { text: `${[headingOf(mapping), ...lines].join('\n')}\n`, leftOut };
}

/** The text of a file of any length, in pieces and in the order of its lines. */
export async function* mapText(open: OpenFile, mapping: FileMapping, now: number): AsyncGenerator<string> {
  let text = `${headingOf(mapping)}\n`;
  for await (const line of mapLines(open, mapping, { now, mostRows: Number.POSITIVE_INFINITY })) {
    if (line !== null) text += `${line}\n`;
    if (text.length < PIECE) continue;
    yield text;
    text = '';
  }
  yield text;
}

async function* rowsOf(
  open: OpenFile,
  { file, delimiter, sheet }: Pick<FileMapping, 'file' | 'delimiter' | 'sheet'>,
): AsyncGenerator<SheetRow> {
  yield* file === 'csv'
    ? csvRows(open, delimiter)
    : xlsxRows(Buffer.concat(await Readable.from(open()).toArray()), sheet);
}

/** The heading of a file and its first lines as they stand in it, for whoever says what its columns are. */
export async function firstRows(
  open: OpenFile,
  mapping: Pick<FileMapping, 'file' | 'delimiter' | 'sheet' | 'above'>,
  most: number,
): Promise<readonly (readonly string[])[]> {
  const found: string[][] = [];
  try {
    for await (const { line, cells } of rowsOf(open, mapping)) {
      if (line > mapping.above) found.push(cells.map(textOf));
      if (found.length >= most) break;
    }
  } catch (error) {
    if (!(error instanceof UnreadableSheet)) throw error;
  }
  return found;
}

/** Cells of a workbook may all show one long text, so the lines are measured as they are written. */
const CHARACTERS_A_ROW = 500;

/**
 * The lines as Cobro's own CSV has them; null is one that is none of ours. If any line is faulty, nothing is taken: behind it
 * there is only the refusal, which reports all faults at once.
 */
async function* mapLines(
  open: OpenFile,
  mapping: FileMapping,
  { now, mostRows }: Limits,
): AsyncGenerator<string | null> {
  let read: ReadRow | null = null;
  let [count, characters] = [0, 0];
  const problems: string[] = [];
  try {
    for await (const row of rowsOf(open, mapping)) {
      if (row.line <= mapping.above) continue;
      if (read === null) {
        read = rowReader(row, mapping, now);
        continue;
      }
      count += 1;
      if (count > mostRows) throw new UnreadableSheet(`it has more than ${mostRows} lines`);
      const values = read(row);
      if (values === 'left out') yield null;
      else if (typeof values === 'string') problems.push(`line ${row.line}: ${values}`);
      else if (problems.length === 0) {
        const line = csvRecord([String(row.line), ...values]);
        characters += line.length;
        if (characters > mostRows * CHARACTERS_A_ROW) throw new UnreadableSheet('it is too large');
        yield line;
      }
      if (problems.length >= MOST_PROBLEMS) throw new UnreadableSheet('and more');
    }
    if (read === null) rowReader({ line: 1, cells: [] }, mapping, now);
  } catch (error) {
    if (!(error instanceof UnreadableSheet)) throw error;
    problems.push(error.message);
  }
  if (problems.length > 0)
    throw new AppError(UNREADABLE[mapping.use] ?? 'unreadable_list', { problem: problems.join('\n') });
}

function headingOf({ use }: FileMapping): string {
  return csvRecord([LINE_COLUMN, ...Object.keys(fieldsOf(use))]);
}

const MOST_PROBLEMS = 500;

/** The values of our fields, what is wrong with the line, or that it is none of ours. */
type ReadRow = (row: SheetRow) => readonly string[] | string;

function rowReader(headings: SheetRow, mapping: FileMapping, now: number): ReadRow {
  const { columns, only, file, words } = mapping;
  const heading = titlesOf(headings);
  const fields = Object.entries(fieldsOf(mapping.use)).map(([name, field]) => {
    const titles = columns[name] ?? [];
    const meanings = new Map(Object.entries(words[name] ?? {}).map(([word, meaning]) => [folded(word), meaning]));
    return { name, field, titles, meanings, places: titles.map((title) => heading.find(title)) };
  });
  const missing = fields.flatMap(({ field, titles, places }) =>
    isOwn(mapping) && field.is === 'left out' ? [] : titles.filter((_, at) => places[at] === -1),
  );
  const onlyAt = only === null ? -1 : heading.find(only.column);
  if (only !== null && onlyAt === -1) missing.push(only.column);
  if (missing.length > 0) throw new UnreadableSheet(`line ${headings.line}: the heading lacks ${missing.join(', ')}`);
  const wanted = new Set(only?.is.map(folded));
  const latest = railDay(now + DAYS_AHEAD * DAY_MS);
  return (row) => {
    if (only !== null && !wanted.has(folded(textOf(row.cells[onlyAt] ?? '')))) return 'left out';
    const width = widthOf(row.cells, heading.width);
    // Rows of a workbook end with their last filled cell.
    if (width > heading.width || (file === 'csv' && width < heading.width))
      return `${width} fields, the heading has ${heading.width}`;
    const problems: string[] = [];
    const values = fields.map(({ name, field, meanings, places }) => {
      const cells = places.flatMap((at) => (at === -1 ? [] : [row.cells[at] ?? '']));
      const said = cells.length === 0 ? (mapping.values[name] ?? '') : cellsValue(cells, field, mapping);
      if (said === null) problems.push(`${name} must be ${mustBe(field.holds, mapping)}`);
      const value = said === null ? '' : meanings.size === 0 ? said : (meanings.get(folded(said)) ?? said);
      if ((field.holds === 'day' || field.holds === 'time') && !isOwn(mapping) && dayOf(value) > latest)
        problems.push(`${name} is a day to come, ${value.slice(0, 10)}: check the order of day and month`);
      return value;
    });
    return problems.length > 0 ? problems.join('; ') : values;
  };
}

function titlesOf({ line, cells }: SheetRow): { readonly width: number; find(title: string): number } {
  const titles = cells.map(textOf);
  const width = widthOf(titles, 0);
  const bare = titles.map(folded);
  const find = (title: string) => {
    const [names, name] = titles.includes(title) ? [titles, title] : [bare, folded(title)];
    const at = names.indexOf(name);
    // Two columns of one name: only the bank knows which of them is meant.
    if (at !== -1 && names.indexOf(name, at + 1) !== -1)
      throw new UnreadableSheet(`line ${line}: the heading has ${title} twice`);
    return at;
  };
  return { width, find };
}

/** Without the empty cells behind the last one, but for those below a heading. */
function widthOf(cells: readonly Cell[], least: number): number {
  let width = cells.length;
  while (width > least && cells[width - 1] === '') width -= 1;
  return width;
}

/**
 * Banks book on the next working day at the latest. 11/12 read as 11 December instead of 12 November is mostly further away, and
 * so is noticed before anybody looks.
 */
const DAYS_AHEAD = 7;

/** As rails write it, of a day or a time. */
function dayOf(value: string): string {
  return value.replaceAll('-', '').slice(0, 8);
}

/** A day and a time in two columns are one value; so are the parts of a name. */
function cellsValue(cells: readonly Cell[], { holds }: FileField, mapping: FileMapping): string | null {
  const [first = '', ...more] = cells;
  if (more.length === 0) return cellValue(first, holds, mapping);
  if (cells.some((cell) => typeof cell !== 'string' && 'lost' in cell)) return null;
  const days = typeof first === 'string' ? mapping.days : 'YYYY/MM/DD';
  return cellValue(cells.map(textOf).join(' ').trim(), holds, { ...mapping, days });
}

function textOf(cell: Cell): string {
  return typeof cell === 'string' ? cell : 'exact' in cell ? cell.exact : cell.lost;
}

/** As people compare words: "CLAVE DE RASTREO" and "Clave de rastreo " are the same. */
function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase();
}
