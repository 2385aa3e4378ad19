// How deliveries went, recorded in batches (D52, D54).

import type { Endpoint } from '../../domain/endpoint.js';
import { isLive } from '../../domain/mode.js';
import type { Queryable } from '../db.js';
import type { Claim } from './delivery-claims.js';

export type Outcome = {
  readonly claim: Claim;
  readonly outcome: 'delivered' | 'retry' | 'failed' | 'gone';
  readonly at: number;
  readonly durationMs: number;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody: string;
  readonly reply: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  } | null;
  readonly reason: string | null;
  /** How long until the next try; null: none comes. */
  readonly waitMs: number | null;
};

// What is recorded: the try itself, the delivery's new state, and that the next one of its order no longer waits. A
// delivery whose lease was lost meanwhile is left to its new owner; one that is held by now stays so unless it arrived.
// Recording the same try again changes nothing, so a recording that may have failed is simply repeated. Tries are numbered
// here: `attempts` starts anew when an endpoint comes back or an event is sent again, the numbers do not.
// Bodies travel beside the rows, one a line: inside their JSON every quote would have to be escaped and read back.
const RECORD = `
with input as (
  select *
  from json_to_recordset($1::json) as row(
    account_id uuid, livemode boolean, endpoint_id uuid, order_id uuid, sequence integer, attempts integer, state text,
    wait_ms bigint, at timestamptz, duration_ms integer, url text, request_headers json, body_line integer,
    reply_status integer, reply_headers json, reply_body text, outcome text, reason text)
), logged as (
  insert into webhook_attempts (account_id, livemode, order_id, sequence, endpoint_id, number, at, duration_ms, url,
    request_headers, request_body, reply_status, reply_headers, reply_body, outcome, reason, next_at)
  select account_id, livemode, order_id, sequence, endpoint_id, coalesce(known.last, 0) + 1, at, duration_ms, url,
    request_headers, (select string_to_array($3, E'\\n'))[body_line], reply_status, reply_headers, reply_body, outcome, reason,
    now() + wait_ms * interval '1 millisecond'
  from input
  cross join lateral (
    select max(a.number) as last, coalesce(bool_or(a.at = input.at), false) as is_logged
    from webhook_attempts a
    where a.account_id = input.account_id
      and a.livemode = input.livemode
      and a.order_id = input.order_id
      and a.sequence = input.sequence
      and a.endpoint_id = input.endpoint_id) known
  where not known.is_logged
  on conflict do nothing
), done as (
  update webhook_deliveries d
  set state = case when d.state = 'held' and input.state = 'due' then 'held' else input.state end,
    attempts = input.attempts,
    due_at = coalesce(now() + input.wait_ms * interval '1 millisecond', d.due_at),
    lease_owner = null
  from input
  where d.account_id = input.account_id
    and d.livemode = input.livemode
    and d.endpoint_id = input.endpoint_id
    and d.order_id = input.order_id
    and d.sequence = input.sequence
    and d.lease_owner = $2
    and d.state in ('due', 'held')
  returning d.account_id, d.livemode, d.endpoint_id, d.order_id, d.sequence, d.state
)
update webhook_deliveries d
set state = 'due', due_at = now()
from (
  select live.account_id, live.livemode, live.endpoint_id, live.order_id, min(live.sequence) as sequence
  from done
  join webhook_deliveries live using (account_id, livemode, endpoint_id, order_id)
  where done.state not in ('due', 'held')
    and live.state in ('due', 'waiting', 'held')
    and live.sequence <> done.sequence
  group by 1, 2, 3, 4) next
where d.account_id = next.account_id
  and d.livemode = next.livemode
  and d.endpoint_id = next.endpoint_id
  and d.order_id = next.order_id
  and d.sequence = next.sequence
  and d.state = 'waiting'`;

export async function recordOutcomes(db: Queryable, owner: string, outcomes: readonly Outcome[]): Promise<void> {
  await noteFailing(db, outcomes);
  const rows = JSON.stringify(outcomes.map(outcomeRow));
  const bodies = outcomes.map(({ requestBody }) => requestBody).join('\n');
  await db.query({ name: 'record_outcomes', text: RECORD, values: [rows, owner, bodies] });
}

/**
 * Since when an endpoint has nothing but failures. A statement of its own, rows locked in one order: together with the
 * deliveries it could lock itself up against `switchOff`, which takes the endpoint first.
 */
async function noteFailing(db: Queryable, outcomes: readonly Outcome[]): Promise<void> {
  const tried = new Map<string, { endpoint: Endpoint; succeeded: boolean }>();
  for (const { claim, outcome } of outcomes) {
    const succeeded = outcome === 'delivered' || tried.get(claim.endpoint.id)?.succeeded === true;
    tried.set(claim.endpoint.id, { endpoint: claim.endpoint, succeeded });
  }
  const all = [...tried.values()];
  await db.query({
    name: 'note_failing',
    text: `
      with changed as (
        select e.account_id, e.livemode, e.id, tried.succeeded
        from unnest($1::uuid[], $2::boolean[], $3::uuid[], $4::boolean[]) as tried(account_id, livemode, id, succeeded)
        join webhook_endpoints e using (account_id, livemode, id)
        where (e.failing_since is null) <> tried.succeeded
        order by e.account_id, e.livemode, e.id
        for no key update of e)
      update webhook_endpoints e
      set failing_since = case when changed.succeeded then null else now() end
      from changed
      where e.account_id = changed.account_id
        and e.livemode = changed.livemode
        and e.id = changed.id`,
    values: [
      all.map(({ endpoint }) => endpoint.scope.accountId),
      all.map(({ endpoint }) => isLive(endpoint.scope.mode)),
      all.map(({ endpoint }) => endpoint.id),
      all.map(({ succeeded }) => succeeded),
    ],
  });
}

function outcomeRow(one: Outcome, index: number) {
  const { endpoint, order, event, attempts } = one.claim;
  return {
    account_id: endpoint.scope.accountId,
    livemode: isLive(endpoint.scope.mode),
    endpoint_id: endpoint.id,
    order_id: order.uuid,
    sequence: event.sequence,
    attempts: attempts + 1,
    state: one.outcome === 'delivered' ? 'delivered' : one.outcome === 'failed' ? 'failed' : 'due',
    // Added to the database's own time: its clock alone says what is due.
    wait_ms: one.waitMs,
    at: new Date(one.at).toISOString(),
    duration_ms: one.durationMs,
    url: endpoint.url,
    request_headers: one.requestHeaders,
    body_line: index + 1,
    reply_status: one.reply?.status,
    reply_headers: one.reply?.headers,
    reply_body: one.reply?.body,
    outcome: one.outcome === 'gone' ? 'retry' : one.outcome,
    reason: one.reason,
  };
}
