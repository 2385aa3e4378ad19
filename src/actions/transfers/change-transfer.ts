// What becomes of one outgoing transfer (D75): the operator sends it, and the bank confirms or bounces it. Each is a step of
// change-transfers.ts. Saying the same again changes nothing, so two operators, or a result file that is imported twice, never move
// the money twice.
import type { Scope } from '../../domain/accounts/account.js';
import type { Payment } from '../../domain/money/payment.js';
import { isFunded } from '../../domain/money/refund.js';
import { bounceEntry, confirmAgainEntry, confirmEntry, refundEntry } from '../../domain/money/transfer-entries.js';
import type { Order } from '../../domain/orders/order.js';
import {
  formatTransferId,
  parseTransferId,
  statusOf,
  type Transfer,
  type TransferState,
} from '../../domain/transfers/transfer.js';
import { AppError } from '../../errors/errors.js';
import type { Db } from '../../store/db.js';
import { lockFunds } from '../../store/money/funds.js';
import { findTransfer, findTransfersOfAnyone } from '../../store/transfers/transfers.js';
import {
  type Change,
  type ChangeCall,
  type ChangeDeps,
  changeTransfers,
  type Locked,
  type TransferStep,
  type WantedChange,
} from './change-transfers.js';

export type TransferCall = ChangeCall & {
  /** The merchant who asks. Without it the operator does, who sees all transfers. */
  readonly scope?: Scope;
};

type CorrectingCall = ChangeCall & {
  /** Whether what the bank said at last may be corrected (D84). A file of results does not: it may be an old one. */
  readonly isCorrection?: boolean;
};

export async function requireTransfer(db: Db, { transferId, scope }: Omit<TransferCall, 'actor'>): Promise<Transfer> {
  const uuid = parseTransferId(transferId);
  const find = async (id: string) =>
    scope === undefined ? ((await findTransfersOfAnyone(db, [id]))[0] ?? null) : findTransfer(db, scope, id);
  const transfer = uuid === null ? null : await find(uuid);
  if (transfer === null) throw new AppError('transfer_not_found');
  return transfer;
}

/** The operator has told the bank to send it, and has its clave de rastreo. */
export function markSent(
  deps: ChangeDeps,
  call: ChangeCall & Sending & { readonly trackingKey: string },
): Promise<Transfer> {
  const { trackingKey } = call;
  return changeOne(deps, { call, trackingKey, steps: () => [sending(trackingKey, call), bouncingIfBack()] });
}

type Sending = {
  /** Whether it may have waited for money: after a restore, what came since the backup (D84). */
  readonly alsoUnfunded?: boolean;
};

export function sending(trackingKey: string, { alsoUnfunded = false }: Sending = {}): TransferStep {
  return step('transfer.sent', ({ transfer, now }) => {
    if (transfer.state === 'sent' || transfer.state === 'confirmed') {
      if (transfer.trackingKey === trackingKey) return null;
      throw new AppError('tracking_key_differs', { id: shownId(transfer), key: transfer.trackingKey ?? '' });
    }
    requireState(transfer, alsoUnfunded ? ['to_fund', 'to_send'] : ['to_send'], 'sent');
    if (transfer.destination === null) throw new AppError('destination_missing', { id: shownId(transfer) });
    return {
      transfer: { ...transfer, state: 'sent', trackingKey, sentAt: now },
      ...(transfer.state === 'to_fund' && { entry: refundEntry(transfer) }),
      events: ['charge.transfer_sent'],
    };
  });
}

export function confirmTransfer(deps: ChangeDeps, call: CorrectingCall): Promise<Transfer> {
  return changeOne(deps, { call, steps: () => [confirming(call)] });
}

/** The money has arrived. From now on the books no longer owe it. */
export function confirming({ isCorrection = false }: Pick<CorrectingCall, 'isCorrection'>): TransferStep {
  return step('transfer.confirm', ({ transfer, order, payment, now }) => {
    if (transfer.state === 'confirmed') return null;
    const confirmed: Transfer = { ...transfer, state: 'confirmed', confirmedAt: now, bouncedAt: null };
    if (transfer.state === 'bounced' && isCorrection)
      return { transfer: confirmed, ...takenAgain({ transfer, order, payment, now }) };
    requireState(transfer, ['sent'], 'confirmed');
    return { transfer: confirmed, entry: confirmEntry(transfer), events: [] };
  });
}

/** A refund that waits is booked and can be sent, if its merchant has the money now (D86). */
export function fundTransfer(deps: ChangeDeps, call: ChangeCall): Promise<Transfer> {
  const funding = step('transfer.fund', async ({ transfer, order }, tx) => {
    if (transfer.state !== 'to_fund' || order === null) return null;
    return isFunded(transfer.amount, await lockFunds(tx, transfer.scope), order) ? funded(transfer) : null;
  });
  return changeOne(deps, { call, steps: () => [funding] });
}

/** The same, if the money is not there: the operator lends it, and the merchant owes it. */
export function lendTransfer(deps: ChangeDeps, call: ChangeCall): Promise<Transfer> {
  const lending = step('transfer.lend', ({ transfer }) => {
    if (transfer.state === 'to_send') return null;
    requireState(transfer, ['to_fund'], 'to_send');
    return funded(transfer);
  });
  return changeOne(deps, { call, steps: () => [lending] });
}

function funded(transfer: Transfer): Change {
  return { transfer: { ...transfer, state: 'to_send' }, entry: refundEntry(transfer), events: [] };
}

type BounceCall = CorrectingCall & { readonly note: string | null };

/** What the note of a transfer says whose money came back. */
export const RETURNED = 'returned by the bank';

export function bounceTransfer(deps: ChangeDeps, call: BounceCall): Promise<Transfer> {
  return changeOne(deps, { call, steps: () => [bouncing(call)] });
}

/** Its return came before its clave was known, and waited as nobody's money. It may have been confirmed meanwhile. */
export function bouncingIfBack(): TransferStep {
  const { action, decide } = bouncing({ note: RETURNED, isCorrection: true });
  return { action, decide: (locked, tx) => (locked.cameBack === null ? null : decide(locked, tx)) };
}

type Bouncing = Pick<BounceCall, 'note' | 'isCorrection'> & {
  /** It had got that far: a return that is told later names it. */
  readonly trackingKey?: string | null;
};

/** The bank refused it or sent it back. The money goes back to where it came from. */
export function bouncing({ note, isCorrection = false, trackingKey = null }: Bouncing): TransferStep {
  return step('transfer.bounce', ({ transfer: before, order, payment, cameBack, now }) => {
    const isNewKey = trackingKey !== null && before.trackingKey === null && before.destination !== null;
    const transfer: Transfer = isNewKey ? { ...before, trackingKey, sentAt: now } : before;
    const undone = cameBack !== null && { undone: cameBack };
    if (transfer.state === 'bounced') return isNewKey || undone ? { transfer, events: [], ...undone } : null;
    const open = ['to_fund', 'to_send', 'sent'] as const;
    requireState(transfer, isCorrection ? [...open, 'confirmed'] : open, 'bounced');
    const returnsTo = homeOf(payment);
    const { amount, reason } = transfer;
    return {
      transfer: { ...transfer, state: 'bounced', bouncedAt: now, confirmedAt: null, note },
      ...undone,
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
function takenAgain({ transfer, order, payment, now }: Omit<Locked, 'cameBack'>): Omit<Change, 'transfer'> {
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

function step(action: TransferStep['action'], decide: TransferStep['decide']): TransferStep {
  return { action, decide };
}

/** A set of one. */
async function changeOne(deps: ChangeDeps, wanted: WantedChange): Promise<Transfer> {
  const [outcome] = await changeTransfers(deps, [wanted]);
  if (outcome === undefined || outcome instanceof AppError) throw outcome ?? new Error('a transfer has no outcome');
  return outcome;
}

function requireState(transfer: Transfer, allowed: readonly TransferState[], wanted: TransferState): void {
  if (allowed.includes(transfer.state)) return;
  throw new AppError('transfer_state', { id: shownId(transfer), state: statusOf(transfer), wanted });
}

function shownId({ id }: Transfer): string {
  return formatTransferId(id);
}
