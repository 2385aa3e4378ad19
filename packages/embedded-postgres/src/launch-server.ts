// Starts `postgres` in its own session, so that Ctrl-C in the terminal does not reach it. Its output goes to a file, so
// that it can outlive us without holding our pipes.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { boundLog } from './data-folder.js';
import { EmbeddedPostgresError } from './error.js';
import { explainExit, lastLines } from './explain.js';
import type { Launcher } from './launcher.js';
import { clusterName } from './old-backends.js';
import { type Patience, pause } from './pause.js';
import { readPostmasterFile } from './postmaster-file.js';
import { giveTo } from './run-as.js';
import { serverArguments } from './server-settings.js';
import { type Output, spawnProgram } from './spawn-program.js';

export type Launch = 'ready' | 'already_running' | 'port_taken' | 'memory_in_use';

export async function launchServer(launcher: Launcher, port: number, patience: Patience): Promise<Launch> {
  const { context, folder, runAs, binaries } = launcher;
  await boundLog(folder);
  const log = await open(folder.logFile, 'a', 0o600);
  try {
    await giveTo(runAs, folder.logFile);
    const { size } = await log.stat();
    const facts = await context.machine.readFacts(folder.clusterDir);
    const settings = serverArguments(clusterName(context.name, folder.clusterDir), facts, context.settings);
    const args = ['-D', folder.clusterDir, '-p', String(port), ...settings];
    const output: Output = { detached: true, stdio: ['ignore', log.fd, log.fd] };
    const child = await spawnProgram(launcher, binaries.postgres, args, output);
    child.unref();
    context.onLaunched();
    if (await becomesReady(child, launcher, patience)) return 'ready';
    return await judgeExit(launcher, child.pid, await readFrom(folder.logFile, size));
  } finally {
    await log.close();
  }
}

/**
 * False if the server ended. After the time limit it keeps running, because it may be recovering; a later start finds
 * it.
 */
async function becomesReady(child: ChildProcess, launcher: Launcher, patience: Patience): Promise<boolean> {
  try {
    return await waitUntilReady(child, launcher, patience);
  } catch (error) {
    // We were asked to stop during the start. No other process knows this server yet, so we must end it.
    if (patience.signal?.aborted) await endChild(child);
    throw error;
  }
}

async function waitUntilReady(child: ChildProcess, launcher: Launcher, patience: Patience): Promise<boolean> {
  const deadline = performance.now() + patience.timeoutMs;
  while (child.exitCode === null && child.signalCode === null) {
    const file = await readPostmasterFile(launcher.folder.clusterDir);
    if (file?.pid === child.pid && file?.status === 'ready') return true;
    if (performance.now() > deadline) throw await tooSlow(launcher, child.pid, patience.timeoutMs);
    await pause(10, patience);
  }
  return false;
}

async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.ref();
  child.kill('SIGINT');
  const timer = setTimeout(() => child.kill('SIGQUIT'), 10_000);
  await once(child, 'exit');
  clearTimeout(timer);
}

/** Other servers may have written to the same log. Only lines with this process id decide, but all lines are quoted. */
async function judgeExit(
  { context, folder }: Launcher,
  pid: number | undefined,
  said: string,
): Promise<Exclude<Launch, 'ready'>> {
  const own = said.split('\n').filter((line) => line.includes(`[${pid}]`));
  const says = (sign: RegExp): boolean => own.some((line) => sign.test(line));
  if (says(/lock file "postmaster\.pid" (already exists|is empty)/)) return 'already_running';
  if (says(/pre-existing shared memory block/)) return 'memory_in_use';
  if (says(/could not bind|could not create any TCP\/IP sockets/)) return 'port_taken';
  throw await explainExit(context.words, 'start', { dataDir: folder.dataDir, said });
}

async function tooSlow(
  { context, folder }: Launcher,
  pid: number | undefined,
  timeoutMs: number,
): Promise<EmbeddedPostgresError> {
  return new EmbeddedPostgresError(
    `PostgreSQL (process ${pid}) was not ready within ${Math.round(timeoutMs / 1000)} s. If it is recovering from a crash, let it, and start ${context.words.program} again later. ` +
      `The end of ${folder.logFile}:\n${lastLines(await readFrom(folder.logFile, 0))}`,
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
