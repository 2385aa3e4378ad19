// Records the outcomes of delivery attempts in batches (D52, D54).
import { isLive } from '../../../domain/base/mode.js';
import type { Db } from '../../db.js';
import { inShards } from '../../in-shards.js';
import { prepared, sql } from '../../sql.js';
import { newAttempts } from '../attempts.js';
import { noteAnswers } from '../endpoint-answers.js';
import type { Claim } from './claims.js';
import { isInState, OPEN, sameDelivery, sameOrder, stateByAge } from './states.js';

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
  /** Whether a shop's plugin has taken it in its own words (D91). */
  readonly saysSuccess: boolean;
  /** Milliseconds until the next attempt; null if there is none. */
  readonly waitMs: number | null;
};

/** Recording an outcome twice changes nothing, so a recording that may have failed can simply be repeated. */
export async function recordOutcomes(db: Db, owner: string, outcomes: readonly Outcome[]): Promise<void> {
  await inShards(
    db,
    outcomes,
    ({ claim }) => claim.endpoint.scope.accountId,
    async (shard, own) => {
      await noteAnswers(
        shard,
        own.map(({ claim, outcome, saysSuccess }) => ({
          endpoint: claim.endpoint,
          succeeded: outcome === 'delivered',
          saysSuccess,
        })),
      );
      return shard.query(prepared('record_outcomes', record(owner, own)));
    },
  );
}

const IS_RECORDED = sameDelivery('d', 'input');
const OF_SAME_ORDER = sameOrder('waiting', 'ended');
const WAITS = isInState('waiting', 'waiting');
const BY_AGE = stateByAge('waiting', { ended: 'ended' });
const IS_NEXT = sameDelivery('d', 'next');
const STILL_WAITS = isInState('d', 'waiting');

// Records the attempt and the delivery's new state, and makes the next delivery of the same order due. A delivery whose
// lease was lost is skipped: it belongs to its new owner. A delivery that is now held stays held unless it has ended.
// The owner comparison is written so that it matches no index, and every outcome is one lookup by key. With the index
// of leases, each lease of the owner may be compared with each outcome: 560 ms instead of 26 ms for 90 outcomes and
// 3,600 leases. Bodies are sent separately from the rows, one per line. Inside their JSON every quote would have to be
// escaped and unescaped.
function record(owner: string, outcomes: readonly Outcome[]) {
  const bodies = outcomes.map(({ requestBody }) => requestBody).join('\n');
  return sql`
    with input as (
      select account_id, livemode, endpoint_id, order_id, sequence, attempts, state, wait_ms, at, duration_ms, url,
        request_headers, body_line, reply_status, reply_headers, reply_body, outcome, reason,
        now() + wait_ms * interval '1 millisecond' as next_at
      from json_to_recordset(${JSON.stringify(outcomes.map(outcomeRow))}::json) as row(
        account_id uuid, livemode boolean, endpoint_id uuid, order_id uuid, sequence integer, attempts integer, state text,
        wait_ms bigint, at timestamptz, duration_ms integer, url text, request_headers json, body_line integer,
        reply_status integer, reply_headers json, reply_body text, outcome text, reason text)
    ), new_attempts as (${newAttempts(bodies)}
    ), recorded as (
      update webhook_deliveries d
      set state = case when d.state = 'held' and input.state = 'due' then 'held' else input.state end,
        attempts = input.attempts,
        due_at = coalesce(input.next_at, d.due_at),
        lease_owner = null
      from input
      where ${IS_RECORDED}
        and d.lease_owner is not distinct from ${owner}
        and d.state in ('due', 'held')
      returning d.account_id, d.livemode, d.endpoint_id, d.order_id, d.sequence, d.state
    ), ended as (
      select account_id, livemode, endpoint_id, order_id, sequence
      from recorded
      where state not in ${OPEN}
    )
    update webhook_deliveries d
    set state = 'due', due_at = now()
    from (
      select distinct waiting.account_id, waiting.livemode, waiting.endpoint_id, waiting.order_id, waiting.sequence
      from ended
      join webhook_deliveries waiting on ${OF_SAME_ORDER}
      where ${WAITS}
        and ${BY_AGE} = 'due') next
    where ${IS_NEXT}
      and ${STILL_WAITS}`;
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
    // Added to the database's time, because only the database's clock decides what is due.
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
