// Measures creates and matches on Citus clusters against one plain PostgreSQL, round by round. The clusters are there
// already: every --url is the coordinator's address of a database that `cobro migrate` and `cobro distribute` have made.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAccount } from '../../src/actions/accounts/create-account.js';
import { railDay } from '../../src/domain/base/mexico-day.js';
import { createLog } from '../../src/log.js';
import { createDeps } from '../../src/service/compose.js';
import { readSettings } from '../../src/settings/settings.js';
import { openStore } from '../../src/store/cluster/cluster-db.js';
import type { Db } from '../../src/store/db.js';
import { insertRail } from '../../src/store/rails/rails.js';
import { sql } from '../../src/store/sql.js';
import { NEWEST_VERSION } from '../../src/wire/versions/versions.js';
import { CONNECTIONS, ORDER } from '../load.js';
import type { Part, PartOptions } from '../part.js';
import type { Place } from '../place.js';
import { medianSample, type Sample } from '../sample.js';
import { BENCH_SECRET_KEY } from '../secret-key.js';
import { type ServerProcess, startServer } from '../server-process.js';
import { atLeast } from '../targets.js';
import { runClients } from './clients.js';

/** Enough for every node to have some. */
const ACCOUNTS = 24;
const WARM_UP_SECONDS = 2;
/** The overhead is what is measured; no target is set for it. */
const LEAST_RATIO = 0;

type Target = {
  readonly title: string;
  readonly db: Db;
  /** Only while it is measured: the workers of a service that waits take time from the others. */
  start(): Promise<ServerProcess>;
  readonly keys: readonly string[];
  readonly rail: { readonly user: string; readonly password: string };
  /** CLABEs of orders that were created and not paid yet. */
  readonly unpaid: string[];
};

type Measured = { readonly creates: Sample; readonly matches: Sample };

export async function measureCluster(place: Place, urls: readonly string[], options: PartOptions): Promise<Part> {
  const targets: Target[] = [];
  try {
    for (const url of [place.databaseUrl, ...urls]) targets.push(await openTarget(place, url, options));
    const rounds: Measured[][] = [];
    while (rounds.length < options.rounds) {
      const round: Measured[] = [];
      for (const target of targets) round.push(await measureOne(target, options.seconds));
      rounds.push(round);
      const told = round.map(({ creates, matches }) => `${rate(creates)} ${rate(matches)}`);
      options.say(`round ${rounds.length}, creates and matches of each: ${told.join('; ')}`);
    }
    return toPart(targets, rounds);
  } finally {
    for (const { db } of targets) await db.close();
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
    ...{ userName: rail.user, password: rail.password },
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
  return { title, db, start, keys, rail, unpaid: [] };
}

async function measureOne(target: Target, seconds: number): Promise<Measured> {
  const server = await target.start();
  try {
    await measure(target, server.url, WARM_UP_SECONDS);
    return await measure(target, server.url, seconds);
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

/** First creates, and then as many payments for what was created. */
async function measure(target: Target, url: string, seconds: number): Promise<Measured> {
  const { keys, rail, unpaid } = target;
  let asked = 0;
  const creates = await runClients(CONNECTIONS, seconds, async () => {
    const reply = await post(`${url}/v2/orders`, ORDER, `${keys[asked++ % keys.length]}:`);
    const clabe = (reply as { payment?: { clabe?: string } }).payment?.clabe;
    if (typeof clabe !== 'string') throw new Error(`an order without a CLABE: ${JSON.stringify(reply)}`);
    unpaid.push(clabe);
    return 'more';
  });
  const startedAt = performance.now();
  const told = await runClients(CONNECTIONS, seconds, async () => {
    const clabe = unpaid.pop();
    if (clabe === undefined) return 'done';
    await post(`${url}/rails/spei/deposits`, deposit(clabe), `${rail.user}:${rail.password}`);
    return 'more';
  });
  await untilMatched(target.db);
  const took = (performance.now() - startedAt) / 1_000;
  return { creates, matches: { ...told, perSecond: (told.perSecond * told.seconds) / took } };
}

async function post(url: string, body: object, credentials: string): Promise<unknown> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
    },
    body: JSON.stringify(body),
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

const rate = ({ perSecond }: Sample) => `${Math.round(perSecond)}/s`;

function toPart(targets: readonly Target[], rounds: readonly (readonly Measured[])[]): Part {
  const of = (target: number, what: keyof Measured) =>
    rounds.flatMap((round) => (round[target] === undefined ? [] : [round[target][what]]));
  const row = (title: string, target: number, what: keyof Measured) => {
    const { perSecond, p50Ms, p99Ms } = medianSample(of(target, what));
    return [`${title}: ${what}`, Math.round(perSecond).toLocaleString('en'), p50Ms.toFixed(1), p99Ms.toFixed(1)];
  };
  const ratios = (target: number, what: keyof Measured) =>
    of(target, what).map((sample, round) => sample.perSecond / (of(0, what)[round]?.perSecond ?? Number.NaN));
  return {
    heading: 'Citus clusters',
    note:
      `${CONNECTIONS} clients, ${ACCOUNTS} accounts. Client, service, coordinator and all nodes share this machine, so the ` +
      'figures show what a cluster costs and not what it brings.',
    head: ['what', 'per second', 'p50 ms', 'p99 ms'],
    rows: targets.flatMap(({ title }, at) => [row(title, at, 'creates'), row(title, at, 'matches')]),
    verdicts: targets.flatMap(({ title }, at) =>
      at === 0
        ? []
        : (['creates', 'matches'] as const).map((what) =>
            atLeast(`${what}, ${title}, against one plain PostgreSQL`, LEAST_RATIO, ratios(at, what)),
          ),
    ),
  };
}
