// The program as its operator runs it: processes of their own, with nothing in the environment but what a test sets.
// Whatever a test leaves running is ended after its file.
import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after } from 'node:test';
import { PACKAGE_FOLDER, SERVICE_FILE } from '../../src/paths.js';
import { TEST_SECRET_KEY } from './secret-key.js';
import { until } from './until.js';

export type Environment = Readonly<Record<string, string>>;

export type Ended = { readonly code: number | null; readonly signal: string | null };

export type ServiceProcess = {
  readonly process: ChildProcess;
  /** Everything it has written until now. */
  stdout(): string;
  stderr(): string;
  /** The address it greets with; fails when it ends before. */
  url(withinMs?: number): Promise<string>;
  /** How it ended. */
  ended(withinMs?: number): Promise<Ended>;
};

const running = new Set<ChildProcess>();

/** Ends what a test file has left running. Whoever runs it calls this at its end. */
export function endProcesses(): void {
  for (const child of running) child.kill('SIGKILL');
}
process.on('exit', endProcesses); // outside of tests nobody does

export type ServiceOptions = {
  readonly cwd?: string;
  readonly part?: 'api' | 'workers';
  /** Where the program is, if not here: another version of it. */
  readonly program?: string;
};

/** Starts `cobro serve` on a free port, unless PORT says which. */
export function startServiceProcess(env: Environment, options: ServiceOptions = {}): ServiceProcess {
  const only = options.part === undefined ? [] : ['--only', options.part];
  const child = start(['serve', ...only], { PORT: '0', ...env }, options);
  const output = collect(child);
  const ended = () => child.exitCode !== null || child.signalCode !== null;
  const tell = () => `${output.stdout()}\n${output.stderr()}`;
  return {
    process: child,
    ...output,
    async url(withinMs = 30_000) {
      const greeted = () => readyUrl(output.stdout());
      await until('the service greets or ends', () => greeted() ?? ended(), withinMs).catch((error) => {
        throw new Error(`${error.message}: ${tell()}`);
      });
      const url = greeted();
      if (url === undefined) throw new Error(`the service ended at its start: ${tell()}`);
      return url;
    },
    async ended(withinMs = 20_000) {
      await until('the service ends', ended, withinMs);
      return { code: child.exitCode, signal: child.signalCode };
    },
  };
}

/** Where a service is, from its log; the versions before wrote it for people. */
export function readyUrl(log: string): string | undefined {
  return /"url":"([^"]+)"[^\n]*"msg":"Cobro is ready"/.exec(log)?.[1] ?? /Cobro is ready at (\S+)/.exec(log)?.[1];
}

export type Run = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

/** Runs one command to its end. */
export async function runCobro(args: readonly string[], env: Environment): Promise<Run> {
  const child = start(args, env);
  const output = collect(child);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, stdout: output.stdout(), stderr: output.stderr() };
}

/** A folder that is removed after the tests of the file. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cobro-test-'));
  await chmod(folder, 0o711); // as root the embedded database runs under another user
  after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

function start(args: readonly string[], env: Environment, options: ServiceOptions = {}): ChildProcess {
  const { program = PACKAGE_FOLDER, cwd = tmpdir() } = options;
  const file = join(program, relative(PACKAGE_FOLDER, SERVICE_FILE));
  const child = spawn(process.execPath, [file, ...args], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...keyFor(env), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.on('exit', () => running.delete(child));
  return child;
}

/** A database of the tests has this key. With the embedded one, the service makes its own. */
function keyFor(env: Environment): Environment {
  return env['DATABASE_URL'] === undefined ? {} : { COBRO_SECRET_KEY: TEST_SECRET_KEY, COBRO_AUDIT_ANCHOR: 'off' };
}

function collect(child: ChildProcess): { stdout(): string; stderr(): string } {
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    stderr += chunk;
  });
  return { stdout: () => stdout, stderr: () => stderr };
}
