// Databases of the embedded server, for a restore: the backup is loaded into one beside the current one, and then they
// change places. Names come from the program.
import type { Db, Queryable } from '../db.js';
import { raw, sql } from '../sql.js';

/** Programs that are connected to a database, such as the service. */
export async function countSessions(admin: Queryable, name: string): Promise<number> {
  const [row] = await admin.query<{ count: number }>(sql`
    select count(*)::integer as count
    from pg_stat_activity
    where datname = ${name}
      and backend_type = 'client backend'`);
  return row?.count ?? 0;
}

/** An empty database. What an earlier restore that was cut off left behind under this name goes away. */
export async function makeDatabase(admin: Queryable, name: string): Promise<void> {
  await admin.query(sql`drop database if exists ${raw(name)}`);
  await admin.query(sql`create database ${raw(name)} template template0`);
}

export async function dropDatabase(admin: Queryable, name: string): Promise<void> {
  await admin.query(sql`drop database if exists ${raw(name)}`);
}

/** The fresh database becomes the current one, and the current one the former. All of it happens, or nothing. */
export async function swapDatabases(
  admin: Db,
  names: { readonly fresh: string; readonly current: string; readonly former: string },
): Promise<void> {
  await admin.transaction(async (tx) => {
    await tx.query(sql`alter database ${raw(names.current)} rename to ${raw(names.former)}`);
    await tx.query(sql`alter database ${raw(names.fresh)} rename to ${raw(names.current)}`);
  });
}
