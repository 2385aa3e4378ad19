// Reads what a Citus cluster is made of, and moves one table to its nodes. Only `cobro distribute` calls this.
import type { Queryable } from '../db.js';
import { raw, sql } from '../sql.js';
import type { Placement } from '../table.js';

/** Tables by account are placed together with this one. */
const FIRST_BY_ACCOUNT = 'orders';

export type ClusterState = {
  readonly isCoordinator: boolean;
  /** Whether the coordinator itself is one of the nodes that the cluster knows. */
  readonly knowsCoordinator: boolean;
  /** Nodes that may have shards. */
  readonly nodes: readonly string[];
  readonly isOwner: boolean;
  /** Processes of the service that are connected to the database. */
  readonly connected: number;
};

/** null: the database has no Citus extension. */
export async function readCluster(db: Queryable): Promise<ClusterState | null> {
  const extension = await db.query(sql`select from pg_extension where extname = 'citus'`);
  if (extension.length === 0) return null;
  const [row] = await db.query<{ is_coordinator: boolean; knows_coordinator: boolean; nodes: string[] }>(sql`
    select not exists (select from pg_dist_local_group where groupid <> 0) as is_coordinator,
      exists (select from pg_dist_node where groupid = 0) as knows_coordinator,
      array(
        select nodename || ':' || nodeport
        from pg_dist_node
        where isactive
          and shouldhaveshards
          and noderole = 'primary'
        order by nodeid) as nodes`);
  const [rights] = await db.query<{ is_owner: boolean; connected: number }>(sql`
    select pg_has_role(current_user, (select relowner from pg_class where oid = 'orders'::regclass), 'usage') as is_owner,
      (
        select count(distinct client_port)::integer
        from pg_stat_activity
        where datname = current_database()
          and application_name = 'cobro'
          and pid <> pg_backend_pid()) as connected`);
  return {
    isCoordinator: row?.is_coordinator ?? false,
    knowsCoordinator: row?.knows_coordinator ?? false,
    nodes: row?.nodes ?? [],
    isOwner: rights?.is_owner ?? false,
    connected: rights?.connected ?? 0,
  };
}

/** Whether somebody has made our tables on a node itself, where they are in the way. */
export async function hasTablesOnNodes(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ found: boolean }>(sql`
    select coalesce(bool_or(result = 't'), false) as found
    from run_command_on_workers('select to_regclass(''accounts'') is not null')`);
  return row?.found === true;
}

export type TableState = {
  readonly table: string;
  readonly place: Placement;
  readonly bytes: bigint;
};

/** Every table of ours, and where it is now. */
export async function listPlacedTables(db: Queryable): Promise<TableState[]> {
  return db.query<TableState>(sql`
    select c.relname::text as "table",
      case
        when p.partmethod = 'h' then 'by-account'
        when p.partmethod = 'n' and p.repmodel = 't' then 'everywhere'
        else 'coordinator'
      end as place,
      pg_total_relation_size(c.oid) as bytes
    from pg_class c
    left join pg_dist_partition p on p.logicalrelid = c.oid
    where c.relnamespace = 'public'::regnamespace
      and c.relkind = 'r'
    order by c.relname`);
}

/**
 * Moves one table and all of its rows. In a transaction: afterwards it is moved whole, or not at all. Its triggers refuse
 * changes, also the deletion of the rows that stay behind, so they are made again afterwards, and then on every shard.
 */
export async function placeTable(
  tx: Queryable,
  table: string,
  { place, from, shards }: { readonly place: Placement; readonly from: Placement; readonly shards: number },
): Promise<void> {
  const triggers = await tx.query<{ name: string; text: string }>(sql`
    select quote_ident(tgname) as name, pg_get_triggerdef(oid) as text
    from pg_trigger
    where tgrelid = ${table}::regclass
      and not tgisinternal`);
  for (const { name } of triggers) await tx.query(raw(`drop trigger ${name} on ${table}`));
  // An earlier version may have had it elsewhere.
  if (from !== 'coordinator') await tx.query(sql`select undistribute_table(${table}::regclass)`);
  if (place === 'by-account') await loosenKeys(tx, table);
  await moveTable(tx, table, place, shards);
  await tx.query(sql`select truncate_local_data_after_distributing_table(${table}::regclass)`);
  if (triggers.length > 0) await tx.query(raw('set local citus.enable_unsafe_triggers = on'));
  for (const { text } of triggers) await tx.query(raw(text));
}

/** A key without the account holds where all rows are at one place. On nodes it only finds them. */
async function loosenKeys(tx: Queryable, table: string): Promise<void> {
  const keys = await tx.query<{ name: string; text: string }>(sql`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as text
    from pg_index
    where indrelid = ${table}::regclass
      and indisunique
      and not exists (
        select from pg_constraint
        where conindid = indexrelid)
      and not exists (
        select from pg_attribute
        where attrelid = indrelid
          and attname = 'account_id'
          and attnum = any(indkey))`);
  for (const { name, text } of keys) {
    await tx.query(raw(`drop index ${name}`));
    await tx.query(raw(text.replace('CREATE UNIQUE INDEX', 'CREATE INDEX')));
  }
}

async function moveTable(tx: Queryable, table: string, place: Placement, shards: number): Promise<void> {
  if (place === 'everywhere') await tx.query(sql`select create_reference_table(${table})`);
  else if (table === FIRST_BY_ACCOUNT)
    await tx.query(
      sql`select create_distributed_table(${table}, 'account_id', shard_count => ${shards}::integer, colocate_with => 'none')`,
    );
  else
    await tx.query(sql`select create_distributed_table(${table}, 'account_id', colocate_with => ${FIRST_BY_ACCOUNT})`);
}
