// The peer of order creation: pgbench stores the same rows in the same tables, in the best way a client without a
// coalescer has: one prepared statement per order, its values as parameters, committed on its own.
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
/** More would use up the numbers below 2^32 that folios are made of. */
export const MOST_RUNS = 42;

// Each client counts in steps of its own, so folios and CLABEs are unique without asking the server; the factor spreads
// them over their indexes like Cobro's. Ids are of version 7 like Cobro's: random ones would be slower.
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

export async function createPgbench(options: PgbenchOptions): Promise<Pgbench> {
  const script = join(options.folder, 'orders.sql');
  await writeFile(script, SCRIPT);
  let turn = 0;
  return async (seconds) => {
    const printed = await runTool('pgbench', pgbenchArguments(options, { script, seconds, turn: turn++ }), {
      signal: options.signal,
      env: connectionOf(options.databaseUrl),
    });
    return readSample(printed, options.folder);
  };
}

function pgbenchArguments(
  { accountId, folder }: PgbenchOptions,
  run: { readonly script: string; readonly seconds: number; readonly turn: number },
): string[] {
  const amount = ORDER.product.price * 100;
  const values = {
    n: run.turn * STEP,
    account: accountId,
    product_id: ORDER.product.id,
    product_name: ORDER.product.name,
    customer_name: ORDER.customer.name,
    customer_email: ORDER.customer.email,
    amount,
    fee: 1025,
    iva: 164,
  };
  return [
    ['--no-vacuum', '--protocol=prepared', `--file=${run.script}`],
    [`--client=${CONNECTIONS}`, `--jobs=${THREADS}`, `--time=${run.seconds}`],
    ['--log', `--log-prefix=${join(folder, LOG_PREFIX)}`],
    Object.entries(values).map(([name, value]) => `--define=${name}=${value}`),
  ].flat();
}

/** By environment, so that the password is in no list of processes. */
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

/** The rate as pgbench tells it; the latencies from its log, one line per transaction, microseconds in third place. */
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
