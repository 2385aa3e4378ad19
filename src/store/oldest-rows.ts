// The oldest rows of a table, for deleting them in small steps. Rows that somebody else holds are left for the next step.
import { raw, type Sql, sql } from './sql.js';

/** The places (ctid) of at most `limit` rows that were created before that time. */
export function oldestRows(table: string, before: number, limit: number): Sql {
  return sql`
    select ctid
    from ${raw(table)}
    where created_at < ${new Date(before)}
    order by created_at
    limit ${limit}
    for update skip locked`;
}
