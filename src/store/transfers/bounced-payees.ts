// Where money has bounced before, for a mark beside what is to be sent there. transfer-changes.ts writes the transfers.
import { isLive, type Mode } from '../../domain/base/mode.js';
import { statusOf, type Transfer } from '../../domain/transfers/transfer.js';
import type { Db } from '../db.js';
import { inShards } from '../in-shards.js';
import { raw, reading, type Sql, sql } from '../sql.js';

/** So far back is looked, of each merchant: no index has transfers by their CLABE, and a page must cost the same at any load. */
const MOST = { bounced: 200, confirmed: 1_000 };

/** The newest transfers of the merchant `one` in that state, and since when they are. */
function newest(state: keyof typeof MOST, mode: Mode): Sql {
  return sql`
        select clabe, ${raw(`${state}_at`)} as at
        from outgoing_transfers t
        where t.account_id = one.account_id
          and livemode = ${isLive(mode)}
          and state = ${raw(`'${state}'`)}
        order by id desc
        limit ${raw(String(MOST[state]))}`;
}

/**
 * Of these that are to be sent: when money of the same merchant last bounced at the same CLABE, by the id of the transfer. What
 * was confirmed there since then takes the bounce back.
 *
 * Follows outgoing_transfers_states for each merchant; what was confirmed is read only of those with a bounce at one of the CLABEs.
 */
export async function findBounces(
  db: Db,
  mode: Mode,
  transfers: readonly Transfer[],
): Promise<ReadonlyMap<string, number>> {
  const due = transfers.filter((one) => statusOf(one) === 'to_send');
  const accounts = [...new Set(due.map(({ scope }) => scope.accountId))];
  const clabes = [...new Set(due.flatMap(({ destination }) => destination?.clabe ?? []))];
  if (clabes.length === 0) return new Map();
  const found = await inShards(
    db,
    accounts,
    (id) => id,
    (shard, own) =>
      shard.query<{ readonly accountId: string; readonly clabe: string; readonly at: number }>(reading(null)`
    with bounced as (
      select one.account_id, b.clabe, max(b.at) as at
      from unnest(${own}::uuid[]) as one (account_id)
      cross join lateral (${newest('bounced', mode)}) b
      where b.clabe = any(${clabes}::text[])
      group by 1, 2)
    select account_id as "accountId", clabe, at
    from bounced one
    where not exists (
      select
      from (${newest('confirmed', mode)}) c
      where c.clabe = one.clabe
        and c.at > one.at)`),
  );
  const bounced = new Map(found.map(({ accountId, clabe, at }) => [`${accountId} ${clabe}`, at]));
  return new Map(
    due.flatMap(({ id, scope, destination }) => {
      const at = bounced.get(`${scope.accountId} ${destination?.clabe}`);
      return at === undefined ? [] : [[id, at] as const];
    }),
  );
}
