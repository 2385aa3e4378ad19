// Makes a cluster (PostgreSQL's word for its folder of databases). It is made in a temporary folder beside its place and
// renamed into it, so that neither kill -9 nor a second process at the same moment can leave half a cluster.
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { OperatorError } from '../../operator-error.js';
import type { DataFolder } from './data-folder.js';
import { cannotRun, explainExit, hasCode } from './failures.js';
import type { Launcher } from './launcher.js';
import { giveTo, spawnAs } from './run-as.js';
import { temporaryPath } from './temporary.js';

const initdbTimeoutMs = 120_000;

export async function hasCluster(folder: DataFolder): Promise<boolean> {
  return (await readVersion(folder)) !== undefined;
}

/** The major version that made the cluster, undefined when there is none. */
export async function readVersion(folder: DataFolder): Promise<string | undefined> {
  try {
    return (await readFile(join(folder.clusterDir, 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

export async function createCluster(launcher: Launcher, password: string): Promise<void> {
  const { clusterDir } = launcher.folder;
  const home = dirname(clusterDir);
  const temporary = temporaryPath(home);
  try {
    await mkdir(temporary, { mode: 0o700 });
    await giveTo(launcher.runAs, temporary);
    await initialise(launcher, temporary, password);
    await rename(join(temporary, 'cluster'), clusterDir).catch(async (error: unknown) => {
      // Another process was faster: its cluster has the same password, see createPassword.
      if (!(await hasCluster(launcher.folder))) throw notEmpty(clusterDir, error);
    });
    await syncFolder(home);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** initdb itself writes without syncing and syncs everything once at its end; measured 0.7 s with and without. */
async function initialise(launcher: Launcher, temporary: string, password: string): Promise<void> {
  const passwordFile = join(temporary, 'password');
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  await giveTo(launcher.runAs, passwordFile);
  const { code, output } = await runInitdb(launcher, [
    `--pgdata=${join(temporary, 'cluster')}`,
    '--username=cobro',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // Sorts by code point and knows all letters, with no locale of the system: the same on every machine.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ]);
  if (code !== 0) throw await explainExit(launcher.folder.dataDir, 'make its cluster (initdb)', output);
}

function runInitdb({ binaries, runAs }: Launcher, args: readonly string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawnAs(runAs, binaries.initdb, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const collect = (chunk: Buffer): void => {
      if (output.length < 65_536) output += chunk.toString();
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    const timer = setTimeout(() => child.kill('SIGKILL'), initdbTimeoutMs);
    child.once('error', (error) => {
      clearTimeout(timer);
      reject(cannotRun(binaries.initdb, error));
    });
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ code: code ?? 1, output: signal === null ? output : `${output}\nended by ${signal}` });
    });
  });
}

function notEmpty(clusterDir: string, error: unknown): unknown {
  if (!hasCode(error, 'ENOTEMPTY', 'EEXIST', 'ENOTDIR')) return error;
  return new OperatorError(
    `${clusterDir} is in the way: it is not empty and holds no PostgreSQL database. Move it away, or choose another COBRO_DATA_DIR.`,
  );
}

/** A rename survives a power cut only once its folder is on disk. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
