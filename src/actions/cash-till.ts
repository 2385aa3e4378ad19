// What a till can ask, apart from reporting payments (D45): how much is due on a reference, and to reverse a payment.
import type { Deps } from '../deps.js';
import { HOUSE_ACCOUNT } from '../domain/account.js';
import { add } from '../domain/ledger.js';
import type { Payment } from '../domain/payment.js';
import { cashIdentity, withoutBlanks } from '../domain/rails/cash.js';
import type { Rail } from '../domain/rails/rail.js';
import { quoteForTill, type TillQuote } from '../domain/rails/till.js';
import { isValidReference } from '../domain/reference.js';
import { reverse } from '../domain/reverse.js';
import { AppError } from '../errors.js';
import type { Queryable } from '../store/db.js';
import { writeOrderChanges } from '../store/money/books.js';
import { findPaymentByIdentity, lockPayment } from '../store/money/payments.js';
import { lockOrder } from '../store/orders/order-locks.js';
import { findByReference } from '../store/orders/orders.js';
import { matchOpen } from './match-open.js';
import { orderTime } from './order-time.js';
import { prepareUndo } from './prepare-undo.js';

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
  if (order === null || order.point?.code !== rail.name) return null;
  return quoteForTill(order, await orderTime(deps, deps.db, order));
}

type ReverseDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'matcher'>;

/** A payment gets an order at most once after it arrives, so a second attempt is always enough. */
const LOOKS = 2;

/** Reversing twice gives the same answer. */
export async function reverseCash(deps: ReverseDeps, rail: Rail, transactionId: string): Promise<void> {
  const identity = cashIdentity(rail.mode, rail.name, transactionId);
  for (let look = 0; look < LOOKS; look++) {
    const found = await findPayment(deps, identity);
    if (found === null) throw new AppError('payment_not_found');
    if (found.flags.includes('reversed')) return;
    const now = deps.clock.now();
    if (now - found.receivedAt > REVERSAL_MS)
      throw new AppError('not_reversible', { problem: 'More than 10 minutes have passed' });
    if ((await deps.db.transaction((tx) => takeBack(deps, tx, found, now))) === 'reversed') return;
  }
  throw new Error('a payment changed its order more than once');
}

/** `changed`: nothing was done, because an operator matched the payment to an order after we read it. */
async function takeBack(
  deps: ReverseDeps,
  tx: Queryable,
  found: Payment,
  now: number,
): Promise<'reversed' | 'changed'> {
  const scope = { accountId: found.accountId ?? HOUSE_ACCOUNT, mode: found.mode };
  // Always lock orders before payments.
  const candidate = found.orderId === null ? null : await lockOrder(tx, scope, found.orderId);
  const payment = await lockPayment(tx, found.id);
  if (payment === null || payment.flags.includes('reversed')) return 'reversed';
  if (payment.orderId !== found.orderId) return 'changed';
  const order = candidate?.order ?? null;
  const ready = await prepareUndo(tx, { scope, order, payment, now });
  if (typeof ready === 'string') throw new AppError('not_reversible', { problem: ready });
  const reversal = reverse(order, ready.payment, ready.others, now);
  const isPendingAgain = order !== null && reversal.order !== null && reversal.order.status !== order.status;
  await writeOrderChanges(tx, {
    orders:
      reversal.order === null ? [] : [{ order: reversal.order, events: isPendingAgain ? ['charge.pending'] : [] }],
    entries: [
      {
        scope,
        id: deps.random.uuid(now),
        kind: 'reversal',
        orderId: order?.uuid ?? null,
        paymentId: payment.id,
        postings: add(ready.postings, reversal.postings),
        createdAt: now,
      },
    ],
    payments: reversal.payments,
  });
  return 'reversed';
}

/** The payment may have been reported only a moment ago: a notice is acknowledged before it is matched. */
async function findPayment(deps: ReverseDeps, identity: Buffer): Promise<Payment | null> {
  const found = await findPaymentByIdentity(deps.db, identity);
  if (found !== null) return found;
  await matchOpen(deps, deps.clock.now() + 1);
  return findPaymentByIdentity(deps.db, identity);
}
