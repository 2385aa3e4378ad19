// A bounded memory of what rarely changes (keys, rates). A value younger than `freshMs` is used as it is; an older one is
// used while it is fetched anew in the background; one older than `maxAgeMs` is never used. So an edit shows on every
// node within `maxAgeMs`, and a busy key costs one query a second, not one a request.

export type CacheOptions<Key, Value> = {
  load(key: Key): Promise<Value>;
  now(): number;
  readonly freshMs: number;
  readonly maxAgeMs: number;
  readonly maxEntries: number;
};

type Entry<Value> = { value: Value; loadedAt: number; refreshing: boolean };

export function createCache<Key, Value>(options: CacheOptions<Key, Value>): (key: Key) => Value | Promise<Value> {
  const entries = new Map<Key, Entry<Value>>();
  const loading = new Map<Key, Promise<Value>>();

  return (key) => {
    const entry = entries.get(key);
    const age = entry === undefined ? Number.POSITIVE_INFINITY : options.now() - entry.loadedAt;
    if (entry === undefined || age > options.maxAgeMs || age < 0) return load(key);
    if (age > options.freshMs && !entry.refreshing) {
      entry.refreshing = true;
      load(key).catch(() => {
        entry.refreshing = false; // the value in hand serves until it is too old; then the caller gets the failure
      });
    }
    return entry.value;
  };

  function load(key: Key): Promise<Value> {
    const running = loading.get(key);
    if (running !== undefined) return running;
    const startedAt = options.now(); // a change made while we read must count as newer than what we read
    const promise = options
      .load(key)
      .then((value) => {
        entries.delete(key); // to the end of the map: the first entry is the one loaded longest ago
        entries.set(key, { value, loadedAt: startedAt, refreshing: false });
        if (entries.size > options.maxEntries) for (const oldest of entries.keys()) if (entries.delete(oldest)) break;
        return value;
      })
      .finally(() => loading.delete(key));
    loading.set(key, promise);
    return promise;
  }
}
