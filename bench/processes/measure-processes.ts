// Measures one process against two on one port (COBRO_PROCESSES), and both ways in which Node.js spreads connections over
// them. Client, service and PostgreSQL share the machine, so the figure says what the second process brings here.
import { join } from 'node:path';
import { CONNECTIONS, ORDER } from '../load.js';
import type { Part, PartOptions } from '../part.js';
import type { Place } from '../place.js';
import { medianSample, type Sample } from '../sample.js';
import { BENCH_SECRET_KEY } from '../secret-key.js';
import { startServer } from '../server-process.js';
import { atLeast } from '../targets.js';
import { createWrk, type Wrk } from '../wrk.js';

const ORDERS_READ = 5_000;
const WARM_UP_SECONDS = 3;
const LEAST_RATIO = 1;

const SERVERS = {
  one: { title: 'one process', env: { COBRO_PROCESSES: '1' } },
  two: { title: 'two processes', env: { COBRO_PROCESSES: '2' } },
  unspread: {
    title: 'two processes, spread by the kernel',
    env: { COBRO_PROCESSES: '2', NODE_CLUSTER_SCHED_POLICY: 'none' },
  },
} as const;
type Name = keyof typeof SERVERS;
const NAMES = Object.keys(SERVERS) as Name[];

type Measured = Record<Name, { readonly creates: Sample; readonly reads: Sample }>;

export async function measureProcesses(place: Place, options: PartOptions): Promise<Part> {
  const loads: Partial<Record<Name, { create: Wrk; read: Wrk }>> = {};
  for (const name of NAMES) loads[name] = await startLoad(place, options, name);
  const run = async (name: Name, seconds: number) => {
    const load = loads[name];
    if (load === undefined) throw new Error(`${name} was not started`);
    return { creates: await load.create(seconds), reads: await load.read(seconds) };
  };
  for (const name of NAMES) await run(name, WARM_UP_SECONDS);
  await place.settle();
  const rounds: Measured[] = [];
  while (rounds.length < options.rounds) {
    // They take turns to go first, because the machine's speed varies.
    const turns = rounds.length % 2 === 0 ? NAMES : NAMES.toReversed();
    const round: [Name, Measured[Name]][] = [];
    for (const name of turns) round.push([name, await run(name, options.seconds)]);
    const measured = Object.fromEntries(round) as Measured;
    rounds.push(measured);
    const told = NAMES.map((name) => `${name} ${rate(measured[name].creates)}, ${rate(measured[name].reads)}`);
    options.say(`round ${rounds.length}, creates and reads: ${told.join('; ')}`);
  }
  return toPart(rounds);
}

async function startLoad(place: Place, options: PartOptions, name: Name): Promise<{ create: Wrk; read: Wrk }> {
  const env = {
    DATABASE_URL: place.databaseUrl,
    COBRO_SECRET_KEY: BENCH_SECRET_KEY,
    COBRO_RATE_LIMIT: '0',
    COBRO_DEMO: 'off',
    ...SERVERS[name].env,
  };
  const { folder } = place;
  const server = await startServer({ name, command: ['src/main.js', 'serve'], env, folder });
  options.onStarted(server);
  const common = { url: server.url, key: place.merchant.key, signal: options.signal };
  const scriptFile = (what: string) => join(folder, `${name}-${what}.lua`);
  const create = await createWrk({
    ...common,
    paths: ['/v2/orders'],
    body: JSON.stringify(ORDER),
    scriptFile: scriptFile('create'),
  });
  while ((await place.countOrders()) < ORDERS_READ) await create(WARM_UP_SECONDS);
  const paths = await place.orderPaths(ORDERS_READ);
  return { create, read: await createWrk({ ...common, paths, scriptFile: scriptFile('read') }) };
}

const rate = ({ perSecond }: Sample) => `${Math.round(perSecond)}/s`;

function toPart(rounds: readonly Measured[]): Part {
  const row = (name: Name, what: 'creates' | 'reads', title: string) => {
    const { perSecond, p50Ms, p99Ms } = medianSample(rounds.map((round) => round[name][what]));
    return [
      `${SERVERS[name].title}: ${title}`,
      Math.round(perSecond).toLocaleString('en'),
      p50Ms.toFixed(1),
      p99Ms.toFixed(1),
    ];
  };
  const ratio = (title: string, what: 'creates' | 'reads', [name, peer]: readonly [Name, Name]) =>
    atLeast(
      title,
      LEAST_RATIO,
      rounds.map((round) => round[name][what].perSecond / round[peer][what].perSecond),
    );
  return {
    heading: 'Processes',
    note:
      `${CONNECTIONS} connections. Client, service and PostgreSQL share all cores, so a second process can use only what the ` +
      'others leave; on a machine with cores to spare it brings more.',
    head: ['what', 'per second', 'p50 ms', 'p99 ms'],
    rows: NAMES.flatMap((name) => [
      row(name, 'creates', '`POST /v2/orders`'),
      row(name, 'reads', '`GET /v2/orders/{id}`'),
    ]),
    verdicts: [
      ratio('creates, two against one', 'creates', ['two', 'one']),
      ratio('reads, two against one', 'reads', ['two', 'one']),
      ratio('creates, in turn against spread by the kernel', 'creates', ['two', 'unspread']),
      ratio('reads, in turn against spread by the kernel', 'reads', ['two', 'unspread']),
    ],
  };
}
