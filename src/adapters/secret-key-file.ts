// The secret key in the data folder, for the embedded database (D79). Only its owner may read the file. During a change
// of the key it holds two lines, the old key and the new one.
import { randomBytes } from 'node:crypto';
import { link, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../errors/error-code.js';
import { readIfAny, replaceFile, writeBeside } from './kept-file.js';

type SecretKeyFile = {
  readonly path: string;
  /** The keys in the file; empty if there is no file. */
  read(): Promise<string[]>;
  /** Makes a key if there is none. If several processes do so at once, all of them get the same. */
  create(): Promise<string[]>;
  /** Replaces the keys in the file. */
  write(keys: readonly string[]): Promise<void>;
  /** Writes a key that is no longer used beside the file: older backups still need it. */
  keepOld(id: string, key: string): Promise<string>;
};

export function createSecretKeyFile(dataDir: string): SecretKeyFile {
  const path = join(dataDir, 'secret-key');
  const read = async () => ((await readIfAny(path)) ?? '').split('\n').filter((line) => line.trim() !== '');
  return {
    path,
    read,
    async create() {
      await mkdir(dataDir, { recursive: true });
      const temporary = await writeBeside(path, textOf([makeSecretKey()]));
      await link(temporary, path).catch((error: unknown) => {
        if (errorCode(error) !== 'EEXIST') throw error;
      });
      await rm(temporary, { force: true });
      return read();
    },
    async write(keys) {
      await replaceFile(path, textOf(keys));
      await syncFolder(dataDir);
    },
    async keepOld(id, key) {
      const kept = `${path}.${id}`;
      await replaceFile(kept, textOf([key]));
      await syncFolder(dataDir);
      return kept;
    },
  };
}

/** 32 random bytes in base64, as COBRO_SECRET_KEY takes them. */
export function makeSecretKey(): string {
  return randomBytes(32).toString('base64');
}

function textOf(keys: readonly string[]): string {
  return `${keys.join('\n')}\n`;
}

async function syncFolder(folder: string): Promise<void> {
  const opened = await open(folder, 'r');
  await opened.sync().finally(() => opened.close());
}
