// How much room there is on a disk.
import { constants, existsSync } from 'node:fs';
import { access, opendir, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Free bytes where this folder is or will be. Fails if it is no folder, or cannot be written. */
export async function freeBytes(path: string): Promise<number> {
  // The folder may not be there yet, and a look must not make it in a wrong place.
  const folder = nearestFolder(path);
  await (await opendir(folder)).close(); // refuses what is no folder
  await access(folder, constants.W_OK);
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

function nearestFolder(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestFolder(dirname(path));
}
