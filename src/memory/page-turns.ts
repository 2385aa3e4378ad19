// A page of the dashboard reads several lists, each behind all others of its account (D83, long-reads.ts): of many pages at once none
// would be ready in time. So a person has a few made at a time, and the others wait for their turn.
import { createSlotsPerOwner, type Slot } from '../adapters/slots-per-owner.js';
import { AppError } from '../errors/errors.js';

const PAGES_AT_ONCE = 3;
const PATIENCE_MS = 5_000;

export function createPageTurns(): (personId: string) => Promise<Slot> {
  const turns = createSlotsPerOwner(PAGES_AT_ONCE);
  return async (personId) => {
    const turn = await turns.take(personId, PATIENCE_MS);
    if (turn === null) throw new AppError('too_many_reads');
    return turn;
  };
}
