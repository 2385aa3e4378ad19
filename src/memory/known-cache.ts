// A cache of secrets and their owners in which wrong ones never push out right ones: a flood of guesses must not make
// every right secret cost a query. What is wrong is remembered, too, but apart from the rest and less of it.
import { LRUCache } from 'lru-cache';
import { type CacheOptions, createCache } from './cache.js';

type KnownCache<Owner> = {
  find(secret: string): Owner | null | Promise<Owner | null>;
  /** Only what is in memory; undefined if the secret must be looked up. */
  cached(secret: string): Owner | null | undefined;
  /** Whether the secret was right when it was last looked up. */
  isKnown(secret: string): boolean;
};

const MOST_WRONG = 1_000;

export function createKnownCache<Owner>(options: CacheOptions<string, Owner | null>): KnownCache<Owner> {
  const known = new LRUCache<string, true>({ max: options.maxEntries });
  const right = createCache<string, Owner | null>({ ...options, load });
  const others = createCache<string, Owner | null>({ ...options, load, maxEntries: MOST_WRONG });

  return {
    find: (secret) => (known.get(secret) === true ? right.find(secret) : others.find(secret)),
    cached: right.cached,
    isKnown: (secret) => known.has(secret),
  };

  async function load(secret: string): Promise<Owner | null> {
    const owner = await options.load(secret);
    if (owner === null) known.delete(secret);
    else known.set(secret, true);
    return owner;
  }
}
