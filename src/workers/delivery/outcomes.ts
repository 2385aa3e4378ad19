// Records outcomes in batches and retries until they are stored. Attempts that end at the same moment share a
// statement.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '../../deps.js';
import { coalesce } from '../../memory/coalesce.js';
import { type Outcome, recordOutcomes } from '../../store/webhooks/deliveries/outcomes.js';

const TRIES = 5;

/** Returns a function that resolves once its outcome is stored. After `isStopping`, a failure is final. */
export function createRecorder(
  deps: Pick<Deps, 'db' | 'metrics'>,
  owner: string,
  isStopping: () => boolean,
): (outcome: Outcome) => Promise<void> {
  const record = coalesce({
    run: async (outcomes: readonly Outcome[]) => {
      await recordOutcomes(deps.db, owner, outcomes);
      return outcomes.map(() => true as const);
    },
    maxBatch: 100,
    maxInFlight: 2,
    maxQueued: 100_000,
    onBatch: deps.metrics.batches('deliveries.record'),
  });
  // The database may be unavailable for a moment. That must not cause a webhook to be sent twice.
  return async (outcome) => {
    for (let tries = 1; ; tries++) {
      try {
        await record(outcome);
        return;
      } catch (error) {
        if (isStopping() || tries === TRIES) throw error;
        await sleep(tries * 1_000);
      }
    }
  };
}
