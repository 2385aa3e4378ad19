// The programs that generate load. They come from the system; if one is missing, the run ends with the names of the
// packages. Every program starts without a shell and ends with the run.
import { spawn, spawnSync } from 'node:child_process';
import { OperatorError } from '../src/errors/operator-error.js';

export type Running = { readonly signal: AbortSignal };

const TOOLS = [
  { program: 'wrk', version: ['-v'], debian: 'wrk' },
  { program: 'pgbench', version: ['--version'], debian: 'postgresql-contrib' },
] as const;

/** The first line of each tool's version output. */
export function requireTools(): string[] {
  const found = TOOLS.map((tool) => ({ tool, run: spawnSync(tool.program, tool.version, { encoding: 'utf8' }) }));
  const missing = found.filter(({ run }) => run.error !== undefined).map(({ tool }) => tool);
  if (missing.length > 0) {
    throw new OperatorError(
      `The benchmark needs ${missing.map(({ program }) => program).join(' and ')}. On Debian or Ubuntu:\n` +
        `  apt-get install ${missing.map(({ debian }) => debian).join(' ')}`,
    );
  }
  return found.map(({ run }) => `${run.stdout}`.split('\n', 1)[0]?.split(' Copyright')[0]?.trim() ?? '');
}

/** Runs a program to its end and returns its output. A failure contains everything it printed. */
export function runTool(
  program: string,
  args: readonly string[],
  options: Running & { readonly env?: Readonly<Record<string, string>> },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      signal: options.signal,
      env: { ...process.env, ...options.env },
    });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(stdout);
      else reject(new Error(`${program} failed (${code}):\n${stdout}${stderr}`));
    });
  });
}
