// Owns webhook_attempts: every attempt to deliver an event, with its request and reply, kept for 30 days.
import type { Scope } from '../../domain/accounts/account.js';
import { firstUuidAt, NIL_UUID } from '../../domain/base/identity.js';
import { isLive } from '../../domain/base/mode.js';
import type { EventKey } from '../../domain/orders/event.js';
import type { DeliveryAttempt } from '../../domain/webhooks/endpoint.js';
import type { Queryable } from '../db.js';
import { ofScope, SCOPE } from '../scope.js';
import { named, reading, type Sql, sql } from '../sql.js';
import type { PurgePage } from '../table.js';

/**
 * Stores the attempts in the CTE `input`, as part of the statement that records outcomes. `bodies` holds the request
 * bodies, one per line. Attempts are numbered here, and these numbers never restart. A delivery's own count does, when
 * its endpoint is switched on or the event is sent again. An attempt that is already stored is skipped. The endpoint is
 * compared so that it matches no index. The index of an endpoint's attempts looks as cheap as the key to a planner that
 * has not seen the endpoint yet, and then every delivery reads all attempts of its endpoint: 866 µs instead of 108 with
 * 4,000 of them.
 */
export function newAttempts(bodies: string): Sql {
  return sql`
    insert into webhook_attempts (account_id, livemode, order_id, sequence, endpoint_id, number, at, duration_ms, url,
      request_headers, request_body, reply_status, reply_headers, reply_body, outcome, reason, next_at)
    select account_id, livemode, order_id, sequence, endpoint_id, coalesce(known.last, 0) + 1, at, duration_ms, url,
      request_headers, (select string_to_array(${bodies}, E'\\n'))[body_line], reply_status, reply_headers, reply_body, outcome,
      reason, next_at
    from input
    cross join lateral (
      select max(a.number) as last, coalesce(bool_or(a.at = input.at), false) as is_stored
      from webhook_attempts a
      where a.account_id = input.account_id
        and a.livemode = input.livemode
        and a.order_id = input.order_id
        and a.sequence = input.sequence
        and a.endpoint_id is not distinct from input.endpoint_id) known
    where not known.is_stored
    on conflict do nothing`;
}

const COLUMNS = named(
  `endpoint_id, number, at, duration_ms, url, request_headers, request_body, reply_status, reply_headers, reply_body, outcome, reason,
  next_at`,
);

type AttemptRow = Omit<DeliveryAttempt, 'request' | 'reply'> & {
  readonly requestHeaders: object;
  readonly requestBody: string;
  readonly replyStatus: number | null;
  readonly replyHeaders: object | null;
  readonly replyBody: string | null;
};

function toAttempt(row: AttemptRow): DeliveryAttempt {
  const { requestHeaders, requestBody, replyStatus: status, replyHeaders, replyBody, ...attempt } = row;
  const reply = status === null ? null : { status, headers: replyHeaders, body: replyBody };
  return { ...attempt, request: { headers: requestHeaders, body: requestBody }, reply };
}

/** Oldest first. */
export async function listAttempts(
  db: Queryable,
  scope: Scope,
  { orderId, sequence }: EventKey,
): Promise<DeliveryAttempt[]> {
  const rows = await db.query<AttemptRow>(reading(scope)`
    select ${COLUMNS}
    from webhook_attempts
    where ${ofScope(scope)}
      and order_id = ${orderId}
      and sequence = ${sequence}
    order by at, endpoint_id, number
    limit 1000`);
  return rows.map(toAttempt);
}

/** The next account and mode with attempts. */
export async function nextAttemptScope(db: Queryable, after: Scope | null): Promise<Scope | null> {
  const rows = await db.query<Scope>(sql`
    select ${SCOPE}
    from webhook_attempts
    where (account_id, livemode) > (${after?.accountId ?? NIL_UUID}::uuid, ${after === null || isLive(after.mode)}::boolean)
    order by account_id, livemode
    limit 1`);
  return rows[0] ?? null;
}

/**
 * Deletes the attempts from before that time, of at most `limit` attempts from the order `from` on. Returns the order to
 * go on from, or null at the end. An order's id holds its time, and its attempts come after it: the primary key finds
 * them, and no younger order is looked at.
 */
export async function purgeAttempts(db: Queryable, scope: Scope, page: PurgePage): Promise<string | null> {
  const [row] = await db.query<{ read: number; last: string | null }>(sql`
    with page as materialized (
      select ctid, order_id, at
      from webhook_attempts
      where ${ofScope(scope)}
        and order_id >= ${page.from}
        and order_id < ${firstUuidAt(page.before)}
      order by order_id
      limit ${page.limit}
    ), gone as (
      delete from webhook_attempts
      where account_id = ${scope.accountId}
        and ctid = any(array(select ctid from page where at < ${new Date(page.before)}))
    )
    select count(*)::integer as read, (select order_id from page order by order_id desc limit 1) as last
    from page`);
  return row === undefined || row.read < page.limit || row.last === page.from ? null : row.last;
}

/** Removes what was sent of these orders and what came back; that it was sent stays known (D80). */
export async function eraseAttempts(tx: Queryable, scope: Scope, orderIds: readonly string[]): Promise<void> {
  await tx.query(sql`
    update webhook_attempts
    set request_body = '{}', reply_headers = null, reply_body = null
    where ${ofScope(scope)}
      and order_id = any(${orderIds}::uuid[])`);
}
