// Gives out CLABEs of orders that ended long ago, in small blocks that all callers share (D77).
import { DAY_MS } from '../domain/base/duration.js';
import type { Db } from '../store/db.js';
import { searchEndedOrders, takeRestedClabes } from '../store/orders/clabe-reuses.js';
import type { ClabeReuse } from './clabes.js';

type ReuseOptions = {
  /** How many days after the end of its order a CLABE may be used again; 0: never. */
  readonly reuseDays: number;
  now(): number;
};

const SEARCHES_PER_REFILL = 3;
const PAUSE_MS = 1_000;

export function createClabeReuse(db: Db, { reuseDays, now }: ReuseOptions): ClabeReuse {
  const ready = new Map<string, string[]>();
  const fetches = new Map<string, Promise<void>>();
  const emptyAt = new Map<string, number>();

  return async (prefix) => {
    if (reuseDays === 0) return null;
    const known = ready.get(prefix)?.pop();
    if (known !== undefined) return known;
    // A pool that is used up must not cost every refused request a search.
    const age = now() - (emptyAt.get(prefix) ?? Number.NEGATIVE_INFINITY);
    if (age >= 0 && age < PAUSE_MS) return null;
    const running = fetches.get(prefix) ?? refill(prefix).finally(() => fetches.delete(prefix));
    fetches.set(prefix, running);
    await running;
    return ready.get(prefix)?.pop() ?? null;
  };

  async function refill(prefix: string): Promise<void> {
    const wanted = { prefix, now: now(), restMs: reuseDays * DAY_MS };
    for (let search = 0; search <= SEARCHES_PER_REFILL; search++) {
      const clabes = await takeRestedClabes(db, wanted);
      if (clabes.length > 0) return void ready.set(prefix, [...(ready.get(prefix) ?? []), ...clabes]);
      if (search < SEARCHES_PER_REFILL && (await searchEndedOrders(db, wanted)) === 0) break;
    }
    emptyAt.set(prefix, wanted.now);
  }
}
