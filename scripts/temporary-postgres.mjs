// Runs something over a PostgreSQL of its own, with a migrated database, and leaves nothing behind.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** `work` gets the address of the database. The sources must be compiled. */
export async function withTemporaryPostgres(name, work) {
  const { createLog } = await import('../dist/src/log.js');
  const { startPostgres } = await import('../dist/src/open-database.js');
  const { databaseUrl, prepareTemplate } = await import('../dist/test/support/database.js');
  const dataDir = await mkdtemp(join(tmpdir(), `cobro-${name}-`));
  await chmod(dataDir, 0o711); // as root the database runs under another user
  const postgres = await startPostgres(dataDir, createLog({ level: 'error', destination: 2 }));
  try {
    await prepareTemplate(postgres.url);
    return await work(databaseUrl(postgres.url, 'cobro_template'));
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
  }
}
