// What a bank's file says, for whoever looks before it is taken: its first lines as they were understood, how many there are, and
// what they add up to. Lines that cannot be read refuse the whole file, each with its number.
import type { Mode } from '../../domain/base/mode.js';
import type { Body } from '../../domain/rails/body.js';
import type { FileSummary, FileUse, FirstLines } from '../../domain/rails/file-mapping.js';
import { type RailKindName, railKindOf } from '../../domain/rails/kinds.js';
import { readRailList } from '../rails/rail-list.js';
import { inPieces, type Pause } from '../sheets/file-text.js';
import { firstRows } from '../sheets/map-file.js';
import { LINE_COLUMN } from '../sheets/own-rows.js';
import { readBankResults } from '../transfers/bank-results.js';
import { readTable } from './statements/table-statement.js';

/** The same of lines of a rail's list, as they are kept. */
export function firstNotices(
  kind: RailKindName,
  lines: readonly { readonly line: number; readonly notice: string }[],
): FirstLines {
  const told = lines.map(
    ({ line, notice }): Body => ({ [LINE_COLUMN]: line, ...railKindOf({ kind }).format.parse(notice) }),
  );
  const columns = Object.keys(told[0] ?? {}).filter((name) => told.some((one) => (one[name] ?? '') !== ''));
  return { columns, first: told.map((one) => columns.map((name) => String(one[name] ?? ''))) };
}

type Asked = { readonly mode: Mode; readonly pause: Pause };

const FIRST_LINES = 10;
const OWN = { file: 'csv', delimiter: ',', sheet: null, above: 0 } as const;

export async function summarizeFile(use: FileUse, text: string, asked: Asked): Promise<FileSummary> {
  return { ...(await sumsOf(use, text, asked)), ...(await firstLines(text)) };
}

/** Columns that nothing stands in are left out. */
async function firstLines(text: string): Promise<FirstLines> {
  const [heading = [], ...lines] = await firstRows(() => inPieces(Buffer.from(text)), OWN, FIRST_LINES + 1);
  const isFilled = (_: string, at: number) => lines.some((fields) => fields[at] !== '');
  return { columns: heading.filter(isFilled), first: lines.map((fields) => fields.filter(isFilled)) };
}

async function sumsOf(
  use: FileUse,
  text: string,
  { mode, pause }: Asked,
): Promise<Omit<FileSummary, keyof FirstLines>> {
  if (use === 'statement') return sumsOfStatement(inPieces(text, pause));
  if (use === 'results') {
    const results = await readBankResults(inPieces(text, pause));
    const went = results.reduce((sum, { amount }) => sum + BigInt(amount ?? 0), 0n);
    return { count: results.length, came: '0', went: String(went), days: null, balances: null };
  }
  let [count, came] = [0, 0n];
  const days = new Set<string>();
  for await (const { arrival, day } of readRailList({ kind: use, mode }, inPieces(text, pause))) {
    count += 1;
    came += arrival.amount;
    days.add(day.replace(/^(\d{4})(\d\d)/, '$1-$2-'));
  }
  return { count, came: String(came), went: '0', days: daysOf(days), balances: null };
}

async function sumsOfStatement(chunks: AsyncIterable<string>): Promise<Omit<FileSummary, keyof FirstLines>> {
  let [count, came, went, opening, closing] = [0, 0n, 0n, 0n, 0n];
  const days = new Set<string>();
  for await (const part of readTable(chunks)) {
    if (part.is === 'opening') opening = part.amount;
    if (part.is === 'closing') closing = part.amount;
    if (part.is !== 'account') days.add(part.day);
    if (part.is !== 'line') continue;
    count += 1;
    if (part.direction === 'in') came += part.amount;
    else went += part.amount;
  }
  const balances = { opening: String(opening), closing: String(closing) };
  return { count, came: String(came), went: String(went), days: daysOf(days), balances };
}

function daysOf(days: Iterable<string>): FileSummary['days'] {
  const sorted = [...days].sort();
  const [first, last] = [sorted[0], sorted.at(-1)];
  return first === undefined || last === undefined ? null : { first, last };
}
