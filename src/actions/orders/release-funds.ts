// Releases the net amount of paid orders to the merchant once the settlement delay is over (D48), by the clock of the order.

import type { Deps } from '../../deps.js';
import { HOUR_MS } from '../../domain/base/duration.js';
import { positionChange } from '../../domain/money/apply-payment.js';
import type { Order } from '../../domain/orders/order.js';
import type { Queryable } from '../../store/db.js';
import { inAllShards, shardOf } from '../../store/in-shards.js';
import { writeBooks } from '../../store/money/books.js';
import { lockUnreleased, lockUnreleasedOnClock } from '../../store/orders/due-orders.js';

type ReleaseDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'settings'>;

const BATCH = 200;

/** All orders that are due now, except those on a test clock. */
export async function releaseFunds(deps: ReleaseDeps): Promise<void> {
  const paidBefore = deps.clock.now() - delayOf(deps);
  await inAllShards(deps.db, async (db) => {
    await inBatches({ ...deps, db }, (tx) => lockUnreleased(tx, paidBefore, BATCH));
    return [];
  });
}

/** All orders that are due on a test clock, before the call that advanced the clock returns (D47). */
export function releaseFundsOnClock(
  deps: ReleaseDeps,
  accountId: string,
  clock: { readonly id: string; readonly frozenTime: number },
): Promise<void> {
  const paid = { onClock: clock.id, before: clock.frozenTime - delayOf(deps) };
  return inBatches({ ...deps, db: shardOf(deps.db, accountId) }, (tx) =>
    lockUnreleasedOnClock(tx, accountId, paid, BATCH),
  );
}

function delayOf({ settings }: ReleaseDeps): number {
  return settings.releaseDelayHours * HOUR_MS;
}

async function inBatches(deps: ReleaseDeps, lock: (tx: Queryable) => Promise<Order[]>): Promise<void> {
  for (let count = BATCH; count > 0; ) {
    count = await deps.db.transaction(async (tx) => {
      const due = await lock(tx);
      if (due.length === 0) return 0;
      const now = deps.clock.now(); // after the locks: whoever waited for one books when it is done
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
      await writeBooks({ tx, clock: deps.clock }, { orders, entries, payments: [] });
      return due.length;
    });
  }
}
