// The account that a merchant's payouts go to (D85). An owner names it; it counts some time later, so that the other owners,
// who are told, can stop it.
import type { Scope } from '../accounts/account.js';
import type { PayeeAccount } from './transfer.js';

export type PayoutAccount = PayeeAccount & {
  readonly scope: Scope;
  readonly id: string;
  readonly rfc: string;
  readonly namedBy: string;
  readonly namedAt: number;
  readonly countsFrom: number;
};

/** Those that nobody has stopped: the one that counts, and the one that will. */
export type PayoutAccounts = { readonly current: PayoutAccount | null; readonly waiting: PayoutAccount | null };

/** `newestFirst` has none that was stopped. */
export function sortPayoutAccounts(newestFirst: readonly PayoutAccount[], now: number): PayoutAccounts {
  return {
    current: newestFirst.find(({ countsFrom }) => countsFrom <= now) ?? null,
    waiting: newestFirst.find(({ countsFrom }) => countsFrom > now) ?? null,
  };
}

/** An RFC as the tax office writes it: of a company or a person, with its homoclave. null: it is none. */
export function readRfc(text: string): string | null {
  const rfc = text.replaceAll(/[\s-]/g, '').toUpperCase();
  return /^[A-ZÑ&]{3,4}\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])[A-Z\d]{3}$/.test(rfc) ? rfc : null;
}

/** As people know it again: the bank and the end of the number. */
export function shownAccount({ bank, clabe }: Pick<PayeeAccount, 'bank' | 'clabe'>): string {
  return `${bank} …${clabe.slice(-4)}`;
}
