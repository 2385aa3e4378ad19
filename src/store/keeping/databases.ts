// Databases for a restore. On the embedded server the backup is loaded into one beside the current one, and then they
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

/** Other connections of the service or its commands to this database. */
export async function countOtherUsers(db: Queryable): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::integer as count
    from pg_stat_activity
    where datname = current_database()
      and application_name = 'cobro'
      and pid <> pg_backend_pid()`);
  return row?.count ?? 0;
}

/** Whether the server still replays a log, and so cannot be written to. */
export async function isInRecovery(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ replays: boolean }>(sql`select pg_is_in_recovery() as replays`);
  return row?.replays === true;
}

/** An empty database. What an earlier restore that was cut off left behind under this name goes away. */
export async function makeDatabase(admin: Queryable, name: string): Promise<void> {
  await admin.query(sql`drop database if exists ${raw(name)}`);
  await admin.query(sql`create database ${raw(name)} template template0`);
}

export async function dropDatabase(admin: Queryable, name: string): Promise<void> {
  await admin.query(sql`drop database if exists ${raw(name)}`);
}

/**
 * The fresh database becomes the current one, the current one the former, and a former one of before is dropped once that
 * is certain. All of it happens, or nothing.
 */
export async function swapDatabases(
  admin: Db,
  names: { readonly fresh: string; readonly current: string; readonly former: string },
): Promise<void> {
  const replaced = `${names.former}_replaced`;
  await dropDatabase(admin, replaced);
  const [row] = await admin.query<{ is_there: boolean }>(sql`
    select exists (select from pg_database where datname = ${names.former}) as is_there`);
  await admin.transaction(async (tx) => {
    if (row?.is_there === true) await tx.query(sql`alter database ${raw(names.former)} rename to ${raw(replaced)}`);
    await tx.query(sql`alter database ${raw(names.current)} rename to ${raw(names.former)}`);
    await tx.query(sql`alter database ${raw(names.fresh)} rename to ${raw(names.current)}`);
  });
  await dropDatabase(admin, replaced);
}
