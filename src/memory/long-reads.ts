// Keeps long reads from everybody else (D83): lists, searches, statements and exports have a few connections of their own, and
// whoever sends many at once waits for their own. So no merchant's reading takes a connection from somebody who creates an order,
// nor more than one from those who read. Who sends many for long rests in between, since the database has few processors.
import { createSlotsPerOwner } from '../adapters/slots-per-owner.js';
import { AppError } from '../errors/errors.js';
import type { Db } from '../store/db.js';
import { createTimeShare } from './time-share.js';

const AT_ONCE = 1;
/** A reading takes milliseconds. Who waits for so long has dozens under way. */
const PATIENCE_MS = 5_000;
/** A page of the dashboard has its own turn (page-turns.ts), and its handful of lists follow each other without a rest. */
const LISTS_OF_A_PAGE = 12;

export function withLongReads(primary: Db, reads: Db, patienceMs = PATIENCE_MS): Db {
  const slots = createSlotsPerOwner(AT_ONCE);
  const time = createTimeShare({ burstMs: 500, share: 1 / 8 });
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
        const restMs = time.restAfter(owner, startedAt);
        slot.free(slot.waiting() > LISTS_OF_A_PAGE ? restMs : 0);
      }
    },
    stats() {
      const [one, other] = [primary.stats(), reads.stats()];
      return { open: one.open + other.open, idle: one.idle + other.idle, waiting: one.waiting + other.waiting };
    },
  };
}
