// The fees and the IVA of a month by merchant (D88), as data for the program that makes invoices: what was charged, and what
// was given back, which is a credit note.
import type { Deps } from '../../deps.js';
import { HOUSE_ACCOUNT } from '../../domain/accounts/account.js';
import type { TaxProfile } from '../../domain/accounts/tax-profile.js';
import type { Mode } from '../../domain/base/mode.js';
import { daysOfMonth } from '../../domain/money/month.js';
import { invalidRequest } from '../../errors/errors.js';
import { findAccount } from '../../store/accounts/accounts.js';
import { findTaxProfile } from '../../store/accounts/tax-profile.js';
import { type FeeSums, sumFees } from '../../store/money/statement.js';
import { startSnapshot } from '../../store/snapshot.js';
import { spanOf } from './make-statement.js';
import { bookedIn } from './trial-balance.js';

type MonthlyFees = FeeSums & {
  readonly accountId: string;
  readonly account: string;
  /** null: the merchant has not told it yet, and no invoice can be made. */
  readonly tax: TaxProfile | null;
};

/** `month` is yyyy-mm. Merchants without fees in it are left out. */
export async function reportFees(
  { db }: Pick<Deps, 'db'>,
  { mode, month }: { readonly mode: Mode; readonly month: string },
): Promise<MonthlyFees[]> {
  const days = daysOfMonth(month);
  if (days === null) throw invalidRequest({ param: 'month', error: 'not_a_day' });
  const span = spanOf(days);
  return db.transaction(async (tx) => {
    await startSnapshot(tx);
    const report: MonthlyFees[] = [];
    for await (const scope of bookedIn(tx, mode)) {
      const { accountId } = scope;
      if (accountId === HOUSE_ACCOUNT) continue;
      const sums = await sumFees(tx, scope, span);
      if (Object.values(sums).every((sum) => sum === 0n)) continue;
      const account = await findAccount(tx, accountId);
      report.push({ ...sums, accountId, account: account?.name ?? '', tax: await findTaxProfile(tx, accountId) });
    }
    return report;
  });
}
