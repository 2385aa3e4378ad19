// Starts `postgres` in a session of its own, so that Ctrl-C in the terminal does not reach it, with its output in a file,
// so that it outlives us without holding our pipes.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorError } from '../../operator-error.js';
import { boundLog, type DataFolder } from './data-folder.js';
import { cannotRun, explainExit, lastLines } from './failures.js';
import type { Patience } from './find-server.js';
import type { Launcher } from './launcher.js';
import { clusterName } from './leftovers.js';
import { readPostmasterFile } from './postmaster-file.js';
import { giveTo, spawnAs } from './run-as.js';

export type Launch = 'ready' | 'already_running' | 'port_taken' | 'memory_in_use';

const settings: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  // A socket's path may have 107 characters at most, and a data folder's may be longer.
  unix_socket_directories: '',
  max_connections: '100',
  // What is acknowledged is on disk. Not negotiable.
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  // Fewer, longer checkpoints: each one makes every page travel whole through the log once more.
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  checkpoint_completion_target: '0.9',
  // The package is built without lz4.
  wal_compression: 'pglz',
  // Statements here take milliseconds; compiling them would take longer.
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_destination: 'stderr',
  logging_collector: 'off',
  log_min_messages: 'warning',
  log_line_prefix: '%m [%p] ',
  // Customers' data stays out of the log: no failed statements, and no DETAIL lines with the values of a row.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

export async function launchServer(launcher: Launcher, port: number, patience: Patience): Promise<Launch> {
  const { folder, runAs, binaries } = launcher;
  await boundLog(folder);
  const log = await open(folder.logFile, 'a', 0o600);
  try {
    await giveTo(runAs, folder.logFile);
    const { size } = await log.stat();
    const args = ['-D', folder.clusterDir, '-p', String(port), ...flags(folder)];
    const child = spawnAs(runAs, binaries.postgres, args, { detached: true, stdio: ['ignore', log.fd, log.fd] });
    child.unref();
    if (await becomesReady(child, launcher, patience)) return 'ready';
    return await judgeExit(launcher, child.pid, await readFrom(folder.logFile, size));
  } finally {
    await log.close();
  }
}

function flags(folder: DataFolder): string[] {
  const all = { ...settings, cluster_name: clusterName(folder.clusterDir) };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** False: it ended. After the time limit it is left alone, since it may be recovering; a later start finds it. */
async function becomesReady(child: ChildProcess, { binaries, folder }: Launcher, patience: Patience): Promise<boolean> {
  let failure: unknown;
  child.once('error', (error) => {
    failure = error;
  });
  if (child.pid === undefined) {
    await once(child, 'error').catch(() => undefined);
    throw cannotRun(binaries.postgres, failure);
  }
  try {
    return await waitUntilReady(child, child.pid, folder, patience);
  } catch (error) {
    // Told to stop in the middle: nobody else knows this process yet, so nobody else would end it.
    if (patience.signal?.aborted) await endChild(child);
    throw error;
  }
}

async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.ref();
  child.kill('SIGINT');
  const timer = setTimeout(() => child.kill('SIGQUIT'), 10_000);
  await once(child, 'exit');
  clearTimeout(timer);
}

async function waitUntilReady(
  child: ChildProcess,
  pid: number,
  folder: DataFolder,
  patience: Patience,
): Promise<boolean> {
  const deadline = performance.now() + patience.timeoutMs;
  while (child.exitCode === null && child.signalCode === null) {
    const file = await readPostmasterFile(folder.clusterDir);
    if (file?.pid === pid && file.status === 'ready') return true;
    if (performance.now() > deadline) throw await tooSlow(pid, folder.logFile, patience.timeoutMs);
    await sleep(10, undefined, patience.signal === undefined ? {} : { signal: patience.signal });
  }
  return false;
}

/** Other servers may have written to the same log meanwhile: only lines with this process id judge, all are quoted. */
async function judgeExit(
  { folder }: Launcher,
  pid: number | undefined,
  said: string,
): Promise<Exclude<Launch, 'ready'>> {
  const own = said.split('\n').filter((line) => line.includes(`[${pid}]`));
  const says = (sign: RegExp): boolean => own.some((line) => sign.test(line));
  if (says(/lock file "postmaster\.pid" (already exists|is empty)/)) return 'already_running';
  if (says(/pre-existing shared memory block/)) return 'memory_in_use';
  if (says(/could not bind|could not create any TCP\/IP sockets/)) return 'port_taken';
  throw await explainExit(folder.dataDir, 'start', said);
}

async function tooSlow(pid: number, logFile: string, timeoutMs: number): Promise<OperatorError> {
  return new OperatorError(
    `PostgreSQL (process ${pid}) was not ready within ${Math.round(timeoutMs / 1000)} s. If it is recovering from a crash, let it, and start Cobro again later. ` +
      `The end of ${logFile}:\n${lastLines(await readFrom(logFile, 0))}`,
  );
}

/** At most the last 64 KiB. */
async function readFrom(path: string, offset: number): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const start = Math.max(offset, size - 65_536);
    const buffer = Buffer.alloc(Math.max(size - start, 0));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, start);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}
