// Books what a statement of the bank has shown (D87): lines that agree with a payment or a transfer move money between `rail` and
// `bank`, in the books of the service itself, because the account at the bank is its own. So many lines are one entry, in a
// transaction of its own that holds up nobody. Doing it again books what is left.
import type { Deps } from '../../deps.js';
import { HOUSE_ACCOUNT } from '../../domain/accounts/account.js';
import { move } from '../../domain/money/ledger.js';
import { TryAgain, violates } from '../../store/db.js';
import { writeBooks } from '../../store/money/books.js';
import { type KeptStatement, keepShown } from '../../store/money/statements/bank-statements.js';
import { claimShown, sumShown } from '../../store/money/statements/shown-lines.js';

const LINES_AT_ONCE = 2_000;

/** Returns what the statements up to this one have shown to be in the account. */
export async function bookShown(
  deps: Pick<Deps, 'db' | 'clock' | 'random'>,
  { id, mode, lastDay, madeBy, summary }: KeptStatement,
): Promise<bigint> {
  const count = Object.values(summary).reduce((sum, { count: lines }) => sum + lines, 0);
  for (let from = 1; from <= count; from += LINES_AT_ONCE)
    await deps.db.transaction(async (tx) => {
      const now = deps.clock.now();
      const entryId = deps.random.uuid(now);
      const range = { id, from, before: from + LINES_AT_ONCE, entryId };
      const { lines, moved } = await claimShown(tx, range).catch((error: unknown) => {
        const isTaken = SHOWN_ONCE.some((index) => violates(error, index));
        throw isTaken ? new TryAgain('another statement has shown it meanwhile') : error;
      });
      if (lines === 0) return;
      const entry = {
        scope: { accountId: HOUSE_ACCOUNT, mode },
        id: entryId,
        kind: 'statement',
        orderId: null,
        paymentId: null,
        actor: madeBy,
        postings: move(moved, 'bank', 'rail'),
        createdAt: now,
      } as const;
      await writeBooks({ tx, clock: deps.clock }, { orders: [], entries: [entry], payments: [] });
    });
  const shown = await sumShown(deps.db, mode, lastDay);
  await keepShown(deps.db, id, shown);
  return shown;
}

const SHOWN_ONCE = ['bank_lines_shown_payment', 'bank_lines_shown_transfer'];
