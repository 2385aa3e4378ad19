// The only scheduler of background work. A loop takes one turn after another, never two at once. A failed turn is
// logged and does not stop the loop. Stopping waits for the current turn.
import { AppError } from '../errors/errors.js';
import type { Log } from '../log.js';

export type Loop = {
  readonly name: string;
  /** The pause after a turn, unless the turn or a call of `soon` sets another. */
  readonly everyMs: number;
  /** Whether the first turn starts at once instead of after the first pause. */
  readonly atStart?: boolean;
  /** The pause when there is more to do, which lets others use the database; 10 ms by default. */
  readonly moreAfterMs?: number;
  /** The pause after a failed turn; `everyMs` by default. */
  readonly afterFailureMs?: number;
  /** Whether this loop keeps running until all others have stopped. */
  readonly stopsLast?: boolean;
  /** A returned number is the pause before the next turn, in milliseconds; true: there is more to do. */
  turn(): Promise<void> | Promise<number> | Promise<boolean>;
  /** Called before the first turn. */
  onStart?(control: LoopControl): void;
  /** Called after the last turn. Stopping waits for it. */
  onStop?(): Promise<void>;
};

const MORE_AFTER_MS = 10;

export type LoopControl = {
  /** Moves the next turn forward. During a turn, this means the turn after it. */
  soon(afterMs: number): void;
  /** Aborted as soon as the loop must stop; the last turn may still be running. */
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
  let nextAt = Number.POSITIVE_INFINITY;

  const soon = (afterMs: number) => {
    const at = performance.now() + afterMs;
    if (stopping.signal.aborted || at >= nextAt) return;
    nextAt = at;
    if (underWay !== null) return; // when it ends, it checks nextAt
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

/** Returns the pause before the next turn. */
async function takeTurn(loop: Loop, log: Log): Promise<number> {
  try {
    const next = await loop.turn();
    if (next === true) return loop.moreAfterMs ?? MORE_AFTER_MS;
    return typeof next === 'number' ? next : loop.everyMs;
  } catch (error) {
    // A database that gives no connection for a moment needs nobody; if it stays away, the metrics and `ready` tell.
    const level = error instanceof AppError && error.code === 'unavailable' ? 'warn' : 'error';
    log[level]({ worker: loop.name, err: error }, 'a worker failed; it goes on at its next turn');
    return loop.afterFailureMs ?? loop.everyMs;
  }
}
