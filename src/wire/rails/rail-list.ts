// A rail's own list of a day's payments, as CSV with a heading. Each line is read as if it were a notice, so that a
// payment has the same identity from either source (D42).
import type { Mode } from '../../domain/base/mode.js';
import { readNotice } from '../../domain/money/read-notice.js';
import type { ListedPayment } from '../../domain/money/reconcile.js';
import type { Fields } from '../../domain/rails/fields.js';
import { type RailKindName, railKindOf } from '../../domain/rails/kinds.js';
import { AppError } from '../../errors/errors.js';
import { parseCsv } from '../csv.js';

/** The columns that a list of this kind of rail must have. */
export function listColumns(kind: RailKindName): string[] {
  return namesOf(railKindOf({ kind }).fields, ['filled', 'may be empty']);
}

/** Reads every line of a list. If any line is faulty, nothing is taken and all faults are reported at once. */
export function readRailList(kind: RailKindName, text: string, mode: Mode): ListedPayment[] {
  const records = parseCsv(text);
  if (typeof records === 'string') throw unreadable([records]);
  const [heading = [], ...rest] = records;
  const missing = listColumns(kind).filter((name) => !heading.includes(name));
  if (missing.length > 0) throw unreadable([`line 1: the heading lacks ${missing.join(', ')}`]);
  const payments: ListedPayment[] = [];
  const problems: string[] = [];
  for (const [index, fields] of rest.entries()) {
    const line = index + 2;
    const read = readLine(kind, heading, fields, mode);
    if (typeof read === 'string') problems.push(`line ${line}: ${read}`);
    else payments.push({ ...read, line });
  }
  if (problems.length > 0) throw unreadable(problems);
  return payments;
}

function readLine(
  kind: RailKindName,
  heading: readonly string[],
  values: readonly string[],
  mode: Mode,
): Omit<ListedPayment, 'line'> | string {
  if (values.length !== heading.length) return `${values.length} fields, the heading has ${heading.length}`;
  const { fields, format } = railKindOf({ kind });
  const columns = listColumns(kind);
  const notice = Object.fromEntries(
    heading.map((name, index) => [name, values[index] ?? '']).filter(([name = '']) => columns.includes(name)),
  );
  const empty = namesOf(fields, ['filled']).filter((name) => notice[name] === '');
  if (empty.length > 0) return `${empty.join(', ')} must not be empty`;
  const body = format.write(notice);
  const read = readNotice(kind, body, { mode, receivedAt: NO_TIME });
  if (read.is === 'malformed') return read.problems.join('; ');
  if (read.arrival.paidAt === NO_TIME) return unclearTime(fields);
  return { body, arrival: read.arrival, day: read.day };
}

/** A notice without a readable time uses its arrival time. A line of a list has none. */
const NO_TIME = 0;

function unclearTime(fields: Fields): string {
  return Object.entries(fields)
    .flatMap(([name, field]) => (field.holds === 'time' ? [`${name} must be ${field.mustBe}`] : []))
    .join('; ');
}

function namesOf(fields: Fields, columns: readonly string[]): string[] {
  return Object.keys(fields).filter((name) => columns.includes(fields[name]?.column ?? 'none'));
}

function unreadable(problems: readonly string[]): AppError {
  return new AppError('unreadable_list', { problem: problems.join('\n') });
}
