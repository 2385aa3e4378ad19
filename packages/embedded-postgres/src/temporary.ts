// Paths of incomplete files and folders. They contain the process id of their creator, so that leftovers of a killed
// process can be recognised and removed.
import { randomBytes } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from './processes.js';

const pattern = /^postgres-init-(\d+)-[0-9a-f]+$/;
/** Far longer than creating anything takes. By then the process id belongs to another process. */
const longestMs = 10 * 60_000;

export function temporaryPath(folder: string): string {
  return join(folder, `postgres-init-${process.pid}-${randomBytes(4).toString('hex')}`);
}

/** If one cannot be removed, no harm is done: the next start tries again. */
export async function removeOldTemporaries(folder: string): Promise<void> {
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
