// A program that a test starts in another language, with nothing in its environment but what the test sets. It is ended
// after the tests of the file.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { after } from 'node:test';

type Interpreter = { readonly variable: string; readonly debian: string };

/** What runs examples in other languages: the variable that names another one, and the package that has it. */
const INTERPRETERS: Readonly<Record<string, Interpreter>> = {
  php: { variable: 'PHP', debian: 'php-cli' },
  python3: { variable: 'PYTHON', debian: 'python3' },
};

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
  const child = spawn(findInterpreter(command), args, {
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

/** Fails with what to install. An example that nobody has run is not tested. */
function findInterpreter(command: string): string {
  const interpreter = INTERPRETERS[command];
  if (interpreter === undefined) return command;
  const { variable, debian } = interpreter;
  const found = process.env[variable] ?? command;
  if (spawnSync(found, ['--version']).status === 0) return found;
  throw new Error(
    `This test runs an example with ${command}, and there is none. Install it (Debian: apt-get install ${debian}, or ` +
      `node scripts/interpreters.mjs), or name one you have: ${variable}=/path/to/${command}`,
  );
}
