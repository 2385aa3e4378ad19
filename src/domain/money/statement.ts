// What a statement says about some movements. Money that goes out counts from the decision on.
import type { Balances } from './ledger.js';

type Column = 'payments' | 'fees' | 'iva' | 'refunds' | 'payouts' | 'held' | 'surplus' | 'returned' | 'net';

/** Every sum as a file has it. `net` is the growth of the merchant's balance: payments less everything else. */
export function statementSums<Written>(
  of: Balances,
  write: (sum: bigint) => Written,
): Readonly<Record<Column, Written>> {
  return {
    payments: write(-of.rail),
    fees: write(of.fees),
    iva: write(of.iva),
    refunds: write(of.refunded + of.to_refund),
    payouts: write(of.paid_out + of.to_pay_out),
    held: write(of.held),
    surplus: write(of.surplus),
    returned: write(of.returned + of.to_return),
    net: write(of.available + of.pending),
  };
}

/** The columns that people read. What lessens the balance is negative, so each line adds up to its `net`. */
export const STATEMENT_COLUMNS = [
  'payments',
  'fees',
  'iva',
  'refunds',
  'payouts',
  'returned',
  'review',
  'net',
] as const;
type StatementColumn = (typeof STATEMENT_COLUMNS)[number];

export function statementLine(of: Balances): Readonly<Record<StatementColumn, bigint>> {
  const { held, surplus, payments, net, ...less } = statementSums(of, (sum) => sum);
  return {
    payments,
    fees: -less.fees,
    iva: -less.iva,
    refunds: -less.refunds,
    payouts: -less.payouts,
    returned: -less.returned,
    review: -(held + surplus),
    net,
  };
}
