// Brings up a server from any state of the data folder: joins a running server or starts one, and retries until either
// succeeds.
import { EmbeddedPostgresError } from './error.js';
import { findServer, type Running } from './find-server.js';
import { launchServer } from './launch-server.js';
import { endOldBackends } from './old-backends.js';
import { type Patience, pause } from './pause.js';
import { readLastPort } from './postmaster-file.js';
import type { Setup } from './setup.js';

/** `port`: the only acceptable port, because clients already know it. */
export async function bringUp(
  setup: Setup,
  wanted: Pick<Patience, 'signal'> & { readonly port?: number },
): Promise<Running> {
  const { context, folder } = setup;
  const { machine, log } = context;
  const deadline = performance.now() + machine.startTimeoutMs;
  let port = wanted.port ?? (await readLastPort(folder.clusterDir)) ?? (await machine.pickPort());
  let started = false;
  for (;;) {
    const patience = { ...wanted, timeoutMs: Math.max(deadline - performance.now(), 1000) };
    const running = await findServer(setup, patience);
    if (running !== undefined) {
      const text = started ? 'PostgreSQL started' : 'joined the PostgreSQL that runs on this data folder';
      log.info({ pid: running.pid, port: running.port }, text);
      return running;
    }
    const launcher = await setup.launcher();
    wanted.signal?.throwIfAborted();
    const launch = await launchServer(launcher, port, patience);
    started ||= launch === 'ready';
    if (launch === 'memory_in_use') await endOldBackends(context.name, folder.clusterDir);
    if (launch === 'port_taken') {
      if (wanted.port !== undefined) throw portTaken(setup, port);
      port = await machine.pickPort();
    }
    if (performance.now() > deadline) throw neverUp(setup);
    if (launch !== 'ready') await pause(50, patience);
  }
}

function portTaken({ context }: Setup, port: number): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `Another program took port ${port} while PostgreSQL was down. Stop that program, or restart ${context.words.program} so that it uses another port.`,
  );
}

function neverUp({ context, folder }: Setup): EmbeddedPostgresError {
  const seconds = Math.round(context.machine.startTimeoutMs / 1000);
  return new EmbeddedPostgresError(
    `PostgreSQL could not be started on ${folder.clusterDir} within ${seconds} s. ` +
      `End old postgres processes of that folder, see ${folder.logFile}, and start again.`,
  );
}
