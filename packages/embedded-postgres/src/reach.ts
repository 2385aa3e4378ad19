// Checks whether a path exists and whether a user could reach it. It looks only at owner and mode bits: it runs
// nothing, and ignores root's power over other users' files.
import { realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

export type UserId = { readonly uid: number; readonly gid: number };

/** True if that user may pass every existing folder of the path and run the file at its end. */
export async function canReach(path: string, user: UserId): Promise<boolean> {
  for (let part = await nearestExisting(path); ; part = dirname(part)) {
    if (!(await mayPass(part, user))) return false;
    if (part === dirname(part)) return true;
  }
}

async function nearestExisting(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    return nearestExisting(dirname(path));
  }
}

async function mayPass(part: string, user: UserId): Promise<boolean> {
  const { uid, gid, mode } = await stat(part);
  if (uid === user.uid) return (mode & 0o100) !== 0;
  if (gid === user.gid) return (mode & 0o010) !== 0;
  return (mode & 0o001) !== 0;
}

export function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
