// The trial balance (D88): what each account of the books had before some days, what happened in them, and what it has after
// them, for every merchant and the house. Read in one snapshot, so that all of it is of one moment.
import type { Deps } from '../../deps.js';
import type { Scope } from '../../domain/accounts/account.js';
import type { Mode } from '../../domain/base/mode.js';
import type { Queryable } from '../../store/db.js';
import { listBooked } from '../../store/money/ledger-days.js';
import { startSnapshot } from '../../store/snapshot.js';
import { addUp, type StatementTotals, sumStatement } from './make-statement.js';

export type TrialCall = {
  readonly mode: Mode;
  /** Days as yyyy-mm-dd; both are included. */
  readonly from: string;
  readonly to: string;
};

type TrialLine = StatementTotals & { readonly scope: Scope };

type TrialBalance = { readonly lines: readonly TrialLine[]; readonly total: StatementTotals };

const AT_ONCE = 500;

export function makeTrialBalance({ db }: Pick<Deps, 'db'>, call: TrialCall): Promise<TrialBalance> {
  return db.transaction(async (tx) => {
    await startSnapshot(tx);
    return readTrialBalance(tx, call);
  });
}

/** The same within a transaction that reads more. */
export async function readTrialBalance(tx: Queryable, { mode, from, to }: TrialCall): Promise<TrialBalance> {
  const lines: TrialLine[] = [];
  for await (const scope of bookedIn(tx, mode))
    lines.push({ scope, ...(await sumStatement(tx, { scope, from, to }, 'month')).totals });
  const total = {
    opening: addUp(lines.map(({ opening }) => opening)),
    span: addUp(lines.map(({ span }) => span)),
    closing: addUp(lines.map(({ closing }) => closing)),
  };
  return { lines, total };
}

/** Whoever has books, the house first. */
export async function* bookedIn(db: Queryable, mode: Mode): AsyncGenerator<Scope> {
  for (let last: Scope | null = null; ; ) {
    const found: Scope[] = await listBooked(db, last, AT_ONCE);
    yield* found.filter((scope) => scope.mode === mode);
    if (found.length < AT_ONCE) return;
    last = found.at(-1) ?? null;
  }
}
