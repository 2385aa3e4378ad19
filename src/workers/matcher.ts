// Matches notices as soon as they are stored: many in one transaction, and only one transaction at a time.
import { matchNotices } from '../actions/money/match-payments.js';
import type { Deps, Matcher } from '../deps.js';
import type { ParsedNotice } from '../domain/money/read-notice.js';
import { coalesce } from '../memory/coalesce.js';

export function createMatcher(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'settings' | 'metrics' | 'log' | 'vault' | 'mailer' | 'clabes'>,
  onBatch?: (size: number) => void,
): Matcher {
  return {
    match: coalesce({
      run: async (notices: readonly ParsedNotice[]) => {
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
