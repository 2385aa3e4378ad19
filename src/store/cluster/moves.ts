// What an operator does to a running cluster: looks at it, adds a node, moves and splits shards, and empties a node. Citus
// does the work, and the guard (shard-guard.ts) makes it wait for our statements, and them for it.
import type { Queryable } from '../db.js';
import { sql } from '../sql.js';

export type NodeAddress = { readonly host: string; readonly port: number };

type NodeState = {
  /** HOST:PORT */
  readonly node: string;
  readonly answers: boolean;
  readonly takesShards: boolean;
  readonly shards: number;
  readonly bytes: bigint;
};

/** The nodes that may have shards. One that does not answer shows no sizes. */
export async function listNodes(db: Queryable): Promise<NodeState[]> {
  return db.query<NodeState>(sql`
    select n.nodename || ':' || n.nodeport as node, n.shouldhaveshards as "takesShards",
      citus_check_connection_to_node(n.nodename, n.nodeport) as answers,
      (
        select count(*)::integer
        from pg_dist_shard s
        join pg_dist_placement p on p.shardid = s.shardid
        where s.logicalrelid = 'orders'::regclass
          and p.groupid = n.groupid) as shards,
      coalesce((
        select sum(s.shard_size)::bigint
        from citus_shards s
        where s.nodename = n.nodename
          and s.nodeport = n.nodeport), 0) as bytes
    from pg_dist_node n
    where n.groupid <> 0
      and n.noderole = 'primary'
    order by n.nodeid`);
}

export type ShardState = { readonly shard: bigint; readonly node: string; readonly bytes: bigint };

/** Each shard of the orders, with what belongs to it. */
export async function listShards(db: Queryable): Promise<ShardState[]> {
  return db.query<ShardState>(sql`
    select s.shardid as shard, n.nodename || ':' || n.nodeport as node, (
        select sum(c.shard_size)::bigint
        from pg_dist_shard own
        join citus_shards c on c.shardid = own.shardid
        where own.shardminvalue = s.shardminvalue
          and c.colocation_id = t.colocationid) as bytes
    from pg_dist_partition t
    join pg_dist_shard s on s.logicalrelid = t.logicalrelid
    join pg_dist_placement p on p.shardid = s.shardid
    join pg_dist_node n on n.groupid = p.groupid
    where t.logicalrelid = 'orders'::regclass
    order by s.shardminvalue::integer`);
}

/** The node gets the tables that every node has, and no shard yet. */
export async function addNode(db: Queryable, { host, port }: NodeAddress): Promise<void> {
  await db.query(sql`select citus_add_node(${host}, ${port}::integer)`);
  await db.query(sql`select replicate_reference_tables()`);
}

/** Moves a shard with all that belongs to it while the service runs. Writes to it wait at the end of the move. */
export async function moveShard(db: Queryable, shard: bigint, from: NodeAddress, to: NodeAddress): Promise<void> {
  await db.query(sql`
    select citus_move_shard_placement(${shard}::bigint, ${from.host}, ${from.port}::integer, ${to.host}, ${to.port}::integer)`);
}

// Writes to a shard wait while it is split. Citus can do it without that, but then it never ended when a row was changed meanwhile
// (13.2.2: "publisher did not send replica identity column").
const SPLIT_MODE = 'block_writes';

/** Makes two of a shard, each with one half of the hashes of accounts, at the same node. */
export async function splitShard(db: Queryable, shard: bigint): Promise<void> {
  await db.query(sql`
    select citus_split_shard_by_split_points(s.shardid,
      array[(((s.shardminvalue::bigint + s.shardmaxvalue::bigint) >> 1))::text], array[n.nodeid, n.nodeid], ${SPLIT_MODE})
    from pg_dist_shard s
    join pg_dist_placement p on p.shardid = s.shardid
    join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
    where s.shardid = ${shard}::bigint`);
}

/** Gives an account a shard of its own, at the same node. Returns its number. */
export async function isolateAccount(db: Queryable, accountId: string): Promise<bigint> {
  const [row] = await db.query<{ shard: bigint }>(sql`
    select isolate_tenant_to_new_shard('orders', ${accountId}::uuid, 'CASCADE', ${SPLIT_MODE}) as shard`);
  if (row === undefined) throw new Error('an account was isolated nowhere');
  return row.shard;
}

/** Moves shards until every node has its part. */
export async function balanceShards(db: Queryable): Promise<void> {
  await db.query(sql`select rebalance_table_shards('orders'::regclass)`);
}

/** Moves all shards to the other nodes, and lets none come back. */
export async function drainNode(db: Queryable, { host, port }: NodeAddress): Promise<void> {
  await db.query(sql`select citus_drain_node(${host}, ${port}::integer)`);
}

export async function removeNode(db: Queryable, { host, port }: NodeAddress): Promise<void> {
  await db.query(sql`select citus_remove_node(${host}, ${port}::integer)`);
}

export type Progress = { readonly moved: bigint; readonly all: bigint };

/** How many bytes of the moves under way are at their new place; null if nothing moves. */
export async function readProgress(db: Queryable): Promise<Progress | null> {
  const [row] = await db.query<{ moved: bigint | null; whole: bigint | null }>(sql`
    select sum(least(target_shard_size, source_shard_size))::bigint as moved, sum(source_shard_size)::bigint as whole
    from get_rebalance_progress()
    where progress = 1`);
  return row === undefined || row.whole === null ? null : { moved: row.moved ?? 0n, all: row.whole };
}
