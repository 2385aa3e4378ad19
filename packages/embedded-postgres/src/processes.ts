// What the system knows about a process. A process id alone proves nothing, because the system reuses it later.
import { execFile } from 'node:child_process';
import { readFile, realpath } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasCode } from './explain.js';

/** Whether the system has a process with that id, of any user and in any state. */
export function isKnown(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

/** A zombie counts as gone: it runs nothing, and in a container without an init process it would stay forever. */
export async function isAlive(pid: number): Promise<boolean> {
  if (!isKnown(pid)) return false;
  if (process.platform !== 'linux') return true;
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name before the state is in parentheses and may itself contain parentheses.
  const state = status.slice(status.lastIndexOf(')') + 2, status.lastIndexOf(')') + 3);
  return state !== '' && state !== 'Z' && state !== 'X';
}

/** Whether that process is the PostgreSQL server of that cluster, by its command line, which every user may read. */
export async function servesCluster(pid: number, clusterDir: string): Promise<boolean> {
  if (!(await isAlive(pid))) return false;
  const [program, ...args] = await commandLine(pid);
  if (program === undefined || !/^post(gres|master)$/.test(basename(program))) return false;
  const real = await realpath(clusterDir).catch(() => clusterDir);
  for (const arg of args) {
    const path = arg.replace(/^-D/, '');
    if (path === clusterDir || path === real) return true;
    if (path.startsWith('/') && (await realpath(path).catch(() => path)) === real) return true;
  }
  return false;
}

async function commandLine(pid: number): Promise<string[]> {
  if (process.platform === 'linux') {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return line.split('\0').filter((part) => part !== '');
  }
  const line = await new Promise<string>((resolve) => {
    execFile('/bin/ps', ['-ww', '-o', 'command=', '-p', String(pid)], { timeout: 5000 }, (_error, out) => resolve(out));
  });
  // `ps` does not quote. Our own command line has the folder right after -D and another option right after that.
  const [program = '', rest] = line.trim().split(' -D ', 2);
  const [folder] = rest?.split(' -p ', 1) ?? [];
  return folder === undefined || !/post(gres|master)$/.test(program) ? [] : [program, folder];
}

/** Resolves to false if the process is still there after that time. */
export async function isGoneWithin(pid: number, clusterDir: string, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while ((await servesCluster(pid, clusterDir)) || (await isEnding(pid))) {
    if (performance.now() > deadline) return false;
    await sleep(10);
  }
  return true;
}

/** An exiting process loses its command line a moment before it is gone. */
async function isEnding(pid: number): Promise<boolean> {
  return (await commandLine(pid)).length === 0 && (await isAlive(pid));
}
