// Owns email_day_counts: how many live e-mails an address and an account got on a day (D62). One row is one counter, so
// it holds on all nodes and for simultaneous senders.
import type { Queryable } from '../db.js';
import { sql } from '../sql.js';

/** Counts one more. Returns false, and counts nothing, if there are already `max`. */
export async function countEmail(tx: Queryable, day: string, counted: string, max: number): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into email_day_counts (day, counted, count)
    values (${day}, ${counted}, 1)
    on conflict (day, counted) do update
    set count = email_day_counts.count + 1
    where email_day_counts.count < ${max}
    returning 1`);
  return rows.length > 0;
}

/** Takes back the count of an e-mail that was not sent. */
export async function uncountEmail(tx: Queryable, day: string, counted: readonly string[]): Promise<void> {
  await tx.query(sql`
    update email_day_counts
    set count = greatest(count - 1, 0)
    where day = ${day}
      and counted = any(${counted}::text[])`);
}

/** Deletes at most `limit` counts of days before this one and returns how many it deleted. */
export async function purgeEmailCounts(db: Queryable, before: string, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from email_day_counts
    where ctid in (
      select ctid
      from email_day_counts
      where day < ${before}
      limit ${limit})
    returning 1`);
  return rows.length;
}
