// Runs a real PostgreSQL as a child process, so that a program needs only Node.js. It never competes with a server that
// already runs on the data folder: it joins it, and the last user stops it.
import { dirname } from 'node:path';
import { bringUp } from './bring-up.js';
import { type Context, createContext } from './context.js';
import { createCluster } from './create-cluster.js';
import { hasCluster, openDataFolder } from './data-folder.js';
import { explainingFileFaults } from './explain.js';
import { keepRunning } from './keep-running.js';
import { prepareLauncher } from './launcher.js';
import { leaveServer } from './leave-server.js';
import { type Machine, thisMachine } from './machine.js';
import type { EmbeddedPostgresOptions } from './options.js';
import { createPassword, readPassword, servicePassword } from './password.js';
import { databaseUrl, ensureDatabase, ensureRole } from './session.js';
import type { Setup } from './setup.js';
import { removeOldTemporaries } from './temporary.js';

export type EmbeddedPostgres = {
  /**
   * The administrator's: `postgres://<name>:<password>@127.0.0.1:<port>/<name>`; it stays the same when the server is
   * restarted. This role is a superuser and owns the database.
   */
  readonly url: string;
  /** The program's own: the role `serviceRole`, which has no right except to connect. Grant it what it needs. */
  readonly serviceUrl: string;
  readonly serviceRole: string;
  /** Ends our use. The last user stops the server; it keeps running while other clients are connected. */
  stop(): Promise<void>;
};

export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  return startOn(thisMachine, options);
}

/**
 * The same on a machine that the caller describes. Tests force each way of running as root, another port, another
 * package.
 */
export async function startOn(machine: Machine, options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const context = createContext(machine, options);
  return explainingFileFaults(context.words, options.dataDir, async () => {
    const setup = await prepare(context, options.dataDir);
    const running = await bringUp(setup, {});
    const serviceRole = `${context.name}_service`;
    try {
      await ensureDatabase(running.session, context.name);
      await ensureRole(running.session, serviceRole, servicePassword(setup.password));
    } catch (error) {
      await leaveServer(setup, running);
      throw error;
    }
    const keeper = keepRunning(setup, running, options.superviseMs ?? 500);
    let stopped: Promise<void> | undefined;
    const { name } = context;
    const { port } = running;
    return {
      url: databaseUrl({ name, port, password: setup.password }),
      serviceUrl: databaseUrl({ name, port, password: servicePassword(setup.password) }, serviceRole),
      serviceRole,
      stop: () => {
        stopped ??= keeper.end().then((last) => leaveServer(setup, last));
        return stopped;
      },
    };
  });
}

/**
 * Creates the cluster if there is none. The launcher is prepared only to create a cluster or to start a server, because
 * joining a running server does not need it.
 */
async function prepare(context: Context, dataDir: string): Promise<Setup> {
  const folder = await openDataFolder(dataDir);
  await removeOldTemporaries(folder.dataDir);
  await removeOldTemporaries(dirname(folder.clusterDir));
  if (await hasCluster(folder)) {
    const password = await readPassword(context.words, folder);
    return { context, folder, password, launcher: () => prepareLauncher(context, folder) };
  }
  const launcher = await prepareLauncher(context, folder);
  const wasMade = await hasCluster(launcher.folder);
  const password = wasMade ? await readPassword(context.words, launcher.folder) : await createPassword(launcher);
  if (!wasMade) {
    context.log.info({ folder: launcher.folder.clusterDir }, 'making a new PostgreSQL cluster');
    await createCluster(launcher, password);
  }
  return { context, folder: launcher.folder, password, launcher: () => Promise.resolve(launcher) };
}
