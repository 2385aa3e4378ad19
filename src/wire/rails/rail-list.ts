// A rail's own list of a day's payments, as CSV with a heading. Each line is read as if it were a notice, so that a
// payment has the same identity from either source (D42).
import type { Mode } from '../../domain/base/mode.js';
import { readNotice } from '../../domain/money/read-notice.js';
import type { ListedPayment } from '../../domain/money/reconcile.js';
import type { Fields } from '../../domain/rails/fields.js';
import { type RailKindName, railKindOf } from '../../domain/rails/kinds.js';
import { type OwnRow, ownRows } from '../sheets/own-rows.js';

/** The columns that a list of this kind of rail must have. */
export function listColumns(kind: RailKindName): string[] {
  return namesOf(railKindOf({ kind }).fields, ['filled', 'may be empty']);
}

export function readRailList(
  { kind, mode }: { readonly kind: RailKindName; readonly mode: Mode },
  chunks: AsyncIterable<string>,
): AsyncGenerator<ListedPayment> {
  const columns = listColumns(kind);
  const { fields, format } = railKindOf({ kind });
  const filled = namesOf(fields, ['filled']);
  const read = ({ line, value }: OwnRow) => {
    const empty = filled.filter((name) => value(name) === '');
    if (empty.length > 0) return `${empty.join(', ')} must not be empty`;
    const body = format.write(Object.fromEntries(columns.map((name) => [name, value(name)])));
    const found = readNotice(kind, body, { mode, receivedAt: NO_TIME });
    if (found.is === 'malformed') return found.problems.join('; ');
    if (found.arrival.paidAt === NO_TIME) return unclearTime(fields);
    return { line, body, arrival: found.arrival, day: found.day };
  };
  return ownRows(chunks, { columns, read, unreadable: 'unreadable_list' });
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
