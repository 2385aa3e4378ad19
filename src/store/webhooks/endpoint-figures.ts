// Reads how each endpoint of a merchant does. Every figure looks at a bounded number of rows, whatever the history.
import type { Scope } from '../../domain/accounts/account.js';
import { type EndpointFigures, QUEUE_SHOWN } from '../../domain/webhooks/endpoint-health.js';
import type { Queryable } from '../db.js';
import { ofScope } from '../scope.js';
import { named, raw, reading, type Sql, sql } from '../sql.js';

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
    select ${named('id, created_at, failing_since', 'e')}, success.at as "lastSuccessAt", last.at as "lastAt",
      last.reason as "lastReason", day.attempts as "dayAttempts", day.failures as "dayFailures",
      ${queued('due')} + ${queued('waiting')} + ${queued('held')} as queued,
      (select x.due_at from webhook_deliveries x where ${OF_ENDPOINT} and x.state = 'due' order by x.due_at limit 1) as "nextTryAt"
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
    where ${ofScope(scope, 'e.')}
      and (${id}::uuid is null or e.id = ${id}::uuid)
      and e.deleted_at is null`);
  return new Map(
    rows.map(({ id, lastAt: at, lastReason: reason, ...row }) => [
      id,
      { ...row, lastAttempt: at === null ? null : { at, reason } },
    ]),
  );
}

type FiguresRow = Omit<EndpointFigures, 'lastAttempt'> & {
  readonly id: string;
  readonly lastAt: number | null;
  readonly lastReason: string | null;
};

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

/** How many endpoints take nothing but fail. */
export async function countFailing(db: Queryable, scope: Scope): Promise<number> {
  const [row] = await db.query<{ number: number }>(sql`
    select count(*)::integer as number
    from webhook_endpoints
    where ${ofScope(scope)}
      and deleted_at is null
      and failing_since is not null`);
  return row?.number ?? 0;
}
