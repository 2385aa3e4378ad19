// Reads where a merchant's list of events ends, and what is at one of its positions. order-events.ts writes both.
import type { Scope } from '../../domain/accounts/account.js';
import { isLive } from '../../domain/base/mode.js';
import { markOf } from '../../domain/orders/event.js';
import type { EventType } from '../../domain/orders/event-types.js';
import type { Db, Queryable } from '../db.js';
import { inShards } from '../in-shards.js';
import { type Flat, ofScope, withScope } from '../scope.js';
import { named, prepared, type Sql, sql } from '../sql.js';

/** `mark` is null if no event is at the position. */
type CursorFound = { readonly last: bigint; readonly mark: string | null };

export async function findCursor(db: Queryable, scope: Scope, position: bigint): Promise<CursorFound> {
  const rows = await db.query<CursorRow>(sql`
    select p.last_position, v.order_id, v.sequence, v.type, v.created_at
    from event_positions p
    left join order_events v on v.account_id = p.account_id and v.livemode = p.livemode and v.position = ${position}
    where ${ofScope(scope, 'p.')}`);
  const [row] = rows;
  if (row === undefined) return { last: 0n, mark: null };
  const { order_id, sequence, type, created_at } = row;
  return {
    last: row.last_position,
    mark: order_id === null ? null : markOf(order_id, { sequence, type, createdAt: created_at }),
  };
}

type CursorRow = {
  last_position: bigint;
  order_id: string | null;
  sequence: number;
  type: EventType;
  created_at: number;
};

export type News = { readonly scope: Scope; readonly last: bigint; readonly hasUnplaced: boolean };

/** One statement for all who wait at a shard: where each list ends, and whether events wait for a position. */
export async function listNews(db: Db, scopes: readonly Scope[]): Promise<News[]> {
  const rows = await inShards(
    db,
    scopes,
    ({ accountId }) => accountId,
    (shard, own) => shard.query<Flat<News>>(prepared('list_news', newsOf(own))),
  );
  return rows.map(withScope<News>);
}

const OF_S = named('account_id, livemode', 's');

function newsOf(scopes: readonly Scope[]): Sql {
  return sql`
        select ${OF_S}, coalesce(p.last_position, 0) as last, exists (
          select from order_events v
          where v.account_id = s.account_id
            and v.livemode = s.livemode
            and v.position is null) as "hasUnplaced"
        from unnest(
          ${scopes.map(({ accountId }) => accountId)}::uuid[],
          ${scopes.map(({ mode }) => isLive(mode))}::boolean[]) as s(account_id, livemode)
        left join event_positions p on p.account_id = s.account_id and p.livemode = s.livemode`;
}
