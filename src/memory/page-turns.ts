// A page of the dashboard reads several lists, each behind all others of its account (D83, long-reads.ts): of many pages at once none
// would be ready in time. So a person has a few made at a time, and the others wait for their turn, the longer the more they ask for.
import { createSlotsPerOwner } from '../adapters/slots-per-owner.js';
import { AppError } from '../errors/errors.js';
import { createTimeShare } from './time-share.js';

const PAGES_AT_ONCE = 3;
const PATIENCE_MS = 5_000;

type PageTurns = {
  /** Waits for a turn of this person and returns what ends it. */
  take(personId: string): Promise<() => void>;
};

export function createPageTurns(): PageTurns {
  const slots = createSlotsPerOwner(PAGES_AT_ONCE);
  const time = createTimeShare({ burstMs: 1_000, share: 1 / 4 });
  return {
    async take(personId) {
      const slot = await slots.take(personId, PATIENCE_MS);
      if (slot === null) throw new AppError('too_many_reads');
      const startedAt = performance.now();
      return () => slot.free(time.restAfter(personId, startedAt));
    },
  };
}
