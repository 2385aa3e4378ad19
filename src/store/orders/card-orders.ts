// Orders that have a card (D77): one is stored only if its card is still reserved for it, and then it holds the card. One PostgreSQL
// does both in one transaction. On a cluster the order is stored at its shard first, while the coordinator keeps the card locked; if the
// coordinator is lost before it commits, the card looks free, and whoever gets it next asks whether it is (memory/cards.ts).
import type { Order } from '../../domain/orders/order.js';
import { CARD_QUARANTINE_MS } from '../../domain/points/pools.js';
import type { Db, Queryable } from '../db.js';
import { shardOf } from '../in-shards.js';
import { type HeldCard, holdCards, lockReserved, type ReservedCard } from '../points/point-cards.js';
import { sql } from '../sql.js';

/** Calls `store` with the orders that may be stored; it says which of them are. */
export function storeWithCards<New extends { readonly order: Order }>(
  db: Db,
  shard: Db,
  orders: readonly New[],
  store: (tx: Queryable, wanted: readonly New[]) => Promise<boolean[]>,
): Promise<boolean[]> {
  const cards = orders.flatMap(({ order }) => cardOf(order));
  return db.transaction(async (tx) => {
    const reserved = await lockReserved(tx, cards);
    const wanted = orders.filter(({ order }) => order.cardNumber === null || reserved.has(order.uuid));
    if (wanted.length === 0) return orders.map(() => false);
    const done = await (db.shards === null ? store(tx, wanted) : shard.transaction((on) => store(on, wanted)));
    const stored = new Set(wanted.filter((_, at) => done[at] === true).map(({ order }) => order.uuid));
    await holdCards(
      tx,
      cards.filter(({ orderId }) => stored.has(orderId)),
    );
    return orders.map(({ order }) => stored.has(order.uuid));
  });
}

function cardOf({ scope, point, cardNumber, uuid, expiry }: Order): HeldCard[] {
  if (point === null || cardNumber === null) return [];
  const freeAt = expiry.at + CARD_QUARANTINE_MS;
  return [{ point: point.code, cardNumber, orderId: uuid, accountId: scope.accountId, freeAt }];
}

/**
 * Until when the order that had this card before needs it; null: no such order is stored. One that was canceled ended when it last
 * changed. Orders of test mode have no cards.
 */
export async function neededUntil(db: Db, { cardNumber, former }: ReservedCard): Promise<number | null> {
  if (former === null) return null;
  const [row] = await shardOf(db, former.accountId).query<{ ended_at: number }>(sql`
    select case status when 'canceled' then least(updated_at, expires_at) else expires_at end as ended_at
    from orders
    where account_id = ${former.accountId}
      and livemode
      and id = ${former.orderId}
      and card_number = ${cardNumber}`);
  return row === undefined ? null : row.ended_at + CARD_QUARANTINE_MS;
}
