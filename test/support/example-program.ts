// A program that a test starts in another language, with nothing in its environment but what the test sets. It is ended
// after the tests of the file.
import { type ChildProcess, spawn } from 'node:child_process';
import { after } from 'node:test';

const running = new Set<ChildProcess>();

after(() => {
  for (const child of running) child.kill('SIGKILL');
});

export type Program = {
  /** Everything it has written until now, to either stream. */
  output(): string;
  kill(): Promise<void>;
};

export function startProgram(
  command: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Program {
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  running.add(child);
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  return {
    output: () => output,
    kill: () => {
      child.kill('SIGKILL');
      return ended;
    },
  };
}
