// Provides unused serials, in blocks taken from the database. After a crash the rest of a block is lost, so that no
// serial is ever used twice.
import { randomBytes } from 'node:crypto';
import type { Soon } from '../../domain/base/soon.js';
import { poolRow, type Vault } from '../../domain/base/vault.js';
import type { Queryable } from '../../store/db.js';
import { takeSerials } from '../../store/points/number-pools.js';

/** A serial, and the secret that makes the numbers of its pool unguessable. */
export type Numbered = { readonly serial: number; readonly secret: string };

export type NumberBlocks = {
  /** null if the pool has no serial left below its capacity. */
  next(pool: string, capacity: number, largestBlock?: number): Soon<Numbered | null>;
};

type Block = { serial: number; readonly end: number; readonly secret: string; readonly refillAt: number };

const LARGEST_BLOCK = 1000;

type Limits = { readonly capacity: number; readonly largestBlock: number };

type PoolVault = Pick<Vault, 'seal' | 'open'>;

export function createNumberBlocks(db: Queryable, vault: PoolVault): NumberBlocks {
  const blocks = new Map<string, Block>();
  const fetches = new Map<string, Promise<Block | null>>();

  return {
    next(pool, capacity, largestBlock = LARGEST_BLOCK) {
      const limits = { capacity, largestBlock };
      return takeFrom(pool, limits) ?? takeFromNext(pool, limits);
    },
  };

  /** A serial of the block in hand; null if it has none left. */
  function takeFrom(pool: string, limits: Limits): Numbered | null {
    const block = blocks.get(pool);
    if (block === undefined || block.serial === block.end) return null;
    const serial = block.serial++;
    // Fetches the next block early, so that nobody waits. If that fails, the caller who needs it tries again.
    if (serial === block.refillAt) fetchBlock(pool, limits).catch(() => undefined);
    return { serial, secret: block.secret };
  }

  async function takeFromNext(pool: string, limits: Limits): Promise<Numbered | null> {
    for (;;) {
      const used = blocks.get(pool);
      const fresh = await fetchBlock(pool, limits);
      if (fresh === null) return null;
      // Unless another caller has stored it.
      if (blocks.get(pool) === used) {
        blocks.set(pool, fresh);
        fetches.delete(pool);
      }
      const taken = takeFrom(pool, limits);
      if (taken !== null) return taken;
    }
  }

  /** The next block, fetched once for all callers that wait for it. */
  function fetchBlock(pool: string, limits: Limits): Promise<Block | null> {
    const running = fetches.get(pool);
    if (running !== undefined) return running;
    const promise = fetchFrom({ db, vault }, pool, limits);
    fetches.set(pool, promise);
    // If the fetch failed or the pool was used up, the next caller tries again.
    const forget = () => void fetches.delete(pool);
    promise.then((block) => block === null && forget(), forget);
    return promise;
  }
}

/** A small pool uses small blocks, so that a restart wastes little of it. */
async function fetchFrom(
  { db, vault }: { readonly db: Queryable; readonly vault: PoolVault },
  pool: string,
  { capacity, largestBlock }: Limits,
): Promise<Block | null> {
  const size = Math.max(1, Math.min(largestBlock, Math.floor(capacity / LARGEST_BLOCK)));
  const secretIfNew = vault.seal(poolRow(pool), randomBytes(32).toString('hex'));
  const taken = await takeSerials(db, pool, { size, capacity, secretIfNew });
  if (taken === null) return null;
  const secret = vault.open(poolRow(pool), taken.secret);
  return { serial: taken.end - size, end: taken.end, secret, refillAt: taken.end - (size >> 2) };
}
