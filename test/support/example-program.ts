// A program that a test starts in another language, with nothing in its environment but what the test sets. It is ended
// after the tests of the file.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { after } from 'node:test';

/** Where the programs come from that run examples in other languages. */
const PACKAGES: Readonly<Record<string, string>> = { php: 'php-cli', python3: 'python3' };

const running = new Set<ChildProcess>();

after(() => {
  for (const child of running) child.kill('SIGKILL');
});

export type Program = {
  readonly process: ChildProcess;
  /** Everything it has written until now, to either stream. */
  output(): string;
  kill(): Promise<void>;
};

export function startProgram(
  command: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Program {
  requireProgram(command);
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
    process: child,
    output: () => output,
    kill: () => {
      child.kill('SIGKILL');
      return ended;
    },
  };
}

/** Fails with what to install. An example that nobody has run is not tested. */
function requireProgram(command: string): void {
  const name = PACKAGES[command];
  if (name === undefined || spawnSync(command, ['--version']).status === 0) return;
  throw new Error(
    `This test runs an example with ${command}, which is not installed. ` +
      `Debian: apt-get install ${name}, or node scripts/interpreters.mjs; elsewhere any ${command} on the PATH will do.`,
  );
}
