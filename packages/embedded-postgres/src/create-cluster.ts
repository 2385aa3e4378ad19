// Creates a cluster in a temporary folder next to its final path, and renames it when it is complete. So neither kill
// -9 nor a second process at the same moment can leave half a cluster.
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hasCluster } from './data-folder.js';
import { EmbeddedPostgresError } from './error.js';
import { explainExit, hasCode } from './explain.js';
import type { Launcher } from './launcher.js';
import { giveTo } from './run-as.js';
import { spawnProgram } from './spawn-program.js';
import { temporaryPath } from './temporary.js';

const initdbTimeoutMs = 120_000;

export async function createCluster(launcher: Launcher, password: string): Promise<void> {
  const { clusterDir } = launcher.folder;
  const parent = dirname(clusterDir);
  const temporary = temporaryPath(parent);
  try {
    await mkdir(temporary, { mode: 0o700 });
    await giveTo(launcher.runAs, temporary);
    await initialise(launcher, temporary, password);
    await rename(join(temporary, 'cluster'), clusterDir).catch(async (error: unknown) => {
      // Another process was faster. Its cluster has the same password, see createPassword.
      if (!(await hasCluster(launcher.folder))) throw explainRename(launcher, error);
    });
    await syncFolder(parent);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** initdb writes without syncing and syncs everything once at its end; measured 0.7 s with and without. */
async function initialise(launcher: Launcher, temporary: string, password: string): Promise<void> {
  const passwordFile = join(temporary, 'password');
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  await giveTo(launcher.runAs, passwordFile);
  const { code, output } = await runInitdb(launcher, [
    `--pgdata=${join(temporary, 'cluster')}`,
    `--username=${launcher.context.name}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // Sorts by code point and knows all letters without a system locale, so it is the same on every machine.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ]);
  if (code === 0) return;
  const fault = { dataDir: launcher.folder.dataDir, said: output };
  throw await explainExit(launcher.context.words, 'make its cluster (initdb)', fault);
}

async function runInitdb(
  launcher: Launcher,
  args: readonly string[],
): Promise<{ readonly code: number; readonly output: string }> {
  const child = await spawnProgram(launcher, launcher.binaries.initdb, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const collect = (chunk: Buffer): void => {
    if (output.length < 65_536) output += chunk.toString();
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  const timer = setTimeout(() => child.kill('SIGKILL'), initdbTimeoutMs);
  return new Promise((resolve) => {
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ code: code ?? 1, output: signal === null ? output : `${output}\nended by ${signal}` });
    });
  });
}

function explainRename({ context, folder }: Launcher, error: unknown): unknown {
  if (!hasCode(error, 'ENOTEMPTY', 'EEXIST', 'ENOTDIR')) return error;
  return new EmbeddedPostgresError(
    `${folder.clusterDir} is in the way: it is not empty and holds no PostgreSQL database. Move it away, or choose another ${context.words.dataDir}.`,
  );
}

/** A rename survives a power cut only after its folder is synced to disk. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
