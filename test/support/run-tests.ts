// Runs the compiled tests, the service's and those of packages/, against one real PostgreSQL that lives as long as the run.
// Every test file gets a database of its own, cloned from a migrated template. Files share processes. What a machine
// lacks is installed, or the files that need it are named at the end as not run. With --rehearsals it runs those instead:
// whole lives of processes and databases, every page and every sample, of which the tests have a short version.
import { spawn } from 'node:child_process';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createLog } from '../../src/log.js';
import { PACKAGE_FOLDER } from '../../src/paths.js';
import { startPostgres } from '../../src/service/open-database.js';
import { CLUSTER_VARIABLE } from './cluster.js';
import { dropTemplate, prepareTemplate, SERVER_VARIABLE } from './database.js';
import { installPrograms } from './programs.js';
import { filesLeft, writeQueue } from './queue.js';
import { makeScratch } from './scratch.js';

/** A process that hangs is ended and counts as failed. */
const TIMEOUT = `--test-timeout=${process.env['COBRO_TEST_TIMEOUT_MS'] ?? '1800000'}`;
/** One more than the processors of a small machine: many tests wait. Two more take as long. */
const AT_ONCE = 3;
/** Node's runner follows every promise until it is collected: with fewer collections a run takes a tenth less of a processor. */
const YOUNG = '--max-semi-space-size=32';
/** Says again at the end what failed, so that nobody searches for it in thousands of lines. */
const REPORTER = '--test-reporter=spec';

const REHEARSALS = '--rehearsals';
const SUFFIX = process.argv.includes(REHEARSALS) ? '.rehearsal.js' : '.test.js';

const given = process.argv.slice(2).filter((word) => word !== REHEARSALS);
const words = (process.env['COBRO_TEST_WORDS']?.split(' ') ?? given).filter((word) => word !== '');
const onCluster = process.env[CLUSTER_VARIABLE] !== undefined;
const all = (await Promise.all([findTests(''), ...(await listPackages()).map(findTests)])).flat();
/** The rules of the sources are what `npm run check` tries, and they need neither a database nor a service. */
const isChecked = (path: string) => path.includes(join('test', 'tidy'));
const chosen = all.filter((path) =>
  words.length === 0 ? !isChecked(path) : words.some((word) => path.includes(word)),
);
if (chosen.length === 0) {
  console.error(`No test file has ${words.join(' or ')} in its path.`);
  process.exit(1);
}

const notRun = installPrograms(chosen);
const scratch = await makeScratch();
const cluster = process.env[CLUSTER_VARIABLE];
let code = 1;
try {
  code = await (cluster === undefined ? runOnOwnServer() : runOnCluster(cluster));
} finally {
  await rm(scratch, { recursive: true, force: true });
}
for (const { path, why } of notRun) console.error(`Not run: ${path}. ${why}`);
// Where everything is set up, as it is on the machine that decides, a test that nobody has run is a failure.
process.exit(notRun.length > 0 && process.env['CI'] === 'true' ? 1 : code);

async function runOnOwnServer(): Promise<number> {
  const dataDir = join(scratch, 'shared');
  await mkdir(dataDir, { mode: 0o711 }); // as root the database may run under another user
  // Hundreds of small databases come and go, and each time the server looks through all of its buffers.
  const settings = { dataDir, postgresSettings: { shared_buffers: '128MB' } };
  const postgres = await startPostgres(settings, createLog({ level: 'error', destination: 2 }));
  try {
    await prepareTemplate(postgres.url);
    return await runTests(postgres.url);
  } finally {
    await postgres.stop();
  }
}

/** Against the coordinator of a cluster that is there already. Leaves no database behind. */
async function runOnCluster(serverUrl: string): Promise<number> {
  await dropTemplate(serverUrl);
  try {
    await prepareTemplate(serverUrl);
    return await runTests(serverUrl);
  } finally {
    await dropTemplate(serverUrl);
  }
}

async function listPackages(): Promise<string[]> {
  const names = await readdir(join(PACKAGE_FOLDER, 'packages'));
  return names.sort().map((name) => join('packages', name));
}

/** The compiled test files of a folder with a package.json, with their paths from the root. */
async function findTests(folder: string): Promise<string[]> {
  const tests = join(folder, 'dist', 'test');
  const names = await readdir(join(PACKAGE_FOLDER, tests), { recursive: true }).catch(() => []);
  return names
    .filter((name) => name.endsWith(SUFFIX) || (onCluster && name.endsWith('.cluster-test.js')))
    .map((name) => join(tests, name))
    .sort();
}

async function runTests(serverUrl: string): Promise<number> {
  const isNotRun = (path: string) => notRun.some((one) => one.path === path);
  const paths = chosen.filter((path) => !isNotRun(path)).map((path) => join(PACKAGE_FOLDER, path));
  if (paths.length === 0) return 0; // node would look for tests by itself
  const processes = await writeQueue(paths, scratch, AT_ONCE);
  const flags = [YOUNG, '--enable-source-maps', '--test', `--test-concurrency=${AT_ONCE}`, TIMEOUT, REPORTER];
  const child = spawn(process.execPath, [...flags, ...processes], {
    stdio: 'inherit',
    env: { ...process.env, TMPDIR: scratch, [SERVER_VARIABLE]: serverUrl },
  });
  // Ctrl-C reaches the child by itself; we wait for it and then clean up.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  const exit = await new Promise<number>((resolve) => child.on('exit', (exit) => resolve(exit ?? 1)));
  const left = await filesLeft(scratch);
  for (const path of left) console.error(`Not run, because a process of tests has ended: ${path}`);
  return left.length > 0 ? 1 : exit;
}
