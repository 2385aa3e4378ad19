// What the other tables say the books of a merchant must be (D48). Sums of pieces add up to sums of the whole, so the books
// are proved piece by piece.
import type { Balances, LedgerAccount } from './ledger.js';

/** Sums over orders. `parts`: what was received for orders that are not paid. */
export const ORDER_FACTS = ['fees', 'iva', 'pending', 'parts'] as const;
/** Sums over payments that were not voided. `fees` and `iva`: on what merchants kept beside their orders (D86). */
export const PAYMENT_FACTS = ['brought', 'unmatched', 'surplus', 'returned', 'held', 'fees', 'iva'] as const;
/** Sums over refunds, payouts and transfers: what was decided, what is on its way out, and what was not confirmed. */
export const OUTGOING_FACTS = [
  'refunds',
  'payouts',
  'refund_on_way',
  'return_on_way',
  'payout_on_way',
  'refund_unconfirmed',
  'payout_unconfirmed',
] as const;
/** What people moved by hand between these accounts and others (D87). */
export const ADJUSTED_FACTS = ['rail', 'bank', 'fees', 'iva'] as const;
/** What lines of bank statements have shown: what came to the account, less what left it. Of the service itself. */
const SHOWN_FACTS = ['moved'] as const;
export const FACTS = [...ORDER_FACTS, ...PAYMENT_FACTS, ...OUTGOING_FACTS, ...ADJUSTED_FACTS, ...SHOWN_FACTS] as const;
type FactSource = 'order' | 'payment' | 'outgoing' | 'adjusted' | 'shown';
type FactName = `${FactSource}.${(typeof FACTS)[number]}`;

/** A sum for each name that is not zero. */
export type Sums<Name extends string = string> = ReadonlyMap<Name, bigint>;

export function addSums<Name extends string>(one: Sums<Name>, other: Sums<Name>): Map<Name, bigint> {
  const sums = new Map(one);
  for (const [name, sum] of other) sums.set(name, (sums.get(name) ?? 0n) + sum);
  return sums;
}

type BookClaim = {
  readonly account: LedgerAccount;
  readonly add: readonly FactName[];
  readonly less?: readonly FactName[];
};

/** Each ledger account is what these facts add up to, less others. A bounced refund or payout stays in its table. */
export const BOOK_CLAIMS: Readonly<Record<string, BookClaim>> = {
  'what the rails brought is what the payments are': {
    account: 'rail',
    add: ['adjusted.rail', 'shown.moved'],
    less: ['payment.brought'],
  },
  'what statements of the bank have shown is in the books': {
    account: 'bank',
    add: ['adjusted.bank'],
    less: ['shown.moved'],
  },
  'unmatched money is in the books': { account: 'unmatched', add: ['payment.unmatched'] },
  'surplus is in the books': { account: 'surplus', add: ['payment.surplus'] },
  'returned money is in the books': {
    account: 'returned',
    add: ['payment.returned'],
    less: ['outgoing.return_on_way'],
  },
  'refunds on their way out are in the books': { account: 'to_refund', add: ['outgoing.refund_on_way'] },
  'returns on their way out are in the books': { account: 'to_return', add: ['outgoing.return_on_way'] },
  'payouts on their way out are in the books': { account: 'to_pay_out', add: ['outgoing.payout_on_way'] },
  'held money and the parts of unpaid orders are in the books': {
    account: 'held',
    add: ['payment.held', 'order.parts'],
  },
  'fees are those of paid orders and accepted money': {
    account: 'fees',
    add: ['order.fees', 'payment.fees', 'adjusted.fees'],
  },
  'IVA is that of paid orders and accepted money': {
    account: 'iva',
    add: ['order.iva', 'payment.iva', 'adjusted.iva'],
  },
  'pending is what paid orders have not released yet': { account: 'pending', add: ['order.pending'] },
  'refunds are in the books': {
    account: 'refunded',
    add: ['outgoing.refunds'],
    less: ['outgoing.refund_unconfirmed'],
  },
  'payouts are in the books': {
    account: 'paid_out',
    add: ['outgoing.payouts'],
    less: ['outgoing.payout_unconfirmed'],
  },
};

/** What a claim finds wrong with the balances of a merchant, in words; null if it holds. */
export function bookProblem(claim: BookClaim, balances: Partial<Balances>, facts: Sums): string | null {
  const sum = (names: readonly FactName[]) => names.reduce((total, name) => total + (facts.get(name) ?? 0n), 0n);
  const expected = sum(claim.add) - sum(claim.less ?? []);
  const booked = balances[claim.account] ?? 0n;
  return booked === expected ? null : `the ledger has ${booked}, the ${claim.account} rows make ${expected}`;
}
