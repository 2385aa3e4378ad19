// One running version of Cobro: a checkout that is built and served on its own database, and used only through its
// command line and HTTP. This allows comparing versions whose internals have nothing in common.

import { join } from 'node:path';
import pg from 'pg';
import { BENCH_SECRET_KEY } from '../secret-key.js';
import { type ServerProcess, startServer } from '../server-process.js';
import { type Running, runTool } from '../tools.js';

export type Checkout = {
  readonly url: string;
  /** A private test key, and the Authorization header of a SPEI rail in test mode. */
  readonly key: string;
  readonly railAuthorization: string;
  /** The CLABEs of unpaid orders. */
  unpaidClabes(limit: number): Promise<string[]>;
  /** The number of booked payments, and of notices that are not matched yet. */
  countPayments(): Promise<{ readonly booked: number; readonly waiting: number }>;
  /** The processor time that the service has used. */
  cpuSeconds(): Promise<number>;
  /** Gathers statistics: a plan that was made for an empty table is no property of a version. */
  analyze(): Promise<void>;
  /** Sends a request with the key. Rejects if the reply is not a success. */
  call(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
};

export type CheckoutOptions = Running & {
  readonly name: string;
  readonly folder: string;
  /** Where it runs and logs. */
  readonly workFolder: string;
  /** A PostgreSQL on which it gets its own database. */
  readonly serverUrl: string;
  readonly onStarted: (server: ServerProcess) => void;
};

export async function startCheckout(options: CheckoutOptions): Promise<Checkout> {
  const { name, folder, workFolder, signal } = options;
  await runTool(process.execPath, [join(folder, 'scripts', 'build.mjs')], { signal });
  const databaseUrl = await makeDatabase(options.serverUrl, `versions_${name}`);
  const env = {
    DATABASE_URL: databaseUrl,
    COBRO_SECRET_KEY: BENCH_SECRET_KEY,
    COBRO_RATE_LIMIT: '0',
    COBRO_DEMO: 'off',
  };
  const cobro = async (...args: string[]) =>
    JSON.parse(await runTool(process.execPath, [join(folder, 'bin', 'cobro.mjs'), ...args, '--json'], { signal, env }));
  await cobro('migrate');
  const account = await cobro('account', 'create', '--name', 'Bench');
  const rail = await cobro('rail', 'add', '--kind', 'spei', '--name', 'bench', '--test');
  const command = ['src/main.js', 'serve'] as const;
  const server = await startServer({ name, command: [...command], env, folder: workFolder, packageFolder: folder });
  options.onStarted(server);
  const key: string = account.keys.test.private;
  const call = async (method: string, path: string, body?: unknown) => {
    const headers = { authorization: basic(key, ''), 'content-type': 'application/json' };
    const init = { method, headers, signal: AbortSignal.timeout(60_000) };
    const reply = await fetch(server.url + path, body === undefined ? init : { ...init, body: JSON.stringify(body) });
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
    return reply.json() as Promise<Record<string, unknown>>;
  };
  return {
    url: server.url,
    key,
    railAuthorization: basic(rail.user, rail.password),
    unpaidClabes: async (limit) =>
      (
        await ask<{ clabe: string }>(
          databaseUrl,
          `select clabe from orders where status = 'pending' and clabe is not null order by id limit ${limit}`,
        )
      ).map(({ clabe }) => clabe),
    async countPayments() {
      const [row] = await ask<{ booked: number; waiting: number }>(
        databaseUrl,
        `select (select count(*)::integer from payments) as booked,
          (select count(*)::integer from rail_notices where state = 'stored') as waiting`,
      );
      return row ?? { booked: 0, waiting: 0 };
    },
    cpuSeconds: server.cpuSeconds,
    analyze: async () => void (await ask(databaseUrl, 'analyze')),
    call,
  };
}

async function makeDatabase(serverUrl: string, name: string): Promise<string> {
  await ask(serverUrl, `create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Opens a connection per query, because counting is rare and this leaves nothing open. */
async function ask<Row>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows as Row[];
  } finally {
    await client.end();
  }
}

function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}
