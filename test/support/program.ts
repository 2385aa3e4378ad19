// A program of the system that runs as long as a test needs it.
import { type ChildProcess, spawn } from 'node:child_process';
import { until } from './until.js';

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
