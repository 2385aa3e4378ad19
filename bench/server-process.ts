// Runs a server in its own process, as in production: starts it, waits for it, measures its memory, ends it by its id.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PACKAGE_FOLDER } from '../src/paths.js';
import { cpuSecondsOf } from './cpu.js';

export type ServerProcess = {
  readonly url: string;
  /** Its highest memory use, or null if the system has no /proc. */
  peakMemoryMb(): Promise<number | null>;
  /** The processor time that it has used. */
  cpuSeconds(): Promise<number>;
  stop(): Promise<void>;
};

export type ServerOptions = {
  /** Its program inside dist/ and the arguments. */
  readonly command: readonly [program: string, ...args: string[]];
  readonly env: Readonly<Record<string, string>>;
  /** Where it runs and logs: a folder without an .env. */
  readonly folder: string;
  readonly name: string;
  /** The checkout to run; this one by default. */
  readonly packageFolder?: string;
  /** The Node.js that runs it; this one by default. */
  readonly runtime?: string;
};

const START_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 15_000;

export async function startServer(options: ServerOptions): Promise<ServerProcess> {
  const port = await freePort();
  const [program, ...args] = options.command;
  const logFile = join(options.folder, `${options.name}.log`);
  const log = await open(logFile, 'w');
  // Passes only the path of the caller's environment, because other settings would change what is measured.
  const file = join(options.packageFolder ?? PACKAGE_FOLDER, 'dist', program);
  const child = spawn(options.runtime ?? process.execPath, [file, ...args], {
    cwd: options.folder,
    env: { PATH: process.env['PATH'], HOST: '127.0.0.1', PORT: String(port), ...options.env },
    stdio: ['ignore', log.fd, log.fd],
  });
  await log.close();
  const url = `http://127.0.0.1:${port}`;
  const stop = () => stopProcess(child);
  try {
    await untilAnswering(child, url);
  } catch (error) {
    await stop();
    throw new Error(`${options.name} did not start:\n${await readFile(logFile, 'utf8')}`, { cause: error });
  }
  return { url, stop, peakMemoryMb: () => peakMemoryMb(child), cpuSeconds: () => cpuSecondsOf(child.pid) };
}

async function untilAnswering(child: ChildProcess, url: string): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    if (hasEnded(child)) throw new Error('it ended');
    try {
      await (await fetch(url, { signal: AbortSignal.timeout(2_000) })).arrayBuffer();
      return;
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await sleep(50);
    }
  }
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const overdue = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(overdue);
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
}

/** The kernel itself records the peak, so nothing is missed between two samples. */
export async function peakMemoryMb(child: ChildProcess): Promise<number | null> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
  const kib = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
  return kib === undefined ? null : Number(kib) / 1024;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return address.port;
}
