// Owns the raw notices of rails (D41); only this module writes them. A notice of a payment is stored and then matched, or
// it is malformed or ignored from the start. reversals.ts has the statements for notices that take a payment back.
import { firstUuidAt } from '../../domain/base/identity.js';
import { isLive, type Mode } from '../../domain/base/mode.js';
import type { RailKindName } from '../../domain/rails/kinds.js';
import type { Queryable } from '../db.js';
import { named, prepared, sql, timeFrom } from '../sql.js';

/**
 * `differs`: it repeats a known payment and tells something else of it (D74). `reversing`: it takes a payment back and is
 * not handled yet. `waiting`: the payment that it takes back has not come yet (D72).
 */
export type NoticeState = 'stored' | 'matched' | 'differs' | 'reversing' | 'waiting' | 'malformed' | 'ignored';

export type Notice = {
  readonly id: string;
  readonly railId: string;
  readonly kind: RailKindName;
  readonly mode: Mode;
  readonly body: string;
  readonly receivedAt: number;
};

export type NewNotice = Notice & {
  readonly state: NoticeState;
  readonly problem: string | null;
  /** The identity of the payment that it takes back; omitted for a notice of a payment. */
  readonly reverses?: Buffer;
};

/** A notice with the points of its rail; they are omitted if the rail has none or is unknown, as that of test payments. */
export type OpenNotice = Notice & { readonly points?: readonly string[] };

/** Notices from before that time that are still unmatched, because of a crash. */
export async function listOpenNotices(db: Queryable, before: number, limit: number): Promise<OpenNotice[]> {
  const rows = await db.query<Notice & { readonly points: string[] | null }>(sql`
    select ${named('id, rail_id, kind, livemode, body, received_at', 'rail_notices')}, points
    from rail_notices
    left join rails on rails.id = rail_id
    where state = 'stored'
      and received_at < ${new Date(before)}
    order by rail_notices.id
    limit ${limit}`);
  return rows.map(({ points, ...row }) => (points === null ? row : { ...row, points }));
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
    reverses: notice.reverses?.toString('hex'),
    received_ms: notice.receivedAt,
  }));
  const statement = sql`
    insert into rail_notices (id, rail_id, kind, livemode, body, state, problem, reverses, received_at)
    select id, rail_id, kind, livemode, body, state, problem, decode(reverses, 'hex'), ${timeFrom('received_ms')}
    from json_to_recordset(${JSON.stringify(rows)}::json) as row(
      id uuid, rail_id uuid, kind text, livemode boolean, body text, state text, problem text, reverses text, received_ms float8)`;
  await db.query(prepared('insert_notices', statement));
  return notices.map(() => true as const);
}

type NoticeRecord = {
  readonly id: string;
  readonly rail: string;
  readonly mode: Mode;
  readonly receivedAt: number;
  readonly problem: string | null;
  readonly body: string;
};

export const ODD_STATES = ['malformed', 'ignored', 'differs', 'waiting'] as const satisfies readonly NoticeState[];
export type OddState = (typeof ODD_STATES)[number];

/** For the operator: the newest notices that led to no payment. Simulated payments have no rail of their own. */
export async function listOddNotices(db: Queryable, state: OddState, limit: number): Promise<NoticeRecord[]> {
  return db.query<NoticeRecord>(sql`
    select rail_notices.id, coalesce(rails.name, case when rail_notices.livemode then rail_notices.kind else 'test' end) as rail,
      case when rail_notices.livemode then 'live' else 'test' end as mode, received_at as "receivedAt", problem, body
    from rail_notices
    left join rails on rails.id = rail_notices.rail_id
    where state = ${state}
    order by rail_notices.id desc
    limit ${limit}`);
}

/**
 * Claims these notices for matching. Leaves out those that another process has already matched. They are locked in the
 * order of their ids: two nodes that sweep the same notices wait for each other and never meet in a deadlock.
 */
export async function claimNotices(tx: Queryable, ids: readonly string[]): Promise<Set<string>> {
  const statement = sql`
    update rail_notices
    set state = 'matched'
    from (
      select id
      from rail_notices
      where id = any(${ids}::uuid[])
        and state = 'stored'
      order by id
      for update) as open
    where rail_notices.id = open.id
    returning rail_notices.id`;
  const rows = await tx.query<{ id: string }>(prepared('claim_notices', statement));
  return new Set(rows.map(({ id }) => id));
}

/** Gives claimed notices back, to be matched later. */
export async function returnNotices(tx: Queryable, ids: readonly string[]): Promise<void> {
  await tx.query(sql`
    update rail_notices
    set state = 'stored'
    where id = any(${ids}::uuid[])`);
}

/** Notes which of these notices repeat a payment and tell something else of it. */
export async function markDiffering(
  tx: Queryable,
  notices: readonly { readonly id: string; readonly problem: string }[],
): Promise<void> {
  await tx.query(sql`
    update rail_notices
    set state = 'differs', problem = told.problem
    from unnest(${notices.map(({ id }) => id)}::uuid[], ${notices.map(({ problem }) => problem)}::text[]) as told(id, problem)
    where rail_notices.id = told.id`);
}

/** Returns false if somebody has noted it already, or it is nothing to look at. */
export async function markLookedAt(tx: Queryable, id: string, at: number): Promise<boolean> {
  const rows = await tx.query(sql`
    update rail_notices
    set looked_at = ${new Date(at)}
    where id = ${id}
      and looked_at is null
      and state in ('malformed', 'differs', 'ignored')
    returning 1`);
  return rows.length === 1;
}

/**
 * Deletes at most `limit` notices from before that time and returns how many it deleted. Their payments stay, and so do
 * notices that are still to be handled or wait for their payment.
 */
export async function purgeNotices(db: Queryable, before: number, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from rail_notices
    where id = any(array(
      select id
      from rail_notices
      where id < ${firstUuidAt(before)}
        and state not in ('stored', 'reversing', 'waiting')
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
        and state not in ('stored', 'reversing')
    )
    select count(*)::integer as read, (select id from page order by id desc limit 1) as last
    from page`);
  return row === undefined || row.read < page.limit ? null : row.last;
}

const ERASED_BODY = '{"erased":true}';
