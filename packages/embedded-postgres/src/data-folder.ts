// The layout of the data folder on disk. It never writes inside the cluster, which belongs to PostgreSQL.
import { constants } from 'node:fs';
import { access, chmod, chown, mkdir, readFile, readlink, realpath, rename, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { hasCode } from './explain.js';

export type DataFolder = {
  readonly dataDir: string;
  /**
   * The real path of the cluster (PostgreSQL's word for its folder of databases): `<dataDir>/postgres`, or the target
   * of that symbolic link.
   */
  readonly clusterDir: string;
  readonly passwordFile: string;
  readonly logFile: string;
};

const maximumLogBytes = 10 * 1024 * 1024;

export async function openDataFolder(dataDir: string): Promise<DataFolder> {
  const absolute = resolve(dataDir);
  await makeFolder(absolute);
  await access(absolute, constants.W_OK);
  const real = await realpath(absolute);
  return {
    dataDir: real,
    clusterDir: await followLink(join(real, 'postgres')),
    passwordFile: join(real, 'postgres-password'),
    logFile: join(real, 'postgres.log'),
  };
}

/**
 * Others may pass through the folder, because PostgreSQL may have to run in it under another user id (see run-as.ts).
 * They may not list it; password and cluster have their own modes. What root creates in another user's folder belongs
 * to that user, not to root.
 */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true });
  if (first === undefined) return;
  await chmod(folder, 0o711);
  const { uid, gid } = await stat(dirname(first));
  if (process.geteuid?.() !== 0 || uid === 0) return;
  for (let path = folder; path.length >= first.length; path = dirname(path)) await chown(path, uid, gid);
}

/** The target does not have to exist yet. */
async function followLink(path: string): Promise<string> {
  try {
    return resolve(dirname(path), await readlink(path));
  } catch {
    return path;
  }
}

export async function hasCluster(folder: DataFolder): Promise<boolean> {
  return (await readVersion(folder)) !== undefined;
}

/** The major version that created the cluster, or undefined if there is no cluster. */
export async function readVersion(folder: DataFolder): Promise<string | undefined> {
  try {
    return (await readFile(join(folder.clusterDir, 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Keeps one earlier log. Call it only before a start, because a running server holds the file open. */
export async function boundLog(folder: DataFolder): Promise<void> {
  const size = await stat(folder.logFile).then(
    (file) => file.size,
    () => 0,
  );
  if (size > maximumLogBytes) await rename(folder.logFile, `${folder.logFile}.1`);
}
