// Keeps long reads from everybody else (D83): lists, searches, statements and exports have a few connections of their own, and
// whoever sends many at once waits for their own. So no merchant's reading takes a connection from somebody who creates an order,
// nor more than one from those who read. Who goes on reading without end rests in between, since the database has few processors.
import { LRUCache } from 'lru-cache';
import { createSlotsPerOwner } from '../adapters/slots-per-owner.js';
import { AppError } from '../errors/errors.js';
import type { Db } from '../store/db.js';

const AT_ONCE = 1;
/** A reading takes milliseconds. Who waits for so long has dozens under way. */
const PATIENCE_MS = 5_000;

/** A few pages of the dashboard, each with its handful of lists, read for so long and need no rest. */
const BURST_MS = 500;
/** After it, whoever has more waiting reads for so much of the time. */
const SHARE = 1 / 8;
const LONGEST_REST_MS = 2_000;
const MOST_OWNERS = 10_000;

export function withLongReads(primary: Db, reads: Db, patienceMs = PATIENCE_MS): Db {
  const slots = createSlotsPerOwner(AT_ONCE);
  const restAfter = createRests();
  return {
    ...primary,
    async query(statement) {
      const owner = statement.longReadOf;
      if (owner === undefined) return primary.query(statement);
      const slot = await slots.take(owner, patienceMs);
      if (slot === null) throw new AppError('too_many_reads');
      const startedAt = performance.now();
      try {
        return await reads.query(statement);
      } finally {
        slot.free(restAfter(owner, startedAt));
      }
    },
    stats() {
      const [one, other] = [primary.stats(), reads.stats()];
      return { open: one.open + other.open, idle: one.idle + other.idle, waiting: one.waiting + other.waiting };
    },
  };
}

/** How long an owner rests after a read, if more of theirs wait. Whoever was not heard of for longest has rested. */
function createRests(): (owner: string, startedAt: number) => number {
  /** When the share of each will have paid for what they have read. */
  const paidAt = new LRUCache<string, number>({ max: MOST_OWNERS });
  const burst = BURST_MS / SHARE;
  return (owner, startedAt) => {
    const now = performance.now();
    const paid = Math.max(paidAt.get(owner) ?? 0, startedAt) + (now - startedAt) / SHARE;
    paidAt.set(owner, Math.min(paid, now + burst + LONGEST_REST_MS));
    return Math.min(LONGEST_REST_MS, Math.max(0, paid - now - burst));
  };
}
