// For root without user namespaces (run-as.ts, way 2) in a project folder that is closed to the user PostgreSQL runs as:
// its programs are copied, and its data placed, in /var/lib/cobro, where that user can pass. The data folder keeps
// password and log, and a symbolic link `postgres` that says where the cluster is.
import { createHash, randomBytes } from 'node:crypto';
import { chmod, cp, lchown, mkdir, readdir, rename, rm, stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { OperatorError } from '../../operator-error.js';
import { type Binaries, binariesAt, completeBinaries } from './binaries.js';
import type { DataFolder } from './data-folder.js';
import { hasCode } from './failures.js';
import { canReach, type UserId } from './reach.js';

/** Copied once per version: 60 MB, 0.2 s. Whole or not at all, since several processes may do it at once. */
export async function reachableBinaries(openPlace: string, binaries: Binaries, user: UserId): Promise<Binaries> {
  if (await canReach(binaries.postgres, user)) return binaries;
  const copy = join(openPlace, `postgresql-${binaries.version}-${process.platform}-${process.arch}`);
  if (!(await exists(copy))) {
    await makeOpenPlace(openPlace);
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

/** The folder with its cluster at a place the user can reach: where it is if possible, else a link to the open place. */
export async function reachableFolder(openPlace: string, folder: DataFolder, user: UserId): Promise<DataFolder> {
  if (await canReach(dirname(folder.clusterDir), user)) return folder;
  if (await exists(folder.clusterDir)) {
    throw new OperatorError(
      `The database in ${folder.clusterDir} is closed to user id ${user.uid}, as which PostgreSQL has to run here (it refuses to be root). ` +
        'Let that user pass through every folder above it (chmod o+x), run Cobro as an ordinary user, or allow user namespaces.',
    );
  }
  // The name follows from the data folder's path, so that every process of this project finds the same place.
  const name = createHash('sha256').update(folder.dataDir).digest('hex').slice(0, 16);
  const home = join(openPlace, `data-${name}`);
  await makeOpenPlace(openPlace);
  await mkdir(home, { recursive: true });
  await chmod(home, 0o711);
  const clusterDir = join(home, 'postgres');
  await symlink(clusterDir, join(folder.dataDir, 'postgres')).catch((error: unknown) => {
    if (!hasCode(error, 'EEXIST')) throw error;
  });
  return { ...folder, clusterDir };
}

/** A cluster that root made in a namespace, now run by a user of its own. The top folder comes last: it tells whose it is. */
export async function handOver(path: string, user: UserId): Promise<void> {
  const entries = await readdir(path, { withFileTypes: true });
  for (const entry of entries) {
    const child = join(path, entry.name);
    if (entry.isDirectory()) await handOver(child, user);
    else await lchown(child, user.uid, user.gid);
  }
  await lchown(path, user.uid, user.gid);
}

async function makeOpenPlace(openPlace: string): Promise<void> {
  await mkdir(openPlace, { recursive: true });
  await chmod(openPlace, 0o755);
}

async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    else if (entry.isFile()) await chmod(path, (await stat(path)).mode | 0o444);
  }
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
