// npm run bench -- --only tuning --data FOLDER: measures a large database (made by the growth part) with the settings that
// follow from the machine against PostgreSQL's own, which every server had before. The server is started anew for each.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '../../src/store/sql.js';
import { openBusiness } from '../growth/business.js';
import { readSample } from '../growth/routes.js';
import { CONNECTIONS, ORDER } from '../load.js';
import type { Part, PartOptions } from '../part.js';
import { openPlace, type Place } from '../place.js';
import { median, medianSample, type Sample } from '../sample.js';
import { BENCH_SECRET_KEY } from '../secret-key.js';
import { startServer } from '../server-process.js';
import { atLeast } from '../targets.js';
import { createWrk } from '../wrk.js';

/** What the server had before its settings followed from the machine: mostly PostgreSQL's own defaults. */
const PLAIN =
  'shared_buffers=128MB,effective_cache_size=4GB,work_mem=4MB,maintenance_work_mem=64MB,autovacuum_work_mem=-1,' +
  'wal_buffers=4MB,max_wal_size=2GB,random_page_cost=4,effective_io_concurrency=16';

const SIDES = { tuned: '', plain: PLAIN } as const;
type Side = keyof typeof SIDES;

const LINES = ['POST /v2/orders', 'GET /v2/orders/{id}', 'GET /v2/orders', 'GET /v2/orders?customer_email='] as const;
type Line = (typeof LINES)[number];
/** `pages` is how many pages a request needed that were not in PostgreSQL's own buffers. No noise touches it. */
type Measured = Record<Line, Sample & { readonly pages: number }>;

const LEAST_RATIO = 1;

export async function measureTuning(place: Place, options: PartOptions): Promise<Part> {
  const { rows, database } = await openBusiness(place, options);
  await database.close();
  await place.remove();
  const rounds: Record<Side, Measured>[] = [];
  while (rounds.length < options.rounds) {
    const turns: Side[] = rounds.length % 2 === 0 ? ['tuned', 'plain'] : ['plain', 'tuned'];
    const round: [Side, Measured][] = [];
    for (const side of turns) round.push([side, await measureSide(place.folder, options, side)]);
    const measured = Object.fromEntries(round) as Record<Side, Measured>;
    rounds.push(measured);
    const told = LINES.map(
      (line) =>
        `${line} ${Math.round(measured.tuned[line].perSecond)} and ${Math.round(measured.plain[line].perSecond)}`,
    );
    options.say(`round ${rounds.length}, tuned and plain: ${told.join('; ')}`);
  }
  return toPart(rows, rounds);
}

async function measureSide(folder: string, options: PartOptions, side: Side): Promise<Measured> {
  const place = await openPlace(folder, SIDES[side]);
  try {
    const business = await openBusiness(place, options);
    const { database, key } = business;
    const sample = await readSample(database.deps.db, business);
    await database.close();
    const env = {
      DATABASE_URL: database.url,
      COBRO_SECRET_KEY: BENCH_SECRET_KEY,
      COBRO_RATE_LIMIT: '0',
      COBRO_ADDRESS_LIMIT: '0',
      COBRO_DEMO: 'off',
    };
    const server = await startServer({
      name: side,
      command: ['run/main.js', 'serve', '--only', 'api'],
      env,
      folder,
    });
    options.onStarted(server);
    const paths: Record<Line, readonly string[]> = {
      'POST /v2/orders': ['/v2/orders'],
      'GET /v2/orders/{id}': sample.orders.map(({ id }) => `/v2/orders/${id}`),
      'GET /v2/orders': ['/v2/orders?limit=20'],
      'GET /v2/orders?customer_email=': sample.orders.map(({ email }) => `/v2/orders?customer_email=${email}`),
    };
    const measured: [Line, Measured[Line]][] = [];
    for (const line of LINES) {
      const body = line === 'POST /v2/orders' ? { body: JSON.stringify(ORDER) } : {};
      const scriptFile = join(folder, `${side}.lua`);
      const load = await createWrk({ url: server.url, key, paths: paths[line], scriptFile, ...options, ...body });
      await load(options.seconds); // plans are made, and pages come into memory
      const before = await pagesRead(place);
      const result = await load(options.seconds);
      measured.push([line, { ...result, pages: ((await pagesRead(place)) - before) / result.answers }]);
    }
    await server.stop();
    return Object.fromEntries(measured) as Measured;
  } finally {
    await place.remove();
  }
}

/** Backends tell their numbers a second late. */
async function pagesRead({ db }: Place): Promise<number> {
  await sleep(1_500);
  const [row] = await db.query<{ pages: number }>(sql`
    select blks_read::double precision as pages from pg_stat_database where datname = 'growth'`);
  return row?.pages ?? 0;
}

function toPart(orders: number, rounds: readonly Record<Side, Measured>[]): Part {
  const row = (line: Line, side: Side) => {
    const { perSecond, p50Ms, p99Ms } = medianSample(rounds.map((round) => round[side][line]));
    return [
      `\`${line}\`, ${side === 'tuned' ? 'settings of the machine' : 'settings before'}`,
      Math.round(perSecond).toLocaleString('en'),
      p50Ms.toFixed(1),
      p99Ms.toFixed(1),
      median(rounds.map((round) => round[side][line].pages)).toFixed(2),
    ];
  };
  return {
    heading: 'Settings of the embedded PostgreSQL',
    note:
      `${orders.toLocaleString('en')} orders of 402 accounts, ${CONNECTIONS} connections, requests about orders from all over ` +
      'the largest account. PostgreSQL is started anew for each side of a round, with its files in the cache of the system. The last column ' +
      'is how many pages a request needed that were not in the buffers of PostgreSQL.',
    head: ['what', 'per second', 'p50 ms', 'p99 ms', 'pages read'],
    rows: LINES.flatMap((line) => [row(line, 'tuned'), row(line, 'plain')]),
    verdicts: LINES.map((line) =>
      atLeast(
        `${line}, settings of the machine against before`,
        LEAST_RATIO,
        rounds.map(({ tuned, plain }) => tuned[line].perSecond / plain[line].perSecond),
      ),
    ),
  };
}
