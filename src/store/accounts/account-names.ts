// Names of merchants, for lists that show rows of several of them.
import type { Queryable } from '../db.js';
import { sql } from '../sql.js';

export async function findAccountNames(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.query<{ id: string; name: string }>(sql`
    select id, name
    from accounts
    where id = any(${[...new Set(ids)]}::uuid[])`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Merchants to choose from, by name. Beyond the limit they are found by searching. */
export async function listAccountNames(db: Queryable, limit: number): Promise<{ id: string; name: string }[]> {
  return db.query(sql`
    select id, name
    from accounts
    order by lower(name), id
    limit ${limit}`);
}
