// Owns saved_views: filters of the list of orders that somebody has given a name. They are the same in both modes.
import type { Queryable } from '../db.js';
import { sql } from '../sql.js';

export type ViewOwner = { readonly accountId: string; readonly personId: string };
export type SavedView = { readonly name: string; readonly filters: string };

/** In the order in which they were saved. */
export function listViews(db: Queryable, { accountId, personId }: ViewOwner): Promise<SavedView[]> {
  return db.query<SavedView>(sql`
    select name, filters
    from saved_views
    where account_id = ${accountId}
      and person_id = ${personId}
    order by created_at, name
    limit 100`);
}

/** One of the same name is replaced. Returns false if there would be more than `most`. */
export async function saveView(
  db: Queryable,
  { accountId, personId }: ViewOwner,
  { name, filters, at, most }: SavedView & { readonly at: number; readonly most: number },
): Promise<boolean> {
  const rows = await db.query(sql`
    insert into saved_views (account_id, person_id, name, filters, created_at)
    select ${accountId}, ${personId}, ${name}, ${filters}, ${new Date(at)}
    where (
      select count(*)
      from saved_views
      where account_id = ${accountId}
        and person_id = ${personId}
        and name <> ${name}) < ${most}
    on conflict (account_id, person_id, name) do update
    set filters = excluded.filters
    returning 1`);
  return rows.length > 0;
}

export async function deleteView(db: Queryable, { accountId, personId }: ViewOwner, name: string): Promise<void> {
  await db.query(sql`
    delete from saved_views
    where account_id = ${accountId}
      and person_id = ${personId}
      and name = ${name}`);
}
