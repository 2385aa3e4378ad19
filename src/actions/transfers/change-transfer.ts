// What becomes of an outgoing transfer (D75): the operator sends it, and the bank confirms or bounces it. Each step is one
// transaction that locks the order, then the payment, then the transfer. Saying the same again changes nothing, so two
// operators, or a result file that is imported twice, never move the money twice.

import type { Deps } from '../../deps.js';
import type { Scope } from '../../domain/accounts/account.js';
import type { AuditAction } from '../../domain/keeping/audit-actions.js';
import type { Payment } from '../../domain/money/payment.js';
import { isFunded } from '../../domain/money/refund.js';
import { bounceEntry, confirmAgainEntry, confirmEntry, refundEntry } from '../../domain/money/transfer-entries.js';
import type { EventType } from '../../domain/orders/event-types.js';
import type { Order } from '../../domain/orders/order.js';
import {
  formatTransferId,
  parseTransferId,
  statusOf,
  type Transfer,
  type TransferState,
} from '../../domain/transfers/transfer.js';
import { AppError } from '../../errors/errors.js';
import { type Db, type Queryable, violates, within } from '../../store/db.js';
import { writeBooks } from '../../store/money/books.js';
import { lockFunds } from '../../store/money/funds.js';
import { findLastEntry } from '../../store/money/ledger.js';
import { lockPayment } from '../../store/money/payments.js';
import { lockOrder } from '../../store/orders/order-locks.js';
import { saveTransfer, takeTrackingKey } from '../../store/transfers/transfer-changes.js';
import { findTransfer, findTransferOfAnyone, lockTransfer } from '../../store/transfers/transfers.js';
import { orderTime } from '../orders/order-time.js';
import { auditTransfer } from './audit-transfer.js';

type ChangeDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'vault'>;

export type TransferCall = {
  readonly transferId: string;
  readonly actor: string;
  /** The merchant who asks. Without it the operator does, who sees all transfers. */
  readonly scope?: Scope;
  /** Why, for the audit log. */
  readonly note?: string | null;
  /** Whether what the bank said at last may be corrected (D84). A file of results does not: it may be an old one. */
  readonly isCorrection?: boolean;
};

export async function requireTransfer(db: Db, { transferId, scope }: Omit<TransferCall, 'actor'>) {
  const uuid = parseTransferId(transferId);
  const find = () => (scope === undefined ? findTransferOfAnyone(db, uuid ?? '') : findTransfer(db, scope, uuid ?? ''));
  const transfer = uuid === null ? null : await find();
  if (transfer === null) throw new AppError('transfer_not_found');
  return transfer;
}

/** The operator has told the bank to send it, and has its clave de rastreo. */
export function markSent(deps: ChangeDeps, call: TransferCall & { readonly trackingKey: string }): Promise<Transfer> {
  return change(deps, call, 'transfer.sent', async ({ transfer, now }, tx) => {
    const { trackingKey } = call;
    if (transfer.state === 'sent' || transfer.state === 'confirmed') {
      if (transfer.trackingKey === trackingKey) return null;
      throw new AppError('tracking_key_differs', { id: shownId(transfer), key: transfer.trackingKey ?? '' });
    }
    requireState(transfer, ['to_send'], 'sent');
    if (transfer.destination === null) throw new AppError('destination_missing', { id: shownId(transfer) });
    await takeTrackingKey(tx, transfer.scope.mode, trackingKey);
    return {
      transfer: { ...transfer, state: 'sent', trackingKey, sentAt: now },
      events: ['charge.transfer_sent'],
    };
  }).catch((error: unknown) => {
    // The second tells of what a process of an earlier version has taken.
    if (!violates(error, 'tracking_keys_pkey') && !violates(error, 'outgoing_transfers_tracking')) throw error;
    throw new AppError('tracking_key_taken', { key: call.trackingKey });
  });
}

/** The money has arrived. From now on the books no longer owe it. */
export function confirmTransfer(deps: ChangeDeps, call: TransferCall): Promise<Transfer> {
  return change(deps, call, 'transfer.confirm', ({ transfer, order, payment, now }) => {
    if (transfer.state === 'confirmed') return null;
    const confirmed: Transfer = { ...transfer, state: 'confirmed', confirmedAt: now, bouncedAt: null };
    if (transfer.state === 'bounced' && call.isCorrection === true)
      return { transfer: confirmed, ...takenAgain({ transfer, order, payment, now }) };
    requireState(transfer, ['sent'], 'confirmed');
    const entry = confirmEntry(transfer);
    return { transfer: confirmed, entry, events: [] };
  });
}

/** A refund that waits is booked and can be sent, if its merchant has the money now (D86). */
export function fundTransfer(deps: ChangeDeps, call: TransferCall): Promise<Transfer> {
  return change(deps, call, 'transfer.fund', async ({ transfer, order }, tx) => {
    if (transfer.state !== 'to_fund' || order === null) return null;
    return isFunded(transfer.amount, await lockFunds(tx, transfer.scope), order) ? funded(transfer) : null;
  });
}

/** The same, if the money is not there: the operator lends it, and the merchant owes it. */
export function lendTransfer(deps: ChangeDeps, call: TransferCall): Promise<Transfer> {
  return change(deps, call, 'transfer.lend', ({ transfer }) => {
    if (transfer.state === 'to_send') return null;
    requireState(transfer, ['to_fund'], 'to_send');
    return funded(transfer);
  });
}

function funded(transfer: Transfer): Change {
  return { transfer: { ...transfer, state: 'to_send' }, entry: refundEntry(transfer), events: [] };
}

/** The bank refused it or sent it back. The money goes back to where it came from. */
export function bounceTransfer(
  deps: ChangeDeps,
  call: TransferCall & { readonly note: string | null },
): Promise<Transfer> {
  return change(deps, call, 'transfer.bounce', ({ transfer, order, payment, now }) => {
    if (transfer.state === 'bounced') return null;
    const open = ['to_fund', 'to_send', 'sent'] as const;
    requireState(transfer, call.isCorrection ? [...open, 'confirmed'] : open, 'bounced');
    const returnsTo = homeOf(payment);
    const { amount, reason } = transfer;
    return {
      transfer: { ...transfer, state: 'bounced', bouncedAt: now, confirmedAt: null, note: call.note },
      // Of what waits for money, nothing is in the books (D86).
      ...(transfer.state !== 'to_fund' && { entry: bounceEntry(transfer, returnsTo), isCorrection: true }),
      events: reason === 'return' ? ['charge.transfer_bounced', 'charge.held'] : ['charge.transfer_bounced'],
      ...(order !== null && { order: bounced(order, transfer) }),
      ...(payment !== null && {
        payment: {
          ...payment,
          returned: payment.returned - amount,
          [returnsTo]: payment[returnsTo] + amount,
          updatedAt: now,
        },
      }),
    };
  });
}

/** Where returned money waits for a decision. */
function homeOf(payment: Payment | null): 'unmatched' | 'held' {
  return payment?.accountId === null ? 'unmatched' : 'held';
}

/** The bank has paid after all what it had sent back: the money is gone again from where the bounce put it. */
function takenAgain({ transfer, order, payment, now }: Locked): Omit<Change, 'transfer'> {
  const { amount, trackingKey } = transfer;
  const home = homeOf(payment);
  const isSpent = payment !== null && payment[home] < amount;
  if (trackingKey === null || isSpent)
    throw new AppError('transfer_state', { id: shownId(transfer), state: statusOf(transfer), wanted: 'confirmed' });
  return {
    entry: confirmAgainEntry(transfer, home),
    isCorrection: true,
    events: [],
    ...(order !== null && { order: unbounced(order, transfer) }),
    ...(payment !== null && {
      payment: { ...payment, returned: payment.returned + amount, [home]: payment[home] - amount, updatedAt: now },
    }),
  };
}

function unbounced(order: Order, { reason, amount }: Transfer): Order {
  if (reason === 'refund') return { ...order, refunded: order.refunded + amount };
  return reason === 'return' ? { ...order, held: order.held - amount } : order;
}

/** A refund is not made then; a return waits for a decision again. */
function bounced(order: Order, { reason, amount }: Transfer): Order {
  if (reason === 'refund') return { ...order, refunded: order.refunded - amount };
  return reason === 'return' ? { ...order, held: order.held + amount } : order;
}

type Locked = {
  readonly transfer: Transfer;
  readonly order: Order | null;
  /** The payment whose money a return sends back. */
  readonly payment: Payment | null;
  readonly now: number;
};

type Change = {
  readonly transfer: Transfer;
  readonly order?: Order;
  readonly payment?: Payment;
  readonly entry?: ReturnType<typeof confirmEntry>;
  /** Whether the entry takes back what one before it booked. */
  readonly isCorrection?: boolean;
  readonly events: readonly EventType[];
};

/** `decide` returns null if there is nothing left to do. */
async function change(
  deps: ChangeDeps,
  call: TransferCall,
  action: AuditAction,
  decide: (locked: Locked, tx: Queryable) => Change | null | Promise<Change | null>,
): Promise<Transfer> {
  return deps.db.transaction(async (tx) => {
    const found = await requireTransfer(within(deps.db, tx), call);
    const { scope, orderId } = found;
    const order = orderId === null ? null : ((await lockOrder(tx, scope, orderId))?.order ?? null);
    const payment = found.reason === 'return' ? await lockPayment(tx, found.sourceId) : null;
    const transfer = await lockTransfer(tx, found);
    const now = deps.clock.now();
    const changed = await decide({ transfer, order, payment, now }, tx);
    if (changed === null) return transfer;
    await saveTransfer(tx, changed.transfer);
    await writeBooks(
      { tx, clock: deps.clock },
      {
        orders:
          order === null || (changed.order === undefined && changed.events.length === 0)
            ? []
            : [{ order: await withTime(deps, tx, changed.order ?? order), events: changed.events }],
        entries:
          changed.entry === undefined
            ? []
            : [
                {
                  ...changed.entry,
                  scope,
                  id: deps.random.uuid(now),
                  orderId,
                  paymentId: payment?.id ?? null,
                  transferId: transfer.id,
                  corrects: changed.isCorrection ? await findLastEntry(tx, scope, { transferId: transfer.id }) : null,
                  actor: call.actor,
                  createdAt: now,
                },
              ],
        payments: changed.payment === undefined ? [] : [changed.payment],
      },
    );
    const { actor, note = null } = call;
    await auditTransfer(deps, tx, { at: now, actor, action, note, before: transfer, after: changed.transfer });
    return changed.transfer;
  });
}

/** The time of an event is that of its order's last change. */
async function withTime(deps: ChangeDeps, tx: Queryable, order: Order): Promise<Order> {
  return { ...order, updatedAt: await orderTime(deps, tx, order) };
}

function requireState(transfer: Transfer, allowed: readonly TransferState[], wanted: TransferState): void {
  if (allowed.includes(transfer.state)) return;
  throw new AppError('transfer_state', { id: shownId(transfer), state: statusOf(transfer), wanted });
}

function shownId({ id }: Transfer): string {
  return formatTransferId(id);
}
