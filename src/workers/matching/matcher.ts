// Matches notices at once after they were stored, many in one transaction, one transaction at a time.

import { matchNotices } from '../../actions/match-payments.js';
import type { Deps } from '../../deps.js';
import { coalesce } from '../../memory/coalesce.js';
import type { Notice } from '../../store/rails/notices.js';

export type Matcher = {
  /** Resolves when the notice is matched. */
  match(notice: Notice): Promise<true>;
};

/** Notices left by a crash are looked for once they are this old. */
const LEFT_BEHIND_MS = 5_000;
const SWEEP_BATCH = 500;

export function createMatcher(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'settings'>,
  onBatch?: (size: number) => void,
): Matcher {
  return {
    match: coalesce({
      run: async (notices: readonly Notice[]) => {
        await matchNotices(deps, notices);
        return notices.map(() => true as const);
      },
      maxBatch: 100,
      maxInFlight: 1,
      isRepeatable: true,
      maxQueued: 100_000,
      onBatch,
    }),
  };
}

/** Matches what a crash left between acknowledgement and matching; any number of nodes may do it at once. */
export function matchLeftBehind(deps: Pick<Deps, 'clock' | 'notices' | 'matcher'>): Promise<void> {
  return matchOpen(deps, deps.clock.now() - LEFT_BEHIND_MS);
}

/** Matches every notice that came before that time and still waits. */
export async function matchOpen(deps: Pick<Deps, 'notices' | 'matcher'>, before: number): Promise<void> {
  for (;;) {
    const open = await deps.notices.listOpen(before, SWEEP_BATCH);
    await Promise.all(open.map((notice) => deps.matcher.match(notice)));
    if (open.length < SWEEP_BATCH) return;
  }
}
