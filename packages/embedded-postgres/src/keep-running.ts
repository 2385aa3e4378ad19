// Watches the server while we use it, whether we started or joined it, and restarts it on the same port if it dies. It
// never gives up: the program's queries fail meanwhile and succeed again afterwards.
import { setTimeout as sleep } from 'node:timers/promises';
import { bringUp } from './bring-up.js';
import { EmbeddedPostgresError } from './error.js';
import type { Running } from './find-server.js';
import { isAlive } from './processes.js';
import type { Setup } from './setup.js';

export type Keeper = {
  /** Ends the watch. Resolves to the server as last seen, or undefined if it was down. */
  end(): Promise<Running | undefined>;
};

const longestPauseMs = 5000;

export function keepRunning(setup: Setup, first: Running, everyMs: number): Keeper {
  const stop = new AbortController();
  let current: Running | undefined = first;
  let checking: Promise<void> | undefined;

  const look = async (): Promise<void> => {
    if (current?.session.isOpen() && (await isAlive(current.pid))) return;
    setup.context.log.warn({ pid: current?.pid, port: first.port }, 'lost PostgreSQL: bringing it back');
    await current?.session.close();
    current = undefined;
    current = await restore(setup, first.port, stop.signal);
    current?.session.onLost(check);
  };
  const check = (): void => {
    if (stop.signal.aborted || checking !== undefined) return;
    checking = look().finally(() => {
      checking = undefined;
    });
  };
  const timer = setInterval(check, everyMs).unref();
  first.session.onLost(check);

  return {
    end: async () => {
      stop.abort();
      clearInterval(timer);
      await checking;
      return current;
    },
  };
}

/** Undefined only if the watch has ended. */
async function restore(setup: Setup, port: number, signal: AbortSignal): Promise<Running | undefined> {
  for (let pauseMs = 100; !signal.aborted; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      const running = await bringUp(setup, { port, signal });
      if (running.port === port) return running;
      await running.session.close();
      throw new EmbeddedPostgresError(
        `PostgreSQL now runs on port ${running.port} instead of ${port}: restart ${setup.context.words.program}.`,
      );
    } catch (error) {
      if (signal.aborted) return undefined;
      setup.context.log.error({ err: error }, 'PostgreSQL is not back yet');
    }
    await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
  return undefined;
}
