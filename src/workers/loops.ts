// The table of loops.
import type { Deps } from '../deps.js';
import type { Loop } from './loop.js';

const DAY_MS = 86_400_000;
const IDEMPOTENCY_DAYS = 30; // D40
const PURGE_BATCH = 5_000;

export function loops(deps: Pick<Deps, 'clock' | 'credentials' | 'idempotency'>): Loop[] {
  return [
    { name: 'note key uses', everyMs: 5_000, turn: () => deps.credentials.flushUses() },
    { name: 'purge idempotency keys', everyMs: 600_000, turn: () => purgeIdempotencyKeys(deps) },
  ];
}

/** In small batches, so that no statement holds many rows for long. */
export async function purgeIdempotencyKeys(deps: Pick<Deps, 'clock' | 'idempotency'>): Promise<void> {
  const before = deps.clock.now() - IDEMPOTENCY_DAYS * DAY_MS;
  while ((await deps.idempotency.purge(before, PURGE_BATCH)) === PURGE_BATCH);
}
