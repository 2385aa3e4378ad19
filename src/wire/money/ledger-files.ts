// The journal, the trial balance and the fees of a month as records for spreadsheets and other programs (D88). Postings of
// more than zero are credits, of less are debits, as a bookkeeper writes them.

import { HOUSE_ACCOUNT, type Scope } from '../../domain/accounts/account.js';
import { formatOrderId } from '../../domain/base/identity.js';
import { mexicoDay } from '../../domain/base/mexico-day.js';
import { toDecimal } from '../../domain/base/money.js';
import { type Balances, LEDGER_ACCOUNTS, type NumberedEntry } from '../../domain/money/ledger.js';

export const JOURNAL_HEAD: readonly string[] =
  'day time books number entry kind order payment transfer actor corrects account debit credit'.split(' ');

/** The name of some books in a file. */
export function booksOf({ accountId }: Pick<Scope, 'accountId'>): string {
  return accountId === HOUSE_ACCOUNT ? 'house' : accountId;
}

/** One record for each posting; debits and credits of an entry are equal. */
export function journalRecords(books: string, entry: NumberedEntry): string[][] {
  const common = [
    mexicoDay(entry.createdAt),
    new Date(entry.createdAt).toISOString(),
    books,
    String(entry.number),
    entry.id,
    entry.kind,
    entry.orderId === null ? '' : formatOrderId(entry.orderId),
    entry.paymentId ?? '',
    entry.transferId === null ? '' : `tr_${entry.transferId}`,
    entry.actor ?? '',
    entry.corrects ?? '',
  ];
  return LEDGER_ACCOUNTS.filter((account) => entry[account] !== 0n).map((account) => {
    const amount = entry[account];
    return [...common, account, ...(amount < 0n ? [toDecimal(-amount), ''] : ['', toDecimal(amount)])];
  });
}

export const TRIAL_HEAD: readonly string[] = ['books', 'account', 'opening', 'movement', 'closing'];

type Totals = { readonly opening: Balances; readonly span: Balances; readonly closing: Balances };

/** The accounts of one book that are not empty, before, during and after the days. */
export function trialRecords(books: string, { opening, span, closing }: Totals): string[][] {
  return LEDGER_ACCOUNTS.filter((account) => [opening, span, closing].some((one) => one[account] !== 0n)).map(
    (account) => [books, account, ...[opening, span, closing].map((one) => toDecimal(one[account]))],
  );
}

export const FEES_HEAD: readonly string[] =
  'month account merchant rfc name regimen postal_code uso_cfdi fees_charged iva_charged fees_given_back iva_given_back fees iva'.split(
    ' ',
  );

type Fees = {
  readonly accountId: string;
  readonly account: string;
  readonly tax: Readonly<Record<'rfc' | 'name' | 'regime' | 'postalCode' | 'cfdiUse', string>> | null;
  readonly charged: bigint;
  readonly ivaCharged: bigint;
  readonly givenBack: bigint;
  readonly ivaGivenBack: bigint;
};

/** What was charged is for the invoice, what was given back for the credit note. */
export function feesRecord(month: string, fees: Fees): string[] {
  const { accountId, account, tax, charged, ivaCharged, givenBack, ivaGivenBack } = fees;
  return [
    month,
    accountId,
    account,
    tax?.rfc ?? '',
    tax?.name ?? '',
    tax?.regime ?? '',
    tax?.postalCode ?? '',
    tax?.cfdiUse ?? '',
    ...[charged, ivaCharged, givenBack, ivaGivenBack, charged - givenBack, ivaCharged - ivaGivenBack].map(toDecimal),
  ];
}
