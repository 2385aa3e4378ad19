// What the command line works with: the same database as the service, open only while a command runs. Each part is
// loaded when a command needs it, because most need little and `cobro --help` needs nothing.
import type { CommandContext } from './cli/context.js';

export const commandContext: CommandContext = {
  async startService(settings, log) {
    const { startService } = await import('./compose.js');
    return startService(settings, log);
  },
  async openDatabase(settings, log, opening) {
    const { openDatabase } = await import('./open-database.js');
    return openDatabase(settings, log, opening);
  },
  async openVault(settings, db) {
    const [{ openVault }, { createRandom }] = await Promise.all([
      import('./open-vault.js'),
      import('./memory/random.js'),
    ]);
    return openVault({ settings, db, random: createRandom(), clock: { now: Date.now } });
  },
  async restoreDatabase(settings, log, options) {
    const { restoreDatabase } = await import('./restore-database.js');
    return restoreDatabase(settings, log, options);
  },
  async withDeps(work, change = {}) {
    const [{ openDatabase }, { createDeps }, { NO_METRICS }, { createLog }, { loadSettings }] = await Promise.all([
      import('./open-database.js'),
      import('./create-deps.js'),
      import('./adapters/no-metrics.js'),
      import('./log.js'),
      import('./settings.js'),
    ]);
    const settings = { ...loadSettings(), ...change };
    const log = createLog({ level: 'warn', destination: 2 });
    const database = await openDatabase({ ...settings, databasePool: 4 }, log);
    try {
      return await work(await createDeps({ settings, log, db: database.db, metrics: NO_METRICS }));
    } finally {
      await database.close();
    }
  },
};
