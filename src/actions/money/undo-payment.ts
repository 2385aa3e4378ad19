// Undoes a payment by hand (D75). Taking back undoes a wrong match: the money is unmatched again, or held for the merchant
// whose customer owns the CLABE. Voiding undoes a booking that the rail never had, whatever was done with its money since
// (D87). New postings undo the old ones, which may make the merchant's available balance negative, as a till's reversal may.
import type { Deps } from '../../deps.js';
import { HOUSE_ACCOUNT, type Scope } from '../../domain/accounts/account.js';
import { formatOrderId } from '../../domain/base/identity.js';
import { toDecimal } from '../../domain/base/money.js';
import { type EntryKind, move, type Postings } from '../../domain/money/ledger.js';
import {
  allIn,
  doubtsOf,
  NOTHING_ACCEPTED,
  type Payment,
  type PaymentFlag,
  stateOf,
} from '../../domain/money/payment.js';
import { type Undone, undo } from '../../domain/money/reverse.js';
import { formatTransferId, type Transfer } from '../../domain/transfers/transfer.js';
import { AppError } from '../../errors/errors.js';
import { type Queryable, within } from '../../store/db.js';
import { appendAudit } from '../../store/keeping/audit.js';
import { type BookEntry, writeBooks } from '../../store/money/books.js';
import { findLastEntry } from '../../store/money/ledger.js';
import { lockPaymentsOf } from '../../store/money/payments.js';
import { isShown } from '../../store/money/statements/shown-lines.js';
import { lockOrder } from '../../store/orders/order-locks.js';
import { findClabeOwner } from '../../store/points/customer-clabes.js';
import { orderTime } from '../orders/order-time.js';
import { findReturned } from '../transfers/bounce-returned.js';
import { lockSame, requirePayment } from './decide-payment.js';
import { changeOf, prepareUndo, type Undoing, withdrawalsOf } from './prepare-undo.js';

type UndoDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'vault'>;
type UndoCall = { readonly paymentId: string; readonly note: string; readonly actor: string };

/** A wrong match, or a void that was wrong. */
export function takeBackPayment(deps: UndoDeps, call: UndoCall): Promise<Payment> {
  return undoPayment(deps, call, 'take_back', async (tx, payment) => {
    const isVoided = payment.flags.includes('voided');
    if (payment.orderId === null && !isVoided) throw refusal(payment, 'it is of no order');
    const bounced = isVoided ? await findReturned(within(deps.db, tx), payment) : null;
    if (bounced?.state === 'bounced')
      throw refusal(payment, `it is the return of transfer ${formatTransferId(bounced.id)}`);
    const owner = await findClabeOwner(tx, payment.destination);
    const target = owner?.mode === payment.mode ? owner : null;
    const place = target === null ? 'unmatched' : 'held';
    return {
      payment: {
        ...payment,
        ...allIn(place, payment.amount),
        accepted: NOTHING_ACCEPTED,
        flags: flagsWithoutOrder(payment),
        accountId: target?.accountId ?? null,
        orderId: null,
      },
      landing: { scope: target ?? houseOf(payment), postings: move(payment.amount, 'rail', place) },
    };
  });
}

/** Doing it twice gives the same answer. */
export async function voidPayment(deps: UndoDeps, call: UndoCall): Promise<Payment> {
  const found = await requirePayment(deps, call.paymentId);
  if (found.flags.includes('voided')) return found;
  return undoPayment(deps, call, 'void', async (tx, payment) => {
    if (payment.flags.includes('voided')) throw new AppError('payment_changed');
    if (await isShown(tx, payment.id)) throw refusal(payment, 'a statement of the bank has shown it');
    const flags = [...payment.flags.filter((flag) => flag !== 'accepted'), 'voided' as const];
    const gone = { ...allIn('returned', payment.amount), accepted: NOTHING_ACCEPTED };
    return { payment: { ...payment, ...gone, flags }, landing: null };
  });
}

/** The payment afterwards, and the books that its money lands in; null: in none. */
type Outcome = {
  readonly payment: Payment;
  readonly landing: { readonly scope: Scope; readonly postings: Postings } | null;
};

async function undoPayment(
  deps: UndoDeps,
  call: UndoCall,
  kind: EntryKind & ('take_back' | 'void'),
  decide: (tx: Queryable, payment: Payment) => Promise<Outcome>,
): Promise<Payment> {
  return deps.db.transaction(async (tx) => {
    const found = await requirePayment({ db: tx }, call.paymentId);
    const scope = found.accountId === null ? houseOf(found) : { accountId: found.accountId, mode: found.mode };
    const order = found.orderId === null ? null : ((await lockOrder(tx, scope, found.orderId))?.order ?? null);
    // Locks the payments of the order in one sequence, as a till's reversal does.
    const ofOrder = order === null ? [] : await lockPaymentsOf(tx, scope, order.uuid);
    const payment = await lockSame(tx, found);
    if (payment.flags.includes('reversed')) throw refusal(payment, 'a till has reversed it');
    const outcome = await decide(tx, payment);
    const now = order === null ? deps.clock.now() : await orderTime(deps, tx, order);
    const bookedAt = deps.clock.now();
    const undoing = { what: kind, scope, order, payment, ofOrder, now };
    const undone = await takeOut(tx, undoing);
    const after = { ...outcome.payment, updatedAt: now };
    const corrects = await findLastEntry(tx, scope, payment.id);
    const entries: (Omit<BookEntry, 'id' | 'paymentId' | 'actor' | 'createdAt'> | null)[] = [
      ...withdrawalsOf(undoing, undone.withdrawn),
      { kind, scope, orderId: order?.uuid ?? null, postings: undone.postings, corrects },
      outcome.landing && { ...outcome.landing, kind, orderId: null },
    ];
    await writeBooks(
      { tx, clock: deps.clock },
      {
        orders: changeOf(order, undone.order),
        entries: entries.flatMap((entry) =>
          entry === null || Object.keys(entry.postings).length === 0
            ? []
            : [
                {
                  ...entry,
                  id: deps.random.uuid(bookedAt),
                  paymentId: payment.id,
                  actor: call.actor,
                  createdAt: bookedAt,
                },
              ],
        ),
        payments: [after, ...undone.others],
      },
    );
    await appendAudit(tx, deps, {
      at: bookedAt,
      actor: call.actor,
      action: kind === 'void' ? 'payment.void' : 'payment.take_back',
      subject: payment.id,
      details: {
        amount: toDecimal(payment.amount),
        from: stateOf(payment),
        to: stateOf(after),
        note: call.note,
        account: payment.accountId,
        order: order === null ? null : formatOrderId(order.uuid),
      },
    });
    return after;
  });
}

/** What takes the payment out of the books that it is in. A voided payment is in none. */
async function takeOut(tx: Queryable, undoing: Undoing): Promise<Undone & { readonly withdrawn: readonly Transfer[] }> {
  const { order, payment, now } = undoing;
  if (payment.flags.includes('voided')) return { order: null, others: [], postings: {}, withdrawn: [] };
  const ready = await prepareUndo(tx, undoing);
  if (typeof ready === 'string') throw refusal(payment, ready);
  return { ...undo(order, ready.payment, ready.others, now), withdrawn: ready.withdrawn };
}

/** What was doubtful stays so, whatever it was matched with. */
function flagsWithoutOrder(payment: Payment): readonly PaymentFlag[] {
  return ['unknown', ...doubtsOf(payment)];
}

function houseOf({ mode }: Payment): Scope {
  return { accountId: HOUSE_ACCOUNT, mode };
}

function refusal({ id }: Payment, problem: string): AppError {
  return new AppError('not_undoable', { id, problem });
}
