// A cluster without Citus: databases that stand for its nodes, with tables that stand for shards, and the tables in which Citus would
// say where they are. A move is made as Citus makes it: under the lock that the guard takes, too.
import { after } from 'node:test';
import { createLog } from '../../src/log.js';
import { createClusterDb } from '../../src/store/cluster/cluster-db.js';
import { readShardMap } from '../../src/store/cluster/shard-map.js';
import { type Db, openDb, type Queryable } from '../../src/store/db.js';
import { raw, sql } from '../../src/store/sql.js';
import { TABLES } from '../../src/store/tables.js';
import { createDatabase, openTestDb } from './database.js';

/** Two shards for each of two nodes. */
const SHARDS = [
  { id: 1, from: -2_147_483_648, to: -1_073_741_825, node: 'one:1' },
  { id: 2, from: -1_073_741_824, to: -1, node: 'one:1' },
  { id: 3, from: 0, to: 1_073_741_823, node: 'two:2' },
  { id: 4, from: 1_073_741_824, to: 2_147_483_647, node: 'two:2' },
];

const BY_ACCOUNT = tablesAt('by-account');
const EVERYWHERE = tablesAt('everywhere');

export type StandIn = {
  readonly cluster: Db;
  readonly coordinator: Db;
  readonly nodes: ReadonlyMap<string, Db>;
  move(shard: number, from: string, to: string): Promise<void>;
  /** Two new shards at the same node have the accounts of this one, up to a hash and from it on. */
  split(shard: number, at: number, into: readonly [number, number]): Promise<void>;
  /** Every node gets what the coordinator has of a table that all have. */
  copyEverywhere(table: string): Promise<void>;
};

export async function openStandIn(): Promise<StandIn> {
  const coordinator = await openTestDb();
  const nodes = new Map([
    ['one:1', await openNode()],
    ['two:2', await openNode()],
  ]);
  for (const { id, node } of SHARDS) await addShard(nodeAt(nodes, node), id);
  for (const node of nodes.values()) await forgetTables(node);
  await describe(coordinator);
  const cluster = createClusterDb(coordinator, await readShardMap(coordinator), (node) => nodeAt(nodes, node));
  return {
    cluster,
    coordinator,
    nodes,
    move: (...wanted) => moveShard({ coordinator, nodes }, ...wanted),
    split: (...wanted) => splitShard({ coordinator, nodes }, ...wanted),
    async copyEverywhere(table) {
      for (const node of nodes.values()) await copyRows({ from: coordinator, table, to: node, as: `${table}_9` });
    },
  };
}

function tablesAt(placement: string): string[] {
  return Object.keys(TABLES).filter((name) => TABLES[name]?.placement === placement);
}

function nodeAt(nodes: ReadonlyMap<string, Db>, name: string): Db {
  const node = nodes.get(name);
  if (node === undefined) throw new Error(`no node ${name}`);
  return node;
}

async function openNode(): Promise<Db> {
  const database = await createDatabase();
  const log = createLog({ level: 'silent', destination: 2 });
  const db = openDb({ url: database.url, poolSize: 10, timeoutMs: 10_000, log });
  after(async () => {
    await db.close();
    await database.drop();
  });
  await db.query(raw('create table placed_here (shard bigint primary key)'));
  await db.query(
    raw(`
      create function cobro_is_at_shard(wanted bigint) returns boolean language plpgsql as $guard$
      begin
        perform pg_advisory_xact_lock_shared(wanted);
        perform from placed_here where shard = wanted;
        if not found then raise exception 'shard % is not here', wanted using errcode = 'CB001'; end if;
        return true;
      end $guard$`),
  );
  return db;
}

/** Tables that every node has whole belong to shard 9. */
async function addShard(node: Db, shard: number): Promise<void> {
  for (const table of BY_ACCOUNT) await node.query(raw(`create table ${table}_${shard} (like ${table} including all)`));
  for (const table of EVERYWHERE)
    await node.query(raw(`create table if not exists ${table}_9 (like ${table} including all)`));
  await node.query(sql`insert into placed_here values (${shard})`);
}

/** A statement that does not name the shard's table fails. */
async function forgetTables(node: Db): Promise<void> {
  await node.query(raw(`drop table ${Object.keys(TABLES).join(', ')} cascade`));
}

async function describe(coordinator: Db): Promise<void> {
  for (const text of [
    'create table pg_dist_partition (logicalrelid regclass, partmethod "char", repmodel "char", colocationid integer)',
    'create table pg_dist_shard (logicalrelid regclass, shardid bigint, shardminvalue text, shardmaxvalue text)',
    'create table pg_dist_placement (shardid bigint, groupid integer)',
    'create table pg_dist_node (groupid integer, nodename text, nodeport integer, noderole text)',
    "insert into pg_dist_node values (1, 'one', 1, 'primary'), (2, 'two', 2, 'primary')",
    'insert into pg_dist_placement values (9, 1), (9, 2)',
  ])
    await coordinator.query(raw(text));
  for (const table of EVERYWHERE) {
    await coordinator.query(raw(`insert into pg_dist_partition values ('${table}', 'n', 't', 2)`));
    await coordinator.query(raw(`insert into pg_dist_shard values ('${table}', 9, null, null)`));
  }
  for (const table of BY_ACCOUNT)
    await coordinator.query(raw(`insert into pg_dist_partition values ('${table}', 'h', 's', 1)`));
  for (const { id, from, to, node } of SHARDS) {
    await coordinator.query(sql`insert into pg_dist_placement values (${id}, ${Number(node.at(-1))})`);
    for (const table of BY_ACCOUNT)
      await coordinator.query(raw(`insert into pg_dist_shard values ('${table}', ${id}, '${from}', '${to}')`));
  }
}

async function moveShard(
  { coordinator, nodes }: Pick<StandIn, 'coordinator' | 'nodes'>,
  shard: number,
  from: string,
  to: string,
): Promise<void> {
  const [source, target] = [nodeAt(nodes, from), nodeAt(nodes, to)];
  for (const table of BY_ACCOUNT)
    await target.query(raw(`create table ${table}_${shard} (like ${table}_${to === 'one:1' ? 2 : 4} including all)`));
  await source.transaction(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(${shard})`);
    for (const table of BY_ACCOUNT)
      await copyRows({ from: tx, table: `${table}_${shard}`, to: target, as: `${table}_${shard}` });
    await target.query(sql`insert into placed_here values (${shard})`);
    await tx.query(sql`delete from placed_here where shard = ${shard}`);
    await coordinator.query(sql`update pg_dist_placement set groupid = ${Number(to.at(-1))} where shardid = ${shard}`);
    for (const table of BY_ACCOUNT) await tx.query(raw(`drop table ${table}_${shard}`));
  });
}

async function splitShard(
  { coordinator, nodes }: Pick<StandIn, 'coordinator' | 'nodes'>,
  shard: number,
  at: number,
  into: readonly [number, number],
): Promise<void> {
  const { node: name } = SHARDS.find(({ id }) => id === shard) ?? { node: '' };
  await nodeAt(nodes, name).transaction(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(${shard})`);
    for (const [part, id] of into.entries()) {
      for (const table of BY_ACCOUNT) {
        await tx.query(raw(`create table ${table}_${id} (like ${table}_${shard} including all)`));
        const own = `uuid_hash(account_id) ${part === 0 ? '<' : '>='} ${at}`;
        await tx.query(raw(`insert into ${table}_${id} select * from ${table}_${shard} where ${own}`));
        const [from, to] = part === 0 ? ['shardminvalue', `'${at - 1}'`] : [`'${at}'`, 'shardmaxvalue'];
        await coordinator.query(
          raw(`insert into pg_dist_shard select logicalrelid, ${id}, ${from}, ${to} from pg_dist_shard
            where shardid = ${shard} and logicalrelid = '${table}'::regclass`),
        );
      }
      await coordinator.query(sql`insert into pg_dist_placement values (${id}, ${Number(name.at(-1))})`);
      await tx.query(sql`insert into placed_here values (${id})`);
    }
    await coordinator.query(sql`delete from pg_dist_shard where shardid = ${shard}`);
    await coordinator.query(sql`delete from pg_dist_placement where shardid = ${shard}`);
    await tx.query(sql`delete from placed_here where shard = ${shard}`);
    for (const table of BY_ACCOUNT) await tx.query(raw(`drop table ${table}_${shard}`));
  });
}

type Copy = { readonly from: Queryable; readonly table: string; readonly to: Queryable; readonly as: string };

async function copyRows({ from, table, to, as }: Copy): Promise<void> {
  const rows = await from.query<{ row: object }>(raw(`select to_json(t) as row from ${table} t`));
  await to.query(sql`
    insert into ${raw(as)}
    select *
    from json_populate_recordset(null::${raw(as)}, ${JSON.stringify(rows.map(({ row }) => row))}::json)
    on conflict do nothing`);
}
