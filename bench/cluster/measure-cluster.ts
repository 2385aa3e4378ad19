// Measures what creates, reads and matches cost on Citus clusters against one plain PostgreSQL, round by round, in processor time of
// the service and of every PostgreSQL. The databases are there already, all of one version of PostgreSQL: the first --url is a plain
// one that `cobro migrate` has made, each other one is the coordinator's address of one that `cobro distribute` has spread.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAccount } from '../../src/actions/accounts/create-account.js';
import { railDay } from '../../src/domain/base/mexico-day.js';
import { createLog, type Log } from '../../src/log.js';
import { createDeps } from '../../src/service/compose.js';
import { readSettings } from '../../src/settings/settings.js';
import { openStore } from '../../src/store/cluster/cluster-db.js';
import { listNodes } from '../../src/store/cluster/moves.js';
import { type Db, openDb } from '../../src/store/db.js';
import { digestOf, insertRail } from '../../src/store/rails/rails.js';
import { sql } from '../../src/store/sql.js';
import { NEWEST_VERSION } from '../../src/wire/versions/versions.js';
import { type CpuCounter, createPostgresCpu } from '../cpu.js';
import { CONNECTIONS, ORDER } from '../load.js';
import type { Part, PartOptions } from '../part.js';
import type { Place } from '../place.js';
import { median, type Sample } from '../sample.js';
import { BENCH_SECRET_KEY } from '../secret-key.js';
import { type ServerProcess, startServer } from '../server-process.js';
import { atLeast } from '../targets.js';
import { runClients } from './clients.js';

/** Enough for every node to have some. */
const ACCOUNTS = 24;
const WARM_UP_SECONDS = 2;
/** What a plain PostgreSQL costs of what a cluster costs. */
const LEAST = { creates: 0.75, reads: 0.8, matches: 0.6 } as const;
/** Of all processor time of an order. */
const MOST_COORDINATOR = 0.03;

type Target = {
  readonly title: string;
  readonly db: Db;
  /** Only while it is measured: the workers of a service that waits take time from the others. */
  start(): Promise<ServerProcess>;
  readonly keys: readonly string[];
  readonly rail: { readonly user: string; readonly password: string };
  /** Orders that were created and not paid yet. */
  readonly unpaid: { readonly id: string; readonly key: string; readonly clabe: string }[];
  readonly meters: Meters;
};

/** The processor time of every PostgreSQL; a plain one has no coordinator beside it. */
type Meters = { readonly all: readonly CpuCounter[]; readonly coordinator: CpuCounter | null; close(): Promise<void> };

type What = keyof typeof LEAST;
const WHAT = ['creates', 'reads', 'matches'] as const satisfies readonly What[];
/** Microseconds of processor time each, and the part of the coordinator. */
type Cost = Sample & { readonly micros: number; readonly coordinator: number };
type Measured = Readonly<Record<What, Cost>>;

export async function measureCluster(place: Place, urls: readonly string[], options: PartOptions): Promise<Part> {
  const targets: Target[] = [];
  try {
    for (const url of urls) targets.push(await openTarget(place, url, options));
    const rounds: Measured[][] = [];
    while (rounds.length < options.rounds) {
      const round: Measured[] = [];
      for (const target of targets) round.push(await measureOne(target, options.seconds));
      rounds.push(round);
      const told = round.map((one) => WHAT.map((what) => `${Math.round(one[what].micros)}`).join(' '));
      options.say(`round ${rounds.length}, microseconds of a create, a read and a match of each: ${told.join('; ')}`);
    }
    return toPart(targets, rounds);
  } finally {
    for (const { db, meters } of targets) {
      await meters.close();
      await db.close();
    }
  }
}

async function openTarget(place: Place, databaseUrl: string, options: PartOptions): Promise<Target> {
  const log = createLog({ level: 'error', destination: 2 });
  const db = await openStore({ url: databaseUrl, poolSize: 4, timeoutMs: 30_000, log });
  const settings = readSettings({ DATABASE_URL: databaseUrl, COBRO_SECRET_KEY: BENCH_SECRET_KEY });
  const deps = await createDeps({ settings, log, db });
  const keys: string[] = [];
  for (let account = 0; account < ACCOUNTS; account++) {
    const made = await createAccount(deps, { name: 'Bench', interfaceVersion: NEWEST_VERSION, actor: 'service' });
    keys.push(made.keys.test.private);
  }
  const rail = { user: `bench-${randomBytes(4).toString('hex')}`, password: randomBytes(16).toString('hex') };
  const now = Date.now();
  await insertRail(db, {
    ...{ id: deps.random.uuid(now), kind: 'spei', name: 'bench', mode: 'test', allow: [], createdAt: now },
    ...{ userName: rail.user, digest: digestOf(rail.password).toString('hex') },
  });
  const { title, name } = await titleOf(db);
  const env = {
    ...{ DATABASE_URL: databaseUrl, COBRO_SECRET_KEY: BENCH_SECRET_KEY, COBRO_RATE_LIMIT: '0', COBRO_DEMO: 'off' },
    COBRO_ADDRESS_LIMIT: '0',
  };
  const start = async () => {
    const server = await startServer({ name, command: ['run/main.js', 'serve'], env, folder: place.folder });
    options.onStarted(server);
    return server;
  };
  return { title, db, start, keys, rail, unpaid: [], meters: await createMeters(db, databaseUrl, log) };
}

async function createMeters(db: Db, databaseUrl: string, log: Log): Promise<Meters> {
  const own = await createPostgresCpu(db);
  if (!db.isSpread) return { all: [own], coordinator: null, close: async () => undefined };
  const addresses = (await listNodes(db)).map(({ node }) => node);
  const nodes = addresses.map((address) => {
    const url = new URL(databaseUrl);
    url.host = address;
    return openDb({ url: url.href, poolSize: 1, timeoutMs: 30_000, log });
  });
  return {
    all: [own, ...(await Promise.all(nodes.map(createPostgresCpu)))],
    coordinator: own,
    close: async () => {
      for (const node of nodes) await node.close();
    },
  };
}

async function measureOne(target: Target, seconds: number): Promise<Measured> {
  const server = await target.start();
  try {
    await measure(target, server, WARM_UP_SECONDS);
    return await measure(target, server, seconds);
  } finally {
    await server.stop();
  }
}

async function titleOf(db: Db): Promise<{ title: string; name: string }> {
  if (!db.isSpread) return { title: 'one plain PostgreSQL', name: 'plain' };
  const [row] = await db.query<{ nodes: number }>(sql`
    select count(distinct nodename || ':' || nodeport)::integer as nodes
    from citus_shards
    where table_name = 'orders'::regclass`);
  return { title: `Citus, ${row?.nodes} nodes with data`, name: `citus-${row?.nodes}` };
}

/** First creates, then reads of what was created, and then as many payments for it. */
async function measure(target: Target, server: ServerProcess, seconds: number): Promise<Measured> {
  const { keys, rail, unpaid } = target;
  const { url } = server;
  let asked = 0;
  const creates = await metered(target, server, () =>
    runClients(CONNECTIONS, seconds, async () => {
      const key = keys[asked++ % keys.length] ?? '';
      const { id, payment } = (await ask('POST', `${url}/v2/orders`, `${key}:`, ORDER)) as {
        id: string;
        payment?: { clabe?: string };
      };
      if (payment?.clabe === undefined) throw new Error(`order ${id} has no CLABE`);
      unpaid.push({ id, key, clabe: payment.clabe });
      return 'more';
    }),
  );
  const reads = await metered(target, server, () =>
    runClients(CONNECTIONS, seconds, async () => {
      const one = unpaid[asked++ % unpaid.length];
      if (one === undefined) return 'done';
      await ask('GET', `${url}/v2/orders/${one.id}`, `${one.key}:`);
      return 'more';
    }),
  );
  const matches = await metered(target, server, async () => {
    const told = await runClients(CONNECTIONS, seconds, async () => {
      const one = unpaid.pop();
      if (one === undefined) return 'done';
      await ask('POST', `${url}/rails/spei/deposits`, `${rail.user}:${rail.password}`, deposit(one.clabe));
      return 'more';
    });
    await untilMatched(target.db);
    return told;
  });
  return { creates, reads, matches };
}

async function metered(
  { meters }: Target,
  server: ServerProcess,
  work: () => Promise<Sample & { readonly seconds: number }>,
): Promise<Cost> {
  const read = async () => {
    const databases = await Promise.all(meters.all.map((one) => one()));
    return {
      all: databases.reduce((sum, one) => sum + one, await server.cpuSeconds()),
      coordinator: (await meters.coordinator?.()) ?? 0,
    };
  };
  const before = await read();
  const sample = await work();
  const after = await read();
  const spent = after.all - before.all;
  return {
    ...sample,
    micros: (spent / (sample.perSecond * sample.seconds)) * 1_000_000,
    coordinator: (after.coordinator - before.coordinator) / spent,
  };
}

async function ask(method: 'GET' | 'POST', url: string, credentials: string, body?: object): Promise<unknown> {
  const reply = await fetch(url, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${reply.status} ${text}`);
  return JSON.parse(text);
}

function deposit(clabe: string) {
  return {
    ...{ id: Date.now(), fechaOperacion: railDay(Date.now()), institucionOrdenante: '40012' },
    ...{ institucionBeneficiaria: '90646', claveRastreo: randomBytes(8).toString('hex').toUpperCase(), monto: 150 },
    ...{ nombreOrdenante: 'ANA ROBLES', tipoCuentaOrdenante: 40, cuentaOrdenante: '012180015025335996' },
    ...{ rfcCurpOrdenante: 'ND', nombreBeneficiario: 'COBRO', cuentaBeneficiario: clabe, conceptoPago: 'PAGO' },
    ...{ referenciaNumerica: 1, empresa: 'COBRO', tipoPago: 1, tsLiquidacion: Date.now() },
  };
}

async function untilMatched(db: Db): Promise<void> {
  for (;;) {
    const open = await db.query(sql`select 1 from rail_notices where state = 'stored' limit 1`);
    if (open.length === 0) return;
    await sleep(20); // the asking must not take the time of the matching
  }
}

function toPart(targets: readonly Target[], rounds: readonly (readonly Measured[])[]): Part {
  const of = (target: number, what: What) =>
    rounds.flatMap((round) => (round[target] === undefined ? [] : [round[target][what]]));
  const middle = (target: number, what: What, read: (cost: Cost) => number) => median(of(target, what).map(read));
  const ratios = (target: number, what: What) =>
    of(target, what).map((cost, round) => (of(0, what)[round]?.micros ?? Number.NaN) / cost.micros);
  return {
    heading: 'Citus clusters',
    note:
      `${CONNECTIONS} clients, ${ACCOUNTS} accounts. Processor time of the service and of all PostgreSQL together for each create, ` +
      'read and matched notice. Everything shares this machine, so the figures show what a cluster costs and not what it brings.',
    head: ['what', 'µs each', "the coordinator's part"],
    rows: targets.flatMap(({ title }, at) =>
      WHAT.map((what) => [
        `${title}: ${what}`,
        Math.round(middle(at, what, ({ micros }) => micros)).toLocaleString('en'),
        at === 0 ? '' : `${(middle(at, what, ({ coordinator }) => coordinator) * 100).toFixed(0)} %`,
      ]),
    ),
    verdicts: targets.flatMap(({ title }, at) =>
      at === 0
        ? []
        : [
            ...WHAT.map((what) =>
              atLeast(`${what}, ${title}, against one plain PostgreSQL`, LEAST[what], ratios(at, what)),
            ),
            atLeast(
              `creates, ${title}, without the coordinator`,
              1 - MOST_COORDINATOR,
              of(at, 'creates').map(({ coordinator }) => 1 - coordinator),
            ),
          ],
    ),
  };
}
