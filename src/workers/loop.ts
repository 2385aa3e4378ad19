// The one scheduler of everything that runs beside the requests. A loop takes turn after turn, never two at once. A turn
// that fails is logged and the next one comes all the same; a stop waits for the turn under way.
import type { Log } from '../log.js';

export type Loop = {
  readonly name: string;
  /** How long after a turn the next one comes, unless the turn or a call of `soon` says otherwise. */
  readonly everyMs: number;
  /** Whether the first turn comes at once, not after the first wait. */
  readonly atStart?: boolean;
  /** How long after a turn that failed the next one comes; `everyMs` when it is not given. */
  readonly afterFailureMs?: number;
  /** Whether it goes on until all others have stopped. */
  readonly stopsLast?: boolean;
  /** A number is the time in milliseconds until the next turn. */
  turn(): Promise<void> | Promise<number>;
  /** Before the first turn. */
  onStart?(control: LoopControl): void;
  /** After the last turn; the stop waits for it. */
  onStop?(): Promise<void>;
};

export type LoopControl = {
  /** Brings the next turn forward. During a turn it is the one after it. */
  soon(afterMs: number): void;
  /** Aborted as soon as the loop is to stop, while the last turn may still be under way. */
  readonly stopping: AbortSignal;
};

export type Workers = { stop(): Promise<void> };

export function startWorkers(loops: readonly Loop[], log: Log): Workers {
  const running = loops.map((loop) => ({ isLast: loop.stopsLast === true, stop: startLoop(loop, log) }));
  const stopAll = (isLast: boolean) =>
    Promise.all(running.filter((one) => one.isLast === isLast).map(({ stop }) => stop()));
  return {
    async stop() {
      await stopAll(false);
      await stopAll(true);
    },
  };
}

function startLoop(loop: Loop, log: Log): () => Promise<void> {
  const stopping = new AbortController();
  let underWay: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  /** When the next turn comes. */
  let nextAt = Number.POSITIVE_INFINITY;

  const soon = (afterMs: number) => {
    const at = performance.now() + afterMs;
    if (stopping.signal.aborted || at >= nextAt) return;
    nextAt = at;
    if (underWay !== null) return; // its end looks at nextAt
    clearTimeout(timer);
    timer = setTimeout(run, afterMs);
  };
  const run = () => {
    nextAt = Number.POSITIVE_INFINITY;
    underWay = takeTurn(loop, log).then((nextMs) => {
      underWay = null;
      const askedMs = Math.max(0, nextAt - performance.now());
      nextAt = Number.POSITIVE_INFINITY;
      soon(Math.min(nextMs, askedMs));
    });
  };

  loop.onStart?.({ soon, stopping: stopping.signal });
  soon(loop.atStart === true ? 0 : loop.everyMs);
  return async () => {
    stopping.abort();
    clearTimeout(timer);
    await underWay;
    await loop.onStop?.();
  };
}

/** Gives the time until the next turn. */
async function takeTurn(loop: Loop, log: Log): Promise<number> {
  try {
    const nextMs = await loop.turn();
    return typeof nextMs === 'number' ? nextMs : loop.everyMs;
  } catch (error) {
    log.error({ worker: loop.name, err: error }, 'a worker failed; it goes on at its next turn');
    return loop.afterFailureMs ?? loop.everyMs;
  }
}
