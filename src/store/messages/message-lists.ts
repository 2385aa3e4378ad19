// Lists e-mails and SMS together, for the pages that show what customers were told. Others write them.
import type { Scope } from '../../domain/accounts/account.js';
import { isUuid } from '../../domain/base/identity.js';
import { isLive, type Mode } from '../../domain/base/mode.js';
import type { PageAsk } from '../../domain/base/paging.js';
import type { Channel, Message, WholeMessage } from '../../domain/messages/message.js';
import { WALKED, type Walked } from '../bounded-walk.js';
import type { Queryable } from '../db.js';
import { type Flat, ofScope, withScope } from '../scope.js';
import { join, named, raw, reading, type Sql, sql } from '../sql.js';

/** A message in a list, with the folio and the customer of its order and the name of its merchant. */
export type ListedMessage = Message & { readonly folio: string; readonly customer: string; readonly account: string };

type Cursor = Pick<Message, 'createdAt' | 'id'>;

/** The cursor of a message in its list. */
export function messageCursor({ createdAt, id }: Cursor): string {
  return `${createdAt}.${id}`;
}

export function parseMessageCursor(text: string): Cursor | null {
  const [, time = '', id = ''] = /^(\d{1,15})\.([0-9a-f-]{36})$/.exec(text) ?? [];
  return isUuid(id) ? { createdAt: Number(time), id } : null;
}

/** One merchant's messages, or those of all in one mode for the operator. */
export type Whose = Scope | { readonly accountId: null; readonly mode: Mode };

type MessageFilter = {
  readonly channel: Channel | null;
  readonly state: 'failed' | null;
  /** Of the order; of one merchant alone, because a folio is theirs. */
  readonly folio: string | null;
};

/**
 * Newest first. Each half follows an index of its own, whatever the page. A reminder that waits for its time is none yet: its
 * order shows it.
 */
export async function walkMessages(
  db: Queryable,
  whose: Whose,
  filter: MessageFilter,
  ask: PageAsk,
): Promise<Walked<ListedMessage>> {
  const isDown = ask.towards === 'next';
  const limit = ask.limit + 1;
  const direction = isDown ? sql`created_at desc, id desc` : sql`created_at, id`;
  const end = whose.accountId === null ? await endOfWalk(db, filter, ask) : null;
  const half = (channel: Channel, rows: Sql, isMessage: Sql) => sql`(
      ${rows}
      where ${isOf(whose)}
        and ${filter.state === 'failed' ? sql`state = 'failed'` : isMessage}
        and ${ofOrder(whose, filter)}
        and ${beyond(ask)}
        and ${end === null ? raw('true') : isDown ? sql`(created_at, id) >= ${placeOf(end)}` : sql`(created_at, id) <= ${placeOf(end)}`}
      order by ${direction}
      limit ${filter.channel === null || filter.channel === channel ? limit : 0})`;
  const rows = await db.query<Flat<ListedMessage>>(reading(whose.accountId === null ? null : whose)`
    select ${named(COLUMNS, 'm')}, coalesce(o.folio, '') as folio, coalesce(o.customer_name, '') as customer, coalesce(a.name, '') as account
    from (
      select ${raw(COLUMNS)}
      from (
        ${join([half('email', EMAILS, sql`(kind <> 'expiring' or state <> 'queued')`), half('sms', SMS, sql`true`)], ' union all ')}) both_halves
      order by ${direction}
      limit ${limit}) m
    left join lateral (
      select folio, customer_name
      from orders
      where orders.account_id = m.account_id
        and orders.livemode = m.livemode
        and orders.id = m.order_id
      limit 1) o on true
    left join accounts a on a.id = m.account_id
    order by ${isDown ? sql`m.created_at desc, m.id desc` : sql`m.created_at, m.id`}`);
  return { rows: rows.map(withScope<ListedMessage>), end: end && messageCursor(end) };
}

/** Where a walk through all merchants' messages ends: as far as the half that ends first. null: both are walked to their end. */
async function endOfWalk(db: Queryable, { channel, state }: MessageFilter, ask: PageAsk): Promise<Cursor | null> {
  const direction = ask.towards === 'next' ? sql`created_at desc, id desc` : sql`created_at, id`;
  const half = (one: Channel, table: Sql) => sql`(
      select created_at, id
      from ${table}
      where ${state === 'failed' ? sql`state = 'failed'` : sql`true`}
        and ${beyond(ask)}
      order by ${direction}
      offset ${WALKED}
      limit ${channel === null || channel === one ? 1 : 0})`;
  const [end] = await db.query<Cursor>(reading(null)`
    select created_at as "createdAt", id
    from (${half('email', sql`emails`)} union all ${half('sms', sql`sms_messages`)}) ends
    order by ${direction}
    limit 1`);
  return end ?? null;
}

const COLUMNS = 'channel, account_id, livemode, order_id, id, kind, recipient, state, reason, created_at';
const EMAILS = sql`
      select 'email' as channel, account_id, livemode, order_id, id, kind, recipient, state, reason, created_at
      from emails`;
const SMS = sql`
      select 'sms', account_id, livemode, order_id, id, 'instructions', phone,
        case state when 'sending' then 'queued' else state end, null, created_at
      from sms_messages`;

function isOf(whose: Whose): Sql {
  return whose.accountId === null ? sql`livemode = ${isLive(whose.mode)}` : ofScope(whose);
}

function ofOrder(whose: Whose, { folio }: MessageFilter): Sql {
  if (whose.accountId === null || folio === null) return sql`true`;
  return sql`order_id = (
          select id
          from orders
          where ${ofScope(whose)}
            and folio = ${folio})`;
}

function beyond({ at, towards }: PageAsk): Sql {
  const cursor = at === null ? null : parseMessageCursor(at);
  if (cursor === null) return sql`true`;
  return towards === 'previous'
    ? sql`(created_at, id) > ${placeOf(cursor)}`
    : sql`(created_at, id) < ${placeOf(cursor)}`;
}

function placeOf({ createdAt, id }: Cursor): Sql {
  return sql`(${new Date(createdAt)}::timestamptz, ${id}::uuid)`;
}

/** How many have failed since then; counts up to `most`, of all merchants' among the newest that a page looks at. */
export async function countFailed(
  db: Queryable,
  whose: Whose,
  { since, most }: { readonly since: number; readonly most: number },
): Promise<number> {
  const failed = (table: Sql) => sql`(
    select 1
    from (
      select livemode
      from ${table}
      where ${whose.accountId === null ? sql`true` : ofScope(whose)}
        and state = 'failed'
        and created_at >= ${new Date(since)}
      order by created_at desc, id desc
      limit ${WALKED}) newest
    where livemode = ${isLive(whose.mode)}
    limit ${most})`;
  const rows = await db.query(sql`
    ${failed(sql`emails`)}
    union all
    ${failed(sql`sms_messages`)}
    limit ${most}`);
  return rows.length;
}

/** One message; null if this merchant has none like it. */
export async function findMessage(
  db: Queryable,
  scope: Scope,
  { channel, orderId, id }: { readonly channel: Channel; readonly orderId: string; readonly id: string },
): Promise<WholeMessage | null> {
  if (!isUuid(orderId) || !isUuid(id)) return null;
  const fields =
    channel === 'email'
      ? sql`'email' as channel, kind, recipient, state, reason, subject, nullif(body, '') as text, attempts, reply,
          due_at as "dueAt", ended_at as "endedAt"`
      : sql`'sms' as channel, 'instructions' as kind, phone as recipient,
          case state when 'sending' then 'queued' else state end as state, null as reason, null as subject,
          nullif(text, '') as text, 1 as attempts, null as reply, null as "dueAt", null as "endedAt"`;
  const rows = await db.query<Flat<WholeMessage>>(sql`
    select ${fields}, ${named('account_id, livemode, order_id, id, created_at')}
    from ${channel === 'email' ? sql`emails` : sql`sms_messages`}
    where ${ofScope(scope)}
      and order_id = ${orderId}
      and id = ${id}`);
  return rows[0] === undefined ? null : withScope<WholeMessage>(rows[0]);
}
