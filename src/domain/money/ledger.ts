// The books (D48): double entry, per account and mode, in centavos of MXN. Money enters from `rail`, whose balance is
// negative, and the other accounts say where it is now. A set of postings must sum to zero. Money that goes out is in
// `to_refund`, `to_return` or `to_pay_out` until its bank confirms the transfer (D75).
import type { Order } from '../orders/order.js';

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
] as const;
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number];

/** The balance of every ledger account. */
export type Balances = Readonly<Record<LedgerAccount, bigint>>;

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
  | 'void';

export type Entry = {
  readonly kind: EntryKind;
  readonly orderId: string | null;
  readonly paymentId: string | null;
  readonly postings: Postings;
};

/** An entry as it is stored in the books. */
export type BookedEntry = Balances & {
  readonly id: string;
  readonly kind: EntryKind;
  readonly orderId: string | null;
  readonly paymentId: string | null;
  readonly createdAt: number;
};

/** The postings for the money on an order: all held until it is covered, then split into net, fee, IVA and surplus. */
export function orderPosition(
  order: Pick<Order, 'amount' | 'fee'>,
  money: { received: bigint; covered: boolean; released: boolean },
): Postings {
  const { received, covered, released } = money;
  if (!covered) return { rail: -received, held: received };
  const { amount, fee } = order;
  const net = amount - fee.amount - fee.iva;
  return {
    rail: -received,
    [released ? 'available' : 'pending']: net,
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
