// One running version of Cobro: a checkout that is built and served on its own database, and used only through its
// command line and HTTP. This allows comparing versions whose internals have nothing in common.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { NIL_UUID } from '../../src/domain/base/identity.js';
import { BENCH_SECRET_KEY } from '../secret-key.js';
import { type ServerProcess, startServer } from '../server-process.js';
import { type Running, runTool } from '../tools.js';

export type Checkout = {
  readonly url: string;
  /** A private test key, and the Authorization header of a SPEI rail in test mode. */
  readonly key: string;
  readonly railAuthorization: string;
  /** The CLABEs of unpaid orders, newest first. */
  unpaidClabes(limit: number): Promise<string[]>;
  hasWaitingNotices(): Promise<boolean>;
  /** The id of the newest payment, and how many are newer than one. */
  lastPayment(): Promise<string>;
  countPaymentsAfter(id: string): Promise<number>;
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
  readonly databaseUrl: string;
  /** Who asks; a new merchant if it is missing. */
  readonly merchant?: { readonly key: string; readonly accountId: string };
  readonly onStarted: (server: ServerProcess) => void;
};

export async function startCheckout(options: CheckoutOptions): Promise<Checkout> {
  const { name, folder, workFolder, databaseUrl, signal } = options;
  await runTool(process.execPath, [join(folder, 'scripts', 'build.mjs')], { signal });
  const env = {
    DATABASE_URL: databaseUrl,
    COBRO_SECRET_KEY: BENCH_SECRET_KEY,
    COBRO_RATE_LIMIT: '0',
    COBRO_DEMO: 'off',
  };
  const cobro = async (...args: string[]) =>
    JSON.parse(await runTool(process.execPath, [join(folder, 'bin', 'cobro.mjs'), ...args, '--json'], { signal, env }));
  await cobro('migrate');
  const { key, accountId } = options.merchant ?? (await createMerchant(cobro));
  const rail = await cobro('rail', 'add', '--kind', 'spei', '--name', 'bench', '--test');
  const server = await startServer({
    name,
    command: [programOf(folder), 'serve'],
    env,
    folder: workFolder,
    packageFolder: folder,
  });
  options.onStarted(server);
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
          `select clabe from orders where account_id = '${accountId}' and not livemode and status = 'pending' and clabe is not null
           order by id desc limit ${limit}`,
        )
      ).map(({ clabe }) => clabe),
    hasWaitingNotices: async () =>
      (await ask(databaseUrl, `select 1 from rail_notices where state = 'stored' limit 1`)).length > 0,
    lastPayment: async () =>
      (await ask<{ id: string }>(databaseUrl, 'select id from payments order by id desc limit 1'))[0]?.id ?? NIL_UUID,
    countPaymentsAfter: async (id) =>
      (await ask<{ count: number }>(databaseUrl, `select count(*)::integer from payments where id > '${id}'`))[0]
        ?.count ?? 0,
    cpuSeconds: server.cpuSeconds,
    analyze: async () => void (await ask(databaseUrl, 'analyze orders, order_events, webhook_deliveries')),
    call,
  };
}

async function createMerchant(cobro: (...args: string[]) => Promise<unknown>) {
  const made = (await cobro('account', 'create', '--name', 'Bench')) as {
    id: string;
    keys: { test: { private: string } };
  };
  return { key: made.keys.test.private, accountId: made.id };
}

/** A new one: a kept server may still have that of the last run. */
export async function makeDatabase(serverUrl: string, name: string): Promise<string> {
  await ask(serverUrl, `drop database if exists ${name} with (force)`);
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

/** What the build of a checkout starts, newest first: another version may have it elsewhere. */
function programOf(folder: string): string {
  const places = ['run/main.js', 'src/service/main.js', 'src/main.js'];
  const found = places.find((place) => existsSync(join(folder, 'dist', place)));
  if (found === undefined) throw new Error(`${folder} has no program`);
  return found;
}
