// The balance as merchants see it (D48). Surplus is shown as held, because both wait for the merchant's decision.
import type { Static } from 'typebox';
import { toSeconds } from '../../domain/base/clock.js';
import { formatOrderId } from '../../domain/base/identity.js';
import { toJsonNumber } from '../../domain/base/money.js';
import type { Balances, BookedEntry, EntryKind } from '../../domain/money/ledger.js';
import { cursorParameter, limitParameter, listOf } from '../orders/list.js';
import { named, nullable, oneOf } from '../reply.js';
import { query } from '../shape/query.js';
import { Type } from '../shape/type.js';

export const Balance = named(
  'Balance',
  {
    available: Type.Number({ description: 'What can be paid out' }),
    pending: Type.Number({ description: 'Paid, and available after the settlement delay' }),
    held: Type.Number({ description: 'Waits for a decision: partial, late and surplus payments' }),
    currency: Type.Literal('MXN', { description: 'The currency of the amounts' }),
    outgoing: Type.Number({ description: 'Refunds, returns and payouts whose transfers are not confirmed yet' }),
  },
  { description: 'What the service holds for you' },
);

export function renderBalance(balances: Balances): Static<typeof Balance> {
  return {
    available: toJsonNumber(balances.available),
    pending: toJsonNumber(balances.pending),
    held: toJsonNumber(balances.held + balances.surplus),
    currency: 'MXN',
    outgoing: toJsonNumber(outgoingOf(balances)),
  };
}

function outgoingOf({ to_refund, to_return, to_pay_out }: Balances): bigint {
  return to_refund + to_return + to_pay_out;
}

/** On the wire, a release of funds keeps the word that the first version used. */
const WIRE_TYPES = {
  payment: 'payment',
  hold: 'hold',
  unmatched: 'unmatched',
  match: 'match',
  accept: 'accept',
  return: 'return',
  reversal: 'reversal',
  refund: 'refund',
  release: 'settlement',
  payout: 'payout',
  transfer: 'transfer',
  bounce: 'bounce',
  take_back: 'take_back',
  void: 'void',
  adjustment: 'adjustment',
  statement: 'adjustment', // in the books of the service alone
} as const satisfies Readonly<Record<EntryKind, string>>;

export const BalanceTransaction = named(
  'BalanceTransaction',
  {
    id: Type.String({ description: '`txn_` and a UUID' }),
    object: Type.Literal('balance_transaction', { description: 'What this is' }),
    type: oneOf([...new Set(Object.values(WIRE_TYPES))], { description: 'Why the balance changed' }),
    available: Type.Number({ description: 'What it adds to the available balance, in MXN' }),
    pending: Type.Number({ description: 'What it adds to the pending balance, in MXN' }),
    held: Type.Number({ description: 'What it adds to the held balance, in MXN' }),
    fee: Type.Number({ description: 'Fees taken, in MXN' }),
    iva: Type.Number({ description: 'Tax on the fee' }),
    refunded: Type.Number({ description: 'Given back to customers; less than 0 when a refund bounced' }),
    paid_out: Type.Number({ description: 'Less than 0 when a payout bounced' }),
    currency: Type.Literal('MXN', { description: 'The currency of the amounts' }),
    order_id: nullable(Type.String(), { description: 'The order it is about, `ch_…`' }),
    payment_id: nullable(Type.String(), { description: 'The payment it is about' }),
    created_at: Type.Integer({ description: 'Epoch seconds' }),
    outgoing: Type.Number({ description: 'What it adds to the money that is on its way out' }),
  },
  { description: 'One entry of the books that changed your balance' },
);
export const BalanceTransactions = listOf(BalanceTransaction);

/** A refund counts from the decision on, wherever its transfer is; so does a payout. */
export function renderTransaction(entry: BookedEntry): Static<typeof BalanceTransaction> {
  return {
    id: `txn_${entry.id}`,
    object: 'balance_transaction',
    type: WIRE_TYPES[entry.kind],
    available: toJsonNumber(entry.available),
    pending: toJsonNumber(entry.pending),
    held: toJsonNumber(entry.held + entry.surplus),
    fee: toJsonNumber(entry.fees),
    iva: toJsonNumber(entry.iva),
    refunded: toJsonNumber(entry.refunded + entry.to_refund),
    paid_out: toJsonNumber(entry.paid_out + entry.to_pay_out),
    currency: 'MXN',
    order_id: entry.orderId === null ? null : formatOrderId(entry.orderId),
    payment_id: entry.paymentId,
    created_at: toSeconds(entry.createdAt),
    outgoing: toJsonNumber(outgoingOf(entry)),
  };
}

export const TransactionList = query(
  { cursor: cursorParameter(), limit: limitParameter() },
  { name: 'ListBalanceTransactions' },
);
