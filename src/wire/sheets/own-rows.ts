// Lines of Cobro's own CSV, which a mapping makes of a bank's file. If any line is faulty, nothing is taken and all faults are
// reported at once.
import { AppError, type ErrorCode } from '../../errors/errors.js';
import { parseCsv } from '../csv.js';

/** Says which line of the bank's file a line was. No bank's heading has such a name. */
export const LINE_COLUMN = '#line';

export type OwnRow = {
  readonly line: number;
  /** "" where there is none. */
  value(name: string): string;
};

type Wanted<Read> = {
  readonly columns: readonly string[];
  /** What the line says, or what is wrong with it. */
  read(row: OwnRow): Read | string;
  readonly unreadable: ErrorCode;
};

export function readOwnRows<Read extends object>(text: string, { columns, read, unreadable }: Wanted<Read>): Read[] {
  const refuse = (problems: readonly string[]) => new AppError(unreadable, { problem: problems.join('\n') });
  const records = parseCsv(text);
  if (typeof records === 'string') throw refuse([records]);
  const [heading = [], ...rest] = records;
  const missing = columns.filter((name) => !heading.includes(name));
  if (missing.length > 0) throw refuse([`line 1: the heading lacks ${missing.join(', ')}`]);
  const places = new Map(heading.map((name, at) => [name, at]));
  const found: Read[] = [];
  const problems: string[] = [];
  for (const [index, fields] of rest.entries()) {
    const value = (name: string) => fields[places.get(name) ?? -1] ?? '';
    const line = Number(value(LINE_COLUMN)) || index + 2;
    const isWhole = fields.length === heading.length;
    const one = isWhole ? read({ line, value }) : `${fields.length} fields, the heading has ${heading.length}`;
    if (typeof one === 'string') problems.push(`line ${line}: ${one}`);
    else found.push(one);
  }
  if (problems.length > 0) throw refuse(problems);
  return found;
}
