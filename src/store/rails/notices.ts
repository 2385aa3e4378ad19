// Owns the raw notices of rails (D41); only this module writes them. A notice is stored and then matched, or it is
// malformed or ignored from the start.
import { firstUuidAt } from '../../domain/identity.js';
import { isLive, type Mode, modeOf } from '../../domain/mode.js';
import type { RailKindName } from '../../domain/rails/kinds.js';
import type { Queryable } from '../db.js';
import { prepared, sql } from '../sql.js';

export type NoticeState = 'stored' | 'matched' | 'malformed' | 'ignored';

export type Notice = {
  readonly id: string;
  readonly railId: string;
  readonly kind: RailKindName;
  readonly mode: Mode;
  readonly body: string;
  readonly receivedAt: number;
};

export type NewNotice = Notice & { readonly state: NoticeState; readonly problem: string | null };

/** Notices from before that time that are still unmatched, because of a crash. */
export async function listOpenNotices(db: Queryable, before: number, limit: number): Promise<Notice[]> {
  const rows = await db.query<NoticeRow>(sql`
    select id, rail_id, kind, livemode, body, received_at
    from rail_notices
    where state = 'stored'
      and received_at < ${new Date(before)}
    order by id
    limit ${limit}`);
  return rows.map(toNotice);
}

/** Stores many notices with one statement. */
export async function insertNotices(db: Queryable, notices: readonly NewNotice[]): Promise<true[]> {
  const rows = notices.map((notice) => ({
    id: notice.id,
    rail_id: notice.railId,
    kind: notice.kind,
    livemode: isLive(notice.mode),
    body: notice.body,
    state: notice.state,
    problem: notice.problem,
    received_at: new Date(notice.receivedAt).toISOString(),
  }));
  const statement = sql`
    insert into rail_notices (id, rail_id, kind, livemode, body, state, problem, received_at)
    select id, rail_id, kind, livemode, body, state, problem, received_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as row(
      id uuid, rail_id uuid, kind text, livemode boolean, body text, state text, problem text, received_at timestamptz)`;
  await db.query(prepared('insert_notices', statement));
  return notices.map(() => true as const);
}

export type NoticeRecord = {
  readonly id: string;
  readonly rail: string;
  readonly mode: Mode;
  readonly receivedAt: number;
  readonly problem: string | null;
  readonly body: string;
};

/** For the operator: the newest notices that led to no payment. */
export async function listOddNotices(
  db: Queryable,
  state: 'malformed' | 'ignored',
  limit: number,
): Promise<NoticeRecord[]> {
  return db.query<NoticeRecord>(sql`
    select rail_notices.id, rails.name as rail,
      case when rail_notices.livemode then 'live' else 'test' end as mode, received_at as "receivedAt", problem, body
    from rail_notices
    join rails on rails.id = rail_notices.rail_id
    where state = ${state}
    order by rail_notices.id desc
    limit ${limit}`);
}

/** Claims these notices for matching. Leaves out those that another process has already matched. */
export async function claimNotices(tx: Queryable, ids: readonly string[]): Promise<Set<string>> {
  const statement = sql`
    update rail_notices
    set state = 'matched'
    where id = any(${ids}::uuid[])
      and state = 'stored'
    returning id`;
  const rows = await tx.query<{ id: string }>(prepared('claim_notices', statement));
  return new Set(rows.map(({ id }) => id));
}

/** Deletes at most `limit` notices from before that time and returns how many it deleted. Their payments stay. */
export async function purgeNotices(db: Queryable, before: number, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from rail_notices
    where id = any(array(
      select id
      from rail_notices
      where id < ${firstUuidAt(before)}
        and state <> 'stored'
      order by id
      limit ${limit}
      for update skip locked))
    returning 1`);
  return rows.length;
}

/**
 * Removes the text of the notices that tell of this payment, of at most `limit` notices from that one on (D80). Returns
 * the notice to go on from, or null at the end. A rail may repeat a notice for days.
 */
export async function eraseNotices(
  db: Queryable,
  trackingKey: string,
  page: { readonly from: string; readonly before: number; readonly limit: number },
): Promise<string | null> {
  const [row] = await db.query<{ read: number; last: string | null }>(sql`
    with page as materialized (
      select id, body
      from rail_notices
      where id > ${page.from}
        and id < ${firstUuidAt(page.before)}
      order by id
      limit ${page.limit}
    ), erased as (
      update rail_notices
      set body = ${ERASED_BODY}
      where id = any(array(select id from page where position(${trackingKey}::text in body) > 0))
        and state <> 'stored'
    )
    select count(*)::integer as read, (select id from page order by id desc limit 1) as last
    from page`);
  return row === undefined || row.read < page.limit ? null : row.last;
}

const ERASED_BODY = '{"erased":true}';

type NoticeRow = {
  id: string;
  rail_id: string;
  kind: RailKindName;
  livemode: boolean;
  body: string;
  received_at: number;
};

function toNotice(row: NoticeRow): Notice {
  return {
    id: row.id,
    railId: row.rail_id,
    kind: row.kind,
    mode: modeOf(row.livemode),
    body: row.body,
    receivedAt: row.received_at,
  };
}
