// Copies of a temporary PostgreSQL that is running, started with its own program: a replica, or one that goes back to a
// moment.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { appendFile, chmod, chown, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { TemporaryPostgres } from './temporary-postgres.js';

const run = promisify(execFile);

/** As pg_basebackup does it: the log makes a copy of a running server whole. Remove `parent` afterwards. */
export async function copyServer({
  serverUrl,
  folder: from,
}: TemporaryPostgres): Promise<{ parent: string; folder: string }> {
  const parent = await mkdtemp(join(tmpdir(), 'cobro-copy-'));
  await chmod(parent, 0o711);
  const folder = join(parent, 'postgres');
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(`select pg_backup_start('copy', true)`);
    // With its owner. Files may come and go meanwhile, which cp complains of: the log makes up for them.
    await run('cp', ['-a', from, folder]).catch(() => undefined);
    await rm(join(folder, 'postmaster.pid'));
    const { rows } = await client.query('select labelfile from pg_backup_stop(false)');
    await addFile(folder, 'backup_label', rows[0].labelfile);
  } finally {
    await client.end();
  }
  return { parent, folder };
}

/** A file of the server's user. */
export async function addFile(folder: string, name: string, text = ''): Promise<void> {
  await writeFile(join(folder, name), text);
  const { uid, gid } = await stat(join(folder, 'PG_VERSION'));
  await chown(join(folder, name), uid, gid);
}

export async function addSettings(folder: string, settings: Readonly<Record<string, string>>): Promise<void> {
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`);
  await appendFile(join(folder, 'postgresql.auto.conf'), `\n${lines.join('')}`);
}

/** With the command line of the primary, and as the user that owns its folder. */
export async function launch(folder: string, port: number): Promise<ChildProcess> {
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

/** At once, with all its processes. */
export async function end(child: ChildProcess | null): Promise<void> {
  if (child === null || child.exitCode !== null) return;
  child.kill('SIGQUIT');
  await new Promise((ended) => child.once('exit', ended));
}

export async function say<Row>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  await client.connect();
  try {
    return (await client.query(text)).rows as Row[];
  } finally {
    await client.end();
  }
}
