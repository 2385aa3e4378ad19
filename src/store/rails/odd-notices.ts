// Reads notices of rails for the operator: those that could not be read or led to no payment first.
import { firstUuidAt } from '../../domain/base/identity.js';
import { isLive, type Mode } from '../../domain/base/mode.js';
import type { PageAsk } from '../../domain/base/paging.js';
import type { Queryable } from '../db.js';
import { listPlace } from '../list-place.js';
import { join, raw, reading, type Sql, sql } from '../sql.js';
import type { NoticeState } from './notices.js';

export type ShownNotice = {
  readonly id: string;
  readonly railId: string;
  /** null: a simulated payment of test mode, or a rail that is unknown. */
  readonly rail: string | null;
  readonly userName: string | null;
  readonly kind: string;
  readonly mode: Mode;
  readonly state: NoticeState;
  readonly receivedAt: number;
  readonly problem: string | null;
  readonly body: string;
  /** null: nobody has noted that they looked at it. */
  readonly lookedAt: number | null;
};

const COLUMNS =
  raw(`n.id, n.rail_id as "railId", r.name as rail, r.user_name as "userName", n.kind, case when n.livemode then 'live' else 'test' end as mode,
      n.state, n.received_at as "receivedAt", n.problem, n.body, n.looked_at as "lookedAt"`);

/** How many of the newest notices are looked through for those of one rail or mode. */
const SEARCHED = raw('5000');

type NoticeFilter = {
  readonly state: NoticeState | null;
  readonly mode: Mode;
  readonly railId: string | null;
  /** Those from then on at which nobody has looked; null: all, however old. */
  readonly unseenSince: number | null;
};

/** Newest first, with one more than a page if there are more. States that say something is wrong have indexes. */
export async function listNotices(db: Queryable, filter: NoticeFilter, ask: PageAsk): Promise<ShownNotice[]> {
  const { state, mode, railId, unseenSince } = filter;
  const { place, order } = listPlace('id', ask);
  return db.query<ShownNotice>(reading(null)`
    select ${COLUMNS}
    from (
      select id, rail_id, kind, livemode, state, received_at, problem, body, looked_at
      from rail_notices
      where ${state === null ? raw('true') : sql`${stateIs(state)} and livemode = ${isLive(mode)}`}
        and ${unseenSince === null ? raw('true') : unseen(unseenSince)}
        and ${place}
      ${order}
      limit ${SEARCHED}) n
    left join rails r on r.id = n.rail_id
    where n.livemode = ${isLive(mode)}
      and (${railId}::uuid is null or n.rail_id = ${railId})
    ${listPlace('n.id', ask).order}
    limit ${ask.limit + 1}`);
}

/** Those that somebody has to look at, newest first, one more than a page if there are more. */
export async function listToLookAt(
  db: Queryable,
  filter: Omit<NoticeFilter, 'state'>,
  ask: PageAsk,
): Promise<ShownNotice[]> {
  const pages = await Promise.all(TO_LOOK_AT.map((state) => listNotices(db, { ...filter, state }, ask)));
  const way = ask.towards === 'next' ? 1 : -1;
  return pages
    .flat()
    .sort((one, other) => (one.id < other.id ? way : -way))
    .slice(0, ask.limit + 1);
}

function unseen(since: number): Sql {
  return sql`id >= ${firstUuidAt(since)} and looked_at is null`;
}

/** Written out, so that the indexes of some states only are used. */
function stateIs(state: NoticeState): Sql {
  return raw(`state = '${STATES[state]}'`);
}

const STATES: Readonly<Record<NoticeState, string>> = {
  stored: 'stored',
  matched: 'matched',
  differs: 'differs',
  reversing: 'reversing',
  waiting: 'waiting',
  malformed: 'malformed',
  ignored: 'ignored',
};

export async function findNotice(db: Queryable, id: string): Promise<ShownNotice | null> {
  const rows = await db.query<ShownNotice>(sql`
    select ${COLUMNS}
    from rail_notices n
    left join rails r on r.id = n.rail_id
    where n.id = ${id}`);
  return rows[0] ?? null;
}

/** What somebody has to look at: it could not be read, contradicts a payment, or is a reversal that was refused. */
export const TO_LOOK_AT = ['malformed', 'differs', 'ignored'] as const satisfies readonly NoticeState[];
export type NoticesToLookAt = {
  readonly counts: Readonly<Record<(typeof TO_LOOK_AT)[number], number>>;
  readonly newestAt: number | null;
};

/** How many live ones have come since that time and wait for somebody: at most a thousand of each are counted. */
export async function countToLookAt(db: Queryable, since: number): Promise<NoticesToLookAt> {
  const [row] = await db.query<NoticesToLookAt>(sql`
    select json_object_agg(state, count) as counts, max(newest_at) as "newestAt"
    from (${join(
      TO_LOOK_AT.map((state) => newOf(state, since)),
      ' union all ',
    )}) counted`);
  return row ?? { counts: { malformed: 0, differs: 0, ignored: 0 }, newestAt: null };
}

function newOf(state: NoticeState, since: number): Sql {
  return sql`
      select ${state}::text as state, count(*) as count, max(received_at) as newest_at
      from (
        select received_at
        from rail_notices
        where ${stateIs(state)}
          and ${unseen(since)}
          and livemode
        limit 1000) new`;
}
