// A bounded cache for values that rarely change (keys, rates). A value younger than `freshMs` is used as it is. An
// older one is used while a new one is fetched in the background. One older than `maxAgeMs` is never used. So an edit
// shows on every node within `maxAgeMs`, and a busy key costs one query per second, not one per request.
import { LRUCache } from 'lru-cache';

export type CacheOptions<Key, Value> = {
  load(key: Key): Promise<Value>;
  now(): number;
  readonly maxEntries: number;
  readonly freshMs?: number;
  readonly maxAgeMs?: number;
};

/** A change shows on every node within two seconds, and this leaves a tenth of one for the read itself. */
const MAX_AGE_MS = 1_900;
const FRESH_MS = 1_000;

type Entry<Value> = { readonly value: Value; readonly loadedAt: number };
type Loading<Value> = { readonly promise: Promise<Value>; readonly startedAt: number };

type Cache<Key, Value> = {
  find(key: Key): Value | Promise<Value>;
  /** Only what is in memory and not too old; undefined if nothing is. */
  cached(key: Key): Value | undefined;
};

export function createCache<Key extends {}, Value>(options: CacheOptions<Key, Value>): Cache<Key, Value> {
  const { freshMs = FRESH_MS, maxAgeMs = MAX_AGE_MS } = options;
  const entries = new LRUCache<Key, Entry<Value>>({ max: options.maxEntries });
  const loading = new Map<Key, Loading<Value>>();

  function cached(key: Key): Value | undefined {
    const entry = entries.get(key);
    if (entry === undefined) return undefined;
    const age = options.now() - entry.loadedAt;
    if (age > maxAgeMs || age < 0) return undefined;
    // The cached value is used until it is too old. Only a caller that has to wait for the fetch sees it fail.
    if (age > freshMs) load(key).catch(() => undefined);
    return entry.value;
  }

  return {
    cached,
    find(key) {
      const value = cached(key);
      return value === undefined ? load(key) : value;
    },
  };

  /** Callers share a running fetch, unless it started so long ago that its value would be too old. */
  function load(key: Key): Promise<Value> {
    const running = loading.get(key);
    const startedAt = options.now(); // a change made during the read must count as newer than what we read
    if (running !== undefined && startedAt - running.startedAt <= maxAgeMs) return running.promise;
    const promise = options
      .load(key)
      .then((value) => {
        remember(key, { value, loadedAt: startedAt });
        return value;
      })
      .finally(() => {
        if (loading.get(key)?.promise === promise) loading.delete(key);
      });
    loading.set(key, { promise, startedAt });
    return promise;
  }

  function remember(key: Key, entry: Entry<Value>): void {
    const known = entries.peek(key);
    if (known !== undefined && known.loadedAt > entry.loadedAt) return; // a slow fetch finished late
    entries.set(key, entry);
  }
}
