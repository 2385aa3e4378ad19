// The engine of what is claimed by lease, sent and recorded: webhooks and e-mails. Attempts run beside each other with no
// transaction open, and their outcomes are recorded in batches. What is claimed, and how many run at once, is up to its
// user.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Metrics } from '../../adapters/metrics.js';
import type { Log } from '../../log.js';
import { coalesce } from '../../memory/coalesce.js';
import type { Settings } from '../../settings/settings.js';
import type { Loop, LoopControl } from '../loop.js';

export type Work<Job, Outcome> = {
  readonly name: string;
  readonly everyMs: number;
  /** What its batches of outcomes are called in the metrics. */
  readonly batches: string;
  /** Claims what there is room for and starts it. Returns the pause before the next turn. */
  claim(): Promise<number>;
  /** Gives back what is claimed and not started. Without it, all that is claimed is started at once. */
  giveBack?(): Promise<void>;
  attempt(job: Job): Promise<Outcome>;
  /** Recording an outcome twice must change nothing. */
  record(outcomes: readonly Outcome[]): Promise<void>;
  /** What else an outcome causes. Other outcomes do not wait for it. */
  onRecorded?(outcome: Outcome): Promise<void>;
  /** Its outcome is recorded, or never will be. */
  onEnd(job: Job): void;
  /** Aborted when stopping has taken too long. Attempts that look at it end at once, so their outcomes are awaited. */
  readonly cut?: AbortController;
  /** Tells in the log which one it is. */
  idsOf(job: Job): Readonly<Record<string, string>>;
};

export type Engine<Job> = {
  readonly loop: Loop;
  start(job: Job): void;
  /** There is room, so the next turn comes soon. */
  soon(): void;
  isStopping(): boolean;
};

/** The pause before the next turn when there is room. Attempts that end within it share the turn. */
const ROOM_MS = 10;
const TRIES = 5;

type EngineDeps = {
  readonly settings: Pick<Settings, 'shutdownTimeoutMs'>;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'batches'>;
};

export function createEngine<Job, Outcome>(deps: EngineDeps, work: Work<Job, Outcome>): Engine<Job> {
  let control: LoopControl | null = null;
  let underWay = 0;
  const isStopping = () => control?.stopping.aborted === true;
  const record = createRecorder(deps, work, isStopping);

  async function run(job: Job): Promise<void> {
    underWay++;
    try {
      const outcome = await work.attempt(job);
      await record(outcome);
      await work.onRecorded?.(outcome);
    } catch (error) {
      // It is sent again when its lease ends. Twice is better than never.
      deps.log.error({ worker: work.name, ...work.idsOf(job), err: error }, 'an outcome was not recorded');
    }
    underWay--;
    work.onEnd(job);
  }

  async function untilEnded(limitMs: number): Promise<void> {
    const end = performance.now() + limitMs;
    while (underWay > 0 && performance.now() < end) await sleep(20);
  }

  return {
    loop: {
      name: work.name,
      everyMs: work.everyMs,
      atStart: true,
      afterFailureMs: Math.max(1_000, work.everyMs),
      onStart: (started) => {
        control = started;
      },
      turn: () => work.claim(),
      async onStop() {
        await work.giveBack?.();
        await untilEnded(deps.settings.shutdownTimeoutMs);
        if (work.cut === undefined) return;
        work.cut.abort();
        await untilEnded(Number.POSITIVE_INFINITY);
      },
    },
    start: (job) => void run(job),
    soon: () => control?.soon(ROOM_MS),
    isStopping,
  };
}

/**
 * Attempts that end at the same moment share a statement. The database may be unavailable for a moment, which must not
 * cause anything to be sent twice, so it is tried again; but a stopping process does not wait for that.
 */
function createRecorder<Job, Outcome>(
  { metrics }: Pick<EngineDeps, 'metrics'>,
  work: Work<Job, Outcome>,
  isStopping: () => boolean,
): (outcome: Outcome) => Promise<void> {
  const recordOne = coalesce({
    run: async (outcomes: readonly Outcome[]) => {
      await work.record(outcomes);
      return outcomes.map(() => true as const);
    },
    maxBatch: 100,
    maxInFlight: 2,
    maxQueued: 100_000,
    onBatch: metrics.batches(work.batches),
  });
  return async (outcome) => {
    for (let tries = 1; ; tries++) {
      try {
        await recordOne(outcome);
        return;
      } catch (error) {
        if (isStopping() || tries === TRIES) throw error;
        await sleep(tries * 1_000);
      }
    }
  };
}
