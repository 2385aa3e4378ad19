// The oldest rows of a table, for deleting them in small steps. Rows that somebody else holds are left for the next step.
import { countByAccount, ofAccount } from './by-account.js';
import type { Queryable } from './db.js';
import { raw, type Sql, sql } from './sql.js';

export type OldRows = { readonly table: string; readonly before: number; readonly limit: number };

/**
 * Deletes at most `limit` rows that were created before that time and returns how many. `remove` makes the statement out
 * of the condition that is true for them, and returns one row for each.
 */
export async function removeOldest(db: Queryable, rows: OldRows, remove: (these: Sql) => Sql): Promise<number> {
  if ((await db.layout()) === 'whole') return (await db.query(remove(oldestOf(rows, null)))).length;
  const found = await db.query<{ account_id: string }>(sql`
    select account_id
    from ${raw(rows.table)}
    where created_at < ${new Date(rows.before)}
    order by created_at
    limit ${rows.limit}`);
  let removed = 0;
  for (const [accountId, limit] of countByAccount(found))
    removed += (await db.query(remove(oldestOf({ ...rows, limit }, accountId)))).length;
  return removed;
}

/** A row's place (ctid) is its own within one node, so on a cluster the condition names the account. */
function oldestOf({ table, before, limit }: OldRows, accountId: string | null): Sql {
  return sql`ctid = any(array(
      select ctid
      from ${raw(table)}
      where created_at < ${new Date(before)}
        ${ofAccount('account_id', accountId)}
      order by created_at
      limit ${limit}
      for update skip locked))
    ${ofAccount('account_id', accountId)}`;
}
