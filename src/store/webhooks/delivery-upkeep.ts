// What keeps deliveries going beside the sending: which processes live, what was forgotten, what is passed over (D52, D53).

import type { Scope } from '../../domain/account.js';
import { modeOf } from '../../domain/mode.js';
import type { Db, Queryable } from '../db.js';
import { sql } from '../sql.js';

/** Says that this process is alive, and frees what dead ones had in hand. False when others took it for dead before. */
export async function heartbeat(db: Queryable, owner: string, deadAfterMs: number): Promise<boolean> {
  const known = await db.query(sql`
    update webhook_workers
    set seen_at = now()
    where id = ${owner}
    returning 1`);
  if (known.length === 0) {
    await db.query(sql`
      insert into webhook_workers (id, seen_at)
      values (${owner}, now())
      on conflict do nothing`);
  }
  await db.query(sql`
    with dead as (
      delete from webhook_workers
      where seen_at < now() - ${deadAfterMs} * interval '1 millisecond'
      returning id)
    update webhook_deliveries
    set lease_owner = null, due_at = created_at
    where lease_owner in (select id from dead)
      and state = 'due'`);
  return known.length > 0;
}

/** Gives back what this process still has in hand, and signs off. */
export async function signOff(db: Queryable, owner: string): Promise<void> {
  await db.query(sql`
    update webhook_deliveries
    set lease_owner = null, due_at = created_at
    where lease_owner = ${owner}
      and state = 'due'`);
  await db.query(sql`delete from webhook_workers where id = ${owner}`);
}

/** What no other statement sees to. */
export async function wakeWaiting(db: Db, holdMs: number): Promise<void> {
  await releaseForgotten(db);
  await releaseFirst(db);
  await supersedeOverdue(db, holdMs);
}

/** A notice that was written as held at the very moment when its endpoint was switched on. */
async function releaseForgotten(db: Queryable): Promise<void> {
  await db.query({
    name: 'release_forgotten',
    text: `
      with recursive lane as (
        (
          select account_id, livemode, endpoint_id
          from webhook_deliveries
          where state = 'held'
          order by account_id, livemode, endpoint_id, order_id, sequence
          limit 1
        )
        union all
        select next.account_id, next.livemode, next.endpoint_id
        from lane
        cross join lateral (
          select account_id, livemode, endpoint_id
          from webhook_deliveries d
          where d.state = 'held'
            and (d.account_id, d.livemode, d.endpoint_id) > (lane.account_id, lane.livemode, lane.endpoint_id)
          order by d.account_id, d.livemode, d.endpoint_id, d.order_id, d.sequence
          limit 1) next
      )
      update webhook_deliveries d
      set state = 'waiting', due_at = now(), created_at = now(), lease_owner = null
      from lane
      join webhook_endpoints e on e.account_id = lane.account_id
        and e.livemode = lane.livemode
        and e.id = lane.endpoint_id
        and e.is_active
        and e.deleted_at is null
      where d.account_id = lane.account_id
        and d.livemode = lane.livemode
        and d.endpoint_id = lane.endpoint_id
        and d.state = 'held'`,
    values: [],
  });
}

/**
 * A notice that began to wait at the very moment when the one before it was recorded. That can only have happened to a
 * young one, and a long queue of old ones is not walked again and again; after a standstill the oldest are looked at, too.
 */
async function releaseFirst(db: Queryable): Promise<void> {
  await db.query({
    name: 'release_first',
    text: `
      with candidate as (
        (
          select account_id, livemode, endpoint_id, order_id, sequence
          from webhook_deliveries
          where state = 'waiting'
            and created_at > now() - interval '1 minute'
          order by created_at desc
          limit 20000
        )
        union
        (
          select account_id, livemode, endpoint_id, order_id, sequence
          from webhook_deliveries
          where state = 'waiting'
          order by created_at
          limit 1000
        )
      )
      update webhook_deliveries d
      set state = 'due', due_at = now()
      from candidate c
      where d.account_id = c.account_id
        and d.livemode = c.livemode
        and d.endpoint_id = c.endpoint_id
        and d.order_id = c.order_id
        and d.sequence = c.sequence
        and d.state = 'waiting'
        and not exists (
          select from webhook_deliveries earlier
          where earlier.account_id = c.account_id
            and earlier.livemode = c.livemode
            and earlier.endpoint_id = c.endpoint_id
            and earlier.order_id = c.order_id
            and earlier.sequence < c.sequence
            and earlier.state in ('due', 'waiting', 'held'))`,
    values: [],
  });
}

/**
 * A notice that has waited so long for an older one that the older is passed over (D52). It goes only when every older one
 * was in fact passed over: one that is being sent at this moment is not, so a newer never overtakes it.
 */
async function supersedeOverdue(db: Queryable, holdMs: number): Promise<void> {
  await db.query({
    name: 'pass_over',
    text: `
      with overdue as (
        select account_id, livemode, endpoint_id, order_id, sequence
        from webhook_deliveries
        where state = 'waiting'
          and created_at < now() - $1 * interval '1 millisecond'
        order by created_at
        limit 1000
      ), newest as (
        select account_id, livemode, endpoint_id, order_id, max(sequence) as sequence
        from overdue
        group by 1, 2, 3, 4
      ), older as (
        select d.account_id, d.livemode, d.endpoint_id, d.order_id, d.sequence,
          bool_and(d.state in ('due', 'waiting') and d.lease_owner is null)
            over (partition by d.account_id, d.livemode, d.endpoint_id, d.order_id) as is_free
        from newest n
        cross join lateral (
          select account_id, livemode, endpoint_id, order_id, sequence, state, lease_owner
          from webhook_deliveries
          where account_id = n.account_id
            and livemode = n.livemode
            and endpoint_id = n.endpoint_id
            and order_id = n.order_id
            and sequence < n.sequence
            and state in ('due', 'waiting', 'held')
          offset 0) d
      ), passed as (
        update webhook_deliveries d
        set state = 'superseded'
        from older
        where older.is_free
          and d.account_id = older.account_id
          and d.livemode = older.livemode
          and d.endpoint_id = older.endpoint_id
          and d.order_id = older.order_id
          and d.sequence = older.sequence
          and d.state in ('due', 'waiting')
          and d.lease_owner is null
        returning d.account_id, d.livemode, d.endpoint_id, d.order_id
      ), left_over as (
        select account_id, livemode, endpoint_id, order_id
        from (
          select account_id, livemode, endpoint_id, order_id, 1 as number
          from older
          union all
          select account_id, livemode, endpoint_id, order_id, -1
          from passed) counted
        group by 1, 2, 3, 4
        having sum(number) > 0
      ), freed as (
        select n.account_id, n.livemode, n.endpoint_id, n.order_id, n.sequence
        from newest n
        left join left_over l using (account_id, livemode, endpoint_id, order_id)
        where l.order_id is null
      )
      update webhook_deliveries d
      set state = 'due', due_at = now()
      from freed
      where d.account_id = freed.account_id
        and d.livemode = freed.livemode
        and d.endpoint_id = freed.endpoint_id
        and d.order_id = freed.order_id
        and d.sequence = freed.sequence
        and d.state = 'waiting'`,
    values: [holdMs],
  });
}

/** Endpoints that had nothing but failures since before that time. */
export async function listHopeless(db: Queryable, before: number): Promise<{ scope: Scope; id: string }[]> {
  const rows = await db.query<{ account_id: string; livemode: boolean; id: string }>(sql`
    select account_id, livemode, id
    from webhook_endpoints
    where is_active
      and deleted_at is null
      and failing_since < ${new Date(before)}
    limit 1000`);
  return rows.map(({ account_id, livemode, id }) => ({ scope: { accountId: account_id, mode: modeOf(livemode) }, id }));
}

/** Forgets at most `limit` tries from before that time; tells how many. */
export async function purgeAttempts(db: Queryable, before: number, limit: number): Promise<number> {
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
