// postmaster.pid, where PostgreSQL notes which process serves a cluster and on which port. The file outlives kill -9
// and power cuts, so its content must always be checked.
import { randomBytes } from 'node:crypto';
import { link, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from './explain.js';

export type PostmasterFile = {
  readonly text: string;
  readonly pid: number;
  /** Undefined until the server has written it. */
  readonly port: number | undefined;
  readonly status: 'starting' | 'ready' | 'stopping' | 'unknown';
};

/** Undefined if there is no file. `pid` is 0 if the file is empty, after a crash or on a full disk. */
export async function readPostmasterFile(clusterDir: string): Promise<PostmasterFile | undefined> {
  try {
    return parsePostmasterFile(await readFile(join(clusterDir, 'postmaster.pid'), 'utf8'));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Lines: process id, cluster, start time, port, socket folder, address, shared memory, status. */
export function parsePostmasterFile(text: string): PostmasterFile {
  const lines = text.split('\n');
  const [pid, port] = [lines[0], lines[3]].map((line) => (/^\d+$/.test(line ?? '') ? Number(line) : 0));
  const said = lines[7]?.trim();
  const status = said === 'ready' || said === 'starting' || said === 'stopping' ? said : 'unknown';
  return { text, pid: pid ?? 0, port: port === 0 ? undefined : port, status };
}

/**
 * Removes a file that names a process (or a zombie) which is not this cluster's server, because PostgreSQL would refuse
 * to start. A file that names a dead process must stay: PostgreSQL uses it to find the shared memory of old backends.
 * If a server has written a new file since we judged this one, the new one is put back.
 */
export async function removeStaleFile(clusterDir: string, judged: PostmasterFile): Promise<void> {
  const path = join(clusterDir, 'postmaster.pid');
  const aside = `${path}.${randomBytes(4).toString('hex')}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  if ((await readFile(aside, 'utf8')) !== judged.text) await link(aside, path).catch(() => undefined);
  await rm(aside, { force: true });
}

/** The port of the last start. Reusing it lets clients that know the address find the server again. */
export async function readLastPort(clusterDir: string): Promise<number | undefined> {
  const options = await readFile(join(clusterDir, 'postmaster.opts'), 'utf8').catch(() => '');
  const port = /"-p" "(\d+)"/.exec(options)?.[1];
  return port === undefined ? undefined : Number(port);
}
