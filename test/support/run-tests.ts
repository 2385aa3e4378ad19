// Runs the compiled tests against one real PostgreSQL that lives as long as the run. Every test file gets a database of
// its own, cloned from a migrated template.
import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../src/adapters/embedded-postgres/embedded-postgres.js';
import { createLog } from '../../src/log.js';
import { PACKAGE_FOLDER } from '../../src/paths.js';
import { prepareTemplate, SERVER_VARIABLE } from './database.js';

/** A file that hangs is ended and counts as failed. The slowest takes a minute on a machine that is busy otherwise. */
const TIMEOUT = '--test-timeout=300000';
/** Says again at the end what failed, so that nobody searches for it in thousands of lines. */
const REPORTER = '--test-reporter=spec';

const words = process.argv.slice(2);
const tests = join(PACKAGE_FOLDER, 'dist', 'test');
const all = (await readdir(tests, { recursive: true })).filter((name) => name.endsWith('.test.js')).sort();
const chosen = all.filter((name) => words.length === 0 || words.some((word) => name.includes(word)));
if (chosen.length === 0) {
  console.error(`No test file has ${words.join(' or ')} in its path.`);
  process.exit(1);
}

const dataDir = await mkdtemp(join(tmpdir(), 'cobro-test-'));
await chmod(dataDir, 0o711); // as root the database may run under another user
const postgres = await startEmbeddedPostgres({ dataDir, log: createLog({ level: 'error', destination: 2 }) });
let code = 1;
try {
  await prepareTemplate(postgres.url);
  code = await runTests(postgres.url);
} finally {
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
process.exit(code);

function runTests(serverUrl: string): Promise<number> {
  const child = spawn(
    process.execPath,
    [
      '--enable-source-maps',
      '--test',
      '--test-concurrency=2',
      TIMEOUT,
      REPORTER,
      ...chosen.map((name) => join(tests, name)),
    ],
    { stdio: 'inherit', env: { ...process.env, [SERVER_VARIABLE]: serverUrl } },
  );
  // Ctrl-C reaches the child by itself; we wait for it and then clean up.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => child.on('exit', (exit) => resolve(exit ?? 1)));
}
