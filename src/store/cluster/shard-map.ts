// Which shard has which accounts, and on which node it is, as Citus knows it.
import type { Queryable } from '../db.js';
import { sql } from '../sql.js';
import { hashOfAccount } from './account-hash.js';
import type { ShardNames } from './shard-names.js';

/** The shards of all tables by account that have the same accounts. */
export type ShardPlacement = {
  /** The shard of the orders. Citus locks and moves those of the other tables with it. */
  readonly shardId: bigint;
  /** The hashes of its accounts: from the first to the last. */
  readonly from: number;
  readonly to: number;
  /** HOST:PORT */
  readonly node: string;
  readonly names: ShardNames;
};

/** In the order of their hashes, without a gap. */
export type ShardMap = readonly ShardPlacement[];

type ShardRow = {
  table: string;
  shard_id: bigint;
  hash_from: number | null;
  hash_to: number | null;
  node: string;
};

/** Tables that every node has whole have no hashes. */
export async function readShardMap(coordinator: Queryable): Promise<ShardMap> {
  const rows = await coordinator.query<ShardRow>(sql`
    select s.logicalrelid::text as "table", s.shardid as shard_id, s.shardminvalue::integer as hash_from,
      s.shardmaxvalue::integer as hash_to, n.nodename || ':' || n.nodeport as node
    from pg_dist_partition t
    join pg_dist_shard s on s.logicalrelid = t.logicalrelid
    join pg_dist_placement p on p.shardid = s.shardid
    join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
    where (t.partmethod = 'n' and t.repmodel = 't')
       or t.colocationid = (select colocationid from pg_dist_partition where logicalrelid = 'orders'::regclass)`);
  return toShardMap(rows);
}

function toShardMap(rows: readonly ShardRow[]): ShardMap {
  const everywhere = rows.filter(({ hash_from }) => hash_from === null);
  return rows
    .filter((row) => row.table === 'orders')
    .flatMap((row) => {
      if (row.hash_from === null || row.hash_to === null) return [];
      const together = rows.filter(({ hash_from }) => hash_from === row.hash_from);
      const names = new Map([...everywhere, ...together].map(({ table, shard_id }) => [table, `${table}_${shard_id}`]));
      return [{ shardId: row.shard_id, from: row.hash_from, to: row.hash_to, node: row.node, names }];
    })
    .sort((one, other) => one.from - other.from);
}

/** The place in the map of the shard that has this account. */
export function indexOf(map: readonly Pick<ShardPlacement, 'to'>[], accountId: string): number {
  const hash = hashOfAccount(accountId);
  let [low, high] = [0, map.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (hash <= (map[middle]?.to ?? 0)) high = middle;
    else low = middle + 1;
  }
  return low;
}
