// Lists e-mails and SMS together, for the pages that show what customers were told. Others write them.
import type { Scope } from '../../domain/accounts/account.js';
import { isUuid } from '../../domain/base/identity.js';
import type { PageAsk } from '../../domain/base/paging.js';
import type { Channel, Message, WholeMessage } from '../../domain/messages/message.js';
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

export type MessageFilter = {
  readonly channel: Channel | null;
  readonly state: 'failed' | null;
  /** Of the order; of one merchant alone, because a folio is theirs. */
  readonly folio: string | null;
};

/**
 * One merchant's, or those of all for the operator; newest first, one more than a page if there are more. Each half
 * follows an index of its own, whatever the page. A reminder that waits for its time is none yet: its order shows it.
 */
export async function listMessages(
  db: Queryable,
  scope: Scope | null,
  filter: MessageFilter,
  ask: PageAsk,
): Promise<ListedMessage[]> {
  const isDown = ask.towards === 'next';
  const limit = ask.limit + 1;
  const direction = isDown ? sql`created_at desc, id desc` : sql`created_at, id`;
  const half = (channel: Channel, rows: Sql, isMessage: Sql) => sql`(
      ${rows}
      where ${whose(scope)}
        and ${filter.state === 'failed' ? sql`state = 'failed'` : isMessage}
        and ${ofOrder(scope, filter)}
        and ${beyond(ask)}
      order by ${direction}
      limit ${filter.channel === null || filter.channel === channel ? limit : 0})`;
  const rows = await db.query<Flat<ListedMessage>>(reading(scope)`
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
  return rows.map(withScope<ListedMessage>);
}

const COLUMNS = 'channel, account_id, livemode, order_id, id, kind, recipient, state, reason, created_at';
const EMAILS = sql`
      select 'email' as channel, account_id, livemode, order_id, id, kind, recipient, state, reason, created_at
      from emails`;
const SMS = sql`
      select 'sms', account_id, livemode, order_id, id, 'instructions', phone,
        case state when 'sending' then 'queued' else state end, null, created_at
      from sms_messages`;

function whose(scope: Scope | null): Sql {
  return scope === null ? sql`true` : ofScope(scope);
}

function ofOrder(scope: Scope | null, { folio }: MessageFilter): Sql {
  if (scope === null || folio === null) return sql`true`;
  return sql`order_id = (
          select id
          from orders
          where ${ofScope(scope)}
            and folio = ${folio})`;
}

function beyond({ at, towards }: PageAsk): Sql {
  const cursor = at === null ? null : parseMessageCursor(at);
  if (cursor === null) return sql`true`;
  const place = sql`(${new Date(cursor.createdAt)}::timestamptz, ${cursor.id}::uuid)`;
  return towards === 'previous' ? sql`(created_at, id) > ${place}` : sql`(created_at, id) < ${place}`;
}

/** How many have failed since then; counts up to `most`. */
export async function countFailed(
  db: Queryable,
  scope: Scope | null,
  { since, most }: { readonly since: number; readonly most: number },
): Promise<number> {
  const failed = (table: Sql) => sql`(
    select 1
    from ${table}
    where ${whose(scope)}
      and state = 'failed'
      and created_at >= ${new Date(since)}
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
    where ${whose(scope)}
      and order_id = ${orderId}
      and id = ${id}`);
  return rows[0] === undefined ? null : withScope<WholeMessage>(rows[0]);
}
