// Where the service of a data folder answers, in a file for commands that ask it: its port need not be the one of the settings.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../errors/error-code.js';

type RunningFile = {
  /** The address of a service that runs now; null if none does. */
  read(): Promise<string | null>;
  write(url: string): Promise<void>;
  remove(): Promise<void>;
};

export function createRunningFile(dataDir: string): RunningFile {
  const file = join(dataDir, 'running.json');
  return {
    async read() {
      try {
        const { url, pid } = JSON.parse(await readFile(file, 'utf8'));
        return typeof url === 'string' && typeof pid === 'number' && isRunning(pid) ? url : null;
      } catch {
        return null;
      }
    },
    async write(url) {
      await mkdir(dataDir, { recursive: true });
      await writeFile(file, `${JSON.stringify({ url, pid: process.pid })}\n`);
    },
    remove: () => rm(file, { force: true }),
  };
}

/** Whether a process is there. One of another user is, too. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0); // sends nothing
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}
