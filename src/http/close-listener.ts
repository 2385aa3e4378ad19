// Stops listening in a moment when no connection is on its way. Connections that the kernel has taken but Node.js has not
// are cut when a listener closes, and a proxy that has already sent a POST on one cannot know whether it was done.
import type { Server as HttpServer, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A busy server may never be quiet. */
const LONGEST_WAIT_MS = 1_000;
/** In this time a proxy meets a refused connection and sends no more requests on those that it keeps. */
const LINGER_MS = 500;

export type ListenerCloser = () => Promise<void>;

/** Watches a server from now on, and returns how to close its listener. Connections that are open stay open. */
export function prepareToClose(server: HttpServer): ListenerCloser {
  let happenings = 0;
  let running = 0;
  server.on('connection', () => happenings++);
  server.on('request', (_request, response: ServerResponse) => {
    happenings++;
    running++;
    response.once('close', () => {
      happenings++;
      running--;
    });
  });
  return async () => {
    await untilQuiet(() => (running === 0 ? happenings : null));
    // The close() of an HTTP server would also cut connections that a proxy may be using just now.
    NetServer.prototype.close.call(server);
    await sleep(LINGER_MS);
  };
}

/**
 * Immediates run right after Node.js has taken all connections that were waiting. Quiet is a round in which nothing came
 * and nothing was answered, because every answer may bring the next request.
 */
function untilQuiet(look: () => number | null): Promise<void> {
  const deadline = performance.now() + LONGEST_WAIT_MS;
  let seen: number | null = null;
  return new Promise((resolve) => {
    const round = () => {
      const now = look();
      if ((now !== null && now === seen) || performance.now() > deadline) return resolve();
      seen = now;
      setImmediate(round);
    };
    setImmediate(round);
  });
}
