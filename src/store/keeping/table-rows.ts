// Reads and writes whole tables for backups, whatever they are: rows travel as PostgreSQL's own texts of them.
import type { BackupSequence, BackupTable } from '../../domain/keeping/backup.js';
import type { Queryable } from '../db.js';
import { columns, raw, sql } from '../sql.js';

/** The migrations are noted in the header. Who is alive right now is no part of a backup. */
const LEFT_OUT = ['schema_migrations', 'webhook_workers'];

/** Every table with its columns. A table comes after those that it refers to. */
export async function listTables(db: Queryable): Promise<BackupTable[]> {
  const tables = await db.query<{ name: string; columns: string[]; refers_to: string[] }>(sql`
    select c.relname as name,
      array(
        select quote_ident(a.attname)
        from pg_attribute a
        where a.attrelid = c.oid
          and a.attnum > 0
          and not a.attisdropped
        order by a.attnum) as columns,
      array(
        select f.relname::text
        from pg_constraint r
        join pg_class f on f.oid = r.confrelid
        where r.conrelid = c.oid
          and r.contype = 'f'
          and f.oid <> c.oid) as refers_to
    from pg_class c
    where c.relnamespace = 'public'::regnamespace
      and c.relkind = 'r'
    order by c.relname`);
  const sorted: BackupTable[] = [];
  const add = (name: string) => {
    const found = tables.find((one) => one.name === name);
    if (found === undefined || sorted.some(({ table }) => table === name) || LEFT_OUT.includes(name)) return;
    for (const other of found.refers_to) add(other);
    sorted.push({ table: name, columns: found.columns });
  };
  for (const { name } of tables) add(name);
  return sorted;
}

/** A row is at most some tens of kilobytes, so a piece is at most some megabytes. */
const PIECE = 250;

/** All rows of a table, piece by piece. Call it in a transaction. */
export async function* readRows(tx: Queryable, { table, columns: names }: BackupTable): AsyncGenerator<string[]> {
  await tx.query(sql`
    declare backup_rows no scroll cursor for
    select row(${columns(names)})::text as line
    from ${raw(table)}`);
  for (;;) {
    const rows = await tx.query<{ line: string }>(sql`fetch ${raw(String(PIECE))} from backup_rows`);
    if (rows.length > 0) yield rows.map(({ line }) => line);
    if (rows.length < PIECE) break;
  }
  await tx.query(sql`close backup_rows`);
}

/** The text is read as a row of the table once, and not once for each column. */
export async function writeRows(tx: Queryable, { table, columns: names }: BackupTable, rows: readonly string[]) {
  await tx.query(sql`
    insert into ${raw(table)} (${columns(names)})
    select ${columns(names, '(kept.whole)')}
    from (
      select given::${raw(table)} as whole
      from unnest(${rows}::text[]) as given
      offset 0) kept`);
}

export async function listSequences(db: Queryable): Promise<BackupSequence[]> {
  return db.query(sql`
    select sequencename::text as sequence, last_value::text as last
    from pg_sequences
    where schemaname = 'public'
      and last_value is not null
    order by sequencename`);
}

export async function setSequence(tx: Queryable, { sequence, last }: BackupSequence): Promise<void> {
  await tx.query(sql`select setval(${sequence}::regclass, ${last}::bigint)`);
}

/** The migrations that the database has, with their checksums, oldest first. */
export async function listAppliedMigrations(db: Queryable): Promise<{ name: string; checksum: string }[]> {
  return db.query(sql`
    select name, checksum
    from schema_migrations
    order by version`);
}

/** Whether a database has our tables. */
export async function hasTables(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ made: boolean }>(sql`select to_regclass('accounts') is not null as made`);
  return row?.made === true;
}

/** Whether somebody uses the database already: it has a merchant. */
export async function isInUse(db: Queryable): Promise<boolean> {
  if (!(await hasTables(db))) return false;
  const [row] = await db.query<{ used: boolean }>(sql`select exists (select from accounts) as used`);
  return row?.used === true;
}

/** When somebody last did something by hand, or a key was last used: both are told by the clocks of nodes. 0 if never. */
export async function findNewestTrace(db: Queryable): Promise<number> {
  const [row] = await db.query<{ newest: number | null }>(sql`
    select greatest(
      (select at from audit_log order by sequence desc limit 1),
      (select max(last_used_at) from api_keys)) as newest`);
  return row?.newest ?? 0;
}

/** A table that is emptied and filled has no statistics, and the first plans would be bad. */
export async function gatherStatistics(db: Queryable): Promise<void> {
  await db.query(sql`analyze`);
}
