// One run of a command of ours: how long it takes, whose processor time, and how much memory at its peak.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { PACKAGE_FOLDER } from '../src/paths.js';
import { type CpuCounter, cpuSecondsOf } from './cpu.js';
import { BENCH_SECRET_KEY } from './secret-key.js';
import { peakMemoryMb } from './server-process.js';

export type Run = {
  readonly seconds: number;
  readonly peakMb: number;
  /** Seconds of processor time: the command, and PostgreSQL. */
  readonly ownCpu: number;
  readonly postgresCpu: number;
  readonly code: number | null;
  readonly told: string;
};

type Command = {
  readonly folder: string;
  readonly databaseUrl: string;
  readonly postgresCpu: CpuCounter;
  readonly env?: Readonly<Record<string, string>>;
};

export async function runCommand(
  { folder, databaseUrl, postgresCpu, env }: Command,
  args: readonly string[],
): Promise<Run> {
  const begin = performance.now();
  const postgresBefore = await postgresCpu();
  const child = spawn(process.execPath, [join(PACKAGE_FOLDER, 'dist', 'run', 'main.js'), ...args, '--json'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], DATABASE_URL: databaseUrl, COBRO_SECRET_KEY: BENCH_SECRET_KEY, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let told = '';
  child.stdout.on('data', (chunk: Buffer) => {
    told += chunk;
  });
  let [peakMb, ownCpu] = [0, 0];
  const look = setInterval(async () => {
    peakMb = (await peakMemoryMb(child)) ?? peakMb;
    ownCpu = (await cpuSecondsOf(child.pid)) || ownCpu;
  }, 100);
  const [code] = await once(child, 'exit');
  clearInterval(look);
  const seconds = (performance.now() - begin) / 1000;
  return { seconds, peakMb, ownCpu, postgresCpu: (await postgresCpu()) - postgresBefore, code, told };
}
