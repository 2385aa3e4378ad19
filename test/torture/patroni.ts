// A PostgreSQL of three machines under Patroni on loopback, as deploy/patroni/loopback.mjs makes it. Machines are lost and
// come back.
import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PACKAGE_FOLDER } from '../../src/paths.js';
import { until } from '../support/until.js';

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
const WHOLE_MS = 180_000;

type Told = {
  readonly ready?: true;
  readonly url: string;
  readonly machines: readonly { readonly name: string; readonly restPort: number }[];
  readonly done?: string;
  readonly error?: string;
};

type Member = {
  readonly role: string;
  readonly state: string;
  readonly replication?: readonly { readonly state: string; readonly sync_state: string }[];
};

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
  const tell = async (command: string) => {
    script.stdin.write(`${command}\n`);
    await listen();
  };
  try {
    const { url, machines } = await listen();
    const leader = async () => {
      for (const { name, restPort } of machines) if (isLeader(await askMember(restPort))) return name;
      return undefined;
    };
    return await work({
      url,
      async losePrimary() {
        const name = await until('somebody leads', leader, WHOLE_MS);
        await tell(`lose ${name}`);
        return name;
      },
      bringBack: (name) => tell(`return ${name}`),
      async untilWhole() {
        await until('the cluster is whole', () => isWhole(machines.map(({ restPort }) => restPort)), WHOLE_MS);
      },
    });
  } finally {
    script.stdin.end();
    await new Promise((ended) => (script.exitCode === null ? script.once('exit', ended) : ended(null)));
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** null: it does not answer, or not in time. */
async function askMember(restPort: number): Promise<Member | null> {
  try {
    const reply = await fetch(`http://127.0.0.1:${restPort}/patroni`, { signal: AbortSignal.timeout(2_000) });
    return (await reply.json()) as Member;
  } catch {
    return null;
  }
}

function isLeader(member: Member | null): boolean {
  return member?.role === 'master' || member?.role === 'primary';
}

async function isWhole(restPorts: readonly number[]): Promise<boolean> {
  const members = await Promise.all(restPorts.map(askMember));
  const followers = members.find(isLeader)?.replication?.filter(({ state }) => state === 'streaming') ?? [];
  return (
    members.every((member) => member?.state === 'running') &&
    followers.length === members.length - 1 &&
    followers.some((follower) => follower.sync_state === 'sync')
  );
}
