// Runs commands inside the test's own process, as main.ts would: a process of its own costs a second of CPU, and these
// tests need a hundred. That main.ts does the same is tested with real processes.
import { AsyncLocalStorage } from 'node:async_hooks';
import { CommanderError } from 'commander';
import { failureText } from '../../src/cli/failure.js';
import { askedCommands, buildProgram } from '../../src/cli/program.js';
import { commandContext } from '../../src/service/command-context.js';
import type { Run } from '../support/process.js';
import { TEST_SECRET_KEY } from '../support/secret-key.js';

type Output = { stdout: string; stderr: string };

const running = new AsyncLocalStorage<Output>();

// What a command prints is text; the test runner's own reports are bytes and pass.
for (const name of ['stdout', 'stderr'] as const) {
  const stream = process[name];
  const write = stream.write.bind(stream) as (...args: unknown[]) => boolean;
  stream.write = ((...args: unknown[]) => {
    const output = running.getStore();
    if (output === undefined || typeof args[0] !== 'string') return write(...args);
    output[name] += args[0];
    return true;
  }) as typeof stream.write;
}

let before: Readonly<Record<string, string>> = {};

/** `env` is added to the environment of the process, and stays there until the next command. */
export async function runInside(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Run> {
  for (const name of Object.keys(before)) delete process.env[name];
  before = { COBRO_SECRET_KEY: TEST_SECRET_KEY, COBRO_AUDIT_ANCHOR: 'off', ...env };
  Object.assign(process.env, before);
  const output: Output = { stdout: '', stderr: '' };
  const exitCode = process.exitCode; // the runner's, once a test has failed
  process.exitCode = undefined;
  const code = await running.run(output, async () => {
    try {
      const program = await buildProgram(commandContext, askedCommands(args));
      for (const command of [program, ...program.commands.flatMap((one) => [one, ...one.commands])])
        command.exitOverride();
      await program.parseAsync(args, { from: 'user' });
      return Number(process.exitCode ?? 0);
    } catch (error) {
      if (!(error instanceof CommanderError)) output.stderr += failureText(error) ?? (error as Error).stack;
      return 1;
    } finally {
      process.exitCode = exitCode;
    }
  });
  return { code, ...output };
}
