// Stores and reads orders for requests. Concurrent requests share a statement.
import type { Scope } from '../domain/accounts/account.js';
import type { Order } from '../domain/orders/order.js';
import type { Db } from '../store/db.js';
import { insertOrders, type NewOrder } from '../store/orders/new-orders.js';
import { findOrdersForCustomers } from '../store/orders/orders.js';
import { coalesce, type SharingOptions } from './coalesce.js';
import { createOrderReads } from './order-reads.js';
import { perShard } from './per-shard.js';

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
  const find = perShard(db, (shard) => createOrderReads(shard, options));
  const findForCustomer = coalesce({
    run: (uuids: readonly string[]) => findOrdersForCustomers(db, uuids),
    maxQueued: options.maxQueued,
  });
  return {
    insert: (order) => insert(order.order.scope.accountId)(order),
    findForCustomer,
    find: (scope, uuid) => find(scope.accountId)({ scope, uuid }),
  };
}
