// Owns order_texts: what people search orders by. A worker adds the texts of new orders, so making one costs nothing more.
import type { Scope } from '../../domain/accounts/account.js';
import { LAST_UUID } from '../../domain/base/identity.js';
import { isLive } from '../../domain/base/mode.js';
import { gramsOf, type SearchedOrder, searchText } from '../../domain/orders/search-text.js';
import type { Db, Queryable } from '../db.js';
import { askShards, inShards } from '../in-shards.js';
import { type Flat, ofScope } from '../scope.js';
import { join, named, raw, reading, type Sql, sql } from '../sql.js';

type TextedOrder = SearchedOrder & { readonly scope: Scope; readonly uuid: string };

type TextedRow = Flat<Omit<TextedOrder, 'product' | 'customer'>> & {
  readonly productId: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
};

const COLUMNS = named(
  `account_id, livemode, id as uuid, folio, amount, product_id, customer_name as name, customer_email as email,
  customer_phone as phone`,
);

/** The oldest orders of all merchants after that id and before the other; none while a node is lost. Uses the index orders_id. */
export async function listUntexted(
  db: Db,
  { after, before, limit }: { readonly after: string; readonly before: string; readonly limit: number },
): Promise<TextedOrder[]> {
  const statement = sql`
    select ${COLUMNS}
    from orders
    where id > ${after}
      and id < ${before}
    order by id
    limit ${limit}`;
  const { found, isComplete } = await askShards(db, (shard) => shard.query<TextedRow>(statement));
  const orders = isComplete ? found.map(toTexted) : [];
  return orders.sort((one, other) => (one.uuid < other.uuid ? -1 : 1)).slice(0, limit);
}

/** The newest orders of all merchants, for the operator. Uses the index orders_id. */
export async function listNewestOfAll(db: Queryable, limit: number): Promise<TextedOrder[]> {
  const rows = await db.query<TextedRow>(reading(null)`
    select ${COLUMNS}
    from orders
    order by id desc
    limit ${limit}`);
  return rows.map(toTexted);
}

/** The newest orders of a merchant after that id: those that have no text yet. */
export async function listNewest(db: Queryable, scope: Scope, after: string, limit: number): Promise<TextedOrder[]> {
  const rows = await db.query<TextedRow>(reading(scope)`
    select ${COLUMNS}
    from orders
    where (account_id, livemode, id) > (${scope.accountId}, ${isLive(scope.mode)}, ${after})
      and (account_id, livemode, id) <= (${scope.accountId}, ${isLive(scope.mode)}, ${LAST_UUID})
    order by account_id desc, livemode desc, id desc
    limit ${limit}`);
  return rows.map(toTexted);
}

/** What is known already stays: somebody may have erased the customer meanwhile (D80). */
export async function insertTexts(db: Db, orders: readonly TextedOrder[]): Promise<void> {
  await inShards(
    db,
    orders,
    ({ scope }) => scope.accountId,
    (shard, own) => shard.query(sql`${newTexts(own)} on conflict do nothing`),
  );
}

/** Writes the texts of these orders again, from what is left of them. */
export async function renewTexts(tx: Queryable, scope: Scope, ids: readonly string[]): Promise<void> {
  const rows = await tx.query<TextedRow>(sql`
    select ${COLUMNS}
    from orders
    where ${ofScope(scope)}
      and id = any(${ids}::uuid[])`);
  if (rows.length === 0) return;
  await tx.query(sql`
    ${newTexts(rows.map(toTexted))}
    on conflict (account_id, livemode, order_id) do update
    set text = excluded.text, grams = excluded.grams`);
}

function newTexts(orders: readonly TextedOrder[]): Sql {
  const rows = orders.map((order) => {
    const text = searchText(order);
    return {
      account_id: order.scope.accountId,
      livemode: isLive(order.scope.mode),
      order_id: order.uuid,
      text,
      grams: gramsOf(order.scope, text, order.amount),
    };
  });
  return sql`
    insert into order_texts (account_id, livemode, order_id, text, grams)
    select account_id, livemode, order_id, text, grams
    from json_to_recordset(${JSON.stringify(rows)}::json) as row(
      account_id uuid, livemode boolean, order_id uuid, text text, grams integer[])`;
}

export type TextSearch = {
  /** All of them are in the text. */
  readonly words: readonly string[];
  /** A range of ids, which is one of times: `first` is in it, `end` is not. */
  readonly first: string;
  readonly end: string;
  readonly limit: number;
};

export type GramSearch = Pick<TextSearch, 'words' | 'limit'> & { readonly grams: readonly number[] };

/** A range of ids: `first` is in it, `end` is not. */
export type Stretch = Pick<TextSearch, 'first' | 'end'>;

/** The oldest and the newest order with a text in a range; null if there is none. */
export async function endsOfTexts(
  db: Queryable,
  scope: Scope,
  range: Stretch,
): Promise<{ oldest: string; newest: string } | null> {
  const [row] = await db.query<{ oldest: string | null; newest: string | null }>(reading(scope)`
    select (${endOfTexts(scope, range, 'asc')}) as oldest, (${endOfTexts(scope, range, 'desc')}) as newest`);
  const { oldest, newest } = row ?? { oldest: null, newest: null };
  return oldest === null || newest === null ? null : { oldest, newest };
}

function endOfTexts(scope: Scope, { first, end }: Stretch, direction: 'asc' | 'desc'): Sql {
  const towards = raw(direction);
  return sql`
    select order_id
    from order_texts
    where ${ofScope(scope)}
      and order_id >= ${first}
      and order_id < ${end}
    order by account_id ${towards}, livemode ${towards}, order_id ${towards}
    limit 1`;
}

/** The newest texts of each stretch, at most so many of each. */
export async function sampleTexts(
  db: Queryable,
  scope: Scope,
  stretches: readonly Stretch[],
  each: number,
): Promise<string[]> {
  const rows = await db.query<{ text: string }>(reading(scope)`${newestOf(scope, stretches, each)}`);
  return rows.map(({ text }) => text);
}

/** Ids of orders whose text has these words, among the newest ones of each stretch, stretch by stretch. */
export async function walkTexts(
  db: Queryable,
  scope: Scope,
  { words, limit }: Pick<TextSearch, 'words' | 'limit'>,
  { stretches, each }: { readonly stretches: readonly Stretch[]; readonly each: number },
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(reading(scope)`
    select order_id as id
    from (${newestOf(scope, stretches, each)}) walked
    where ${hasEach(words)}
    limit ${limit}`);
  return rows.map(({ id }) => id);
}

function newestOf(scope: Scope, stretches: readonly Stretch[], each: number): Sql {
  return sql`
    select order_id, text
    from unnest(${stretches.map(({ first }) => first)}::uuid[], ${stretches.map(({ end }) => end)}::uuid[])
      as stretch (first_id, end_id)
    cross join lateral (
      select order_id, text
      from order_texts
      where ${ofScope(scope)}
        and order_id >= first_id
        and order_id < end_id
      order by account_id desc, livemode desc, order_id desc
      limit ${each}) newest`;
}

/** Ids of orders whose text has these grams and these words, at most so many, in no order. */
export async function findTexts(
  db: Queryable,
  scope: Scope,
  { words, first, end, limit }: TextSearch,
  grams: readonly number[],
): Promise<string[]> {
  // The grams hold the account, too, so the index alone finds them.
  const rows = await db.query<{ id: string }>(reading(scope)`
    select order_id as id
    from order_texts
    where grams @> ${grams}::integer[]
      and ${hasEach(words)}
      and account_id::text = ${scope.accountId}
      and livemode::text = ${String(isLive(scope.mode))}
      and order_id::text >= ${first}
      and order_id::text < ${end}
    limit ${limit}`);
  return rows.map(({ id }) => id);
}

/**
 * Ids of orders of all merchants that have one of these grams and all of these words, at most so many, in no order. Each
 * merchant has a gram of its own for the same letters, so the index alone finds them.
 */
export async function findTextsOfAll(db: Queryable, { grams, words, limit }: GramSearch): Promise<string[]> {
  const rows = await db.query<{ id: string }>(reading(null)`
    select order_id as id
    from order_texts
    where grams && ${grams}::integer[]
      and ${hasEach(words)}
    limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** The texts that have each of these words. */
export function hasEach(words: readonly string[]): Sql {
  if (words.length === 0) return raw('true');
  return join(
    words.map((word) => sql`text like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`),
    ' and ',
  );
}

function toTexted({ accountId, mode, productId, name, email, phone, uuid, folio, amount }: TextedRow): TextedOrder {
  const [scope, product, customer] = [{ accountId, mode }, { id: productId }, { name, email, phone }];
  return { scope, uuid, folio, amount, product, customer };
}
