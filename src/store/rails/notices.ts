// Owns the raw notices of rails (D41); only this module writes them. A notice of a payment is stored and then matched, or
// it is malformed or ignored from the start. reversals.ts has the statements for notices that take a payment back.
import { isLive, type Mode, modeOf } from '../../domain/mode.js';
import type { RailKindName } from '../../domain/rails/kinds.js';
import type { Queryable } from '../db.js';
import { prepared, sql } from '../sql.js';

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
  const rows = await db.query<NoticeRow & { points: string[] | null }>(sql`
    select rail_notices.id, rail_id, rail_notices.kind, rail_notices.livemode, body, received_at, points
    from rail_notices
    left join rails on rails.id = rail_id
    where state = 'stored'
      and received_at < ${new Date(before)}
    order by rail_notices.id
    limit ${limit}`);
  return rows.map(({ points, ...row }) => (points === null ? toNotice(row) : { ...toNotice(row), points }));
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
    received_at: new Date(notice.receivedAt).toISOString(),
  }));
  const statement = sql`
    insert into rail_notices (id, rail_id, kind, livemode, body, state, problem, reverses, received_at)
    select id, rail_id, kind, livemode, body, state, problem, decode(reverses, 'hex'), received_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as row(
      id uuid, rail_id uuid, kind text, livemode boolean, body text, state text, problem text, reverses text,
      received_at timestamptz)`;
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

export const ODD_STATES = ['malformed', 'ignored', 'differs', 'waiting'] as const satisfies readonly NoticeState[];
export type OddState = (typeof ODD_STATES)[number];

/** For the operator: the newest notices that led to no payment. Simulated payments have no rail of their own. */
export async function listOddNotices(db: Queryable, state: OddState, limit: number): Promise<NoticeRecord[]> {
  return db.query<NoticeRecord>(sql`
    select rail_notices.id, coalesce(rails.name, 'test') as rail,
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
