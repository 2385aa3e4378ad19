// Keeps long reads from everybody else (D83): lists, searches, statements and exports have a few connections of their own, and
// whoever sends many at once waits for their own. So no merchant's reading takes a connection from somebody who creates an order,
// nor more than one from those who read. After each of many it rests, since the database has few processors.
import { createSlotsPerOwner } from '../adapters/slots-per-owner.js';
import { AppError } from '../errors/errors.js';
import type { Db } from '../store/db.js';

const AT_ONCE = 1;
/** A reading takes milliseconds. Who waits for so long has dozens under way. */
const PATIENCE_MS = 5_000;

/** Whoever has more waiting gets a quarter of the time: as long as a read took, three times over, nobody of theirs reads. */
const RESTS = 3;
const LONGEST_REST_MS = 2_000;

export function withLongReads(primary: Db, reads: Db, patienceMs = PATIENCE_MS): Db {
  const slots = createSlotsPerOwner(AT_ONCE);
  return {
    ...primary,
    async query(statement) {
      if (statement.longReadOf === undefined) return primary.query(statement);
      const slot = await slots.take(statement.longReadOf, patienceMs);
      if (slot === null) throw new AppError('too_many_reads');
      const startedAt = performance.now();
      try {
        return await reads.query(statement);
      } finally {
        slot.free(Math.min(LONGEST_REST_MS, RESTS * (performance.now() - startedAt)));
      }
    },
    stats() {
      const [one, other] = [primary.stats(), reads.stats()];
      return { open: one.open + other.open, idle: one.idle + other.idle, waiting: one.waiting + other.waiting };
    },
  };
}
