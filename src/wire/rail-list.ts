// A rail's own list of the payments of a day, as CSV with a heading. Each line is read as the notice it should have been,
// so that a payment has one identity however it is told (D42).

import { mexicoDay } from '../domain/mexico-day.js';
import type { Mode } from '../domain/mode.js';
import type { Arrival } from '../domain/payment.js';
import { parseCsv } from './csv.js';
import { readCashNotice, readSpeiNotice } from './rails.js';

export const RAIL_LIST_COLUMNS = {
  spei: [
    'claveRastreo',
    'fechaOperacion',
    'institucionOrdenante',
    'cuentaOrdenante',
    'cuentaBeneficiario',
    'monto',
    'tsLiquidacion',
    'nombreOrdenante',
  ],
  cash: ['network', 'transaction_id', 'reference', 'amount', 'paid_at'],
} as const;

const MAY_BE_EMPTY: readonly string[] = ['cuentaOrdenante', 'nombreOrdenante'];

export type ListedPayment = {
  /** Its line in the file, the heading being 1. */
  readonly line: number;
  /** The notice that tells of it. */
  readonly body: string;
  readonly arrival: Arrival;
  /** The rail's own day, yyyymmdd. */
  readonly day: string;
};

export type RailList =
  | { readonly is: 'list'; readonly payments: readonly ListedPayment[] }
  | { readonly is: 'malformed'; readonly problems: readonly string[] };

export function readRailList(kind: 'spei' | 'cash', text: string, mode: Mode): RailList {
  const records = parseCsv(text);
  if (typeof records === 'string') return { is: 'malformed', problems: [records] };
  const [heading = [], ...rest] = records;
  const missing = RAIL_LIST_COLUMNS[kind].filter((name) => !heading.includes(name));
  if (missing.length > 0) return { is: 'malformed', problems: [`line 1: the heading lacks ${missing.join(', ')}`] };
  const payments: ListedPayment[] = [];
  const problems: string[] = [];
  for (const [index, fields] of rest.entries()) {
    const line = index + 2;
    const read = readLine(kind, heading, fields, mode);
    if (typeof read === 'string') problems.push(`line ${line}: ${read}`);
    else payments.push({ ...read, line });
  }
  return problems.length > 0 ? { is: 'malformed', problems } : { is: 'list', payments };
}

function readLine(
  kind: 'spei' | 'cash',
  heading: readonly string[],
  fields: readonly string[],
  mode: Mode,
): Omit<ListedPayment, 'line'> | string {
  if (fields.length !== heading.length) return `${fields.length} fields, the heading has ${heading.length}`;
  const columns: readonly string[] = RAIL_LIST_COLUMNS[kind];
  const notice = Object.fromEntries(
    heading.map((name, index) => [name, fields[index] ?? '']).filter(([name = '']) => columns.includes(name)),
  );
  const empty = columns.filter((name) => notice[name] === '' && !MAY_BE_EMPTY.includes(name));
  if (empty.length > 0) return `${empty.join(', ')} must not be empty`;
  const body = JSON.stringify(notice);
  const read = kind === 'spei' ? readSpeiNotice(body, mode, 0) : readCashNotice(body, mode, 0);
  if (read.is !== 'arrival') return read.is === 'ignored' ? read.why : read.problems.join('; ');
  const { arrival } = read;
  if (arrival.paidAt === 0) return 'tsLiquidacion must be a time in epoch milliseconds';
  const day = kind === 'spei' ? (notice['fechaOperacion'] ?? '') : mexicoDay(arrival.paidAt).replaceAll('-', '');
  return { body, arrival, day };
}
