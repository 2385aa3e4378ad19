// A streaming replica of a temporary PostgreSQL: a copy of its folder, started with its own program.
import type { ChildProcess } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { freePort } from './free-port.js';
import { addFile, addSettings, copyServer, end, launch, say } from './server-copy.js';
import type { TemporaryPostgres } from './temporary-postgres.js';
import { until } from './until.js';

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
  const { parent, folder } = await copyServer(primary);
  const port = await freePort();
  await follow(primary, folder);
  const url = new URL(primary.url);
  url.port = String(port);
  let running: ChildProcess | null = null;
  const replica: Replica = {
    url: String(url),
    ask: (text) => say(String(url), text),
    async kill() {
      await end(running);
      running = null;
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

/** Makes the copy follow its primary. */
async function follow({ serverUrl }: TemporaryPostgres, folder: string): Promise<void> {
  const { hostname, port, username, password } = new URL(serverUrl);
  const source = `host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}`;
  await addSettings(folder, { primary_conninfo: source });
  await addFile(folder, 'standby.signal');
}
