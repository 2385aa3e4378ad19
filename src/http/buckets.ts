// Token buckets: each name has one that fills at a rate and holds two seconds of it. Memory is bounded: a bucket that
// nobody has asked for longest is forgotten first, and a forgotten one counts as full.
import { LRUCache } from 'lru-cache';
import type { Deps } from '../deps.js';

type Bucket = { tokens: number; filledAt: number };

export type Buckets = {
  /**
   * Takes tokens and returns the rest, which is negative if there were too few; then none is taken. What costs more than
   * a bucket holds takes a whole one.
   */
  take(name: string, cost?: number): number;
  /** Gives tokens back that turned out not to be due. */
  giveBack(name: string, cost?: number): void;
};

type BucketOptions = {
  readonly perSecond: number;
  now(): number;
  /** Other processes that take from the same buckets, and the name under which they share them. */
  readonly shared?: { readonly limit: string; readonly with: Deps['siblings'] };
};

export const BURST_SECONDS = 2;
const MOST_BUCKETS = 20_000;

export function createBuckets({ perSecond, now, shared }: BucketOptions): Buckets {
  const most = perSecond * BURST_SECONDS;
  // Made when it is first needed: the room for all names takes milliseconds, and a server has many limits.
  let made: LRUCache<string, Bucket> | undefined;
  const buckets = () => (made ??= new LRUCache({ max: MOST_BUCKETS }));
  const fill = (name: string): Bucket => {
    const at = now();
    let bucket = buckets().get(name);
    if (bucket === undefined) {
      bucket = { tokens: most, filledAt: at };
      buckets().set(name, bucket);
    }
    bucket.tokens = Math.min(most, bucket.tokens + ((at - bucket.filledAt) / 1000) * perSecond);
    bucket.filledAt = at;
    return bucket;
  };
  // What others took before we heard of it may leave less than nothing, which whoever took it has to wait for.
  const tell = shared?.with.shareLimit(shared.limit, (name, tokens) => {
    fill(name).tokens -= tokens;
  });
  return {
    take(name, cost = 1) {
      const bucket = fill(name);
      const due = Math.min(cost, most);
      if (bucket.tokens < due) return bucket.tokens - due;
      bucket.tokens -= due;
      tell?.(name, due);
      return bucket.tokens;
    },
    giveBack(name, cost = 1) {
      const bucket = buckets().peek(name);
      if (bucket === undefined) return;
      bucket.tokens += cost; // the next call cuts it to what a bucket holds
      tell?.(name, -cost);
    },
  };
}
