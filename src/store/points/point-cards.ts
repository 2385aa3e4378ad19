// Owns point_cards: card numbers, for points that give each order its own card (D60). A card is first reserved for an
// order, for minutes, and held only with the order that is stored. So an order that is refused, or lost in a crash, keeps no card
// (D77).
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

/** A card that was reserved, and the order that it was reserved for or held by before, if any. */
export type ReservedCard = {
  readonly cardNumber: string;
  readonly former: { readonly orderId: string; readonly accountId: string } | null;
};

/**
 * Reserves a free card for an order. Returns null if none is left, or if the account has `share` cards already.
 * Concurrent calls get different cards.
 */
export async function reserveCard(db: Queryable, wanted: CardReservation, share: number): Promise<ReservedCard | null> {
  const { point, orderId, accountId } = wanted;
  const now = new Date(wanted.now);
  const [row] = await db.query<{ card_number: string; order_id: string | null; account_id: string | null }>(sql`
    with free as materialized (
      select card_number, order_id, account_id
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
      for update skip locked
    )
    update point_cards
    set order_id = ${orderId}, account_id = ${accountId}, free_at = ${new Date(wanted.until)}
    from free
    where point_cards.point_code = ${point}
      and point_cards.card_number = free.card_number
    returning free.card_number, free.order_id, free.account_id`);
  if (row === undefined) return null;
  const { card_number: cardNumber, order_id: formerId, account_id: formerAccount } = row;
  const former = formerId === null || formerAccount === null ? null : { orderId: formerId, accountId: formerAccount };
  return { cardNumber, former };
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

/**
 * Frees the card of an order that was not stored. Does nothing if the order was stored after all. Whose it was is kept: on a cluster
 * the order may be there all the same (see memory/cards.ts).
 */
export async function giveBackCard(db: Queryable, { point, orderId, until }: CardReservation): Promise<void> {
  await db.query(sql`
    update point_cards
    set free_at = null
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
  readonly accountId: string;
  readonly freeAt: number;
};

/**
 * Which of these cards are still reserved for their orders. Until the transaction ends nobody else takes a card whose reservation runs
 * out at this moment.
 */
export async function lockReserved(tx: Queryable, cards: readonly HeldCard[]): Promise<Set<string>> {
  const rows = await tx.query<{ order_id: string }>(sql`
    select point_cards.order_id
    from unnest(${cards.map(({ point }) => point)}::text[], ${cards.map(({ cardNumber }) => cardNumber)}::text[],
      ${cards.map(({ orderId }) => orderId)}::uuid[]) as wanted(point_code, card_number, order_id)
    join point_cards
      on point_cards.point_code = wanted.point_code
      and point_cards.card_number = wanted.card_number
      and point_cards.order_id = wanted.order_id
    for update of point_cards`);
  return new Set(rows.map(({ order_id }) => order_id));
}

/** From now on these orders have these cards. */
export async function holdCards(db: Queryable, cards: readonly HeldCard[]): Promise<void> {
  if (cards.length === 0) return;
  await db.query(sql`
    update point_cards
    set order_id = held.order_id, account_id = held.account_id, free_at = held.free_at
    from unnest(${cards.map(({ point }) => point)}::text[], ${cards.map(({ cardNumber }) => cardNumber)}::text[],
      ${cards.map(({ orderId }) => orderId)}::uuid[], ${cards.map(({ accountId }) => accountId)}::uuid[],
      ${cards.map(({ freeAt }) => new Date(freeAt))}::timestamptz[])
      as held(point_code, card_number, order_id, account_id, free_at)
    where point_cards.point_code = held.point_code
      and point_cards.card_number = held.card_number`);
}
