// A PostgreSQL of one's own with a migrated database, which leaves nothing behind.
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '../../src/log.js';
import { startPostgres } from '../../src/service/open-database.js';
import type { Settings } from '../../src/settings/settings.js';
import { databaseUrl, prepareTemplate } from './database.js';

export type TemporaryPostgres = {
  /** The migrated database. */
  readonly url: string;
  /** Where services of a test make databases of their own: a value of SERVER_VARIABLE. */
  readonly serverUrl: string;
  /** Where its data is. */
  readonly folder: string;
  /** The process to kill; the server is started again within a second. */
  pid(): number;
};

export async function withTemporaryPostgres<Result>(
  name: string,
  work: (postgres: TemporaryPostgres) => Promise<Result>,
  options: { readonly parent?: string; readonly settings?: Settings['postgresSettings'] } = {},
): Promise<Result> {
  const dataDir = await mkdtemp(join(options.parent ?? tmpdir(), `cobro-${name}-`));
  await chmod(dataDir, 0o711); // as root the database runs under another user
  const log = createLog({ level: 'silent', destination: 2 });
  const postgres = await startPostgres({ dataDir, postgresSettings: options.settings ?? {} }, log);
  const folder = join(dataDir, 'postgres');
  const pid = () => Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
  // Somebody who stops the trial has no use for its database.
  const kill = () => void process.kill(pid(), 'SIGQUIT');
  process.once('exit', kill);
  try {
    await prepareTemplate(postgres.url);
    return await work({
      url: databaseUrl(postgres.url, 'cobro_template'),
      serverUrl: postgres.url,
      folder,
      pid,
    });
  } finally {
    process.off('exit', kill);
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
  }
}
