// Owns webhook_attempts: every attempt to deliver an event, with its request and reply, kept for 30 days.
import type { Scope } from '../../domain/account.js';
import type { DeliveryAttempt } from '../../domain/endpoint.js';
import type { EventKey } from '../../domain/event.js';
import { isLive } from '../../domain/mode.js';
import type { Queryable } from '../db.js';
import { type Sql, sql } from '../sql.js';

/**
 * Stores the attempts in the CTE `input`, as part of the statement that records outcomes. `bodies` holds the request
 * bodies, one per line. Attempts are numbered here, and these numbers never restart. A delivery's own count does, when
 * its endpoint is switched on or the event is sent again. An attempt that is already stored is skipped.
 */
export function newAttempts(bodies: string): Sql {
  return sql`
    insert into webhook_attempts (account_id, livemode, order_id, sequence, endpoint_id, number, at, duration_ms, url,
      request_headers, request_body, reply_status, reply_headers, reply_body, outcome, reason, next_at)
    select account_id, livemode, order_id, sequence, endpoint_id, coalesce(known.last, 0) + 1, at, duration_ms, url,
      request_headers, (select string_to_array(${bodies}, E'\\n'))[body_line], reply_status, reply_headers, reply_body, outcome,
      reason, now() + wait_ms * interval '1 millisecond'
    from input
    cross join lateral (
      select max(a.number) as last, coalesce(bool_or(a.at = input.at), false) as is_stored
      from webhook_attempts a
      where a.account_id = input.account_id
        and a.livemode = input.livemode
        and a.order_id = input.order_id
        and a.sequence = input.sequence
        and a.endpoint_id = input.endpoint_id) known
    where not known.is_stored
    on conflict do nothing`;
}

type AttemptRow = {
  endpoint_id: string;
  number: number;
  at: number;
  duration_ms: number;
  url: string;
  request_headers: object;
  request_body: string;
  reply_status: number | null;
  reply_headers: object | null;
  reply_body: string | null;
  outcome: string;
  reason: string | null;
  next_at: number | null;
};

/** Oldest first. */
export async function listAttempts(
  db: Queryable,
  scope: Scope,
  { orderId, sequence }: EventKey,
): Promise<DeliveryAttempt[]> {
  const rows = await db.query<AttemptRow>(sql`
    select endpoint_id, number, at, duration_ms, url, request_headers, request_body, reply_status, reply_headers, reply_body,
      outcome, reason, next_at
    from webhook_attempts
    where account_id = ${scope.accountId}
      and livemode = ${isLive(scope.mode)}
      and order_id = ${orderId}
      and sequence = ${sequence}
    order by at, endpoint_id, number
    limit 1000`);
  return rows.map(toAttempt);
}

function toAttempt(row: AttemptRow): DeliveryAttempt {
  return {
    endpointId: row.endpoint_id,
    number: row.number,
    at: row.at,
    durationMs: row.duration_ms,
    url: row.url,
    request: { headers: row.request_headers, body: row.request_body },
    reply:
      row.reply_status === null ? null : { status: row.reply_status, headers: row.reply_headers, body: row.reply_body },
    outcome: row.outcome,
    reason: row.reason,
    nextAt: row.next_at,
  };
}

/** Deletes at most `limit` attempts from before that time and returns how many it deleted. */
export async function deleteAttempts(db: Queryable, before: number, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from webhook_attempts
    where ctid in (
      select ctid
      from webhook_attempts
      where at < ${new Date(before)}
      limit ${limit})
    returning 1`);
  return rows.length;
}
