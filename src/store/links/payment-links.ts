// Owns payment_links and payment_link_uses (D67). A use is counted by the transaction that stores its order, so that the
// count is right after a crash and among any number of customers.
import type { Scope } from '../../domain/accounts/account.js';
import { isLive } from '../../domain/base/mode.js';
import type { Currency } from '../../domain/base/money.js';
import type { PageAsk } from '../../domain/base/paging.js';
import type { PaymentLink } from '../../domain/links/payment-link.js';
import type { Db, Queryable } from '../db.js';
import { findInShards, inAllShards } from '../in-shards.js';
import { listPlace } from '../list-place.js';
import { type Flat, ofScope, withScope } from '../scope.js';
import { named, reading, sql } from '../sql.js';

const LINK_COLUMNS = named(
  `account_id, livemode, id, product_id, product_name, image_url, price_amount, price_currency, success_url, failure_url, phone,
  extras, max_uses, uses, created_at, expires_at, deactivated_at, counted_at`,
);

export async function insertLink(tx: Queryable, link: PaymentLink): Promise<void> {
  const { scope, product, price, returnUrls } = link;
  await tx.query(sql`
    insert into payment_links (account_id, livemode, id, product_id, product_name, image_url, price_amount, price_currency,
      success_url, failure_url, phone, extras, max_uses, created_at, expires_at)
    values (${scope.accountId}, ${isLive(scope.mode)}, ${link.id}, ${product.id}, ${product.name}, ${product.imageUrl},
      ${price.amount}, ${price.currency}, ${returnUrls.success}, ${returnUrls.failure}, ${link.phone},
      ${JSON.stringify(link.extras)}, ${link.maxUses}, ${new Date(link.createdAt)}, ${toDate(link.expiresAt)})`);
}

export async function findLink(db: Queryable, scope: Scope, id: string): Promise<PaymentLink | null> {
  const rows = await db.query<LinkRow>(sql`
    select ${LINK_COLUMNS}
    from payment_links
    where ${ofLink({ scope, id })}`);
  return rows[0] === undefined ? null : toLink(rows[0]);
}

/** For customers, who have the id alone. Never use it for a merchant's request (D19). */
export async function findLinkOfAnyone(db: Db, id: string): Promise<PaymentLink | null> {
  const statement = sql`
    select ${LINK_COLUMNS}
    from payment_links
    where id = ${id}`;
  const row = await findInShards<LinkRow>(db, statement);
  return row === null ? null : toLink(row);
}

export async function lockLink(tx: Queryable, scope: Scope, id: string): Promise<PaymentLink | null> {
  const rows = await tx.query<LinkRow>(sql`
    select ${LINK_COLUMNS}
    from payment_links
    where ${ofLink({ scope, id })}
    for update`);
  return rows[0] === undefined ? null : toLink(rows[0]);
}

/** Newest first, one more than a page if there are more. */
export async function listLinks(db: Queryable, scope: Scope, ask: PageAsk): Promise<PaymentLink[]> {
  const { place, order } = listPlace('id', ask);
  const rows = await db.query<LinkRow>(reading(scope)`
    select ${LINK_COLUMNS}
    from payment_links
    where ${ofScope(scope)}
      and ${place}
    ${order}
    limit ${ask.limit + 1}`);
  return rows.map(toLink);
}

export async function updateLink(tx: Queryable, link: PaymentLink): Promise<void> {
  const { product, price, returnUrls } = link;
  await tx.query(sql`
    update payment_links
    set product_name = ${product.name}, image_url = ${product.imageUrl}, price_amount = ${price.amount},
      price_currency = ${price.currency}, success_url = ${returnUrls.success}, failure_url = ${returnUrls.failure},
      phone = ${link.phone}, max_uses = ${link.maxUses}, expires_at = ${toDate(link.expiresAt)}
    where ${ofLink(link)}`);
}

export async function deactivateLink(tx: Queryable, link: LinkKey, at: number): Promise<void> {
  await tx.query(sql`
    update payment_links
    set deactivated_at = ${new Date(at)}
    where ${ofLink(link)}`);
}

/**
 * Counts a use by this order, which the same transaction stores. False: the link has ended or is used up. Others who use
 * the link wait for the end of the transaction.
 */
export async function countUse(tx: Queryable, link: LinkKey, orderId: string, now: number): Promise<boolean> {
  const counted = await tx.query(sql`
    with counted as (
      update payment_links
      set uses = uses + 1
      where ${ofLink(link)}
        and deactivated_at is null
        and (expires_at is null or expires_at > ${new Date(now)})
        and (max_uses is null or uses < max_uses)
      returning account_id, livemode, id, max_uses
    ), new_uses as (
      insert into payment_link_uses (account_id, livemode, link_id, order_id)
      select account_id, livemode, id, ${orderId}::uuid
      from counted
      where max_uses is not null
    )
    select 1
    from counted`);
  return counted.length > 0;
}

/** Takes back the uses of orders that ended unpaid. Lock the link first. */
export async function freeUses(tx: Queryable, link: LinkKey, now: number): Promise<void> {
  const ended = await tx.query<{ order_id: string }>(sql`
    select uses.order_id
    from payment_link_uses uses
    join orders on orders.account_id = uses.account_id
      and orders.livemode = uses.livemode
      and orders.id = uses.order_id
    where ${ofScope(link.scope, 'uses.')}
      and uses.link_id = ${link.id}
      and orders.account_id = ${link.scope.accountId}
      and orders.status in ('expired', 'canceled')`);
  const freed = await tx.query(sql`
    delete from payment_link_uses
    where ${ofScope(link.scope)}
      and link_id = ${link.id}
      and order_id = any(${ended.map(({ order_id }) => order_id)}::uuid[])
    returning 1`);
  await tx.query(sql`
    update payment_links
    set uses = uses - ${freed.length}, counted_at = ${new Date(now)}
    where ${ofLink(link)}`);
}

/** So many links are looked at in one step of the purge. */
const PURGED_LINKS = 100;

/** Deletes links that ended before that time, and at most `limit` of their uses. Returns whether there may be more. */
export async function purgeLinks(db: Db, before: number, limit: number): Promise<boolean> {
  const more = await inAllShards(db, async (shard) => [await purgeLinksIn(shard, before, limit)]);
  return more.includes(true);
}

async function purgeLinksIn(db: Queryable, before: number, limit: number): Promise<boolean> {
  const ended = sql`
    select account_id, livemode, id
    from payment_links
    where least(deactivated_at, expires_at) < ${new Date(before)}
    order by least(deactivated_at, expires_at), id
    limit ${PURGED_LINKS}`;
  const uses = await db.query(sql`
    delete from payment_link_uses
    where (account_id, livemode, link_id, order_id) in (
      select uses.account_id, uses.livemode, uses.link_id, uses.order_id
      from (${ended}) as ended
      join payment_link_uses uses on uses.account_id = ended.account_id
        and uses.livemode = ended.livemode
        and uses.link_id = ended.id
      order by uses.order_id
      limit ${limit})
    returning 1`);
  if (uses.length === limit) return true;
  const links = await db.query(sql`
    delete from payment_links
    using (${ended}) as ended
    where payment_links.account_id = ended.account_id
      and payment_links.livemode = ended.livemode
      and payment_links.id = ended.id
      and not exists (
        select from payment_link_uses
        where payment_link_uses.account_id = ended.account_id
          and payment_link_uses.livemode = ended.livemode
          and payment_link_uses.link_id = ended.id)
    returning 1`);
  return links.length === PURGED_LINKS;
}

type LinkKey = Pick<PaymentLink, 'scope' | 'id'>;

function ofLink({ scope, id }: LinkKey) {
  return sql`${ofScope(scope)} and id = ${id}`;
}

type LinkRow = Flat<Omit<PaymentLink, 'product' | 'price' | 'returnUrls'>> & {
  readonly productId: string;
  readonly productName: string;
  readonly imageUrl: string | null;
  readonly priceAmount: bigint;
  readonly priceCurrency: Currency;
  readonly successUrl: string | null;
  readonly failureUrl: string | null;
};

function toLink(row: LinkRow): PaymentLink {
  const { productId, productName, imageUrl, priceAmount, priceCurrency, successUrl, failureUrl, ...flat } = row;
  return {
    ...withScope<Omit<PaymentLink, 'product' | 'price' | 'returnUrls'>>(flat),
    product: { id: productId, name: productName, imageUrl },
    price: { amount: priceAmount, currency: priceCurrency },
    returnUrls: { success: successUrl, failure: failureUrl },
  };
}

function toDate(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms);
}
