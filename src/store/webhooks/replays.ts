// Owns webhook_replays: ranges of events that are sent again to one endpoint, and how far each has come (D54).
import type { Scope } from '../../domain/accounts/account.js';
import { isLive } from '../../domain/base/mode.js';
import type { EventKey } from '../../domain/orders/event.js';
import type { Db, Queryable } from '../db.js';
import { inAllShards } from '../in-shards.js';
import { type Flat, ofScope, withScope } from '../scope.js';
import { named, sql } from '../sql.js';

/** A place in the order of positions, or in the order of time. */
export type ReplayCursor =
  | { readonly by: 'position'; readonly after: bigint }
  | { readonly by: 'time'; readonly after: (EventKey & { readonly at: number }) | null };

export type Replay = {
  readonly scope: Scope;
  readonly endpointId: string;
  readonly id: string;
  /** A span of time in milliseconds, both ends included. null: no limit. */
  readonly from: number | null;
  readonly to: number | null;
  /** What has been sent again so far. */
  readonly place: ReplayCursor;
  /** By the database's clock, in milliseconds: rounded up, so that all from before are older. */
  readonly requestedAt: number;
};

/** The database's time, rounded up to the millisecond. */
export async function databaseTime(db: Queryable): Promise<number> {
  const [row] = await db.query<{ at: number }>(sql`
    select date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond' as at`);
  if (row === undefined) throw new Error('a server without time');
  return row.at;
}

export async function countReplays(db: Queryable, scope: Scope, endpointId: string): Promise<number> {
  const rows = await db.query(sql`
    select from webhook_replays
    where ${ofScope(scope)}
      and endpoint_id = ${endpointId}`);
  return rows.length;
}

export async function insertReplay(tx: Queryable, replay: Replay): Promise<void> {
  const { scope, place } = replay;
  const last = place.by === 'time' ? place.after : null;
  await tx.query(sql`
    insert into webhook_replays (account_id, livemode, endpoint_id, id, from_at, to_at, after_position, after_at,
      after_order_id, after_sequence, requested_at, worked_at)
    values (${scope.accountId}, ${isLive(scope.mode)}, ${replay.endpointId}, ${replay.id}, ${dateOf(replay.from)},
      ${dateOf(replay.to)}, ${place.by === 'position' ? place.after : null}, ${dateOf(last?.at ?? null)},
      ${last?.orderId ?? null}, ${last?.sequence ?? null}, ${new Date(replay.requestedAt)}, now())`);
}

const COLUMNS = named(
  `account_id, livemode, endpoint_id, id, from_at as "from", to_at as "to", requested_at, after_position, after_at, after_order_id,
  after_sequence`,
);

/** The replay that has waited longest. */
export async function listNextReplays(db: Db): Promise<Replay[]> {
  const statement = sql`
    select ${COLUMNS}
    from webhook_replays
    order by worked_at
    limit 1`;
  return (await inAllShards(db, (shard) => shard.query<ReplayRow>(statement))).map(toReplay);
}

/** Locks a replay, unless it has come further since it was read. */
export async function lockReplay(tx: Queryable, { scope, endpointId, id, place }: Replay): Promise<boolean> {
  const last = place.by === 'time' ? place.after : null;
  const rows = await tx.query(sql`
    select from webhook_replays
    where ${ofScope(scope)}
      and endpoint_id = ${endpointId}
      and id = ${id}
      and after_position is not distinct from ${place.by === 'position' ? place.after : null}::bigint
      and after_order_id is not distinct from ${last?.orderId ?? null}::uuid
      and after_sequence is not distinct from ${last?.sequence ?? null}::integer
    for update`);
  return rows.length > 0;
}

/** Notes how far a locked replay has come; others come first now. */
export async function advanceReplay(tx: Queryable, replay: Replay): Promise<void> {
  await deleteReplay(tx, replay);
  await insertReplay(tx, replay);
}

export async function deleteReplay(tx: Queryable, { scope, endpointId, id }: Replay): Promise<void> {
  await tx.query(sql`
    delete from webhook_replays
    where ${ofScope(scope)}
      and endpoint_id = ${endpointId}
      and id = ${id}`);
}

type ReplayRow = Flat<Omit<Replay, 'place'>> & {
  readonly afterPosition: bigint | null;
  readonly afterAt: number | null;
  readonly afterOrderId: string | null;
  readonly afterSequence: number | null;
};

function toReplay({
  afterPosition,
  afterAt: at,
  afterOrderId: orderId,
  afterSequence: sequence,
  ...row
}: ReplayRow): Replay {
  const last = at === null || orderId === null || sequence === null ? null : { at, orderId, sequence };
  const place: ReplayCursor =
    afterPosition === null ? { by: 'time', after: last } : { by: 'position', after: afterPosition };
  return { ...withScope<Omit<Replay, 'place'>>(row), place };
}

function dateOf(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms);
}
