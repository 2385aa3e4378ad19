// Owns point_cards: card numbers, for points that give each order its own card (D60). A card is first reserved for an
// order, for minutes, and held only by the statement that stores the order. So an order that is refused, or lost in a
// crash, keeps no card (D77).
import type { Queryable } from '../db.js';
import { type Sql, sql } from '../sql.js';

/** Adds cards to a point's pool. Cards that are already in it do not change. */
export async function addCards(db: Queryable, code: string, cards: readonly string[]): Promise<void> {
  await db.query(sql`
    insert into point_cards (point_code, card_number)
    select ${code}, unnest(${cards}::text[])
    on conflict do nothing`);
}

export type CardReservation = {
  readonly point: string;
  readonly orderId: string;
  readonly accountId: string;
  readonly now: number;
  /** When the reservation runs out, unless the order is stored before. */
  readonly until: number;
};

/**
 * Reserves a free card for an order. Returns null if none is left, or if the account has `share` cards already.
 * Concurrent calls get different cards.
 */
export async function reserveCard(db: Queryable, wanted: CardReservation, share: number): Promise<string | null> {
  const { point, orderId, accountId } = wanted;
  const now = new Date(wanted.now);
  const rows = await db.query<{ card_number: string }>(sql`
    update point_cards
    set order_id = ${orderId}, account_id = ${accountId}, free_at = ${new Date(wanted.until)}
    where point_code = ${point}
      and card_number = (
        select card_number
        from point_cards
        where point_code = ${point}
          and (free_at is null or free_at <= ${now})
          and (
            select count(*)
            from point_cards used
            where used.point_code = ${point}
              and used.account_id = ${accountId}
              and used.free_at > ${now}) < ${share}
        order by free_at nulls first, card_number
        limit 1
        for update skip locked)
    returning card_number`);
  return rows[0]?.card_number ?? null;
}

/** Whether a point has a card that nobody uses. */
export async function hasFreeCard(
  db: Queryable,
  { point, now }: Pick<CardReservation, 'point' | 'now'>,
): Promise<boolean> {
  const rows = await db.query(sql`
    select card_number
    from point_cards
    where point_code = ${point}
      and (free_at is null or free_at <= ${new Date(now)})
    limit 1`);
  return rows.length > 0;
}

/** How many cards of a point an account has in use, resting ones included. */
export async function countCardsOf(
  db: Queryable,
  { point, accountId, now }: Pick<CardReservation, 'point' | 'accountId' | 'now'>,
): Promise<number> {
  const rows = await db.query<{ count: bigint }>(sql`
    select count(*) as count
    from point_cards
    where point_code = ${point}
      and account_id = ${accountId}
      and free_at > ${new Date(now)}`);
  return Number(rows[0]?.count ?? 0);
}

/** Frees the card of an order that was not stored. Does nothing if the order was stored after all. */
export async function giveBackCard(db: Queryable, { point, orderId, until }: CardReservation): Promise<void> {
  await db.query(sql`
    update point_cards
    set order_id = null, account_id = null, free_at = null
    where point_code = ${point}
      and order_id = ${orderId}
      and free_at = ${new Date(until)}`);
}

/** Frees the card of an order that has ended before its time, after its quarantine. */
export async function restCard(
  tx: Queryable,
  { point, orderId, freeAt }: { readonly point: string; readonly orderId: string; readonly freeAt: number },
): Promise<void> {
  await tx.query(sql`
    update point_cards
    set free_at = least(free_at, ${new Date(freeAt)})
    where point_code = ${point}
      and order_id = ${orderId}`);
}

/** After a restore: a card that seems free may have been given to an order after the backup. Returns how many rest. */
export async function restAllCards(
  tx: Queryable,
  { now, until }: { readonly now: number; readonly until: number },
): Promise<number> {
  const rows = await tx.query<{ point_code: string }>(sql`
    update point_cards
    set free_at = ${new Date(until)}
    where free_at is null
      or free_at <= ${new Date(now)}
    returning point_code`);
  return rows.length;
}

export async function countCards(db: Queryable, code: string): Promise<number> {
  const rows = await db.query<{ count: bigint }>(sql`
    select count(*) as count
    from point_cards
    where point_code = ${code}`);
  return Number(rows[0]?.count ?? 0);
}

/** The cards of every point, and how many of them are in use or rest. */
export async function readCardUses(
  db: Queryable,
  now: number,
): Promise<{ readonly point: string; readonly used: number; readonly total: number }[]> {
  return db.query(sql`
    select point_code as point, (count(*) filter (where free_at > ${new Date(now)}))::integer as used,
      count(*)::integer as total
    from point_cards
    group by point_code
    order by point_code`);
}

/** A card that was reserved for an order. */
export type ReservedCard = { readonly point: string; readonly cardNumber: string; readonly orderId: string };

/**
 * For the statement that stores orders: those whose card is still reserved for them. The lock keeps anyone else from
 * taking a card whose reservation runs out at this moment.
 */
export function stillReserved(cards: readonly ReservedCard[]): Sql {
  return sql`
    select point_cards.order_id
    from unnest(${cards.map(({ point }) => point)}::text[], ${cards.map(({ cardNumber }) => cardNumber)}::text[],
      ${cards.map(({ orderId }) => orderId)}::uuid[]) as wanted(point_code, card_number, order_id)
    join point_cards
      on point_cards.point_code = wanted.point_code
      and point_cards.card_number = wanted.card_number
      and point_cards.order_id = wanted.order_id
    for update of point_cards`;
}

/** Holds the cards of the orders that were stored, until they expire and for the quarantine after that. */
export const HELD_CARDS = sql`
  update point_cards
  set free_at = to_timestamp(input.card_free_ms / 1000.0)
  from input
  where point_cards.point_code = input.point_code
    and point_cards.card_number = input.card_number
    and point_cards.order_id = any(array(select id from new_orders))`;

/** The same as a statement of its own. `freeAt` has the end of each order's quarantine. */
export function heldCards(cards: readonly ReservedCard[], freeAt: ReadonlyMap<string, number>): Sql {
  return sql`
    update point_cards
    set free_at = held.free_at
    from unnest(${cards.map(({ point }) => point)}::text[], ${cards.map(({ cardNumber }) => cardNumber)}::text[],
      ${cards.map(({ orderId }) => new Date(freeAt.get(orderId) ?? 0))}::timestamptz[]) as held(point_code, card_number, free_at)
    where point_cards.point_code = held.point_code
      and point_cards.card_number = held.card_number`;
}
