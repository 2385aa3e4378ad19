// pgbench, the peer of everything that writes. For order creation it stores the same rows in the same tables, in the
// best way for a client without a coalescer: one prepared statement per order with parameters, committed separately.
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CONNECTIONS, ORDER, THREADS } from './load.js';
import { quantile, type Sample } from './sample.js';
import { type Running, runTool } from './tools.js';

export type Pgbench = (seconds: number) => Promise<Sample>;

export type PgbenchOptions = Running & {
  readonly databaseUrl: string;
  readonly accountId: string;
  /** A folder for its script and its logs. */
  readonly folder: string;
};

const LOG_PREFIX = 'pgbench-log';

/** Room for the orders of one run. */
const STEP = 100_000_000;
/** More runs would use up the numbers below 2^32 from which folios are made. */
export const MOST_RUNS = 42;

// Each client counts in its own steps, so folios and CLABEs are unique without asking the server. The factor spreads
// them over their indexes as in Cobro. Ids are version 7 as in Cobro; random ones would be slower.
const SCRIPT = `\\set n :n + ${CONNECTIONS}
\\set spread ((:n + :client_id) * 1640531527) % 4294967296
\\set clabe 100000000000000000 + :spread * 100000007
with stored as (
  insert into orders (
    account_id, livemode, id, folio, method, status,
    product_id, product_name, image_url,
    customer_id, customer_name, customer_email, customer_phone,
    price_amount, price_currency, rate, rate_taken_at,
    amount, fee, iva, clabe, extras,
    created_at, updated_at, expires_at, expires_unit)
  values (
    :account, false, uuidv7(), lpad(upper(to_hex(:spread::bigint)), 8, '0'), 'spei', 'pending',
    :product_id, :product_name, null,
    null, :customer_name, :customer_email, null,
    :amount, 'MXN', 1, now(),
    :amount, :fee, :iva, :clabe, '{}',
    now(), now(), now() + interval '48 hours', 'ms')
  returning account_id, livemode, id, created_at
)
insert into order_events (account_id, livemode, order_id, sequence, type, created_at, order_state)
select account_id, livemode, id, 1, 'charge.pending', created_at, '{"status":"pending","updatedAt":1700000000000}'
from stored;
`;

export function createPgbench(options: PgbenchOptions): Pgbench {
  let turn = 0;
  return (seconds) =>
    runPgbench({ ...options, name: 'orders', script: SCRIPT, seconds, values: orderValues(options.accountId, turn++) });
}

function orderValues(accountId: string, turn: number): Record<string, string | number> {
  return {
    n: turn * STEP,
    account: accountId,
    product_id: ORDER.product.id,
    product_name: ORDER.product.name,
    customer_name: ORDER.customer.name,
    customer_email: ORDER.customer.email,
    amount: ORDER.product.price * 100,
    fee: 1025,
    iva: 164,
  };
}

export type PgbenchRun = Omit<PgbenchOptions, 'accountId'> & {
  readonly name: string;
  readonly script: string;
  readonly seconds: number;
  /** Script variables, as every client has them at its start. */
  readonly values: Readonly<Record<string, string | number>>;
};

/** Runs a script repeatedly, with all its statements prepared. */
export async function runPgbench(run: PgbenchRun): Promise<Sample & { readonly transactions: number }> {
  const script = join(run.folder, `${run.name}.sql`);
  await writeFile(script, run.script);
  const args = [
    ['--no-vacuum', '--protocol=prepared', `--file=${script}`],
    [`--client=${CONNECTIONS}`, `--jobs=${THREADS}`, `--time=${run.seconds}`],
    ['--log', `--log-prefix=${join(run.folder, LOG_PREFIX)}`],
    Object.entries(run.values).map(([name, value]) => `--define=${name}=${value}`),
  ].flat();
  const printed = await runTool('pgbench', args, { signal: run.signal, env: connectionOf(run.databaseUrl) });
  const transactions = Number(/^number of transactions actually processed: (\d+)/m.exec(printed)?.[1]);
  return { ...(await readSample(printed, run.folder)), transactions };
}

/** Uses environment variables, so that the password never appears in a list of processes. */
function connectionOf(databaseUrl: string): Record<string, string> {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  return {
    PGHOST: hostname,
    PGPORT: port || '5432',
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
  };
}

/**
 * Reads the rate from pgbench's output, and the latencies from its log: one line per transaction, microseconds in the
 * third column.
 */
async function readSample(printed: string, folder: string): Promise<Sample> {
  const perSecond = Number(/^tps = ([\d.]+)/m.exec(printed)?.[1]);
  const failed = Number(/^number of failed transactions: (\d+)/m.exec(printed)?.[1] ?? 0);
  if (!(perSecond > 0) || failed > 0) throw new Error(`pgbench stored no orders, or not all of them:\n${printed}`);
  const latencies: number[] = [];
  for (const name of await readdir(folder)) {
    if (!name.startsWith(LOG_PREFIX)) continue;
    const file = join(folder, name);
    for (const line of (await readFile(file, 'utf8')).split('\n')) {
      if (line !== '') latencies.push(Number(line.split(' ', 3)[2]) / 1000);
    }
    await rm(file);
  }
  return { perSecond, p50Ms: quantile(latencies, 0.5), p99Ms: quantile(latencies, 0.99) };
}
