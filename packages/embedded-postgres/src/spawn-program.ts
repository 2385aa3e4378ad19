// Runs one of PostgreSQL's programs under the identity chosen for it.
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cannotRun } from './explain.js';
import type { Launcher } from './launcher.js';
import { environment, type RunAs, unshare } from './run-as.js';

export type Output = Pick<SpawnOptions, 'stdio' | 'detached'>;

/** Resolves once the process exists. */
export async function spawnProgram(
  { context, runAs }: Launcher,
  program: string,
  args: readonly string[],
  output: Output,
): Promise<ChildProcess> {
  try {
    const child = spawnAs(runAs, program, args, output);
    await once(child, 'spawn');
    // From now on an error only means that a signal could not be sent. The caller notices, because the process
    // continues.
    child.on('error', () => undefined);
    return child;
  } catch (error) {
    throw cannotRun(context.words, program, error);
  }
}

/** Root without the right to switch users (a container without that capability) fails here, not in an event. */
function spawnAs(runAs: RunAs, program: string, args: readonly string[], output: Output): ChildProcess {
  const options = { ...output, env: environment, cwd: '/' };
  switch (runAs.kind) {
    case 'self':
      return spawn(program, args, options);
    case 'namespace':
      return spawn(unshare[0], [...unshare.slice(1), program, ...args], options);
    case 'user':
      return spawn(program, args, { ...options, uid: runAs.uid, gid: runAs.gid });
  }
}
