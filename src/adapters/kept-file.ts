// Small files of the data folder that must never be half written: a new content stands whole under another name before it takes
// the place of the old one.
import { randomBytes } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { errorCode } from '../errors/error-code.js';

/** null if there is no such file. */
export async function readIfAny(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  });
}

/** Only its owner may read it. */
export async function replaceFile(path: string, text: string): Promise<void> {
  await rename(await writeBeside(path, text), path);
}

/** Returns the name of the complete file. */
export async function writeBeside(path: string, text: string): Promise<string> {
  const temporary = `${path}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`;
  const file = await open(temporary, 'wx', 0o600);
  await file.writeFile(text);
  await file.sync();
  await file.close();
  return temporary;
}
