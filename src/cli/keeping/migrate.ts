// cobro migrate: upgrades the database to this version. The service also does this when it starts, unless COBRO_MIGRATE
// is off. No other command changes the shape of the database.
import { Command } from 'commander';
import { createLog } from '../../log.js';
import { loadSettings } from '../../settings/settings.js';
import { listMigrations } from '../../store/server.js';
import type { CommandContext } from '../context.js';
import { printOne } from '../output.js';

type MigrateOptions = { json?: boolean; grant?: string; create?: boolean };

export function migrateCommand({ openDatabase }: CommandContext): Command {
  return new Command('migrate')
    .option('--grant <role>', 'give a role of your own PostgreSQL the rights that the service needs, and no more')
    .option('--create', 'make the embedded database if there is none yet, as a first start does')
    .action(async (options: MigrateOptions) => {
      const settings = { ...loadSettings(), databasePool: 4 };
      const log = createLog({ level: 'warn', destination: 2 });
      const schema = options.create === true ? 'create' : 'migrate';
      const database = await openDatabase(settings, log, { schema, grantTo: options.grant });
      try {
        printOne({ migrations: await listMigrations(database.db) }, options);
      } finally {
        await database.close();
      }
    });
}
