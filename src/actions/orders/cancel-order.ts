// Cancels an order (D37). Only a pending order can be canceled. Canceling it again gives the same answer.
import type { Deps } from '../../deps.js';
import { formatOrderId } from '../../domain/base/identity.js';
import type { Order } from '../../domain/orders/order.js';
import { CARD_QUARANTINE_MS } from '../../domain/points/pools.js';
import { AppError } from '../../errors/errors.js';
import { appendAudit } from '../../store/keeping/audit.js';
import { writeBooks } from '../../store/money/books.js';
import { restCard } from '../../store/points/point-cards.js';
import { type Answered, answerInTransaction, type Repeatable } from './answer-once.js';
import { orderTime } from './order-time.js';
import { type OrderKey, requireLocked } from './require-order.js';

export function cancelOrder(
  deps: Pick<Deps, 'db' | 'clock' | 'vault'>,
  key: OrderKey,
  actor: string,
  repeat: Repeatable<Order> | null = null,
): Promise<Answered<Order>> {
  return answerInTransaction(deps, repeat, async (tx) => {
    const order = await requireLocked(tx, key);
    if (order.status === 'canceled') return order;
    const now = await orderTime(deps, tx, order);
    // An order is expired once its time has passed, even if no worker has recorded that yet.
    if (order.status !== 'pending' || order.expiry.at <= now) throw new AppError('not_cancelable');
    const canceled: Order = { ...order, status: 'canceled', updatedAt: now };
    await writeBooks(
      { tx, clock: deps.clock },
      {
        orders: [{ order: canceled, events: ['charge.canceled'] }],
        entries: [],
        payments: [],
      },
    );
    // Its quarantine counts from now, not from the time it would have expired (D77).
    if (order.cardNumber !== null && order.point !== null)
      await restCard(tx, { point: order.point.code, orderId: order.uuid, freeAt: now + CARD_QUARANTINE_MS });
    await appendAudit(tx, deps, {
      actor,
      action: 'order.cancel',
      subject: formatOrderId(order.uuid),
      details: { account: order.scope.accountId, mode: order.scope.mode },
    });
    return { ...canceled, lastEvent: order.lastEvent + 1 };
  });
}
