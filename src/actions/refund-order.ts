// Refunds an order, fully or in part (D38): at most what was paid and not yet refunded. Its status stays (D36).
import type { Deps } from '../deps.js';
import { formatOrderId } from '../domain/identity.js';
import { move } from '../domain/ledger.js';
import { toDecimal } from '../domain/money.js';
import type { Order } from '../domain/order.js';
import { AppError } from '../errors.js';
import { appendAudit } from '../store/accounts/audit.js';
import type { Queryable } from '../store/db.js';
import { writeOrderChanges } from '../store/money/books.js';
import { insertRefund } from '../store/money/refunds.js';
import { type Answered, answerInTransaction, type Repeatable } from './answer-once.js';
import { orderTime } from './order-time.js';
import { type OrderKey, requireLocked } from './require-order.js';

export type RefundCall = {
  readonly key: OrderKey;
  /** In centavos; null: all that is left. */
  readonly amount: bigint | null;
  readonly reason: string | null;
  readonly actor: string;
  /** The refunded total that the person saw when deciding. If it has changed since, nothing is refunded. */
  readonly refundedBefore?: bigint;
};

type RefundDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'vault'>;

export function refundOrder(
  deps: RefundDeps,
  call: RefundCall,
  repeat: Repeatable<Order> | null = null,
): Promise<Answered<Order>> {
  return answerInTransaction(deps, repeat, async (tx) => {
    const order = await requireLocked(tx, call.key);
    if (call.refundedBefore !== undefined && call.refundedBefore !== order.refunded)
      throw new AppError('order_changed');
    const left = order.status === 'paid' ? order.amount - order.refunded : 0n;
    const amount = call.amount ?? left;
    if (amount === 0n || amount > left) throw new AppError('not_refundable', { left: toDecimal(left) });
    const now = await orderTime(deps, tx, order);
    const refunded: Order = { ...order, refunded: order.refunded + amount, updatedAt: now };
    await book(deps, tx, { call, refunded, amount, now });
    return { ...refunded, lastEvent: order.lastEvent + 1 };
  });
}

type Booking = {
  readonly call: RefundCall;
  readonly refunded: Order;
  readonly amount: bigint;
  readonly now: number;
};

async function book(deps: RefundDeps, tx: Queryable, { call, refunded, amount, now }: Booking): Promise<void> {
  const { scope, uuid: orderId } = refunded;
  const id = deps.random.uuid(now);
  await insertRefund(tx, { scope, orderId, id, amount, reason: call.reason, createdAt: now });
  const postings = move(amount, 'available', 'refunded');
  await writeOrderChanges(tx, {
    orders: [{ order: refunded, events: ['charge.refunded'] }],
    entries: [{ scope, id, kind: 'refund', orderId, paymentId: null, postings, createdAt: now }],
    payments: [],
  });
  await appendAudit(tx, deps.vault, {
    at: deps.clock.now(),
    actor: call.actor,
    action: 'order.refund',
    subject: formatOrderId(orderId),
    details: { account: scope.accountId, mode: scope.mode, refund: id, amount: toDecimal(amount) },
  });
}
