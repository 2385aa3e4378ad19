// The journal (D88): every entry of the books of some days, merchant by merchant and the house's first, page by page. Entries
// are only ever added, so a slow reader needs no snapshot. They are numbered while they are read (D87): in the order of their ids,
// which is the one that the seal of their day has, so nobody waits for a number when an entry is made.
import type { Deps } from '../../deps.js';
import type { Scope } from '../../domain/accounts/account.js';
import { mexicoDay } from '../../domain/base/mexico-day.js';
import type { NumberedEntry } from '../../domain/money/ledger.js';
import { pageOfEntries } from '../../store/money/statement.js';
import { spanOf } from './make-statement.js';
import { bookedIn, type TrialCall } from './trial-balance.js';

const PAGE = 1_000;

type JournalPage = { readonly scope: Scope; readonly entries: readonly NumberedEntry[] };

export async function* readJournal(
  { db }: Pick<Deps, 'db'>,
  { mode, from, to }: TrialCall,
): AsyncGenerator<JournalPage> {
  const span = spanOf({ from, to });
  for await (const scope of bookedIn(db, mode)) {
    let [day, number] = ['', 0];
    for (let after: string | null = null; ; ) {
      const page = await pageOfEntries(db, scope, { ...span, after, limit: PAGE });
      const entries = page.map((entry): NumberedEntry => {
        const of = mexicoDay(entry.createdAt);
        [day, number] = [of, of === day ? number + 1 : 1];
        return { ...entry, number };
      });
      if (entries.length > 0) yield { scope, entries };
      if (entries.length < PAGE) break;
      after = entries.at(-1)?.id ?? null;
    }
  }
}
