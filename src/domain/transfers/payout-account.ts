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

/** The one that counts at a later time, if nobody stops it. */
export function payoutAccountAt({ current, waiting }: PayoutAccounts, at: number): PayoutAccount | null {
  return waiting !== null && waiting.countsFrom <= at ? waiting : current;
}

/** As people know it again: the bank and the end of the number, which never breaks. */
export function shownAccount({ bank, clabe }: Pick<PayeeAccount, 'bank' | 'clabe'>): string {
  return `${bank}\u00a0…\u2060${clabe.slice(-4)}`;
}
