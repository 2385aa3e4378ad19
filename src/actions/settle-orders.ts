// Makes the net amount of paid orders available once the settlement delay is over (D48).
import type { Deps } from '../deps.js';
import { positionChange } from '../domain/settle.js';
import { lockSettling } from '../store/due-orders.js';
import { writeOrderChanges } from '../store/order-changes.js';

const BATCH = 200;

export async function settleOrders(deps: Pick<Deps, 'db' | 'clock' | 'random' | 'settings'>): Promise<void> {
  const now = deps.clock.now();
  const paidBefore = now - deps.settings.settlementDelayHours * 3_600_000;
  for (let count = BATCH; count === BATCH; ) {
    count = await deps.db.transaction(async (tx) => {
      const due = await lockSettling(tx, paidBefore, BATCH);
      if (due.length === 0) return 0;
      const orders = due.map((order) => ({ order: { ...order, settled: true }, events: [] }));
      const entries = due.map((order) => ({
        scope: order.scope,
        id: deps.random.uuid(now),
        kind: 'settlement' as const,
        orderId: order.uuid,
        paymentId: null,
        postings: positionChange(order, { ...order, settled: true }),
        createdAt: now,
      }));
      await writeOrderChanges(tx, { orders, entries, payments: [] });
      return due.length;
    });
  }
}
