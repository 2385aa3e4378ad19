// Programs of the system that tests run: found by name, or named by a person. Without one the test fails and says how to
// get it.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { until } from './until.js';

/** `variable` is the environment variable with which a person names their own. */
export function findProgram(name: string, variable: string): string {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  const found = process.env[variable] ?? folders.map((folder) => join(folder, name)).find((place) => existsSync(place));
  if (found !== undefined && existsSync(found)) return found;
  throw new Error(
    `This test needs ${name}. Install it (Debian: apt-get install ${name}, or node scripts/proxies.mjs), or name it: ` +
      `${variable}=/path npm test`,
  );
}

export type Program = {
  /** What it has written until now. */
  output(): string;
  stop(): Promise<void>;
};

/** Starts it and waits until `isUp`; `user` is the user that it runs as if we are root. */
export async function startProgram(
  command: readonly [string, ...string[]],
  isUp: () => Promise<boolean>,
  user: { readonly uid?: number; readonly gid?: number } = {},
): Promise<Program> {
  const [file, ...args] = command;
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], ...user });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const program = { output: () => output, stop: () => stop(child) };
  try {
    await until(`${file} is up`, () => {
      if (hasEnded(child)) throw new Error(`${file} ended`);
      return isUp();
    });
  } catch (error) {
    await program.stop();
    throw new Error(`${file} does not start: ${output}`, { cause: error });
  }
  return program;
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  await until('the program ends', () => hasEnded(child)).catch(() => child.kill('SIGKILL'));
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;
