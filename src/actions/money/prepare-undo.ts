// What a till's reversal, a take-back and a void have in common (D45, D75): which payments cannot be undone, and what must
// happen first. It runs inside the transaction that has locked the order and the payment.
import type { Scope } from '../../domain/accounts/account.js';
import type { BookEntry } from '../../domain/money/ledger.js';
import type { Payment } from '../../domain/money/payment.js';
import { bounceEntry } from '../../domain/money/transfer-entries.js';
import type { Order } from '../../domain/orders/order.js';
import type { Transfer } from '../../domain/transfers/transfer.js';
import type { Queryable } from '../../store/db.js';
import type { ChangedOrder } from '../../store/orders/changed-orders.js';
import { saveTransfers } from '../../store/transfers/transfer-changes.js';
import { lockReturnsOf } from '../../store/transfers/transfers.js';

export type Undoing = {
  readonly what: 'reversal' | 'take_back' | 'void';
  readonly scope: Scope;
  readonly order: Order | null;
  readonly payment: Payment;
  /** All payments of the order, locked. */
  readonly ofOrder: readonly Payment[];
  readonly now: number;
};

type ReadyToUndo = {
  /** The payment without what was to be returned, which waits again. */
  readonly payment: Payment;
  /** The other payments of its order. */
  readonly others: readonly Payment[];
  /** The transfers that are no longer needed, as they were: their money is in the books of the scope again. */
  readonly withdrawn: readonly Transfer[];
};

/** A text says why the payment cannot be undone. */
export async function prepareUndo(tx: Queryable, undoing: Undoing): Promise<ReadyToUndo | string> {
  const { what, order, payment, ofOrder } = undoing;
  // Money that there never was is voided all the same: what the merchant gave back or spent of it, they owe (D87).
  if (what !== 'void' && order !== null && order.refunded > 0n) return 'The order was refunded';
  const others = ofOrder.filter(({ id }) => id !== payment.id);
  // A till gives cash back at once. Money that the merchant was given may have been paid out already.
  if (what === 'reversal' && [payment, ...others].some(({ accepted }) => accepted.amount > 0n))
    return 'Somebody has decided about money of this order';
  if (payment.returned === 0n) return { payment, others, withdrawn: [] };
  const withdrawn = await withdrawReturns(tx, undoing);
  return withdrawn === null ? 'Its money was sent back, or is about to be' : { ...withdrawn, others };
}

/** An order whose money is taken out is written, with an event if it has to be paid again. */
export function changeOf(before: Order | null, after: Order | null): readonly ChangedOrder[] {
  if (after === null) return [];
  return [{ order: after, events: before !== null && after.status !== before.status ? ['charge.pending'] : [] }];
}

/** Ends the transfers that would return money of this payment. null: one of them may be with the bank already. */
async function withdrawReturns(
  tx: Queryable,
  { scope, payment, now }: Undoing,
): Promise<Omit<ReadyToUndo, 'others'> | null> {
  const returns = await lockReturnsOf(tx, scope, payment.id);
  const open = returns.filter(({ state, batchId }) => state === 'to_send' && batchId === null);
  const amount = open.reduce((sum, transfer) => sum + transfer.amount, 0n);
  if (amount !== payment.returned) return null;
  const undone = { state: 'bounced', bouncedAt: now, note: 'the payment was undone' } as const;
  await saveTransfers(
    tx,
    open.map((transfer) => ({ ...transfer, ...undone })),
  );
  const place = payment.accountId === null ? 'unmatched' : 'held';
  return {
    payment: { ...payment, returned: 0n, [place]: payment[place] + amount },
    withdrawn: open,
  };
}

type EntryParts = Pick<BookEntry, 'scope' | 'kind' | 'orderId' | 'paymentId' | 'transferId' | 'postings'>;

/** One entry for each withdrawn transfer, so that the books show of each what became of it. */
export function withdrawalsOf({ scope, order, payment }: Undoing, withdrawn: readonly Transfer[]): EntryParts[] {
  const place = payment.accountId === null ? 'unmatched' : 'held';
  return withdrawn.map((transfer) => ({
    ...bounceEntry(transfer, place),
    scope,
    orderId: order?.uuid ?? null,
    paymentId: payment.id,
    transferId: transfer.id,
  }));
}
