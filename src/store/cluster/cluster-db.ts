// The database of a Citus cluster (docs/scaling.md): statements of accounts run at their shards, all others on the coordinator.
// Citus keeps the map, moves shards, changes tables and answers questions about all accounts.
import { AppError } from '../../errors/errors.js';
import { type Db, type DbOptions, openDb } from '../db.js';
import { ShardSplit } from '../in-shards.js';
import { sql } from '../sql.js';
import { createShardDb } from './shard-db.js';
import { indexOf, readShardMap, type ShardMap, type ShardPlacement } from './shard-map.js';

/** Our names of shards, our lock and the meaning of its tables were tried with these. */
const TRIED = /^13\./;

// A plan for one shard is good for all values, and a generic one is made once for each connection: with plans of their own
// matches took two thirds more. Citus refuses to let a table of a shard be changed by anybody who does not say that they mean it.
const AT_NODES = ' -c plan_cache_mode=force_generic_plan -c citus.enable_manual_changes_to_shards=on';

/** So long after it has read the map it does not read it again for a node that does not answer. */
const MAP_REST_MS = 1_000;

/** Why the service does not run on a cluster. */
export class ClusterRefused extends Error {
  override readonly name = 'ClusterRefused';
}

/** Opens the database: one PostgreSQL, or a cluster whose tables have been distributed. */
export async function openStore(options: DbOptions): Promise<Db> {
  const db = openDb(options);
  try {
    const [citus] = await db.query<{ version: string; is_spread: boolean }>(sql`
      select extversion as version, to_regclass('orders') is not null and exists (
        select from pg_class where relname = 'pg_dist_partition') as is_spread
      from pg_extension
      where extname = 'citus'`);
    if (citus === undefined || !citus.is_spread) return db;
    const map = await readShardMap(db);
    if (map.length === 0) return db;
    if (!TRIED.test(citus.version))
      throw new ClusterRefused(`The cluster has Citus ${citus.version}. Cobro was tried with version 13 alone.`);
    return createClusterDb(db, map, (node) =>
      openDb({ ...options, url: urlOf(options.url, node), sessionOptions: AT_NODES }),
    );
  } catch (error) {
    await db.close();
    throw error;
  }
}

function urlOf(coordinatorUrl: string, node: string): string {
  const url = new URL(coordinatorUrl);
  url.host = node;
  return url.href;
}

/** `first` is the map as it is now. `openNode` opens the database of a node. */
export function createClusterDb(coordinator: Db, first: ShardMap, openNode: (node: string) => Db): Db {
  const nodes = new Map<string, Db>();
  let map = first;
  let shards = first.map(openShard);
  let reading: Promise<void> | null = null;
  let readAt = performance.now();

  function openShard(place: ShardPlacement): Db {
    return createShardDb({ place, node: nodeOf(place.node), mac: coordinator.mac, findAgain, onLost });
  }

  function nodeOf(address: string): Db {
    const known = nodes.get(address);
    if (known !== undefined) return known;
    const node = openNode(address);
    nodes.set(address, node);
    return node;
  }

  /** Those who ask at the same moment share one reading. A shard that stayed where it was keeps what is remembered of it. */
  function readAgain(): Promise<void> {
    reading ??= readShardMap(coordinator)
      .then((now) => {
        readAt = performance.now();
        shards = now.map((place) => shards[map.findIndex((one) => isSame(one, place))] ?? openShard(place));
        map = now;
      })
      .finally(() => {
        reading = null;
      });
    return reading;
  }

  /** A shard that was split has no successor with all of its accounts: who asked for several of them asks again. */
  async function findAgain({ from, to }: ShardPlacement): Promise<Db> {
    await readAgain();
    const shard = shards[map.findIndex((one) => one.from <= from && one.to >= to)];
    if (shard === undefined) throw new AppError('unavailable', {}, { cause: new ShardSplit() });
    return shard;
  }

  /** A node that does not answer may have been replaced by its standby: the next statement goes where the map says. */
  function onLost(): void {
    if (performance.now() - readAt > MAP_REST_MS) readAgain().catch(() => undefined);
  }

  return {
    ...coordinator,
    isSpread: true,
    transaction: (work) => coordinator.transaction((tx) => work({ ...tx, isSpread: true })),
    shards: {
      of: (accountId) => shards[indexOf(map, accountId)] ?? coordinator,
      all: () => shards,
    },
    stats: () => [...nodes.values()].map((node) => node.stats()).reduce(addStats, coordinator.stats()),
    close: async () => {
      await Promise.all([coordinator, ...nodes.values()].map((db) => db.close()));
    },
  };
}

type Stats = ReturnType<Db['stats']>;

function addStats(one: Stats, other: Stats): Stats {
  return { open: one.open + other.open, idle: one.idle + other.idle, waiting: one.waiting + other.waiting };
}

function isSame(one: ShardPlacement, other: ShardPlacement): boolean {
  return one.shardId === other.shardId && one.node === other.node && one.names.size === other.names.size;
}
