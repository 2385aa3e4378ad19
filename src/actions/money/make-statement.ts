// A merchant's statement: what came in, what was charged and what went out, by Mexico City days. Lines and totals are
// ledger entries, so they always agree with the books.

import type { Deps } from '../../deps.js';
import { HOUSE_ACCOUNT, type Scope } from '../../domain/accounts/account.js';
import { DAY_MS } from '../../domain/base/duration.js';
import { firstUuidAt, NIL_UUID } from '../../domain/base/identity.js';
import { endOfMexicoDay, startOfMexicoDay } from '../../domain/base/mexico-day.js';
import { type Balances, type BookedEntry, LEDGER_ACCOUNTS, type LedgerAccount } from '../../domain/money/ledger.js';
import { invalidRequest } from '../../errors/errors.js';
import type { Queryable } from '../../store/db.js';
import { findKept, type PeriodSums, type Span, sumPeriods } from '../../store/money/ledger-days.js';
import { pageOfEntries } from '../../store/money/statement.js';
import { requireAccount } from '../accounts/require-account.js';

type StatementCall = {
  readonly scope: Scope;
  /** Days as yyyy-mm-dd; both are included. */
  readonly from: string;
  readonly to: string;
  /** Receives the lines as they are read, and says when it can take more. */
  lines(entries: readonly BookedEntry[]): void | Promise<void>;
};

/** The balances before the span, the sum of its entries, and the balances after it. */
export type StatementTotals = { readonly opening: Balances; readonly span: Balances; readonly closing: Balances };

/** So few that what is read stays small, however long the statement is. */
const PAGE = 1_000;

/** Its span is the sum of its lines, so they agree whatever is booked meanwhile, and nobody waits for who reads them slowly. */
export async function makeStatement(deps: Pick<Deps, 'db'>, call: StatementCall): Promise<StatementTotals> {
  const { scope } = call;
  if (scope.accountId !== HOUSE_ACCOUNT) await requireAccount(deps, scope.accountId);
  const { opening } = (await sumStatement(deps.db, call, 'month')).totals;
  let span = addUp([]);
  for await (const entries of statementLines(deps, call)) {
    await call.lines(entries);
    span = addUp([span, ...entries]);
  }
  return { opening, span, closing: addUp([opening, span]) };
}

/** A statement for people: its totals, and its sums by day or, if it is long, by month. */
export type StatementSummary = StatementTotals & {
  readonly by: 'day' | 'month';
  readonly periods: readonly PeriodSums[];
};

const MOST_DAYS = 45;

export async function summarizeStatement(
  { db }: { readonly db: Queryable },
  { scope, from, to }: Omit<StatementCall, 'lines'>,
): Promise<StatementSummary> {
  spanOf({ from, to });
  const by =
    edgeOf('to', startOfMexicoDay(to)) - edgeOf('from', startOfMexicoDay(from)) > MOST_DAYS * DAY_MS ? 'month' : 'day';
  const { totals, periods } = await sumStatement(db, { scope, from, to }, by);
  return { ...totals, by, periods };
}

/**
 * The lines of a statement as they are read, page by page: entries are only ever added, so no snapshot is needed, and a
 * slow reader holds no transaction.
 */
export async function* statementLines(
  { db }: Pick<Deps, 'db'>,
  { scope, from, to }: Omit<StatementCall, 'lines'>,
): AsyncGenerator<readonly BookedEntry[]> {
  const span = spanOf({ from, to });
  for (let after: string | null = null; ; ) {
    const page: BookedEntry[] = await pageOfEntries(db, scope, { ...span, after, limit: PAGE });
    if (page.length > 0) yield page;
    after = page.at(-1)?.id ?? null;
    if (page.length < PAGE) return;
  }
}

/** Both days are included. */
export function spanOf({ from, to }: Pick<StatementCall, 'from' | 'to'>): Span {
  const first = firstUuidAt(edgeOf('from', startOfMexicoDay(from)));
  const before = firstUuidAt(edgeOf('to', endOfMexicoDay(to)));
  if (before <= first) throw invalidRequest({ param: 'to', error: 'before_start', details: { start: 'from' } });
  return { from: first, before };
}

/**
 * All sums of a statement, by one statement, so that they are of one moment. A day is kept when nothing can be added to it
 * any more, so it does not matter if more days are kept meanwhile.
 */
export async function sumStatement(
  db: Queryable,
  { scope, from, to }: Omit<StatementCall, 'lines'>,
  by: 'day' | 'month',
): Promise<{ readonly totals: StatementTotals; readonly periods: readonly PeriodSums[] }> {
  const { before } = spanOf({ from, to });
  const { day: kept } = await findKept(db, scope);
  const rest = { from: kept === null ? NIL_UUID : firstUuidAt(edgeOf('to', endOfMexicoDay(kept))), before };
  const sums = await sumPeriods(db, scope, { from, to, by, kept, rest });
  const opening = addUp(sums.filter(({ period }) => period === ''));
  const periods = sums.filter(({ period }) => period !== '');
  return { totals: { opening, span: addUp(periods), closing: addUp(sums) }, periods };
}

export function addUp(sums: readonly Balances[]): Balances {
  const total = (account: LedgerAccount) => sums.reduce((sum, one) => sum + one[account], 0n);
  return Object.fromEntries(LEDGER_ACCOUNTS.map((account) => [account, total(account)])) as Balances; // each is there
}

/** Refuses what is no day. */
function edgeOf(param: string, edge: number | null): number {
  if (edge === null) throw invalidRequest({ param, error: 'not_a_day' });
  return edge;
}
