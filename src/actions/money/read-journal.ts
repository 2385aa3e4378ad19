// The journal (D88): every entry of the books of some days, merchant by merchant and the house's first, page by page. Entries
// are only ever added, so a slow reader needs no snapshot.
import type { Deps } from '../../deps.js';
import type { Scope } from '../../domain/accounts/account.js';
import type { JournalEntry } from '../../domain/money/ledger.js';
import { pageOfEntries } from '../../store/money/statement.js';
import { spanOf } from './make-statement.js';
import { bookedIn, type TrialCall } from './trial-balance.js';

const PAGE = 1_000;

export type JournalPage = { readonly scope: Scope; readonly entries: readonly JournalEntry[] };

export async function* readJournal(
  { db }: Pick<Deps, 'db'>,
  { mode, from, to }: TrialCall,
): AsyncGenerator<JournalPage> {
  const span = spanOf({ from, to });
  for await (const scope of bookedIn(db, mode))
    for (let after: string | null = null; ; ) {
      const entries: JournalEntry[] = await pageOfEntries(db, scope, { ...span, after, limit: PAGE });
      if (entries.length > 0) yield { scope, entries };
      if (entries.length < PAGE) break;
      after = entries.at(-1)?.id ?? null;
    }
}
