// The balance as merchants see it (D48). Surplus waits with what is held: both need the merchant's word.
import { toSeconds } from '../domain/clock.js';
import { formatOrderId } from '../domain/identity.js';
import type { Balances, BookedEntry, EntryKind } from '../domain/ledger.js';
import { toJsonNumber } from '../domain/money.js';

export function renderBalance(balances: Balances) {
  return {
    available: toJsonNumber(balances.available),
    pending: toJsonNumber(balances.pending),
    held: toJsonNumber(balances.held + balances.surplus),
    currency: 'MXN',
  };
}

/** Merchants know the release of funds by the word of the first version. */
const WIRE_TYPES: Readonly<Record<EntryKind, string>> = {
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
};

export function renderTransaction(entry: BookedEntry) {
  return {
    id: `txn_${entry.id}`,
    object: 'balance_transaction',
    type: WIRE_TYPES[entry.kind],
    available: toJsonNumber(entry.available),
    pending: toJsonNumber(entry.pending),
    held: toJsonNumber(entry.held + entry.surplus),
    fee: toJsonNumber(entry.fees),
    iva: toJsonNumber(entry.iva),
    refunded: toJsonNumber(entry.refunded),
    paid_out: toJsonNumber(entry.paid_out),
    currency: 'MXN',
    order_id: entry.orderId === null ? null : formatOrderId(entry.orderId),
    payment_id: entry.paymentId,
    created_at: toSeconds(entry.createdAt),
  };
}
