// Finds a server that already runs on the cluster: another program's, or one whose program was killed with -9. It joins
// a server only if its process is alive, is PostgreSQL on this cluster, and accepts our password.
import { realpath } from 'node:fs/promises';
import pg from 'pg';
import { EmbeddedPostgresError } from './error.js';
import { type Patience, pause } from './pause.js';
import { type PostmasterFile, readPostmasterFile, removeStaleFile } from './postmaster-file.js';
import { isKnown, servesCluster } from './processes.js';
import { enterUse, openSession, type Session } from './session.js';
import type { Setup } from './setup.js';

/** A server that we use. While `session` is open, no other user stops it. */
export type Running = { readonly pid: number; readonly port: number; readonly session: Session };

/** PostgreSQL writes the file in one step, so a file that stays empty this long was left by a crash. */
const emptyFileMs = 2000;

/** Waits while a server starts up or shuts down. Undefined if there is none and nothing prevents starting one. */
export async function findServer(setup: Setup, patience: Patience): Promise<Running | undefined> {
  const begun = performance.now();
  const { clusterDir } = setup.folder;
  for (let round = 0; ; round += 1) {
    const file = await readPostmasterFile(clusterDir);
    const waitedMs = performance.now() - begun;
    if (file === undefined) return undefined;
    if (file.pid === 0) {
      if (waitedMs > emptyFileMs) await removeStaleFile(clusterDir, file);
    } else if (!(await servesCluster(file.pid, clusterDir))) {
      if (isKnown(file.pid)) await removeStaleFile(clusterDir, file);
      return undefined;
    } else {
      const joined = await tryJoin(setup, file);
      if ('session' in joined) return joined;
      if (waitedMs > patience.timeoutMs) throw silent(setup, file, joined.obstacle);
    }
    if (round === 10) {
      const { log } = setup.context;
      log.info({ pid: file.pid, status: file.status }, 'waiting for the PostgreSQL on this data folder');
    }
    await pause(Math.min(10 * (round + 1), 100), patience);
  }
}

async function tryJoin(setup: Setup, file: PostmasterFile): Promise<Running | { readonly obstacle: string }> {
  const { pid, port } = file;
  if (port === undefined || file.status !== 'ready') return { obstacle: `it is ${file.status}` };
  let session: Session | undefined;
  let obstacle = 'another process is stopping it';
  try {
    session = await openSession({ name: setup.context.name, port, password: setup.password });
    const isOurs = await isSameFolder(session.dataDirectory, setup.folder.clusterDir);
    if (isOurs && (await enterUse(session)) && (await isStaying(setup, file))) return { pid, port, session };
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '28P01') throw wrongPassword(setup, file);
    // It does not accept connections at this moment, or has just ended. The caller looks again.
    obstacle = error instanceof Error ? error.message : String(error);
  }
  await session?.close();
  return { obstacle };
}

/** A server that shuts down first notes it in the file, and then ends the session whose lock would have kept us out. */
async function isStaying({ folder }: Setup, seen: PostmasterFile): Promise<boolean> {
  const file = await readPostmasterFile(folder.clusterDir);
  return file?.pid === seen.pid && file.status === 'ready';
}

async function isSameFolder(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((path) => realpath(path).catch(() => path)));
  return a === b;
}

function wrongPassword({ context, folder }: Setup, file: PostmasterFile): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The PostgreSQL running on ${folder.clusterDir} (process ${file.pid}) refuses the password in ${folder.passwordFile}. ` +
      `Restore that file from your backup, or set the password of its user ${context.name} to what the file says.`,
  );
}

function silent({ context, folder }: Setup, file: PostmasterFile, obstacle: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `A PostgreSQL runs on ${folder.clusterDir} (process ${file.pid}, port ${file.port ?? 'unknown'}) but cannot be used: ${obstacle}. ` +
      `See ${folder.logFile}; if it recovers from a crash, start ${context.words.program} again later; if it hangs, stop it with \`kill -INT ${file.pid}\`.`,
  );
}
