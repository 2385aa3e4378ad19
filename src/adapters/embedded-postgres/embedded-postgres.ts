// Runs a real PostgreSQL as a child process, so that `npm start` needs nothing but Node.js (D2, D3). Never fights a
// server that already runs on the data folder: it joins it, and the last one out stops it.
import { dirname } from 'node:path';
import type { Log } from '../../log.js';
import { bringUp, type Setup } from './bring-up.js';
import { createCluster, hasCluster } from './cluster.js';
import { openDataFolder } from './data-folder.js';
import { explainingFileFaults } from './failures.js';
import { prepareLauncher } from './launcher.js';
import { leaveServer } from './leave-server.js';
import { type Machine, thisMachine } from './machine.js';
import { createPassword, readPassword } from './password.js';
import { databaseUrl, ensureDatabase } from './session.js';
import { keepRunning } from './supervise.js';
import { removeLeftTemporaries } from './temporary.js';

export type EmbeddedPostgres = {
  /** `postgres://cobro:<password>@127.0.0.1:<port>/cobro`; stays the same when the server has to be started again. */
  readonly url: string;
  /** Ends our use. The last user out stops the server; while other clients are connected it is left running. */
  stop(): Promise<void>;
};

export type EmbeddedPostgresOptions = {
  readonly dataDir: string;
  readonly log: Log;
  /** How often the server's process is looked at; it is started again when it has died. */
  readonly superviseMs?: number;
};

export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  return startOn(thisMachine, options);
}

/** The same on a machine described by the caller: tests force each way of running as root, another port, another package. */
export async function startOn(machine: Machine, options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  return explainingFileFaults(options.dataDir, async () => {
    const setup = await prepare(machine, options);
    const running = await bringUp(setup, {});
    try {
      await ensureDatabase(running.session);
    } catch (error) {
      await leaveServer(setup, running);
      throw error;
    }
    const keeper = keepRunning(setup, running, options.superviseMs ?? 500);
    let stopped: Promise<void> | undefined;
    return {
      url: databaseUrl(running.port, setup.password),
      stop: () => {
        stopped ??= keeper.end().then((last) => leaveServer(setup, last));
        return stopped;
      },
    };
  });
}

/** Makes the cluster when there is none. What starting needs is looked up only then: joining a running server needs none of it. */
async function prepare(machine: Machine, { dataDir, log }: EmbeddedPostgresOptions): Promise<Setup> {
  const folder = await openDataFolder(dataDir);
  await removeLeftTemporaries(folder.dataDir);
  await removeLeftTemporaries(dirname(folder.clusterDir));
  if (await hasCluster(folder)) {
    const password = await readPassword(folder);
    return { log, machine, folder, password, launcher: () => prepareLauncher(machine, folder) };
  }
  const launcher = await prepareLauncher(machine, folder);
  const made = await hasCluster(launcher.folder);
  const password = made ? await readPassword(launcher.folder) : await createPassword(launcher);
  if (!made) {
    log.info({ folder: launcher.folder.clusterDir }, 'making a new PostgreSQL cluster');
    await createCluster(launcher, password);
  }
  return { log, machine, folder: launcher.folder, password, launcher: () => Promise.resolve(launcher) };
}
