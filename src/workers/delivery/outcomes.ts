// Records outcomes surely and in batches: those that end at the same moment share a statement.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '../../deps.js';
import { coalesce } from '../../memory/coalesce.js';
import { type Outcome, recordOutcomes } from '../../store/webhooks/deliveries/outcomes.js';

const TRIES = 5;

/** Gives a function that ends when its outcome is stored. Once `isStopping`, a failure is final. */
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
  // The database may be away for a moment, and what was sent is not to be sent again for that.
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
