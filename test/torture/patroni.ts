// A PostgreSQL of three machines under Patroni on loopback, as deploy/patroni/loopback.mjs makes it. Machines are lost and
// come back.
import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PACKAGE_FOLDER } from '../../src/paths.js';

export type PatroniCluster = {
  /** The primary, whichever it is. */
  readonly url: string;
  /** Kills everything of the machine that leads with -9, and gives its name. */
  losePrimary(): Promise<string>;
  bringBack(name: string): Promise<void>;
  /** One leads, two follow, and one of these has every commit at once. */
  untilWhole(): Promise<void>;
};

const SCRIPT = join(PACKAGE_FOLDER, 'deploy', 'patroni', 'loopback.mjs');

type Told = { readonly url?: string; readonly name?: string; readonly error?: string };

export async function withPatroni<Result>(work: (cluster: PatroniCluster) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'cobro-patroni-'));
  await chmod(folder, 0o755); // as root PostgreSQL runs under another user
  const script = spawn(process.execPath, [SCRIPT, folder], { stdio: ['pipe', 'pipe', 'pipe'] });
  const complaints: string[] = [];
  script.stderr.on('data', (chunk: Buffer) => complaints.push(String(chunk)));
  const lines = createInterface({ input: script.stdout })[Symbol.asyncIterator]();
  const listen = async (): Promise<Told> => {
    const { value, done } = await lines.next();
    if (done) throw new Error(`there is no cluster: ${complaints.join('').slice(-2_000)}`);
    const told: Told = JSON.parse(value);
    if (told.error !== undefined) throw new Error(told.error);
    return told;
  };
  const tell = (command: string) => {
    script.stdin.write(`${command}\n`);
    return listen();
  };
  try {
    const { url = '' } = await listen();
    return await work({
      url,
      losePrimary: async () => (await tell('lose primary')).name ?? '',
      bringBack: async (name) => void (await tell(`return ${name}`)),
      untilWhole: async () => void (await tell('settle')),
    });
  } finally {
    script.stdin.end();
    await new Promise((ended) => (script.exitCode === null ? script.once('exit', ended) : ended(null)));
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}
