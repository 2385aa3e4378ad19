// For root without user namespaces (run-as.ts, way 2), if the data folder is closed to the user that PostgreSQL runs
// as. The programs are copied to a folder that every user can pass (`openFolder` of the options), and the data is kept
// there. The data folder keeps password and log, and a symbolic link `postgres` to the cluster.
import { createHash, randomBytes } from 'node:crypto';
import { chmod, cp, lchown, mkdir, readdir, rename, rm, stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Binaries, binariesAt, completeBinaries } from './binaries.js';
import type { Context } from './context.js';
import type { DataFolder } from './data-folder.js';
import { EmbeddedPostgresError } from './error.js';
import { hasCode } from './explain.js';
import { canReach, exists, type UserId } from './reach.js';

/**
 * Copies the programs once per version: 60 MB, 0.2 s. The copy is atomic, because several processes may do it at once.
 */
export async function reachableBinaries(openFolder: string, binaries: Binaries, user: UserId): Promise<Binaries> {
  if (await canReach(binaries.postgres, user)) return binaries;
  const copy = join(openFolder, `postgresql-${binaries.version}-${process.platform}-${process.arch}`);
  if (!(await exists(copy))) {
    await makeOpenFolder(openFolder);
    const temporary = `${copy}.${process.pid}.${randomBytes(4).toString('hex')}`;
    try {
      await cp(join(binaries.root, 'native'), join(temporary, 'native'), { recursive: true, verbatimSymlinks: true });
      await cp(join(binaries.root, 'package.json'), join(temporary, 'package.json'));
      await completeBinaries(binariesAt(temporary));
      await openToAll(temporary);
      await rename(temporary, copy);
    } catch (error) {
      if (!(await exists(copy))) throw error;
    } finally {
      await rm(temporary, { recursive: true, force: true });
    }
  }
  return binariesAt(copy);
}

/**
 * The data folder with a cluster that the user can reach: inside it if possible, otherwise in the open folder with a
 * link.
 */
export async function reachableFolder(
  { openFolder, words }: Pick<Context, 'openFolder' | 'words'>,
  folder: DataFolder,
  user: UserId,
): Promise<DataFolder> {
  if (await canReach(dirname(folder.clusterDir), user)) return folder;
  if (await exists(folder.clusterDir)) {
    throw new EmbeddedPostgresError(
      `The database in ${folder.clusterDir} is closed to user id ${user.uid}, as which PostgreSQL has to run here (it refuses to be root). ` +
        `Let that user pass through every folder above it (chmod o+x), run ${words.program} as an ordinary user, or allow user namespaces.`,
    );
  }
  // The path derives from that of the data folder, so that every process finds the same cluster.
  const key = createHash('sha256').update(folder.dataDir).digest('hex').slice(0, 16);
  const home = join(openFolder, `data-${key}`);
  await makeOpenFolder(openFolder);
  await mkdir(home, { recursive: true });
  await chmod(home, 0o711);
  const clusterDir = join(home, 'postgres');
  await symlink(clusterDir, join(folder.dataDir, 'postgres')).catch((error: unknown) => {
    if (!hasCode(error, 'EEXIST')) throw error;
  });
  return { ...folder, clusterDir };
}

/**
 * Hands a cluster that root created in a namespace to another user. The top folder comes last, because its owner shows
 * whose cluster it is. Several programs may do it at once, and the first one starts PostgreSQL while the others still
 * walk: a file that has gone meanwhile needs no owner.
 */
export async function handOver(path: string, user: UserId): Promise<void> {
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const child = join(path, entry.name);
    const handed = entry.isDirectory() ? handOver(child, user) : lchown(child, user.uid, user.gid);
    await handed.catch((error: unknown) => {
      if (!hasCode(error, 'ENOENT')) throw error;
    });
  }
  await lchown(path, user.uid, user.gid);
}

async function makeOpenFolder(openFolder: string): Promise<void> {
  await mkdir(openFolder, { recursive: true });
  await chmod(openFolder, 0o755);
}

async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    else if (entry.isFile()) await chmod(path, (await stat(path)).mode | 0o444);
  }
}
