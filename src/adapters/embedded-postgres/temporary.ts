// Names of files and folders in the making, which carry the maker's process id: what a killed process left is known by it.
import { randomBytes } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from './processes.js';

const pattern = /^postgres-init-(\d+)-[0-9a-f]+$/;
/** Far longer than making anything takes; by then the process id belongs to somebody else. */
const longestMs = 10 * 60_000;

export function temporaryPath(folder: string): string {
  return join(folder, `postgres-init-${process.pid}-${randomBytes(4).toString('hex')}`);
}

/** Failing to remove one harms nobody: the next start tries again. */
export async function removeLeftTemporaries(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const pid = pattern.exec(name)?.[1];
    if (pid === undefined) continue;
    const path = join(folder, name);
    const madeAt = await stat(path).then(
      (entry) => entry.ctimeMs,
      () => Date.now(),
    );
    if (Date.now() - madeAt < longestMs && (await isAlive(Number(pid)))) continue;
    await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}
