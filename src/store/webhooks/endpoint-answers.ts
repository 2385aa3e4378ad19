// What the answers of endpoints say about them: since when each has failed, and whether it says success in words (D52, D91).
import { isLive } from '../../domain/base/mode.js';
import type { Endpoint } from '../../domain/webhooks/endpoint.js';
import type { Queryable } from '../db.js';
import { prepared, type Sql, sql } from '../sql.js';

type Tried = { readonly endpoint: Endpoint; readonly succeeded: boolean; readonly saysSuccess: boolean };

/**
 * Notes since when every attempt to an endpoint has failed, and whether it has ever said success in words (D91). One
 * success among these attempts ends the failing period. This is a separate statement that locks rows in a fixed order. In one statement with the deliveries it could deadlock
 * with `switchOff`, which locks the endpoint first.
 */
export async function noteAnswers(shard: Queryable, tries: readonly Tried[]): Promise<void> {
  const byEndpoint = new Map<string, Tried>();
  for (const one of tries) {
    const known = byEndpoint.get(one.endpoint.id);
    const succeeded = one.succeeded || known?.succeeded === true;
    const saysSuccess = one.saysSuccess || known?.saysSuccess === true;
    byEndpoint.set(one.endpoint.id, { endpoint: one.endpoint, succeeded, saysSuccess });
  }
  await shard.query(prepared('note_answers', answers([...byEndpoint.values()])));
}

function answers(all: readonly Tried[]): Sql {
  return sql`
    with changed as (
      select e.account_id, e.livemode, e.id, case when tried.succeeded then null else coalesce(e.failing_since, now()) end as since,
        e.says_success or tried.says_success as says_success
      from unnest(
        ${all.map(({ endpoint }) => endpoint.scope.accountId)}::uuid[],
        ${all.map(({ endpoint }) => isLive(endpoint.scope.mode))}::boolean[],
        ${all.map(({ endpoint }) => endpoint.id)}::uuid[],
        ${all.map(({ succeeded }) => succeeded)}::boolean[],
        ${all.map(({ saysSuccess }) => saysSuccess)}::boolean[])
        as tried(account_id, livemode, id, succeeded, says_success)
      join webhook_endpoints e using (account_id, livemode, id)
      where ((e.failing_since is null) <> tried.succeeded or (tried.says_success and not e.says_success))
      order by e.account_id, e.livemode, e.id
      for no key update of e
    )
    update webhook_endpoints e
    set failing_since = changed.since, says_success = changed.says_success
    from changed
    where e.account_id = changed.account_id
      and e.livemode = changed.livemode
      and e.id = changed.id`;
}
