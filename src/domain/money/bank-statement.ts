// A bank's own statement of an account (D89): movements in both directions and the balances around them. A format of
// statements is a file of wire/money/statements/ that yields these parts in the order of the file.
import type { FileMapping } from '../rails/file-mapping.js';
import type { Balances } from './ledger.js';

export type BankLine = {
  readonly direction: 'in' | 'out';
  readonly amount: bigint;
  /** The day that the bank booked it on, yyyy-mm-dd. */
  readonly day: string;
  /** What may be a clave de rastreo: the words of its references and of its text. */
  readonly keys: readonly string[];
  /** What the bank says of it, for people. */
  readonly text: string;
  /** The bank's own charge, which nobody sent. */
  readonly isCharge: boolean;
};

export type StatementBalance = { readonly day: string; readonly amount: bigint };

export type StatementPart =
  | { readonly is: 'account'; readonly account: string }
  | ({ readonly is: 'opening' | 'closing' } & StatementBalance)
  | ({ readonly is: 'line' } & BankLine);

export type StatementFormat = 'camt053' | 'mt940' | 'table';

/** `order`: how its lines stand in the file; none: the oldest first. */
export type StatementLook = { readonly format: StatementFormat; readonly order?: FileMapping['order'] };

/**
 * What a line is beside our books. `proposed`: no clave, but a payment or transfer of the same amount and day; a person
 * decides. `never_sent`: money left the account and no transfer of ours explains it. `they_miss`: ours, and not in the
 * statement.
 */
export const LINE_OUTCOMES = ['never_sent', 'differs', 'we_miss', 'they_miss', 'proposed', 'charge', 'agrees'] as const;
/** The same of a line of a rail's list. `booked`: we missed it, and applying the list has booked it. */
export const LIST_OUTCOMES = ['we_miss', 'they_miss', 'differs', 'booked', 'agrees'] as const;
export type ListOutcome = (typeof LIST_OUTCOMES)[number];
export type LineOutcome = (typeof LINE_OUTCOMES)[number] | ListOutcome;

/** Somebody has to look at these. The bank's own charges are for the bookkeeper. */
const OPEN_OUTCOMES = ['never_sent', 'differs', 'we_miss', 'they_miss', 'proposed'] as const;

export function countOpen(summary: Readonly<Partial<Record<LineOutcome, { readonly count: number }>>>): number {
  return OPEN_OUTCOMES.reduce((sum, one) => sum + (summary[one]?.count ?? 0), 0);
}

const MOST_KEYS = 24;

/** The words of these texts that may be a clave de rastreo (up to 30 letters and digits), each once. */
export function keysIn(texts: readonly string[]): string[] {
  const words = texts.flatMap((text) => text.split(/[^A-Za-z0-9]/));
  const keys = words.filter((word) => word.length >= 5 && word.length <= 30 && /\d/.test(word));
  return [...new Set(keys)].slice(0, MOST_KEYS);
}

/** What should be in the bank: all that came, less what has left. */
export function moneyAtBank(books: Balances): bigint {
  return -(books.rail + books.bank) - LEFT.reduce((sum, account) => sum + books[account], 0n);
}

const LEFT = ['refunded', 'returned', 'paid_out', 'fees_taken', 'iva_paid', 'commission'] as const;
