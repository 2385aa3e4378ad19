// The service under attack, on its own database, with a merchant to be harmed, a merchant who attacks, and a rail. It is
// made and used only through the command line and HTTP, so that another version can be attacked in the same way.
import { join } from 'node:path';
import pg from 'pg';
import { BENCH_SECRET_KEY } from '../secret-key.js';
import { startServer } from '../server-process.js';
import { runTool } from '../tools.js';
import type { CheckoutOptions } from '../versions/checkout.js';

export type Merchant = { readonly private: string; readonly public: string };

export type Target = {
  readonly url: string;
  readonly victim: Merchant;
  /** The victim's keys of live mode. */
  readonly victimLive: Merchant;
  readonly attacker: Merchant;
  /** The cookie of the attacking merchant's owner, signed in to the dashboard. */
  readonly session: string;
  /** The Authorization header of a SPEI rail in test mode. */
  readonly railAuthorization: string;
  /** For seeding what would take an attacker days. */
  query(text: string): Promise<readonly Record<string, unknown>[]>;
};

/** `env` are settings of the service beyond the usual ones. */
export async function startTarget(
  options: CheckoutOptions & { readonly env: Readonly<Record<string, string>> },
): Promise<Target> {
  const { folder, databaseUrl, signal } = options;
  await runTool(process.execPath, [join(folder, 'scripts', 'build.mjs')], { signal });
  const env = {
    DATABASE_URL: databaseUrl,
    COBRO_SECRET_KEY: BENCH_SECRET_KEY,
    COBRO_DEMO: 'off',
    COBRO_CLABE_PREFIX: '6461801234',
    COBRO_RATE_LIMIT: '10000',
    ...options.env,
  };
  const cobro = async (...args: string[]) =>
    JSON.parse(await runTool(process.execPath, [join(folder, 'bin', 'cobro.mjs'), ...args, '--json'], { signal, env }));
  await runTool(process.execPath, [join(folder, 'bin', 'cobro.mjs'), 'migrate'], { signal, env });
  const victim = await cobro('account', 'create', '--name', 'Victim');
  const attacker = await cobro('account', 'create', '--name', 'Attacker');
  const rail = await cobro('rail', 'add', '--kind', 'spei', '--name', 'bank', '--test');
  const server = await startServer({
    name: options.name,
    command: ['run/main.js', 'serve'],
    env,
    folder: options.workFolder,
    packageFolder: folder,
  });
  options.onStarted(server);
  return {
    url: server.url,
    victim: victim.keys.test,
    victimLive: victim.keys.live,
    attacker: attacker.keys.test,
    session: await signIn(server.url, attacker.keys.live.private),
    railAuthorization: basic(rail.user, rail.password),
    query: (text) => ask(databaseUrl, text),
  };
}

/** Makes the first owner of the key's merchant. */
async function signIn(url: string, key: string): Promise<string> {
  const form = { key, name: 'Attacker', email: 'attacker@example.com', password: 'a long password of nobody' };
  const reply = await fetch(`${url}/dashboard/first`, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  });
  const cookies = reply.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
  if (reply.status !== 303 || cookies.length === 0) throw new Error(`nobody could sign in: ${reply.status}`);
  return cookies.join('; ');
}

export function basic(user: string, password = ''): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

async function ask(url: string, text: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
