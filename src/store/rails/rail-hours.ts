// Owns rail_hours: how many notices came by each rail in each hour, counted behind the notices themselves.
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

/** By the id of the rail. */
export async function readHealth(db: Queryable): Promise<ReadonlyMap<string, RailHealth>> {
  const rows = await db.query<RailHealth & { readonly id: string }>(sql`
    select rail_id as id, max(last_at) as "lastAt",
      coalesce(sum(notices) filter (where hour = date_trunc('hour', now()) - interval '1 hour'), 0)::float8 as "lastHour",
      (${USUAL})::float8 as usual,
      coalesce(sum(failed) filter (where hour > now() - interval '1 day'), 0)::float8 as failed
    from rail_hours
    group by rail_id`);
  return new Map(rows.map(({ id, ...health }) => [id, health]));
}
