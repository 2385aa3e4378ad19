// Refunds an order, fully or in part (D38): at most what the merchant has of it and did not refund yet. Its status stays
// (D36). The money goes out with a transfer that is made in the same transaction (D75); if there is no money for it, nothing is
// booked yet and the transfer waits (D86).
import type { Deps } from '../../deps.js';
import { formatOrderId } from '../../domain/base/identity.js';
import { toDecimal } from '../../domain/base/money.js';
import { isFunded, type Refund, refundableOf } from '../../domain/money/refund.js';
import { refundEntry } from '../../domain/money/transfer-entries.js';
import type { Order } from '../../domain/orders/order.js';
import { coinOfOrder } from '../../domain/transfers/coin-payee.js';
import type { PayeeAccount } from '../../domain/transfers/transfer.js';
import { AppError } from '../../errors/errors.js';
import type { Queryable } from '../../store/db.js';
import { appendAudit } from '../../store/keeping/audit.js';
import { writeBooks } from '../../store/money/books.js';
import { lockFunds } from '../../store/money/funds.js';
import { listPaymentsOf } from '../../store/money/payments.js';
import { insertRefund } from '../../store/money/refunds.js';
import { type Answered, answerInTransaction, type Repeatable } from '../orders/answer-once.js';
import { orderTime } from '../orders/order-time.js';
import { type OrderKey, requireLocked } from '../orders/require-order.js';
import type { IssuedTransfer } from '../transfers/customer-link.js';
import { addTransfer, payerOfOrder } from '../transfers/new-transfer.js';

export type RefundCall = {
  readonly key: OrderKey;
  /** In centavos; null: all that is left. */
  readonly amount: bigint | null;
  readonly reason: string | null;
  readonly actor: string;
  /** The refunded total that the person saw when deciding. If it has changed since, nothing is refunded. */
  readonly refundedBefore?: bigint;
};

/** The order after a refund, with the refund and its transfer. */
export type RefundedOrder = IssuedTransfer & { readonly order: Order; readonly refund: Refund };

type RefundDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'settings' | 'vault' | 'mailer' | 'clabes'>;

/**
 * All refunds of a merchant wait for each other while one has locked the balance, and most merchants have money enough. So the
 * balance is not looked at first; a refund that took too much of it is undone, and looks.
 */
export async function refundOrder(
  deps: RefundDeps,
  call: RefundCall,
  repeat: Repeatable<RefundedOrder> | null = null,
): Promise<Answered<RefundedOrder>> {
  try {
    return await refundOnce(deps, call, repeat, 'trusted');
  } catch (error) {
    if (!(error instanceof MayBeShort)) throw error;
    return refundOnce(deps, call, repeat, 'locked');
  }
}

type Balance = 'trusted' | 'locked';

class MayBeShort extends Error {
  override readonly name = 'MayBeShort';
}

function refundOnce(
  deps: RefundDeps,
  call: RefundCall,
  repeat: Repeatable<RefundedOrder> | null,
  balance: Balance,
): Promise<Answered<RefundedOrder>> {
  return answerInTransaction(deps, repeat, async (tx) => {
    const order = await requireLocked(tx, call.key);
    if (call.refundedBefore !== undefined && call.refundedBefore !== order.refunded)
      throw new AppError('order_changed');
    const payments = await listPaymentsOf(tx, order.scope, order.uuid);
    const left = refundableOf(order, payments);
    const amount = call.amount ?? left;
    if (amount === 0n || amount > left) throw new AppError('not_refundable', { left: toDecimal(left) });
    const updatedAt = await orderTime(deps, tx, order);
    const refunded: Order = { ...order, refunded: order.refunded + amount, updatedAt };
    const destination = await payerOfOrder(deps, tx, order, payments);
    return book(deps, tx, { call, refunded, amount, destination, now: deps.clock.now(), balance });
  });
}

type Booking = {
  readonly call: RefundCall;
  readonly refunded: Order;
  readonly amount: bigint;
  readonly destination: PayeeAccount | null;
  /** The books' own time, whatever clock the order lives by (D47). */
  readonly now: number;
  readonly balance: Balance;
};

async function book(deps: RefundDeps, tx: Queryable, booking: Booking): Promise<RefundedOrder> {
  const { call, refunded, amount, destination, now, balance } = booking;
  const { scope, uuid: orderId } = refunded;
  const id = deps.random.uuid(now);
  // Never before its order was paid, even on a node whose clock is behind.
  const createdAt = refunded.testClockId === null ? refunded.updatedAt : now;
  const refund = { scope, orderId, id, amount, reason: call.reason, createdAt };
  await insertRefund(tx, refund);
  const state = balance === 'locked' && !isFunded(amount, await lockFunds(tx, scope), refunded) ? 'to_fund' : 'to_send';
  const issued = await addTransfer(deps, tx, {
    scope,
    reason: 'refund',
    sourceId: id,
    orderId,
    amount,
    coin: coinOfOrder(refunded),
    decidedBy: call.actor,
    destination,
    state,
  });
  await appendAudit(tx, deps, {
    at: now,
    actor: call.actor,
    action: 'order.refund',
    subject: formatOrderId(orderId),
    details: {
      account: scope.accountId,
      mode: scope.mode,
      refund: id,
      amount: toDecimal(amount),
      transfer: issued.transfer.id,
    },
  });
  // Last, because it locks the balance.
  const balances = await writeBooks(
    { tx, clock: deps.clock },
    {
      orders: [{ order: refunded, events: ['charge.refunded'] }],
      entries:
        state === 'to_fund'
          ? []
          : [
              {
                ...refundEntry(refund),
                scope,
                id,
                orderId,
                paymentId: null,
                transferId: issued.transfer.id,
                actor: call.actor,
                createdAt: now,
              },
            ],
      payments: [],
    },
  );
  if (balance === 'trusted' && balances.some(({ available }) => available < 0n)) throw new MayBeShort();
  return { ...issued, refund, order: { ...refunded, lastEvent: refunded.lastEvent + 1 } };
}
