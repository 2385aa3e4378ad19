// A merchant's statement: what came in, what was charged and what went out, by Mexico City days. Lines and totals are
// ledger entries read in one snapshot, so they always agree with the books.

import type { Deps } from '../deps.js';
import type { Scope } from '../domain/account.js';
import { DAY_MS, HOUR_MS } from '../domain/duration.js';
import { firstUuidAt } from '../domain/identity.js';
import type { Balances, BookedEntry } from '../domain/ledger.js';
import { mexicoDay, startOfMexicoDay } from '../domain/mexico-day.js';
import { invalidRequest } from '../errors.js';
import { pageOfEntries, sumEntries } from '../store/money/statement.js';
import { startSnapshot } from '../store/snapshot.js';
import { requireAccount } from './manage-account.js';

export type StatementCall = {
  readonly scope: Scope;
  /** Days as yyyy-mm-dd; both are included. */
  readonly from: string;
  readonly to: string;
  /** Receives each line as it is read. */
  line(entry: BookedEntry): void;
};

/** The balances before the span, the sum of its entries, and the balances after it. */
export type StatementTotals = { readonly opening: Balances; readonly span: Balances; readonly closing: Balances };

const PAGE = 5_000;
const FIRST_ID = firstUuidAt(0);

export async function makeStatement(deps: Pick<Deps, 'db'>, call: StatementCall): Promise<StatementTotals> {
  const { scope } = call;
  await requireAccount(deps, scope.accountId);
  const from = firstUuidAt(startOf('from', call.from));
  // The next day starts 23 to 25 hours later, so 26 hours later is certainly within it.
  const before = firstUuidAt(startOf('to', mexicoDay(startOf('to', call.to) + DAY_MS + 2 * HOUR_MS)));
  if (before <= from) throw invalidRequest({ param: 'to', error: 'before_start', details: { start: 'from' } });
  return deps.db.transaction(async (tx) => {
    await startSnapshot(tx);
    for (let after: string | null = null; ; ) {
      const page = await pageOfEntries(tx, scope, { from, before, after, limit: PAGE });
      for (const entry of page) call.line(entry);
      after = page.at(-1)?.id ?? null;
      if (page.length < PAGE) break;
    }
    return {
      opening: await sumEntries(tx, scope, { from: FIRST_ID, before: from }),
      span: await sumEntries(tx, scope, { from, before }),
      closing: await sumEntries(tx, scope, { from: FIRST_ID, before }),
    };
  });
}

function startOf(param: string, day: string): number {
  const start = startOfMexicoDay(day);
  if (start === null) throw invalidRequest({ param, error: 'not_a_day' });
  return start;
}
