// What the tests share: folders and processes that are cleaned up whatever happens.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { chmod, chown, cp, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { createContext } from '../src/context.js';
import type { Log } from '../src/index.js';
import { type Machine, thisMachine } from '../src/machine.js';
import { readPostmasterFile } from '../src/postmaster-file.js';
import { isGoneWithin, servesCluster } from '../src/processes.js';
import { canReach, type UserId } from '../src/reach.js';
import { type EmbeddedPostgres, startEmbeddedPostgres, startOn } from '../src/start.js';

/** The role and the database of every server of the tests. */
export const name = 'shop';
/** The words of a caller who says none. */
export const { words } = createContext(thisMachine, { dataDir: '', name });
export const isRoot = process.geteuid?.() === 0;
export const nobody: UserId = { uid: 65534, gid: 65534 };
const childScript = fileURLToPath(new URL('./child.js', import.meta.url));

const endings = new WeakMap<TestContext, (() => unknown)[]>();

/** Cleans up after the test, the newest thing first: `t.after` alone would remove a folder below its running server. */
export function atEnd(t: TestContext, clean: () => unknown): void {
  const stack = endings.get(t) ?? [];
  if (stack.push(clean) > 1) return;
  endings.set(t, stack);
  t.after(async () => {
    const outcomes: PromiseSettledResult<unknown>[] = [];
    for (const next of stack.toReversed()) outcomes.push(...(await Promise.allSettled([Promise.resolve().then(next)])));
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  });
}

/**
 * An empty folder, open to pass for the user that PostgreSQL may have to run as (mode 700 is for the tests of a closed one).
 * A server left on it is ended, and the folder removed, after the test.
 */
export async function makeFolder(t: TestContext, mode = 0o711): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'embedded-postgres-'));
  await chmod(folder, mode);
  atEnd(t, () => discard(folder));
  return folder;
}

let template: Promise<string> | undefined;

/** A data folder with a cluster that was stopped in order. Made once per process and copied: 0.2 s instead of 1.2 s. */
export async function makeCluster(t: TestContext): Promise<string> {
  template ??= makeTemplate();
  const dataDir = join(await makeFolder(t), 'data');
  await cp(await template, dataDir, { recursive: true });
  return dataDir;
}

async function makeTemplate(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'embedded-postgres-'));
  await chmod(folder, 0o711);
  await (await startEmbeddedPostgres({ dataDir: folder, name })).stop();
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function discard(folder: string): Promise<void> {
  for (const cluster of [join(folder, 'postgres'), join(folder, 'data', 'postgres')]) {
    const pid = await postmasterOf(cluster);
    if (pid === undefined) continue;
    process.kill(pid, 'SIGQUIT');
    await isGoneWithin(pid, cluster, 10_000);
  }
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Every process that works on a cluster, also one that has just begun; where there is no /proc, its server. */
export async function processesOf(clusterDir: string): Promise<number[]> {
  const entries = await readdir('/proc').catch(() => undefined);
  if (entries === undefined) return [await postmasterOf(clusterDir)].filter((pid) => pid !== undefined);
  const found: number[] = [];
  for (const pid of entries.filter((name) => /^\d+$/.test(name))) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (line.split('\0').includes(clusterDir)) found.push(Number(pid));
  }
  return found;
}

/** The living server of a cluster. */
export async function postmasterOf(clusterDir: string): Promise<number | undefined> {
  const file = await readPostmasterFile(clusterDir).catch(() => undefined);
  return file !== undefined && (await servesCluster(file.pid, clusterDir)) ? file.pid : undefined;
}

export type Said = { readonly level: string; readonly text: string };

function recordingLog(said: Said[]): Log {
  const record = (level: string) => (_fields: object, text: string) => void said.push({ level, text });
  return { info: record('info'), warn: record('warn'), error: record('error') };
}

/** Stopped at the end of the test, if not before. */
export async function start(
  t: TestContext,
  dataDir: string,
  options: { machine?: Partial<Machine>; said?: Said[]; superviseMs?: number; openFolder?: string } = {},
): Promise<EmbeddedPostgres> {
  const { machine = {}, said = [], superviseMs = 50, ...others } = options;
  const server = await startOn(
    { ...thisMachine, ...machine },
    { dataDir, name, log: recordingLog(said), superviseMs, ...others },
  );
  atEnd(t, () => server.stop());
  return server;
}

export async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

export async function until(what: string, holds: () => Promise<boolean> | boolean, timeoutMs = 60_000): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`waited too long until ${what}`);
    await sleep(10);
  }
}

export type ChildAnswer = {
  readonly url?: string;
  readonly error?: string;
  readonly message?: string;
  readonly stopped?: boolean;
};

export type Child = {
  readonly process: ChildProcess;
  readonly answers: ChildAnswer[];
  /** What the process wrote to stderr; said when an answer does not come. */
  answer(): Promise<ChildAnswer>;
  stop(): Promise<void>;
};

/** Another program that starts PostgreSQL on the same folder, in a process of its own. See child.ts. */
export function startChild(
  t: TestContext,
  dataDir: string,
  options: {
    scenario?: 'hold' | 'leave' | 'fill';
    user?: UserId;
    wrapper?: readonly string[];
    detached?: boolean;
  } = {},
): Child {
  const { scenario = 'hold', user = {}, wrapper = [], detached = false } = options;
  const [command = '', ...args] = [...wrapper, process.execPath, childScript, dataDir, scenario];
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'], cwd: '/', detached, ...user });
  atEnd(t, () => child.kill('SIGKILL'));
  const answers: ChildAnswer[] = [];
  let faults = '';
  child.stderr.on('data', (chunk) => {
    faults += chunk;
  });
  createInterface({ input: child.stdout }).on('line', (line) => answers.push(JSON.parse(line)));
  let taken = 0;
  const answer = async (): Promise<ChildAnswer> => {
    await until('the other process answers', () => answers.length > taken || child.exitCode !== null).catch((error) => {
      throw new Error(`${error.message}: ${faults}`);
    });
    await until('its answer is read', () => answers.length > taken, 1000).catch(() => {
      throw new Error(`the other process ended: ${faults}`);
    });
    taken += 1;
    return answers[taken - 1] ?? {};
  };
  const stop = async (): Promise<void> => {
    child.stdin.end('stop\n');
    await answer();
  };
  return { process: child, answers, answer, stop };
}

/** How to run a process as an ordinary user who may use that folder; undefined where this machine has no way. */
export async function ordinaryUser(
  dataDir: string,
): Promise<{ user?: UserId; wrapper?: readonly string[] } | undefined> {
  if (!isRoot) return {};
  const reachable = await Promise.all(
    [process.execPath, dirname(childScript), tmpdir()].map((path) => canReach(path, nobody)),
  );
  if (reachable.every(Boolean)) {
    for (const path of [dataDir, dirname(dataDir)]) if (path !== tmpdir()) await chown(path, nobody.uid, nobody.gid);
    return { user: nobody };
  }
  const wrapper = ['unshare', '--user', '--map-user=65534', '--map-group=65534', '--'];
  return works([...wrapper, 'true']) ? { wrapper } : undefined;
}

/** Runs what follows with a small disk of its own at `folder`; undefined where this machine forbids it. */
export function onSmallDisk(folder: string, mountOptions: string): readonly string[] | undefined {
  const namespace = isRoot ? ['unshare', '--mount'] : ['unshare', '--user', '--map-root-user', '--mount'];
  const script = `mount -t tmpfs -o ${mountOptions} tmpfs "$0" && exec "$@"`;
  const wrapper = [...namespace, '--', '/bin/sh', '-c', script, folder];
  return works([...wrapper, 'true']) ? wrapper : undefined;
}

function works([command = '', ...args]: readonly string[]): boolean {
  return spawnSync(command, args).status === 0;
}

export async function modeOf(path: string): Promise<string> {
  return ((await stat(path)).mode & 0o777).toString(8);
}

/** The user id under which the system runs a process. */
export async function userOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^Uid:\t(\d+)/m.exec(status)?.[1]);
}
