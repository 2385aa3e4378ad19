// Ends our use of the server. The last user stops it; it keeps running while any other client is connected.
import { setTimeout as sleep } from 'node:timers/promises';
import { hasCode } from './explain.js';
import { findServer, type Running } from './find-server.js';
import { readPostmasterFile } from './postmaster-file.js';
import { isGoneWithin, servesCluster } from './processes.js';
import { countOtherClients, leaveUse, type Session } from './session.js';
import type { Setup } from './setup.js';

/** The server sees closed connections, including those of our own pool, for a few more milliseconds. */
const lingerMs = 1000;
/** A fast shutdown writes all changed pages. After this time it becomes an immediate one, which loses only time. */
const fastShutdownMs = 60_000;
const silentServerMs = 10_000;

export async function leaveServer(setup: Setup, last: Running | undefined): Promise<void> {
  const running = last?.session.isOpen() ? last : await rejoin(setup);
  if (running === undefined) return stopUnreachable(setup);
  const { pid, session } = running;
  try {
    if (!(await isLast(session))) {
      setup.context.log.info({ pid }, 'left PostgreSQL running for its other clients');
      return;
    }
    signal(pid, 'SIGINT');
    // The session stays open until the server ends it. Closing it now would let another user in before the signal is
    // seen.
    await waitForEnd(setup, pid);
  } catch (error) {
    // The server may have been killed just now, before the session noticed.
    if (await servesCluster(pid, setup.folder.clusterDir)) throw error;
  } finally {
    await session.close();
  }
}

/** Handles a server that died, or that another process restarted, just before we leave. */
async function rejoin(setup: Setup): Promise<Running | undefined> {
  return findServer(setup, { timeoutMs: silentServerMs }).catch(() => undefined);
}

/** Once this is true no new user can enter (see enterUse), so the count stays correct until the signal. */
async function isLast(session: Session): Promise<boolean> {
  if (!(await leaveUse(session))) return false;
  const deadline = performance.now() + lingerMs;
  while ((await countOtherClients(session)) > 0) {
    if (performance.now() > deadline) return false;
    await sleep(10);
  }
  return true;
}

/** Nothing answers. A server that was still starting when we were asked to stop must end too. */
async function stopUnreachable(setup: Setup): Promise<void> {
  const file = await readPostmasterFile(setup.folder.clusterDir);
  if (file === undefined || !(await servesCluster(file.pid, setup.folder.clusterDir))) return;
  signal(file.pid, 'SIGINT');
  await waitForEnd(setup, file.pid);
}

async function waitForEnd({ context, folder }: Setup, pid: number): Promise<void> {
  const { log } = context;
  if (await isGoneWithin(pid, folder.clusterDir, fastShutdownMs)) {
    log.info({ pid }, 'PostgreSQL stopped');
    return;
  }
  log.warn({ pid }, 'PostgreSQL did not stop in time: stopping it without a checkpoint, the next start recovers');
  signal(pid, 'SIGQUIT');
  await isGoneWithin(pid, folder.clusterDir, silentServerMs);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // It has already ended.
    if (!hasCode(error, 'ESRCH')) throw error;
  }
}
