// Owns sms_day_counts and email_day_counts: how many live messages a number or an address, and an account, got on a day
// (D62). One row is one counter, so it holds on all nodes and for simultaneous senders, and costs the same however many
// messages there are.
import type { Queryable } from '../db.js';
import { raw, sql } from '../sql.js';

type DayCounts = 'sms_day_counts' | 'email_day_counts';

/** Counts one more. Returns false, and counts nothing, if there are already `max`. */
export async function countMessage(
  tx: Queryable,
  counts: DayCounts,
  { day, counted, max }: { readonly day: string; readonly counted: string; readonly max: number },
): Promise<boolean> {
  const table = raw(counts);
  const rows = await tx.query(sql`
    insert into ${table} (day, counted, count)
    values (${day}, ${counted}, 1)
    on conflict (day, counted) do update
    set count = ${table}.count + 1
    where ${table}.count < ${max}
    returning 1`);
  return rows.length > 0;
}

/** Takes back the counts of a message that was not sent. */
export async function uncountMessage(
  tx: Queryable,
  counts: DayCounts,
  { day, counted }: { readonly day: string; readonly counted: readonly string[] },
): Promise<void> {
  await tx.query(sql`
    update ${raw(counts)}
    set count = greatest(count - 1, 0)
    where day = ${day}
      and counted = any(${counted}::text[])`);
}

/** Deletes at most `limit` counts of days before this one and returns how many it deleted. */
export async function purgeDayCounts(
  db: Queryable,
  counts: DayCounts,
  { before, limit }: { readonly before: string; readonly limit: number },
): Promise<number> {
  const table = raw(counts);
  const rows = await db.query(sql`
    delete from ${table}
    where ctid in (
      select ctid
      from ${table}
      where day < ${before}
      limit ${limit})
    returning 1`);
  return rows.length;
}
