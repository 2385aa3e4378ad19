// What the bank's word about an outgoing transfer does to the books (D75).
import type { Transfer, TransferReason } from '../transfers/transfer.js';
import { type EntryKind, type LedgerAccount, move, type Postings } from './ledger.js';

/** Where the books keep the money before the bank has confirmed it, and afterwards. */
const ACCOUNTS: Readonly<Record<TransferReason, { readonly owed: LedgerAccount; readonly gone: LedgerAccount }>> = {
  refund: { owed: 'to_refund', gone: 'refunded' },
  return: { owed: 'to_return', gone: 'returned' },
  payout: { owed: 'to_pay_out', gone: 'paid_out' },
};

type TransferEntry = { readonly kind: EntryKind; readonly postings: Postings };

/** The money for a refund is there, and is taken (D86). */
export function refundEntry({ amount }: Pick<Transfer, 'amount'>): TransferEntry {
  return { kind: 'refund', postings: move(amount, 'available', ACCOUNTS.refund.owed) };
}

export function confirmEntry({ reason, amount }: Transfer): TransferEntry {
  const { owed, gone } = ACCOUNTS[reason];
  return { kind: 'transfer', postings: move(amount, owed, gone) };
}

/**
 * The money goes back to where it came from; returned money waits for another decision. Of a transfer that was confirmed, it
 * comes back from where it had gone (D84).
 */
export function bounceEntry({ reason, amount, state }: Transfer, returnsTo: 'held' | 'unmatched'): TransferEntry {
  const { owed, gone } = ACCOUNTS[reason];
  const from = state === 'confirmed' ? gone : owed;
  return { kind: 'bounce', postings: move(amount, from, reason === 'return' ? returnsTo : 'available') };
}

/** A transfer that had bounced was paid after all (D84). */
export function confirmAgainEntry({ reason, amount }: Transfer, returnedTo: 'held' | 'unmatched'): TransferEntry {
  const home = reason === 'return' ? returnedTo : 'available';
  return { kind: 'transfer', postings: move(amount, home, ACCOUNTS[reason].gone) };
}
