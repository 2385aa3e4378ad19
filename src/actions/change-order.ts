// Cancels and refunds (D37, D38). Each runs inside a transaction that locks the order.
import type { Deps } from '../deps.js';
import type { Scope } from '../domain/account.js';
import { formatOrderId } from '../domain/identity.js';
import { move } from '../domain/ledger.js';
import { toDecimal } from '../domain/money.js';
import { canBecome, type Order } from '../domain/order.js';
import { AppError } from '../errors.js';
import { appendAudit } from '../store/accounts/audit.js';
import type { Queryable } from '../store/db.js';
import { writeOrderChanges } from '../store/money/books.js';
import { insertRefund } from '../store/money/refunds.js';
import { lockOrder } from '../store/orders/order-locks.js';
import { orderTime } from './order-time.js';

type ChangeDeps = Pick<Deps, 'clock' | 'random'>;
type OrderKey = { readonly scope: Scope; readonly uuid: string | null };

/** Only a pending order; a canceled one stays canceled and answers the same. */
export async function cancelOrder(deps: ChangeDeps, tx: Queryable, name: OrderKey): Promise<Order> {
  const order = await requireOrder(tx, name);
  if (order.status === 'canceled') return order;
  if (order.status !== 'pending' || !canBecome(order.status, 'canceled')) throw new AppError('not_cancelable');
  const now = await orderTime(deps, tx, order);
  if (order.expiry.at <= now) throw new AppError('not_cancelable'); // its time has passed, only the worker has not come by yet
  const canceled: Order = { ...order, status: 'canceled', updatedAt: now };
  await writeOrderChanges(tx, {
    orders: [{ order: canceled, events: ['charge.canceled'] }],
    entries: [],
    payments: [],
  });
  return { ...canceled, lastEvent: order.lastEvent + 1 };
}

/** At most what was paid and not yet refunded; without an amount all of it. The state stays (D36). */
export async function refundOrder(
  deps: ChangeDeps,
  tx: Queryable,
  name: OrderKey,
  refund: { readonly amount: bigint | null; readonly reason: string | null; readonly actor?: string },
): Promise<Order> {
  const order = await requireOrder(tx, name);
  const left = order.status === 'paid' ? order.amount - order.refunded : 0n;
  const amount = refund.amount ?? left;
  if (amount === 0n || amount > left) throw new AppError('not_refundable', { left: toDecimal(left) });
  const now = await orderTime(deps, tx, order);
  const refunded: Order = { ...order, refunded: order.refunded + amount, updatedAt: now };
  const id = deps.random.uuid(now);
  await insertRefund(tx, { scope: name.scope, orderId: order.uuid, id, amount, reason: refund.reason, createdAt: now });
  await writeOrderChanges(tx, {
    orders: [{ order: refunded, events: ['charge.refunded'] }],
    entries: [
      {
        scope: name.scope,
        id,
        kind: 'refund',
        orderId: order.uuid,
        paymentId: null,
        postings: move(amount, 'available', 'refunded'),
        createdAt: now,
      },
    ],
    payments: [],
  });
  await appendAudit(tx, {
    at: deps.clock.now(),
    actor: refund.actor ?? 'api',
    action: 'order.refund',
    subject: formatOrderId(order.uuid),
    details: { account: name.scope.accountId, mode: name.scope.mode, refund: id, amount: toDecimal(amount) },
  });
  return { ...refunded, lastEvent: order.lastEvent + 1 };
}

async function requireOrder(tx: Queryable, { scope, uuid }: OrderKey): Promise<Order> {
  const candidate = uuid === null ? null : await lockOrder(tx, scope, uuid);
  if (candidate === null) throw new AppError('order_not_found');
  return candidate.order;
}
