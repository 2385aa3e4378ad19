// Reads facts about the database server, for `cobro doctor` and `cobro migrate`.
import type { Queryable } from './db.js';
import { sql } from './sql.js';

type DatabaseFacts = {
  readonly version: string;
  /** Whether a confirmed commit survives a power cut. */
  readonly isDurable: boolean;
  /** Whether the server compiles statements of our sessions, which costs more than it saves (D97). */
  readonly hasJit: boolean;
};

export async function describeServer(db: Queryable): Promise<DatabaseFacts> {
  const [row] = await db.query<{ version: string; sync: string; fsync: string; jit: string }>(sql`
    select current_setting('server_version') as version, current_setting('synchronous_commit') as sync,
      current_setting('fsync') as fsync, current_setting('jit') as jit`);
  return {
    version: row?.version ?? '',
    isDurable: row?.sync !== 'off' && row?.fsync !== 'off',
    hasJit: row?.jit === 'on',
  };
}

/** Whether the role of this connection may do more than the service needs: read files, or change tables. */
export async function hasSpareRights(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ spare: boolean }>(sql`
    select r.rolsuper
      or exists (select from pg_tables t where t.tablename = 'audit_log' and t.tableowner = current_user) as spare
    from pg_roles r
    where r.rolname = current_user`);
  return row?.spare === true;
}

/** The server's clock, in epoch milliseconds. */
export async function serverTime(db: Queryable): Promise<number> {
  const [row] = await db.query<{ at: number }>(sql`select clock_timestamp() as at`);
  return row?.at ?? 0;
}

/** How many connections the server has for those who are no superusers. */
export async function connectionLimit(db: Queryable): Promise<number> {
  const [row] = await db.query<{ most: number }>(sql`
    select current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
      - coalesce(current_setting('reserved_connections', true)::integer, 0) as most`);
  return row?.most ?? 0;
}

/** The names of all applied migrations, oldest first. */
export async function listMigrations(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ name: string }>(sql`
    select name
    from schema_migrations
    order by version`);
  return rows.map(({ name }) => name);
}
