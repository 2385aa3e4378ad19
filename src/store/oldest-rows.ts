// The oldest rows of a table, for deleting them in small steps. Rows that somebody else holds are left for the next step.
import type { Db } from './db.js';
import { inAllShards } from './in-shards.js';
import { raw, type Sql, sql } from './sql.js';

type OldRows = { readonly table: string; readonly before: number; readonly limit: number };

/**
 * Deletes at most `limit` rows of each shard that were created before that time and returns how many. `remove` makes the statement
 * out of the condition that is true for them, and returns one row for each.
 */
export async function removeOldest(db: Db, rows: OldRows, remove: (these: Sql) => Sql): Promise<number> {
  const removed = await inAllShards(db, (shard) => shard.query(remove(oldestOf(rows))));
  return removed.length;
}

function oldestOf({ table, before, limit }: OldRows): Sql {
  return sql`ctid = any(array(
      select ctid
      from ${raw(table)}
      where created_at < ${new Date(before)}
      order by created_at
      limit ${limit}
      for update skip locked))`;
}
