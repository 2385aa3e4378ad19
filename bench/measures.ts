// Creates the measurements on one PostgreSQL, ready to run in turn.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CHARGE, CONNECTIONS, ORDER, warmUp } from './load.js';
import { createPgbench } from './pgbench.js';
import type { Place } from './place.js';
import type { Sample } from './sample.js';
import { BENCH_SECRET_KEY } from './secret-key.js';
import { type ServerProcess, startServer } from './server-process.js';
import type { Running } from './tools.js';
import { createWrk, type Wrk } from './wrk.js';

export const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'] as const;
export type Name = (typeof NAMES)[number];

/** The sequence of measurements. Those that are compared run next to each other, because the machine's speed varies. */
export const TURNS: readonly Name[] = ['a', 'g', 'b', 'j', 'c', 'd', 'e', 'f', 'h', 'i'];

export const TITLES: Readonly<Record<Name, string>> = {
  a: 'pgbench: order and event, one prepared statement each',
  b: 'Cobro: `POST /v2/orders`',
  c: 'the same server without storing the order',
  d: 'Cobro: `GET /v2/orders/{id}`',
  e: 'bare Fastify: the bytes of (d), constant',
  f: '(d) over more orders than the service keeps in memory',
  g: 'Cobro: `POST /v1/charges`',
  h: 'Cobro: `GET /v1/charges/{id}`',
  i: 'Cobro: `GET /v1/providers`',
  j: '(b) at half its rate, with clients that pause',
};

export type Measures = Readonly<Record<Name, (seconds: number) => Promise<Sample>>> & {
  /** What the real service brought first, while its process was new. It is warm now. */
  readonly cold: Readonly<Record<'b' | 'g', Sample>>;
  /** The highest memory use of the real service. */
  peakMemoryMb(): Promise<number | null>;
};

/** The number of different orders that are read in turn. */
const ORDERS_READ = 5_000;
/** More orders than the service caches, read in turn, so that each has left the cache before it is read again. */
const ORDERS_FORGOTTEN = 20_000;

/** Starts three servers and passes each to `onStarted`, so that the caller can always stop it. */
export async function createMeasures(
  place: Place,
  options: Running & { readonly seconds: number; readonly onStarted: (server: ServerProcess) => void },
): Promise<Measures> {
  const { folder, databaseUrl } = place;
  const { signal, onStarted } = options;
  const start = async (name: string, command: readonly [string, ...string[]]) => {
    signal.throwIfAborted();
    const env = {
      DATABASE_URL: databaseUrl,
      COBRO_SECRET_KEY: BENCH_SECRET_KEY,
      COBRO_RATE_LIMIT: '0',
      COBRO_DEMO: 'off',
    };
    const server = await startServer({ name, command, env, folder });
    onStarted(server);
    return server;
  };
  const wrk = (name: string, url: string, paths: readonly string[], body?: string, pauseMs?: number) =>
    createWrk({
      url,
      paths,
      key: place.merchant.key,
      scriptFile: join(folder, `${name}.lua`),
      signal,
      ...(body !== undefined && { body }),
      ...(pauseMs !== undefined && { pauseMs }),
    });
  const order = JSON.stringify(ORDER);

  const service = await start('service', ['run/main.js', 'serve']);
  const noStore = await start('no-store', ['bench/servers/no-store.js']);
  const create = checkStored(place, await wrk('create', service.url, ['/v2/orders'], order));
  let topRate = Number.NaN;
  const createAtTop = async (seconds: number) => {
    const result = await create(seconds);
    topRate = result.perSecond;
    return result;
  };
  const createAtHalf = async (seconds: number) => {
    const pauseMs = (1_000 * CONNECTIONS) / (topRate / 2);
    return checkStored(place, await wrk('create-half', service.url, ['/v2/orders'], order, pauseMs))(seconds);
  };
  const charge = checkStored(place, await wrk('charge', service.url, ['/v1/charges'], JSON.stringify(CHARGE)));
  const cold = { b: await warmUp(createAtTop, options.seconds), g: await warmUp(charge, options.seconds) };
  const forgotten = await place.orderPaths(ORDERS_FORGOTTEN);
  const paths = forgotten.slice(0, ORDERS_READ);
  const answerFile = join(folder, 'answer.json');
  await writeFile(answerFile, await fetchText(`${service.url}${paths[0]}`, place.merchant.key));
  const constant = await start('constant', ['bench/servers/constant.js', answerFile]);
  return {
    a: createPgbench({ databaseUrl, accountId: place.peerAccountId, folder, signal }),
    b: createAtTop,
    c: await wrk('create-no-store', noStore.url, ['/v2/orders'], order),
    d: await wrk('read', service.url, paths),
    e: await wrk('read-constant', constant.url, paths),
    f: await wrk('read-forgotten', service.url, forgotten),
    g: charge,
    h: await wrk('read-charge', service.url, await place.orderPaths(ORDERS_READ, 'cash')),
    i: await wrk('providers', service.url, ['/v1/providers?order_total=150&currency=MXN']),
    j: createAtHalf,
    cold,
    peakMemoryMb: () => service.peakMemoryMb(),
  };
}

/** Every answered order must be in the database. Orders whose reply wrk did not wait for may be there too. */
function checkStored(place: Place, load: Wrk): Wrk {
  return async (seconds) => {
    const before = await place.countOrders();
    const result = await load(seconds);
    const stored = (await place.countOrders()) - before;
    if (stored < result.answers || stored > result.answers + 2 * CONNECTIONS) {
      throw new Error(`${result.answers} orders were answered, ${stored} were stored`);
    }
    return result;
  };
}

async function fetchText(url: string, key: string): Promise<string> {
  const headers = { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` };
  const answer = await fetch(url, { headers, signal: AbortSignal.timeout(10_000) });
  if (!answer.ok) throw new Error(`GET ${url}: ${answer.status}`);
  return answer.text();
}
