// Owns point_cards: card numbers, for points that give each order its own card (D60). A card is first reserved for an
// order, for minutes, and held when the order is stored. So an order that is refused keeps no card (D77).
import type { Queryable } from '../db.js';
import { sql } from '../sql.js';

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

/** A card of an order, and until when nobody else gets it. */
export type HeldCard = {
  readonly point: string;
  readonly cardNumber: string;
  readonly orderId: string;
  readonly freeAt: number;
};

/**
 * Holds these cards, each until the end of its order's quarantine, if they are still reserved for their orders. Returns those orders.
 * It comes before the orders are stored, which may be on another node: a crash in between leaves a card unused for as long, and
 * never gives it to two.
 */
export async function holdCards(db: Queryable, cards: readonly HeldCard[]): Promise<Set<string>> {
  const rows = await db.query<{ order_id: string }>(sql`
    update point_cards
    set free_at = held.free_at
    from unnest(${cards.map(({ point }) => point)}::text[], ${cards.map(({ cardNumber }) => cardNumber)}::text[],
      ${cards.map(({ orderId }) => orderId)}::uuid[], ${cards.map(({ freeAt }) => new Date(freeAt))}::timestamptz[])
      as held(point_code, card_number, order_id, free_at)
    where point_cards.point_code = held.point_code
      and point_cards.card_number = held.card_number
      and point_cards.order_id = held.order_id
    returning point_cards.order_id`);
  return new Set(rows.map(({ order_id }) => order_id));
}
