// Releases the net amount of paid orders to the merchant once the settlement delay is over (D48).

import type { Deps } from '../../deps.js';
import { HOUR_MS } from '../../domain/base/duration.js';
import { positionChange } from '../../domain/money/apply-payment.js';
import { writeBooks } from '../../store/money/books.js';
import { lockUnreleased } from '../../store/orders/due-orders.js';

const BATCH = 200;

export async function releaseFunds(deps: Pick<Deps, 'db' | 'clock' | 'random' | 'settings'>): Promise<void> {
  const now = deps.clock.now();
  const paidBefore = now - deps.settings.releaseDelayHours * HOUR_MS;
  for (let count = BATCH; count > 0; ) {
    count = await deps.db.transaction(async (tx) => {
      const due = await lockUnreleased(tx, paidBefore, BATCH);
      if (due.length === 0) return 0;
      const orders = due.map((order) => ({ order: { ...order, released: true }, events: [] }));
      const entries = due.map((order) => ({
        scope: order.scope,
        id: deps.random.uuid(now),
        kind: 'release' as const,
        orderId: order.uuid,
        paymentId: null,
        postings: positionChange(order, { ...order, released: true }),
        createdAt: now,
        actor: 'service',
      }));
      await writeBooks(tx, { orders, entries, payments: [] });
      return due.length;
    });
  }
}
