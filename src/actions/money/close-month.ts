// Closes a month of the books (D87): the audit log keeps a hash of its days, and the database takes no entry of that time any
// more. A month can be closed once its days are sealed, three days after its end, and after the month before it: what is before a
// closed month takes no entry either, and would never have a hash of its own. The first may be any.
import type { Deps } from '../../deps.js';
import { endOfMexicoDay } from '../../domain/base/mexico-day.js';
import { daysOfMonth, monthAfter } from '../../domain/money/month.js';
import { AppError } from '../../errors/errors.js';
import { sqlState } from '../../store/db.js';
import { appendAudit } from '../../store/keeping/audit.js';
import { listDetails } from '../../store/keeping/audit-search.js';
import { readMark } from '../../store/keeping/retention.js';
import { refuseBefore, type SealedDays, sealedPeriod } from '../../store/money/ledger-days.js';

type ClosedMonth = SealedDays & { readonly month: string };

export async function closeMonth(
  { db, clock, vault }: Pick<Deps, 'db' | 'clock' | 'vault'>,
  { month, actor }: { readonly month: string; readonly actor: string },
): Promise<ClosedMonth> {
  const days = daysOfMonth(month);
  const end = days === null ? null : endOfMexicoDay(days.to);
  if (days === null || end === null) throw new AppError('not_a_month', { month });
  const { place, finishedAt } = await readMark<{ upTo: string }>(db, 'ledger_days');
  if (finishedAt === null || (place.upTo ?? '') < days.to) throw new AppError('month_open', { month });
  return db
    .transaction(async (tx) => {
      const closed = (await listDetails(tx, 'ledger.close')).map(({ subject }) => subject);
      const last = closed.sort().at(-1);
      if (last !== undefined && last >= month) throw new AppError('month_closed', { month: last });
      const next = last === undefined ? month : monthAfter(last, 1);
      if (next !== month) throw new AppError('month_skipped', { month: next });
      const sealed = await sealedPeriod(tx, days);
      await refuseBefore(tx, end);
      const step = { actor, action: 'ledger.close', subject: month, details: sealed } as const;
      await appendAudit(tx, { vault, clock }, step);
      return { month, ...sealed };
    })
    .catch((error: unknown) => {
      if (sqlState(error) !== NOT_ITS_OWNER) throw error;
      throw new AppError('not_table_owner', {}, { cause: error });
    });
}

const NOT_ITS_OWNER = '42501';
