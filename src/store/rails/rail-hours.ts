// Owns rail_hours: how many notices came by each rail in each hour, counted behind the notices themselves.

import { DAY_MS } from '../../domain/base/duration.js';
import { firstUuidAt, NIL_UUID } from '../../domain/base/identity.js';
import { COIN_CODES } from '../../domain/points/coins.js';
import { nodeRailId } from '../../domain/rails/node-rail.js';
import type { RailHealth } from '../../domain/rails/rail-health.js';
import type { Queryable } from '../db.js';
import { raw, sql } from '../sql.js';

/** Counts the notices between two ids, at most so many, and returns the last of them; null: there are none. */
export async function addHours(
  tx: Queryable,
  { after, before, limit }: { readonly after: string; readonly before: string; readonly limit: number },
): Promise<{ readonly last: string; readonly count: number } | null> {
  const [row] = await tx.query<{ last: string; count: number }>(sql`
    with counted as (
      select id, rail_id, state, received_at
      from rail_notices
      where id > ${after}
        and id < ${before}
      order by id
      limit ${limit}),
    new_hours as (
      insert into rail_hours (rail_id, hour, notices, failed, last_at)
      select rail_id, date_trunc('hour', received_at), count(*), count(*) filter (where state = 'malformed'), max(received_at)
      from counted
      group by 1, 2
      on conflict (rail_id, hour) do update
      set notices = rail_hours.notices + excluded.notices,
        failed = rail_hours.failed + excluded.failed,
        last_at = greatest(rail_hours.last_at, excluded.last_at))
    select id as last, (select count(*) from counted)::integer as count
    from counted
    order by id desc
    limit 1`);
  return row ?? null;
}

type CountedAnswer = { readonly railId: string; readonly at: number; readonly is: 'read' | 'failed' };

/** Counts one answer of what we ask ourselves. One that failed does not count as the last. */
export async function countInHour(db: Queryable, { railId, at, is }: CountedAnswer): Promise<void> {
  const [read, failed] = is === 'read' ? [1, 0] : [0, 1];
  await db.query(sql`
    insert into rail_hours (rail_id, hour, notices, failed, last_at)
    values (${railId}, date_trunc('hour', ${new Date(at)}::timestamptz), ${read}, ${failed},
      case
        when ${is} = 'read' then ${new Date(at)}::timestamptz
        else coalesce((select max(last_at) from rail_hours where rail_id = ${railId}), ${new Date(at)}::timestamptz)
      end)
    on conflict (rail_id, hour) do update
    set notices = rail_hours.notices + excluded.notices,
      failed = rail_hours.failed + excluded.failed,
      last_at = greatest(rail_hours.last_at, excluded.last_at)`);
}

/** The last notice of a rail stays, however old it is. */
export async function forgetHours(tx: Queryable, before: number): Promise<void> {
  await tx.query(sql`
    delete from rail_hours h
    where h.hour < ${new Date(before)}
      and exists (
        select
        from rail_hours newer
        where newer.rail_id = h.rail_id
          and newer.hour > h.hour)`);
}

/** Each day that is known counts, so that a new rail is not thought to be silent. */
const USUAL = raw(`coalesce(sum(notices) filter (
      where hour < date_trunc('hour', now()) - interval '1 hour'
        and hour >= date_trunc('hour', now()) - interval '169 hours'
        and extract(hour from hour) = extract(hour from now() - interval '1 hour')), 0)::float8
    / greatest(1, least(7, extract(epoch from now() - min(hour)) / 86400))`);

/** A part of the metrics' statement. The table has a few hundred rows of each rail, whatever the rail says. */
export const RAIL_GAUGES = sql`
select health.what, r.name, min(health.value)
from rails r
join (
  select rail_id, extract(epoch from now() - max(last_at)) as silent, ${USUAL} as usual
  from rail_hours
  group by rail_id) h on h.rail_id = r.id
cross join lateral (values ('rail_silent', h.silent), ('rail_usual', h.usual)) as health(what, value)
where r.livemode
  and r.revoked_at is null
group by health.what, r.name`;

/** Of each coin whose node was asked within a day: since when it has not answered, how often it failed within a day, its newest block and that one's age. */
export const NODE_GAUGES = sql`
select looks.what, node.coin, looks.value
from (values ${raw(COIN_CODES.map((coin) => `('${coin}', '${nodeRailId(coin, 'answers')}'::uuid, '${nodeRailId(coin, 'blocks')}'::uuid)`).join(', '))})
  as node(coin, answers, blocks)
cross join lateral (
  values
    ('node_silent', (select extract(epoch from now() - max(last_at)) from rail_hours where rail_id = answers)),
    ('node_failed', (select sum(failed) from rail_hours where rail_id = answers and hour > now() - interval '1 day')),
    ('node_block_age', (select extract(epoch from now() - max(last_at)) from rail_hours where rail_id = blocks)),
    ('node_height', (select max(height) from coin_blocks where coin_blocks.coin = node.coin))) as looks(what, value)
where looks.value is not null
  and exists (
    select
    from rail_hours
    where rail_id = node.answers
      and hour > now() - interval '1 day')`;

/** What was counted, and what came since: a page never says less than the notices do. */
const HEARD = raw(`(
      select rail_id, hour, notices, failed, last_at
      from rail_hours
      union all
      select rail_id, date_trunc('hour', received_at), count(*), count(*) filter (where state = 'malformed'), max(received_at)
      from rail_notices
      where id > coalesce((select (place->>'after')::uuid from retention_marks where what = 'rail_hours'), '${NIL_UUID}')
      group by 1, 2) heard`);

/** By the id of the rail. */
export async function readHealth(db: Queryable, now: number): Promise<ReadonlyMap<string, RailHealth>> {
  const rows = await db.query<RailHealth & { readonly id: string }>(sql`
    select rail_id as id, max(last_at) as "lastAt",
      coalesce(sum(notices) filter (where hour >= date_trunc('hour', now()) - interval '1 hour'), 0)::float8 as lately,
      (${USUAL})::float8 as usual,
      greatest(0, coalesce(sum(failed) filter (where hour > now() - interval '1 day'), 0) - (
        select count(*)
        from rail_notices n
        where n.rail_id = heard.rail_id
          and n.state = 'malformed'
          and n.id >= ${firstUuidAt(now - DAY_MS)}
          and n.looked_at is not null))::float8 as failed
    from ${HEARD}
    group by rail_id`);
  return new Map(rows.map(({ id, ...health }) => [id, health]));
}
