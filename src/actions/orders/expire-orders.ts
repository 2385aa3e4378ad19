// Expires orders whose time has passed (D36), in batches. Several nodes may run this at once without duplicate work.
import type { Deps } from '../../deps.js';
import { changeTime, type Order } from '../../domain/orders/order.js';
import type { Queryable } from '../../store/db.js';
import { inAllShards, shardOf } from '../../store/in-shards.js';
import { writeBooks } from '../../store/money/books.js';
import { lockDueOnClock, lockDueOrders } from '../../store/orders/due-orders.js';

const BATCH = 200;

/** Expires all orders that are due now, except those on a test clock. */
export async function expireOrders(deps: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  const now = deps.clock.now();
  const expired = await inAllShards(deps.db, async (db) => [
    await inBatches({ ...deps, db }, now, (tx) => lockDueOrders(tx, now, BATCH)),
  ]);
  return expired.reduce((total, count) => total + count, 0);
}

/** Expires all orders that are due on a test clock, before the call that advanced the clock returns (D47). */
export async function expireOnClock(
  deps: Pick<Deps, 'db' | 'clock'>,
  accountId: string,
  clock: { id: string; frozenTime: number },
): Promise<number> {
  const db = shardOf(deps.db, accountId);
  return inBatches({ ...deps, db }, clock.frozenTime, (tx) => lockDueOnClock(tx, accountId, clock, BATCH));
}

async function inBatches(
  deps: Pick<Deps, 'db' | 'clock'>,
  now: number,
  lock: (tx: Queryable) => Promise<Order[]>,
): Promise<number> {
  for (let total = 0; ; ) {
    const count = await deps.db.transaction(async (tx) => {
      const due = await lock(tx);
      const orders = due.map((order) => ({
        order: { ...order, status: 'expired' as const, updatedAt: changeTime(order, now) },
        events: ['charge.expired' as const],
      }));
      if (orders.length > 0) await writeBooks({ tx, clock: deps.clock }, { orders, entries: [], payments: [] });
      return orders.length;
    });
    total += count;
    if (count === 0) return total; // a full batch may come back smaller: some were paid while it waited for them
  }
}
