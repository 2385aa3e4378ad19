// From any state of the data folder to a server that we use: joins the one that runs, else starts one, as often as it takes.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../log.js';
import { OperatorError } from '../../operator-error.js';
import type { DataFolder } from './data-folder.js';
import { findServer, type Running } from './find-server.js';
import { launchServer } from './launch-server.js';
import type { Launcher } from './launcher.js';
import { endLeftovers } from './leftovers.js';
import type { Machine } from './machine.js';
import { readLastPort } from './postmaster-file.js';

export type Setup = {
  readonly log: Log;
  readonly machine: Machine;
  readonly folder: DataFolder;
  readonly password: string;
  /** Called when a server has to be started, not when one is joined. */
  readonly launcher: () => Promise<Launcher>;
};

/** `port`: the only one that will do, since others already know it. */
export async function bringUp(
  setup: Setup,
  wanted: { readonly port?: number; readonly signal?: AbortSignal },
): Promise<Running> {
  const { log, machine, folder } = setup;
  const deadline = performance.now() + machine.startTimeoutMs;
  let port = wanted.port ?? (await readLastPort(folder.clusterDir)) ?? (await machine.pickPort());
  let started = false;
  for (;;) {
    const patience = {
      timeoutMs: Math.max(deadline - performance.now(), 1000),
      ...(wanted.signal === undefined ? {} : { signal: wanted.signal }),
    };
    const running = await findServer(setup, patience);
    if (running !== undefined) {
      const { pid } = running;
      log.info(
        { pid, port: running.port },
        started ? 'PostgreSQL started' : 'joined the PostgreSQL that runs on this data folder',
      );
      return running;
    }
    const launcher = await setup.launcher();
    wanted.signal?.throwIfAborted();
    const launch = await launchServer(launcher, port, patience);
    started ||= launch === 'ready';
    if (launch === 'memory_in_use') await endLeftovers(folder.clusterDir);
    if (launch === 'port_taken') {
      if (wanted.port !== undefined) throw portTaken(port);
      port = await machine.pickPort();
    }
    if (performance.now() > deadline) throw neverUp(setup);
    if (launch !== 'ready')
      await sleep(50, undefined, patience.signal === undefined ? {} : { signal: patience.signal });
  }
}

function portTaken(port: number): OperatorError {
  return new OperatorError(
    `Another program took port ${port} while PostgreSQL was down. Stop that program, or restart Cobro so that it uses another port.`,
  );
}

function neverUp({ folder, machine }: Setup): OperatorError {
  return new OperatorError(
    `PostgreSQL could not be started on ${folder.clusterDir} within ${Math.round(machine.startTimeoutMs / 1000)} s. ` +
      `End old postgres processes of that folder, see ${folder.logFile}, and start again.`,
  );
}
