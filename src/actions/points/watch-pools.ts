// Watches the pools of numbers that all merchants share, and warns before one is empty (D77).
import type { Deps } from '../../deps.js';
import { DAY_MS } from '../../domain/base/duration.js';
import { clabeCapacity, TEST_CLABE_PREFIX } from '../../domain/points/clabe.js';
import {
  isScarce,
  numberCapacity,
  OF_PUBLIC_KEYS,
  type PoolUse,
  publicPart,
  publicShareName,
} from '../../domain/points/pools.js';
import { clabeShare } from '../../memory/clabes.js';
import type { Queryable } from '../../store/db.js';
import { countRested, searchEndedOrders } from '../../store/orders/clabe-reuses.js';
import { findLargestShare, findPool, listPools } from '../../store/points/number-pools.js';
import { readCardUses } from '../../store/points/point-cards.js';

type PoolSettings = Pick<Deps['settings'], 'clabePrefix' | 'clabeReuseDays' | 'clabeSharePercent'>;

const SEARCHES = 50;

/** Every pool that orders take from. One of an earlier prefix is not needed any more. */
export async function readPoolUses(db: Queryable, settings: PoolSettings, now: number): Promise<PoolUse[]> {
  const prefixes = [TEST_CLABE_PREFIX, settings.clabePrefix];
  const pools = (await listPools(db)).filter(({ name }) => !/^\d+$/.test(name) || prefixes.includes(name));
  const numbers = pools.map(async ({ name, used }) => ({
    pool: /^\d+$/.test(name) ? `CLABEs ${name}` : name,
    used: used - (await restedOf(db, settings, name, now)),
    capacity: numberCapacity(name),
  }));
  const cards = await readCardUses(db, now);
  return [
    ...(await Promise.all(numbers)),
    ...(await largestShare(db, settings)),
    ...(await publicShare(db, settings)),
    ...cards.map(({ point, used, total }) => ({ pool: `cards ${point}`, used, capacity: total })),
  ];
}

/** Of the account that has taken most, if accounts have shares. */
async function largestShare(db: Queryable, { clabePrefix, clabeSharePercent }: PoolSettings): Promise<PoolUse[]> {
  if (clabePrefix === null || clabeSharePercent === 100) return [];
  const largest = await findLargestShare(db, clabePrefix);
  if (largest === null) return [];
  const { accountId, used } = largest;
  return [
    { pool: `CLABEs ${clabePrefix} of ${accountId}`, used, capacity: clabeShare(clabePrefix, clabeSharePercent) },
  ];
}

/** Of all public keys together. */
async function publicShare(db: Queryable, { clabePrefix }: PoolSettings): Promise<PoolUse[]> {
  const used = clabePrefix === null ? null : await findPool(db, publicShareName(clabePrefix));
  if (clabePrefix === null || used === null) return [];
  const pool = `CLABEs ${clabePrefix} of ${OF_PUBLIC_KEYS}`;
  return [{ pool, used, capacity: publicPart(clabeCapacity(clabePrefix)) }];
}

/** Warns of pools that are nearly used up. Looks ahead for CLABEs to use again, so that no request has to. */
export async function watchPools(deps: Pick<Deps, 'db' | 'clock' | 'settings' | 'log'>): Promise<void> {
  const { clabePrefix: prefix, clabeReuseDays } = deps.settings;
  const now = deps.clock.now();
  const before = await readPoolUses(deps.db, deps.settings, now);
  const isClabeScarce = before.some((use) => use.pool === `CLABEs ${prefix}` && isScarce(use));
  if (prefix !== null && clabeReuseDays > 0 && isClabeScarce) {
    const wanted = { prefix, now, restMs: clabeReuseDays * DAY_MS };
    for (let search = 0; search < SEARCHES && (await searchEndedOrders(deps.db, wanted)) > 0; search++);
  }
  for (const use of await readPoolUses(deps.db, deps.settings, now))
    if (isScarce(use)) deps.log.warn({ ...use }, 'a pool of numbers is nearly used up');
}

/** CLABEs that can be used again are as good as new ones. */
async function restedOf(db: Queryable, { clabeReuseDays }: PoolSettings, pool: string, now: number): Promise<number> {
  return clabeReuseDays === 0 || !/^\d+$/.test(pool) ? 0 : countRested(db, pool, now);
}
