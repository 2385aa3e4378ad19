// A bounded memory of what rarely changes (keys, rates). A value younger than `freshMs` is used as it is; an older one is
// used while it is fetched anew in the background; one older than `maxAgeMs` is never used. So an edit shows on every
// node within `maxAgeMs`, and a busy key costs one query a second, not one a request.
import { LRUCache } from 'lru-cache';

export type CacheOptions<Key, Value> = {
  load(key: Key): Promise<Value>;
  now(): number;
  readonly freshMs: number;
  readonly maxAgeMs: number;
  readonly maxEntries: number;
};

type Entry<Value> = { readonly value: Value; readonly loadedAt: number };
type Loading<Value> = { readonly promise: Promise<Value>; readonly startedAt: number };

export function createCache<Key extends {}, Value>(
  options: CacheOptions<Key, Value>,
): (key: Key) => Value | Promise<Value> {
  const entries = new LRUCache<Key, Entry<Value>>({ max: options.maxEntries });
  const loading = new Map<Key, Loading<Value>>();

  return (key) => {
    const entry = entries.get(key);
    const age = entry === undefined ? Number.POSITIVE_INFINITY : options.now() - entry.loadedAt;
    if (entry === undefined || age > options.maxAgeMs || age < 0) return load(key);
    // The value in memory is used until it is too old; a failed fetch is reported to the caller who then has to wait.
    if (age > options.freshMs) load(key).catch(() => undefined);
    return entry.value;
  };

  /** Callers share a fetch that is under way, unless it began so long ago that its value would be too old. */
  function load(key: Key): Promise<Value> {
    const running = loading.get(key);
    const startedAt = options.now(); // a change made while we read must count as newer than what we read
    if (running !== undefined && startedAt - running.startedAt <= options.maxAgeMs) return running.promise;
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
    if (known !== undefined && known.loadedAt > entry.loadedAt) return; // a slow fetch came in last
    entries.set(key, entry);
  }
}
