// Whether some user could get at a path, judged by owner and mode bits. Without spawning anything, and without the
// powers that root has over other people's files.
import { realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

export type UserId = { readonly uid: number; readonly gid: number };

/** True when every part of the path that exists may be passed (folders) or run (the file at its end) by that user. */
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
