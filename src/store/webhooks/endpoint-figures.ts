// Reads how each endpoint of a merchant does. Every figure looks at a bounded number of rows, whatever the history.
import type { Scope } from '../../domain/accounts/account.js';
import { isLive } from '../../domain/base/mode.js';
import { type EndpointFigures, QUEUE_SHOWN } from '../../domain/webhooks/endpoint-health.js';
import type { Queryable } from '../db.js';
import { raw, reading, type Sql, sql } from '../sql.js';

/** How many attempts of the last day are looked at, and among how many the last success is looked for. */
const LOOKED_AT = raw('500');

const OF_ENDPOINT = raw('x.account_id = e.account_id and x.livemode = e.livemode and x.endpoint_id = e.id');

/** By the id of the endpoint. */
export async function listFigures(
  db: Queryable,
  scope: Scope,
  id: string | null = null,
): Promise<Map<string, EndpointFigures>> {
  const rows = await db.query<FiguresRow>(reading(scope)`
    select e.id, e.created_at, e.failing_since, success.at as last_success_at, last.at as last_at,
      last.reason as last_reason, day.attempts, day.failures,
      ${queued('due')} + ${queued('waiting')} + ${queued('held')} as queued,
      (select x.due_at from webhook_deliveries x where ${OF_ENDPOINT} and x.state = 'due' order by x.due_at limit 1) as next_try_at
    from webhook_endpoints e
    left join lateral (
      select x.at, x.reason
      from webhook_attempts x
      where ${OF_ENDPOINT}
      order by x.at desc
      limit 1) last on true
    left join lateral (
      select tried.at
      from (
        select x.at, x.outcome
        from webhook_attempts x
        where ${OF_ENDPOINT}
          and x.at <= coalesce(e.failing_since, 'infinity')
        order by x.at desc
        limit ${LOOKED_AT}) tried
      where tried.outcome = 'delivered'
      order by tried.at desc
      limit 1) success on true
    cross join lateral (
      select count(*)::integer as attempts, (count(*) filter (where tried.outcome <> 'delivered'))::integer as failures
      from (
        select x.outcome
        from webhook_attempts x
        where ${OF_ENDPOINT}
          and x.at > now() - interval '1 day'
        order by x.at desc
        limit ${LOOKED_AT}) tried) day
    where e.account_id = ${scope.accountId}
      and e.livemode = ${isLive(scope.mode)}
      and (${id}::uuid is null or e.id = ${id}::uuid)
      and e.deleted_at is null`);
  return new Map(rows.map((row) => [row.id, toFigures(row)]));
}

/** Each state has an index of its own. */
function queued(state: 'due' | 'waiting' | 'held'): Sql {
  return sql`(
    select count(*)::integer
    from (
      select 1
      from webhook_deliveries x
      where ${OF_ENDPOINT}
        and x.state = ${raw(`'${state}'`)}
      limit ${raw(String(QUEUE_SHOWN + 1))}) waiting)`;
}

type FiguresRow = {
  id: string;
  created_at: number;
  failing_since: number | null;
  last_success_at: number | null;
  last_at: number | null;
  last_reason: string | null;
  attempts: number;
  failures: number;
  queued: number;
  next_try_at: number | null;
};

function toFigures(row: FiguresRow): EndpointFigures {
  return {
    createdAt: row.created_at,
    failingSince: row.failing_since,
    lastSuccessAt: row.last_success_at,
    lastAttempt: row.last_at === null ? null : { at: row.last_at, reason: row.last_reason },
    dayAttempts: row.attempts,
    dayFailures: row.failures,
    queued: row.queued,
    nextTryAt: row.next_try_at,
  };
}

/** How many endpoints take nothing but fail. */
export async function countFailing(db: Queryable, scope: Scope): Promise<number> {
  const [row] = await db.query<{ number: number }>(sql`
    select count(*)::integer as number
    from webhook_endpoints
    where account_id = ${scope.accountId}
      and livemode = ${isLive(scope.mode)}
      and deleted_at is null
      and failing_since is not null`);
  return row?.number ?? 0;
}
