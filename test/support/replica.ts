// A streaming replica of a temporary PostgreSQL: a copy of its folder, started with its own program.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { appendFile, chmod, chown, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from './free-port.js';
import type { TemporaryPostgres } from './temporary-postgres.js';
import { until } from './until.js';

const run = promisify(execFile);

export type Replica = {
  /** Of the same database as the primary's. */
  readonly url: string;
  /** Says something to the replica itself. */
  ask<Row>(text: string): Promise<Row[]>;
  kill(): Promise<void>;
  start(): Promise<void>;
};

export async function withReplica<Result>(
  primary: TemporaryPostgres,
  work: (replica: Replica) => Promise<Result>,
): Promise<Result> {
  const parent = await mkdtemp(join(tmpdir(), 'cobro-replica-'));
  await chmod(parent, 0o711);
  const folder = join(parent, 'postgres');
  const port = await freePort();
  await copyFolder(primary, folder);
  const url = new URL(primary.url);
  url.port = String(port);
  let running: ChildProcess | null = null;
  const replica: Replica = {
    url: String(url),
    ask: (text) => say(String(url), text),
    async kill() {
      const child = running;
      running = null;
      if (child === null || child.exitCode !== null) return;
      child.kill('SIGQUIT'); // at once, with all its processes
      await new Promise((ended) => child.once('exit', ended));
    },
    async start() {
      running = await launch(folder, port);
      await until('the replica answers', () => say(String(url), 'select 1').catch(() => null), 30_000);
    },
  };
  try {
    await replica.start();
    return await work(replica);
  } finally {
    await replica.kill();
    await rm(parent, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** As pg_basebackup does it: the log makes a copy of a running server whole. */
async function copyFolder({ serverUrl, folder: from }: TemporaryPostgres, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(`select pg_backup_start('replica', true)`);
    // With its owner. Files may come and go meanwhile, which cp complains of: the log makes up for them.
    await run('cp', ['-a', from, to]).catch(() => undefined);
    await rm(join(to, 'postmaster.pid'));
    const { rows } = await client.query('select labelfile from pg_backup_stop(false)');
    await writeFile(join(to, 'backup_label'), rows[0].labelfile);
  } finally {
    await client.end();
  }
  const { hostname, port, username, password } = new URL(serverUrl);
  const source = `host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}`;
  await appendFile(join(to, 'postgresql.auto.conf'), `\nprimary_conninfo = '${source}'\n`);
  await writeFile(join(to, 'standby.signal'), '');
  const { uid, gid } = await stat(join(to, 'PG_VERSION'));
  for (const name of ['backup_label', 'standby.signal']) await chown(join(to, name), uid, gid);
}

/** With the command line of the primary, and as the user that owns its folder. */
async function launch(folder: string, port: number): Promise<ChildProcess> {
  const options = await readFile(join(folder, 'postmaster.opts'), 'utf8');
  const [program = '', ...given] = [...options.matchAll(/"([^"]*)"|(\S+)/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? '',
  );
  const replaced: Readonly<Record<string, string>> = { '-D': folder, '-p': String(port) };
  const args = given.map((argument, at) => replaced[given[at - 1] ?? ''] ?? argument);
  const { uid, gid } = await stat(join(folder, 'PG_VERSION'));
  const user = process.getuid?.() === 0 ? { uid, gid } : {};
  return spawn(program, args, { ...user, cwd: folder, stdio: 'ignore' });
}

async function say<Row>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  await client.connect();
  try {
    return (await client.query(text)).rows as Row[];
  } finally {
    await client.end();
  }
}
