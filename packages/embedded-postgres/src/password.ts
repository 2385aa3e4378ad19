// The password of the database's administrator. It is in a file that only the owner of the data folder may read, and it
// is never logged. The password of the program's own role derives from it.
import { createHmac, randomBytes } from 'node:crypto';
import { chown, link, open, readFile, rm, stat } from 'node:fs/promises';
import type { DataFolder } from './data-folder.js';
import { EmbeddedPostgresError } from './error.js';
import { hasCode } from './explain.js';
import type { Launcher } from './launcher.js';
import type { Words } from './options.js';
import { temporaryPath } from './temporary.js';

export async function readPassword(words: Words, folder: DataFolder): Promise<string> {
  try {
    return (await readFile(folder.passwordFile, 'utf8')).trim();
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
    throw new EmbeddedPostgresError(
      `The database in ${folder.clusterDir} exists but its password file ${folder.passwordFile} is missing. ` +
        `Restore that file from your backup, or choose another ${words.dataDir} to begin with an empty database.`,
    );
  }
}

/** If several processes start at once, the first one's password is used, because only one can create the hard link. */
export async function createPassword({ context, folder }: Launcher): Promise<string> {
  const temporary = temporaryPath(folder.dataDir);
  try {
    const file = await open(temporary, 'wx', 0o600);
    await file.writeFile(`${randomBytes(24).toString('hex')}\n`);
    await file.sync();
    await file.close();
    // Not to the user that the server runs as: other programs may run as that user, too.
    const { uid, gid } = await stat(folder.dataDir);
    if (process.geteuid?.() === 0) await chown(temporary, uid, gid);
    await link(temporary, folder.passwordFile);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(temporary, { force: true });
  }
  return readPassword(context.words, folder);
}

export function servicePassword(password: string): string {
  return createHmac('sha256', password).update('service role').digest('hex');
}
