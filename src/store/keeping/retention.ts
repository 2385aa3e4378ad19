// Owns retention_marks: how far each purge has walked through its table, and each worker that keeps what pages show. One
// process walks at a time, and after a stop the next one goes on from there.
import type { Db, Queryable } from '../db.js';
import { sql } from '../sql.js';
import type { Walk } from '../table.js';

/** A walk's place, and when it last came to the end of its table. */
export type Mark<Cursor> = { readonly place: Partial<Cursor>; readonly finishedAt: number | null };

/** Locks the mark; null if another process is walking. */
export async function lockMark<Cursor>(tx: Queryable, what: Walk): Promise<Mark<Cursor> | null> {
  await tx.query(sql`
    insert into retention_marks (what)
    values (${what})
    on conflict do nothing`);
  const rows = await tx.query<Mark<Cursor>>(sql`
    select place, finished_at as "finishedAt"
    from retention_marks
    where what = ${what}
    for update skip locked`);
  return rows[0] ?? null;
}

/** Where a step has come to, and whether there is more to do. */
type Step<Cursor> = { readonly place: Cursor; readonly hasMore: boolean };

/** One step of a walk, by one process at a time; null: there was nothing to do. Returns whether there is more. */
export function takeStep<Cursor extends object>(
  db: Pick<Db, 'transaction'>,
  what: Walk,
  step: (tx: Queryable, place: Partial<Cursor>) => Promise<Step<Cursor> | null>,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const mark = await lockMark<Cursor>(tx, what);
    const taken = mark === null ? null : await step(tx, mark.place);
    if (taken === null) return false;
    await moveMark(tx, what, taken.place);
    return taken.hasMore;
  });
}

export async function moveMark(tx: Queryable, what: Walk, place: object): Promise<void> {
  await tx.query(sql`
    update retention_marks
    set place = ${JSON.stringify(place)}, finished_at = null
    where what = ${what}`);
}

/** The walk came to the end. The next one starts at `place`. */
export async function finishWalk(tx: Queryable, what: Walk, place: object, at: number): Promise<void> {
  await tx.query(sql`
    update retention_marks
    set place = ${JSON.stringify(place)}, finished_at = ${new Date(at)}
    where what = ${what}`);
}

/** Where a walk is, without a lock. */
export async function readMark<Cursor>(db: Queryable, what: Walk): Promise<Mark<Cursor>> {
  const rows = await db.query<Mark<Cursor>>(sql`
    select place, finished_at as "finishedAt"
    from retention_marks
    where what = ${what}`);
  return rows[0] ?? { place: {}, finishedAt: null };
}
