// The fees and the IVA of a month by merchant (D88), as data for the program that makes invoices: what was charged, and what
// was given back, which is a credit note.
import type { Deps } from '../../deps.js';
import { HOUSE_ACCOUNT } from '../../domain/accounts/account.js';
import type { TaxProfile } from '../../domain/accounts/tax-profile.js';
import { mexicoDay, startOfMexicoDay } from '../../domain/base/mexico-day.js';
import type { Mode } from '../../domain/base/mode.js';
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
  const span = spanOf(daysOfMonth(month));
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

/** The first and the last day of a month. */
export function daysOfMonth(month: string): { readonly from: string; readonly to: string } {
  const [, year, number] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(month) ?? [];
  if (year === undefined) throw invalidRequest({ param: 'month', error: 'not_a_day' });
  const next =
    number === '12' ? `${Number(year) + 1}-01-01` : `${year}-${String(Number(number) + 1).padStart(2, '0')}-01`;
  return { from: `${month}-01`, to: mexicoDay((startOfMexicoDay(next) ?? 0) - 1) };
}
