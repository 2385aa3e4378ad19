// Stores and reads orders for requests. Concurrent requests share a statement.
import type { Scope } from '../domain/accounts/account.js';
import type { Order } from '../domain/orders/order.js';
import { AppError } from '../errors/errors.js';
import type { Db } from '../store/db.js';
import { shardOf, wasSplit } from '../store/in-shards.js';
import { insertOrders, type NewOrder } from '../store/orders/new-orders.js';
import { findOrdersForCustomers } from '../store/orders/orders.js';
import { coalesce, type SharingOptions } from './coalesce.js';
import { createOrderReads } from './order-reads.js';

export type Orders = {
  /** False: the folio is taken, or the idempotency key already has an answer. Nothing was stored. */
  insert(order: NewOrder): Promise<boolean>;
  find(scope: Scope, uuid: string): Promise<Order | null>;
  /** For a customer who was given the id, in any scope: the random bits of the id are the secret (D59). */
  findForCustomer(uuid: string): Promise<Order | null>;
};

export function createOrders(db: Db, options: SharingOptions): Orders {
  const insert = perShard(db, (shard) =>
    coalesce({
      run: (orders: readonly NewOrder[]) => insertOrders(db, shard, orders),
      maxQueued: options.maxQueued,
      onBatch: options.onBatch?.('orders.insert'),
    }),
  );
  const find = perShard(db, (shard) =>
    createOrderReads(shard, { ...options, isThere: () => db.shards === null || db.shards.all().includes(shard) }),
  );
  const findOfAnyone = coalesce({
    run: (uuids: readonly string[]) => findOrdersForCustomers(db, uuids),
    maxQueued: options.maxQueued,
  });
  return {
    insert: followSplits(db, (order) => insert(order.order.scope.accountId)(order)),
    findForCustomer: async (uuid) => {
      const found = await findOfAnyone(uuid);
      if (found === 'lost') throw new AppError('unavailable');
      return found;
    },
    find: followSplits(db, (scope, uuid) => find(scope.accountId)({ scope, uuid })),
  };
}

/** Callers who shared a statement at a shard that was split meanwhile ask once more, each where their account is now. */
function followSplits<Asked extends readonly unknown[], Result>(
  db: Db,
  ask: (...asked: Asked) => Promise<Result>,
): (...asked: Asked) => Promise<Result> {
  if (db.shards === null) return ask;
  return (...asked) =>
    ask(...asked).catch((error: unknown) => {
      if (!wasSplit(error)) throw error;
      return ask(...asked);
    });
}

/**
 * Callers share a statement with those whose rows are at the same shard. What was kept of a shard that has moved is forgotten with
 * it: a version of an order (store/orders/order-versions.ts) means something at one node alone.
 */
function perShard<Kept>(db: Db, make: (shard: Db) => Kept): (accountId: string) => Kept {
  const known = new WeakMap<Db, Kept>();
  return (accountId) => {
    const shard = shardOf(db, accountId);
    const before = known.get(shard);
    if (before !== undefined) return before;
    const made = make(shard);
    known.set(shard, made);
    return made;
  };
}
