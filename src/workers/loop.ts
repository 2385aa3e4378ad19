// Work that is done again and again beside the requests. A turn that fails is logged and tried again at the next; a stop
// waits for the turn under way.
import type { Log } from '../log.js';

export type Loop = {
  readonly name: string;
  readonly everyMs: number;
  /** Whether the first turn comes at once, not after the first wait. */
  readonly atStart?: boolean;
  turn(): Promise<void>;
};

export type Workers = { stop(): Promise<void> };

export function startWorkers(loops: readonly Loop[], log: Log): Workers {
  const stops = loops.map((loop) => startLoop(loop, log));
  return { stop: async () => void (await Promise.all(stops.map((stop) => stop()))) };
}

function startLoop(loop: Loop, log: Log): () => Promise<void> {
  let stopped = false;
  let underWay = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const schedule = (afterMs: number) => {
    timer = setTimeout(() => {
      underWay = loop
        .turn()
        .catch((error: unknown) =>
          log.error({ worker: loop.name, err: error }, 'a worker failed; it goes on at its next turn'),
        )
        .finally(() => {
          if (!stopped) schedule(loop.everyMs);
        });
    }, afterMs);
  };
  schedule(loop.atStart ? 0 : loop.everyMs);
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await underWay;
  };
}
