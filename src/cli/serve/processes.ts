// Runs the service in several processes on one port (COBRO_PROCESSES). This process keeps the database and the others, and
// takes no requests itself.
import { createServer } from 'node:net';
import type { Log } from '../../log.js';
import type { Settings } from '../../settings/settings.js';
import { connectionLimit } from '../../store/server.js';
import type { CommandContext, Part, RunningService } from '../context.js';
import { countProcesses, usableCores } from './process-count.js';
import { Crew } from './process-crew.js';

type Options = {
  readonly part: Part;
  /** No process can be kept running. */
  onHopeless(why: string): void;
};

export async function startProcesses(
  context: CommandContext,
  settings: Settings,
  log: Log,
  options: Options,
): Promise<RunningService> {
  const schema = settings.migrates ? 'create' : 'check';
  const database = await context.openDatabase({ ...settings, databasePool: 4 }, log, { schema });
  try {
    const machine = { cores: usableCores(), connections: await connectionLimit(database.db) };
    const { count, warning } = countProcesses(settings, machine);
    if (warning !== null) log.warn(warning);
    const databaseUrl = settings.databaseUrl === null ? database.url : null;
    const port = settings.port === 0 ? await freePort(settings.host) : settings.port;
    const crew = new Crew(log, { ...options, count, databaseUrl, port });
    const ready = await crew.start();
    log.info({ pids: crew.pids() }, 'all processes are ready');
    return {
      ...ready,
      async stop(manner) {
        await crew.stop(manner);
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** All processes need the same port, also one that takes the place of another much later. */
function freePort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, host, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
