// Reads orders by id. Concurrent reads share a statement, and orders stay in memory. Every read asks PostgreSQL whether
// the row has changed, so no process ever shows an outdated order. If it has not, only a few bytes are transferred.
import { LRUCache } from 'lru-cache';
import type { Scope } from '../domain/accounts/account.js';
import type { Order } from '../domain/orders/order.js';
import type { Queryable } from '../store/db.js';
import { findChanged, type OrderVersion, readVersions, type WantedOrder } from '../store/orders/order-versions.js';
import { coalesce, type SharingOptions } from './coalesce.js';

/** Orders with large extras are not cached, so this many take only a few megabytes. */
const MOST_KEPT = 5_000;

type Kept = LRUCache<string, OrderVersion>;

type ReadOptions = SharingOptions & {
  /** Whether the shard is still where it was. */
  isThere(): boolean;
};

/** Reads orders of one shard. Returns the same object for as long as the order does not change. */
export function createOrderReads(
  shard: Queryable,
  options: ReadOptions,
): (wanted: WantedOrder) => Promise<Order | null> {
  const kept: Kept = new LRUCache({ max: MOST_KEPT });
  return coalesce({
    run: async (wanted: readonly WantedOrder[]) => {
      const read = await readOrders(shard, kept, wanted);
      if (options.isThere()) return read;
      // Another node has answered, and a version of one means nothing at another: two may be equal by chance.
      kept.clear();
      return readOrders(shard, kept, wanted);
    },
    maxQueued: options.maxQueued,
    onBatch: options.onBatch?.('orders.find'),
  });
}

async function readOrders(db: Queryable, kept: Kept, wanted: readonly WantedOrder[]) {
  const known = new Map<string, OrderVersion>();
  const unknown: WantedOrder[] = [];
  for (const one of wanted) {
    const before = kept.get(one.uuid);
    if (before !== undefined && isOf(one.scope, before.order)) known.set(one.uuid, before);
    else unknown.push(one);
  }
  const [changed, read] = await Promise.all([findChanged(db, known), readVersions(db, unknown)]);
  for (const uuid of changed) known.delete(uuid);
  const readAgain =
    changed.size === 0
      ? []
      : await readVersions(
          db,
          wanted.filter(({ uuid }) => changed.has(uuid)),
        );
  for (const fresh of [...read, ...readAgain]) {
    known.set(fresh.order.uuid, fresh);
    if (fresh.isSmall) kept.set(fresh.order.uuid, fresh);
  }
  return wanted.map(({ scope, uuid }) => {
    const order = known.get(uuid)?.order;
    return order !== undefined && isOf(scope, order) ? order : null;
  });
}

function isOf(scope: Scope, order: Order): boolean {
  return order.scope.accountId === scope.accountId && order.scope.mode === scope.mode;
}
