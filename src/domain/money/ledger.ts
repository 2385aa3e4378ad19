// The books (D48): double entry, per account and mode, in centavos of MXN. Money enters from `rail`, whose balance is
// negative, and the other accounts say where it is now. A set of postings must sum to zero. Money that goes out is in
// `to_refund`, `to_return` or `to_pay_out` until its bank confirms the transfer (D75). What a bank statement has shown moves
// between `rail` and `bank`, in the books of the service itself; the last four are posted by hand alone (D87).
import type { Scope } from '../accounts/account.js';
import { netOf, type Order } from '../orders/order.js';

export const LEDGER_ACCOUNTS = [
  'rail',
  'available',
  'pending',
  'held',
  'surplus',
  'unmatched',
  'fees',
  'iva',
  'refunded',
  'returned',
  'paid_out',
  'to_refund',
  'to_return',
  'to_pay_out',
  'bank',
  'fees_taken',
  'iva_paid',
  'commission',
  'written_off',
] as const;
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number];

/** The balance of every ledger account. */
export type Balances = Readonly<Record<LedgerAccount, bigint>>;

/** What is on no order yet, more than one asked for, or only a part of it: nobody's to spend. */
export function undecidedOf({ held, surplus, unmatched }: Balances): bigint {
  return held + surplus + unmatched;
}

/** What waits for its transfer, to whomever it goes. */
export function leavingOf({ to_pay_out, to_refund, to_return }: Balances): bigint {
  return to_pay_out + to_refund + to_return;
}

export type Postings = Readonly<Partial<Record<LedgerAccount, bigint>>>;

export type EntryKind =
  | 'payment'
  | 'hold'
  | 'unmatched'
  | 'match'
  | 'accept'
  | 'return'
  | 'reversal'
  | 'refund'
  | 'release'
  | 'payout'
  | 'transfer'
  | 'bounce'
  | 'take_back'
  | 'void'
  | 'adjustment'
  | 'statement';

/** Between which accounts a person may move money by hand (D87). The others follow from payments, orders and transfers. */
export const ADJUSTABLE = [
  'available',
  'fees',
  'iva',
  'rail',
  'bank',
  'fees_taken',
  'iva_paid',
  'commission',
  'written_off',
] as const satisfies readonly LedgerAccount[];
export type AdjustableAccount = (typeof ADJUSTABLE)[number];

export type Entry = {
  readonly kind: EntryKind;
  readonly orderId: string | null;
  readonly paymentId: string | null;
  readonly postings: Postings;
  /** Who made it; `service` if nobody did by hand (D87). */
  readonly actor: string;
  /** The transfer that it is about. */
  readonly transferId?: string | null;
  /** The entry that it corrects. */
  readonly corrects?: string | null;
};

/** An entry as it is written into the books of a merchant. */
export type BookEntry = Entry & { readonly scope: Scope; readonly id: string; readonly createdAt: number };

/** The text that is signed of an entry. */
export function entryText(entry: BookEntry): string {
  const { scope, id, kind, orderId, paymentId, transferId = null, corrects = null, actor, postings, createdAt } = entry;
  const { accountId, mode } = scope;
  const told: unknown[] = [accountId, mode, id, kind, orderId, paymentId, transferId, corrects, actor, createdAt];
  for (const account of LEDGER_ACCOUNTS) {
    const amount = postings[account] ?? 0n;
    if (amount !== 0n) told.push(`${account} ${amount}`);
  }
  return `ledger_entries ${JSON.stringify(told)}`;
}

/** An entry as it is stored in the books. */
export type BookedEntry = Balances & {
  readonly id: string;
  readonly kind: EntryKind;
  readonly orderId: string | null;
  readonly paymentId: string | null;
  readonly createdAt: number;
};

/** An entry as lists have it, with the transfer that it is about. */
export type Movement = BookedEntry & Pick<JournalEntry, 'transferId'>;

/** An entry with all that the journal tells of it; null where the program of its time did not note it. */
export type JournalEntry = BookedEntry & {
  readonly actor: string | null;
  readonly transferId: string | null;
  readonly corrects: string | null;
};

/** `number`: the place of an entry in the day of its books, from 1 on without a gap. It is final once the day is sealed. */
export type NumberedEntry = JournalEntry & { readonly number: number };

/** The postings for the money on an order: all held until it is covered, then split into net, fee, IVA and surplus. */
export function orderPosition(
  order: Pick<Order, 'amount' | 'fee'>,
  money: { received: bigint; covered: boolean; released: boolean },
): Postings {
  const { received, covered, released } = money;
  if (!covered) return { rail: -received, held: received };
  const { amount, fee } = order;
  return {
    rail: -received,
    [released ? 'available' : 'pending']: netOf(order),
    fees: fee.amount,
    iva: fee.iva,
    surplus: received - amount,
  };
}

export function difference(after: Postings, before: Postings): Postings {
  return combine(LEDGER_ACCOUNTS, (account) => (after[account] ?? 0n) - (before[account] ?? 0n));
}

export function add(one: Postings, other: Postings): Postings {
  return combine(LEDGER_ACCOUNTS, (account) => (one[account] ?? 0n) + (other[account] ?? 0n));
}

/** Moves an amount from one account to another. */
export function move(amount: bigint, from: LedgerAccount, to: LedgerAccount): Postings {
  return { [from]: -amount, [to]: amount };
}

export function sumOf(postings: Postings): bigint {
  return LEDGER_ACCOUNTS.reduce((sum, account) => sum + (postings[account] ?? 0n), 0n);
}

function combine(accounts: readonly LedgerAccount[], value: (account: LedgerAccount) => bigint): Postings {
  const postings: Partial<Record<LedgerAccount, bigint>> = {};
  for (const account of accounts) {
    const amount = value(account);
    if (amount !== 0n) postings[account] = amount;
  }
  return postings;
}
