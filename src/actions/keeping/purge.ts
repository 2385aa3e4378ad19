// Deletes data that is kept only for a time (D40, D80), as its table declares (store/tables.ts). Each call is one bounded
// step and says whether there is more to do, so that no statement locks many rows for long and a stop never waits. The
// books are never touched.
import type { Deps } from '../../deps.js';
import { DAY_MS, HOUR_MS } from '../../domain/base/duration.js';
import { NIL_UUID } from '../../domain/base/identity.js';
import * as retention from '../../store/keeping/retention.js';
import type { Kept, Walk, Walking } from '../../store/table.js';
import { TABLES } from '../../store/tables.js';

type PurgeDeps = Pick<Deps, 'clock' | 'db' | 'settings'>;

const BATCH = 1_000;
/** A walk starts again so long after its end. */
const REST_MS = HOUR_MS;
/** So many accounts or endpoints with little to purge are visited in one step. */
const VISITED = 20;

/** Tables with rows that are purged by their age. */
export const PURGED_TABLES: readonly string[] = Object.keys(TABLES).filter((name) => purging(name) !== null);

export async function purgeTable({ clock, db, settings }: PurgeDeps, table: string): Promise<boolean> {
  const kept = purging(table);
  const days = kept?.days(settings) ?? 0;
  if (kept === null || days === 0) return false;
  const now = clock.now();
  const before = now - days * DAY_MS;
  if ('purge' in kept) return kept.purge(db, before, BATCH);
  return kept.take(settings, (walking) => walkOn(db, { what: kept.walk, now, before }, walking));
}

function purging(table: string): Exclude<Kept, string> | null {
  const kept = TABLES[table]?.kept;
  return kept === undefined || typeof kept === 'string' ? null : kept;
}

type Step = { readonly what: Walk; readonly now: number; readonly before: number };
type Part<Group> = { readonly group: Group; readonly from: string };

/** One step through a table whose key begins with a group, followed by the order's id. */
function walkOn<Group>(db: Deps['db'], { what, now, before }: Step, { next, purge }: Walking<Group>): Promise<boolean> {
  return db.transaction(async (tx) => {
    const mark = await retention.lockMark<Part<Group>>(tx, what);
    if (mark === null || (mark.finishedAt !== null && mark.finishedAt > now - REST_MS)) return false;
    let group = mark.place.group ?? (await next(tx, null));
    let from = mark.place.from ?? NIL_UUID;
    for (let visited = 0; group !== null; visited++) {
      const rest = visited === VISITED ? from : await purge(tx, group, { from, before, limit: BATCH });
      if (rest !== null) {
        await retention.moveMark(tx, what, { group, from: rest });
        return true;
      }
      group = await next(tx, group);
      from = NIL_UUID;
    }
    await retention.finishWalk(tx, what, {}, now);
    return false;
  });
}
