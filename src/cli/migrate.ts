// cobro migrate: upgrades the database to this version. The service also does this when it starts.
import { Command } from 'commander';
import { listMigrations } from '../store/server.js';
import type { CommandContext } from './context.js';
import { printOne } from './output.js';

export function migrateCommand({ withDeps }: CommandContext): Command {
  return new Command('migrate')
    .description('bring the database to the shape of this version')
    .action((options: { json?: boolean }) =>
      withDeps(async ({ db }) => printOne({ migrations: await listMigrations(db) }, options)),
    );
}
