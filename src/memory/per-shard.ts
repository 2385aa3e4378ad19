// What the process keeps for each shard: callers share a statement with those whose rows are at the same shard. On one PostgreSQL
// that is everybody. What was kept of a shard that has moved is forgotten with it.
import type { Db } from '../store/db.js';
import { shardOf } from '../store/in-shards.js';

export function perShard<Kept>(db: Db, make: (shard: Db) => Kept): (accountId: string) => Kept {
  const known = new WeakMap<Db, Kept>();
  return (accountId) => {
    const shard = shardOf(db, accountId);
    const before = known.get(shard);
    if (before !== undefined) return before;
    const made = make(shard);
    known.set(shard, made);
    return made;
  };
}
