// Lines of Cobro's own CSV, which a mapping makes of a bank's file. If any line is faulty, nothing is taken and all faults are
// reported at once.
import { Readable } from 'node:stream';
import { AppError, type ErrorCode } from '../../errors/errors.js';
import { csvLines } from './csv-rows.js';
import { UnreadableSheet } from './sheet-row.js';

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

/** The lines of a text that comes in pieces. Behind a faulty line there is nothing but the refusal at its end. */
export async function* ownRows<Read extends object>(
  chunks: AsyncIterable<string>,
  wanted: Wanted<Read>,
): AsyncGenerator<Read> {
  let read: ReadFields<Read> | null = null;
  const problems: string[] = [];
  try {
    for await (const { line, cells } of csvLines(chunks, ',')) {
      if (read === null) {
        read = rowReader(cells, wanted);
        continue;
      }
      const one = read(cells, line);
      if (typeof one === 'string') problems.push(one);
      else if (problems.length === 0) yield one;
    }
  } catch (error) {
    throw error instanceof UnreadableSheet ? refused(wanted, [error.message]) : error;
  }
  if (read === null) rowReader([], wanted);
  if (problems.length > 0) throw refused(wanted, problems);
}

export function readOwnRows<Read extends object>(chunks: AsyncIterable<string>, wanted: Wanted<Read>): Promise<Read[]> {
  return Readable.from(ownRows(chunks, wanted)).toArray();
}

type ReadFields<Read> = (fields: readonly string[], at: number) => Read | string;

function rowReader<Read extends object>(heading: readonly string[], wanted: Wanted<Read>): ReadFields<Read> {
  const missing = wanted.columns.filter((name) => !heading.includes(name));
  if (missing.length > 0) throw refused(wanted, [`line 1: the heading lacks ${missing.join(', ')}`]);
  const places = new Map(heading.map((name, place) => [name, place]));
  return (fields, at) => {
    const value = (name: string) => fields[places.get(name) ?? -1] ?? '';
    const line = Number(value(LINE_COLUMN)) || at;
    const isWhole = fields.length === heading.length;
    const one = isWhole ? wanted.read({ line, value }) : `${fields.length} fields, the heading has ${heading.length}`;
    return typeof one === 'string' ? `line ${line}: ${one}` : one;
  };
}

function refused({ unreadable }: Pick<Wanted<object>, 'unreadable'>, problems: readonly string[]): AppError {
  return new AppError(unreadable, { problem: problems.join('\n') });
}
