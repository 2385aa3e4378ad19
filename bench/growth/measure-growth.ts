// Measures the service over a database as large as years of business leave it: every route by itself, and new orders
// against the same service over an empty database.
import { join } from 'node:path';
import { countFigures } from '../../src/actions/orders/count-figures.js';
import { indexOrders } from '../../src/actions/orders/index-orders.js';
import type { Deps } from '../../src/deps.js';
import { openOwnDatabase } from '../deliveries/database.js';
import { createMerchant } from '../deliveries/seed.js';
import { CONNECTIONS, ORDER } from '../load.js';
import type { Part, PartOptions } from '../part.js';
import type { Place } from '../place.js';
import { median } from '../sample.js';
import { BENCH_SECRET_KEY } from '../secret-key.js';
import { startServer } from '../server-process.js';
import { atLeast, type Verdict } from '../targets.js';
import { createWrk } from '../wrk.js';
import { type Business, NOWHERE, openBusiness } from './business.js';
import { makePerson } from './people.js';
import { listRoutes, readSample } from './routes.js';
import { switchOffEndpoints } from './switch-off-endpoints.js';
import { type Visited, visitAll } from './visit.js';

const REQUESTS = 200;
const MOST_P99_MS = 100;
const LEAST_RATE = 0.85;
/** Orders of one account go to places all over its indexes, and only after a while are those in memory. */
const WARM_UPS = 6;

export async function measureGrowth(place: Place, options: PartOptions): Promise<Part> {
  const { database, ...business } = await openBusiness(place, options);
  const empty = await openOwnDatabase(place, 'growth_empty');
  try {
    const other = await createMerchant(empty.deps, { name: 'empty', receiverUrl: NOWHERE, endpoints: 2 });
    const sample = await readSample(database.deps.db, business);
    const start = async (name: string, url: string) => {
      const env = {
        DATABASE_URL: url,
        COBRO_SECRET_KEY: BENCH_SECRET_KEY,
        COBRO_RATE_LIMIT: '0',
        COBRO_ADDRESS_LIMIT: '0',
        COBRO_DEMO: 'off',
        COBRO_DESK_SECOND_FACTOR: 'off',
      };
      const server = await startServer({ name, command: ['run/main.js', 'serve'], env, folder: place.folder });
      options.onStarted(server);
      return server;
    };
    const large = await start('large', database.url);
    const small = await start('small', empty.url);
    const visitor = {
      ...{ url: large.url, key: business.key },
      merchant: await makePerson(database.deps, business.accountId),
      operator: await makePerson(database.deps, null),
    };
    await catchUp(database.deps);
    const visited = await visitAll(visitor, listRoutes(sample), { ...options, requests: REQUESTS });
    const ratios = await compareCreates(options, place.folder, [
      { url: large.url, key: business.key },
      { url: small.url, key: other.key },
    ]);
    return toPart(business, visited, ratios);
  } finally {
    await empty.drop();
    await database.close();
  }
}

/** An earlier run may have left more new orders than any minute of business does: they are counted first. */
async function catchUp(deps: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  while (await countFigures(deps));
  while (await indexOrders(deps));
}

type Target = { readonly url: string; readonly key: string };
type Rates = { readonly large: number; readonly empty: number };

/** The rates of new orders over both databases, in turn. */
async function compareCreates(
  { rounds, seconds, signal, say }: PartOptions,
  folder: string,
  [large, empty]: readonly [Target, Target],
): Promise<Rates[]> {
  const create = ({ url, key }: Target, name: string) =>
    createWrk({
      url,
      key,
      paths: ['/v2/orders'],
      body: JSON.stringify(ORDER),
      scriptFile: join(folder, `${name}.lua`),
      signal,
    });
  for (const target of [large, empty]) await switchOffEndpoints(target);
  const [onLarge, onEmpty] = [await create(large, 'large'), await create(empty, 'empty')];
  for (let turn = 0; turn < WARM_UPS; turn++) {
    await onLarge(seconds);
    await onEmpty(seconds);
  }
  const rates: Rates[] = [];
  while (rates.length < rounds) {
    const rate = { large: (await onLarge(seconds)).perSecond, empty: (await onEmpty(seconds)).perSecond };
    rates.push(rate);
    say(`round ${rates.length}: large ${Math.round(rate.large)}/s, empty ${Math.round(rate.empty)}/s`);
  }
  return rates;
}

function toPart({ rows, rowsOfOne }: Business, visited: readonly Visited[], rates: readonly Rates[]): Part {
  const shown = (ms: number) => ms.toFixed(1);
  const rate = (which: keyof Rates) => Math.round(median(rates.map((one) => one[which]))).toLocaleString('en');
  return {
    heading: 'Growth',
    note:
      `${rows.toLocaleString('en')} orders of 402 accounts, ${rowsOfOne.toLocaleString('en')} of them of the one that asks, with their events, deliveries, ` +
      `payments, postings and notices. Each route gets ${REQUESTS} requests, one at a time, about rows from all over the account. ` +
      `New orders: ${CONNECTIONS} connections, ${rate('large')} a second, ${rate('empty')} over an empty database.`,
    head: ['route', 'p50 ms', 'p99 ms'],
    rows: visited.map(({ title, p50Ms, p99Ms }) => [title, shown(p50Ms), shown(p99Ms)]),
    verdicts: [
      judgeSlowest(visited),
      atLeast(
        'new orders against an empty database',
        LEAST_RATE,
        rates.map(({ large, empty }) => large / empty),
      ),
    ],
  };
}

function judgeSlowest(visited: readonly Visited[]): Verdict {
  const slow = visited.filter(({ p99Ms }) => p99Ms >= MOST_P99_MS);
  const most = Math.max(...visited.map(({ p99Ms }) => p99Ms));
  return {
    target: 'p99 of every route',
    wanted: `< ${MOST_P99_MS} ms`,
    measured: `${most.toFixed(1)} ms`,
    spread: slow.map(({ title }) => title).join(', '),
    met: slow.length === 0,
  };
}
