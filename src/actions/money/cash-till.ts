// What a till can ask, apart from reporting payments (D45): how much is due on a reference, and to reverse a payment. A
// reversal is stored raw before anything else, like every notice (D72).
import type { Deps } from '../../deps.js';
import { HOUSE_ACCOUNT } from '../../domain/accounts/account.js';
import type { Payment } from '../../domain/money/payment.js';
import { reverse } from '../../domain/money/reverse.js';
import { isValidReference } from '../../domain/points/reference.js';
import { cashIdentity, withoutBlanks } from '../../domain/rails/cash.js';
import { isOfPoints, pointsOf, type Rail } from '../../domain/rails/rail.js';
import { quoteForTill, type TillQuote } from '../../domain/rails/till.js';
import { AppError } from '../../errors/errors.js';
import { type Queryable, TryAgain } from '../../store/db.js';
import { writeBooks } from '../../store/money/books.js';
import { findLastEntry } from '../../store/money/ledger.js';
import { findPaymentByIdentity, lockPayment, lockPaymentsOf } from '../../store/money/payments.js';
import { lockOrder } from '../../store/orders/order-locks.js';
import { findByReference } from '../../store/orders/orders.js';
import { closeReversal, lockIdentities, type OpenReversal } from '../../store/rails/reversals.js';
import { orderTime } from '../orders/order-time.js';
import { changeOf, prepareUndo, withdrawalsOf } from './prepare-undo.js';
import { newNotice } from './receive-notice.js';

const REVERSAL_MS = 10 * 60_000;

/** null: this rail has no order with that reference. A mistyped reference has the wrong check digit. */
export async function lookUpCash(
  deps: Pick<Deps, 'db' | 'clock'>,
  rail: Rail,
  reference: string,
): Promise<TillQuote | null> {
  const digits = withoutBlanks(reference);
  if (!isValidReference(digits, rail.mode)) return null;
  const order = await findByReference(deps.db, digits, rail.mode);
  if (order === null || !isOfPoints(pointsOf(rail), order)) return null;
  return quoteForTill(order, await orderTime(deps, deps.db, order));
}

type ReverseDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'metrics' | 'log'>;

/**
 * Takes a payment back. If the payment has not come yet, the reversal waits for it, and the payment will pay nothing.
 * Reversing twice gives the same answer. `body` is what the till sent.
 */
export async function reverseCash(
  deps: ReverseDeps & Pick<Deps, 'notices'>,
  rail: Rail,
  transactionId: string,
  body: string = JSON.stringify({ network: rail.name, transaction_id: transactionId }),
): Promise<void> {
  if (transactionId.trim() === '') {
    const problem = 'transaction_id is missing';
    await keepMalformedReversal(deps, rail, body, problem);
    throw new AppError('malformed_notice', { problem });
  }
  const identity = cashIdentity(rail.mode, rail.name, transactionId.trim());
  const notice = newNotice(deps, rail, body);
  await deps.notices.store({ ...notice, state: 'reversing', problem: null, reverses: identity });
  await handleReversal(deps, { ...notice, identity });
}

/** Keeps a reversal that cannot be read, as every malformed notice is kept. */
export async function keepMalformedReversal(
  deps: Pick<Deps, 'clock' | 'random' | 'notices' | 'metrics'>,
  rail: Rail,
  body: string,
  problem: string,
): Promise<void> {
  deps.metrics.oddMoney('malformed');
  await deps.notices.store({ ...newNotice(deps, rail, body), state: 'malformed', problem });
}

/** Handles a stored reversal. A worker repeats this after a crash. */
export async function handleReversal(deps: ReverseDeps, reversal: OpenReversal): Promise<void> {
  try {
    await deps.db.transaction((tx) => takeBack(deps, tx, reversal));
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_reversible') await noteRefused(deps, reversal, error);
    throw error;
  }
}

/** The till has given money back, or not, and our payment stands: somebody has to settle it with the network. */
async function noteRefused(deps: ReverseDeps, { id }: OpenReversal, { details }: AppError): Promise<void> {
  const problem = String(details['problem']);
  await closeReversal(deps.db, id, { state: 'ignored', problem });
  deps.metrics.oddMoney('refused_reversal');
  deps.log.warn({ notice: id, problem }, 'a reversal was refused');
}

/** Locks the payment's identity, then its order, then all payments of the order. */
async function takeBack(deps: ReverseDeps, tx: Queryable, { id, identity, receivedAt }: OpenReversal): Promise<void> {
  await lockIdentities(tx, [identity]);
  const found = await findPaymentByIdentity(tx, identity);
  await closeReversal(tx, id, { state: found === null ? 'waiting' : 'matched', problem: null });
  if (found === null || isUndone(found)) return;
  if (receivedAt - found.receivedAt > REVERSAL_MS)
    throw new AppError('not_reversible', { problem: 'More than 10 minutes have passed' });
  const scope = { accountId: found.accountId ?? HOUSE_ACCOUNT, mode: found.mode };
  const order = found.orderId === null ? null : ((await lockOrder(tx, scope, found.orderId))?.order ?? null);
  const ofOrder = order === null ? [] : await lockPaymentsOf(tx, scope, order.uuid);
  const payment = order === null ? await lockPayment(tx, found.id) : ofOrder.find((one) => one.id === found.id);
  // An operator has given the payment to an order, or taken it from one, after we read it.
  if (payment === undefined || payment === null || payment.orderId !== found.orderId)
    throw new TryAgain('the payment got another order');
  if (isUndone(payment)) return;
  const now = order === null ? deps.clock.now() : await orderTime(deps, tx, order);
  const undoing = { what: 'reversal', scope, order, payment, ofOrder, now } as const;
  const ready = await prepareUndo(tx, undoing);
  if (typeof ready === 'string') throw new AppError('not_reversible', { problem: ready });
  const bookedAt = deps.clock.now(); // the books' own time, whatever clock the order lives by
  const by = () => ({ id: deps.random.uuid(bookedAt), actor: 'service', createdAt: bookedAt });
  const reversal = reverse(order, ready.payment, ready.others, now);
  await writeBooks(
    { tx, clock: deps.clock },
    {
      orders: changeOf(order, reversal.order),
      entries: [
        ...withdrawalsOf(undoing, ready.withdrawn).map((entry) => ({ ...entry, ...by() })),
        {
          ...by(),
          scope,
          kind: 'reversal',
          orderId: order?.uuid ?? null,
          paymentId: payment.id,
          corrects: await findLastEntry(tx, scope, payment.id),
          postings: reversal.postings,
        },
      ],
      payments: reversal.payments,
    },
  );
}

/** A till reversed it before, or an operator found that the rail never had it. */
function isUndone({ flags }: Payment): boolean {
  return flags.includes('reversed') || flags.includes('voided');
}
