// What the command line works with: the same database as the service, open only while a command runs. Each part is
// loaded when a command needs it, because most need little and `cobro --help` needs nothing.
import { ALONE } from '../adapters/siblings.js';
import type { CommandContext } from '../cli/context.js';
import type { Deps } from '../deps.js';
import type { Settings } from '../settings/settings.js';
import { shippedFormats } from './shipped-formats.js';

export const commandContext: CommandContext = {
  async startService(settings, log, part, given = { siblings: ALONE, databaseUrl: null }) {
    const { openDatabase } = await import('./open-database.js');
    const loadService = () => import('./compose.js');
    const database = await openDatabase(settings, log, {
      plans: 'by-key',
      schema: settings.migrates && given.siblings === ALONE ? 'create' : 'check',
      runsAt: given.databaseUrl,
      meanwhile: loadService,
    });
    const { startService } = await loadService();
    return startService({ settings, log, database, siblings: given.siblings }, part);
  },
  async openDatabase(settings, log, opening) {
    const { openDatabase } = await import('./open-database.js');
    return openDatabase(settings, log, opening);
  },
  async openVault(settings, db) {
    const [{ openVault }, { createRandom }] = await Promise.all([
      import('./open-vault.js'),
      import('../memory/random.js'),
    ]);
    return openVault({ settings, db, random: createRandom(), clock: { now: Date.now } });
  },
  async restoreDatabase(settings, log, options) {
    const { restoreDatabase } = await import('./restore-database.js');
    return restoreDatabase(settings, log, options);
  },
  async finishOwnRestore(settings, log, options) {
    const { finishOwnRestore } = await import('./restore-database.js');
    return finishOwnRestore(settings, log, options);
  },
  async withDeps(work, change = {}) {
    const [{ openVaultToWrite }, { createRandom }, { createAnchorFor }] = await Promise.all([
      import('./open-vault.js'),
      import('../memory/random.js'),
      import('../adapters/audit-anchor.js'),
    ]);
    return withDatabase(change, async (parts) => {
      const common = { ...parts, shippedFormats, random: createRandom(), clock: { now: Date.now } };
      return work({ ...common, vault: await openVaultToWrite(common), auditAnchor: createAnchorFor(parts.settings) });
    });
  },
  async withService(work, change = {}) {
    const [{ createDeps }, { NO_METRICS }] = await Promise.all([
      import('./create-deps.js'),
      import('../adapters/no-metrics.js'),
    ]);
    return withDatabase(change, async (parts) => work(await createDeps({ ...parts, metrics: NO_METRICS })));
  },
};

async function withDatabase<Result>(
  change: Partial<Settings>,
  work: (parts: Pick<Deps, 'settings' | 'log' | 'db'>) => Promise<Result>,
): Promise<Result> {
  const [{ openDatabase }, { createLog }, { loadSettings }] = await Promise.all([
    import('./open-database.js'),
    import('../log.js'),
    import('../settings/settings.js'),
  ]);
  const settings = { ...loadSettings(), ...change };
  const log = createLog({ level: 'warn', destination: 2 });
  const database = await openDatabase({ ...settings, databasePool: 4 }, log);
  try {
    return await work({ settings, log, db: database.db });
  } finally {
    await database.close();
  }
}
