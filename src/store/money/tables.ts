// The tables of money: who writes them, where they are on a cluster, how long rows stay, what erasing a customer does.
import { byAge, declareTables } from '../table.js';
import { purgeBooked } from './arrivals/booked-payments.js';
import { purgeCoinPrices } from './coin-prices.js';
import { forgetLists } from './reconciliations.js';

/** A notice that is left behind is matched again after seconds. */
const BOOKED_DAYS = 1;

/** A list is kept so long after it was compared; what was found stays. */
const LIST_DAYS = 7;

/** Longer than any order can be paid: a lifetime of 30 days and a grace of 30. */
const PRICE_DAYS = 90;

export const moneyTables = declareTables({
  exchange_rates: {
    key: 'currency, taken_at',
    owner: 'money/rates.ts',
    holds: 'every live rate ever set; the newest counts',
    placement: 'coordinator',
    kept: 'for good',
    personal: 'nothing',
  },
  coin_prices: {
    key: 'coin, taken_at',
    owner: 'money/coin-prices.ts',
    holds: 'what coins were worth',
    placement: 'coordinator',
    kept: byAge(() => PRICE_DAYS, purgeCoinPrices),
    personal: 'nothing',
  },
  day_figures: {
    key: 'account_id, livemode, day, method, point_code, wait',
    owner: 'money/day-figures.ts',
    holds: 'what happened on each of the last days',
    placement: 'by-account',
    kept: 'for good',
    personal: 'nothing',
  },
  payments: {
    key: 'id; identity unique',
    owner: 'money/payments-write.ts',
    holds: 'money that arrived, once, with or without an order',
    placement: 'coordinator',
    kept: 'for good',
    personal: 'in the books',
  },
  booked_payments: {
    key: 'account_id, identity',
    owner: 'money/arrivals/booked-payments.ts',
    holds: 'on a cluster, what a node has booked, until the coordinator knows it',
    placement: 'by-account',
    kept: byAge(BOOKED_DAYS, purgeBooked),
    personal: 'gone in a day',
  },
  payment_texts: {
    key: 'payment_id',
    owner: 'money/payment-texts.ts',
    holds: 'what the operator searches payments by',
    placement: 'coordinator',
    kept: 'for good',
    personal: 'in the books',
  },
  refunds: {
    key: 'account_id, livemode, order_id, id',
    owner: 'money/refunds.ts',
    holds: 'money that went back to customers',
    placement: 'by-account',
    kept: 'for good',
    personal: 'in the books',
  },
  payouts: {
    key: 'account_id, livemode, id',
    owner: 'money/payouts.ts',
    holds: 'money that went out to merchants',
    placement: 'by-account',
    kept: 'for good',
    personal: 'nothing',
  },
  book_checks: {
    key: 'id',
    owner: 'money/book-checks.ts',
    holds: 'when the books and the audit log were checked, and what was found',
    placement: 'coordinator',
    kept: 'for good',
    personal: 'nothing',
  },
  reconciliations: {
    key: 'id',
    owner: 'money/reconciliations.ts',
    holds: 'lists of rails that were compared, how much was found, and what was applied',
    placement: 'coordinator',
    kept: { days: () => LIST_DAYS, purge: forgetLists },
    personal: 'in the books',
  },
  bank_statements: {
    key: 'id',
    owner: 'money/statements/',
    holds: 'statements of banks: their balances, and what their lines are beside our books',
    placement: 'coordinator',
    kept: 'for good',
    personal: 'in the books',
  },
  bank_lines: {
    key: 'statement_id, line',
    owner: 'money/statements/',
    holds: 'each movement of a statement and line of a rail’s list, with the payment or transfer that it is',
    placement: 'coordinator',
    kept: 'for good',
    personal: 'in the books',
  },
  ledger_entries: {
    key: 'account_id, livemode, id',
    owner: 'money/ledger.ts',
    holds: 'postings that sum to zero',
    placement: 'by-account',
    kept: 'for good',
    personal: 'nothing',
  },
  ledger_balances: {
    key: 'account_id, livemode',
    owner: 'money/ledger.ts',
    holds: 'what the postings add up to',
    placement: 'by-account',
    kept: 'for good',
    personal: 'nothing',
  },
  ledger_days: {
    key: 'account_id, livemode, day',
    owner: 'money/ledger-days.ts',
    holds: 'what the postings of a day add up to, for statements',
    placement: 'by-account',
    kept: 'for good',
    personal: 'nothing',
  },
});
