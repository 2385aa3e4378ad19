// Drops the indexes of tables before they are filled and makes them again afterwards: building an index once is many
// times faster than keeping it up to date for millions of rows.
import type { Db } from '../../src/store/db.js';
import { sql } from '../../src/store/sql.js';

type Made = { readonly drop: string; readonly make: string };

/** Returns the statements that make everything again. */
export async function dropIndexes(db: Db, tables: readonly string[]): Promise<string[]> {
  const found = await db.query<Made>(sql`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
    from pg_constraint
    where conrelid = any(${tables}::text[]::regclass[])
      and contype in ('p', 'u')
    union all
    select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
    from pg_index
    where indrelid = any(${tables}::text[]::regclass[])
      and not exists (
        select from pg_constraint
        where conindid = indexrelid)`);
  for (const { drop } of found) await db.query({ text: drop, values: [] });
  return found.map(({ make }) => make);
}

export async function makeIndexes(db: Db, statements: readonly string[], say: (line: string) => void): Promise<void> {
  for (const text of statements) {
    const begin = performance.now();
    // A large sort in memory; it ends with the connection's transaction.
    await db.transaction(async (tx) => {
      await tx.query({ text: `set local maintenance_work_mem = '1GB'`, values: [] });
      await tx.query({ text, values: [] });
    });
    say(`${text.slice(0, 70)}…: ${Math.round((performance.now() - begin) / 1000)} s`);
  }
}
