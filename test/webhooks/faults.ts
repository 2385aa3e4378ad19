// The fault test (D52, D53): real worker processes over one database, killed with -9 while orders change; four shops, of
// which one is well, one answers 500 a third of the time, one hangs, and one resets connections until it is replaced.
// npm test runs a short one; node scripts/faults.mjs the long one.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createAccount } from '../../src/actions/accounts/create-account.js';
import { EVENT_TYPES } from '../../src/domain/orders/event-types.js';
import { createLog } from '../../src/log.js';
import { PACKAGE_FOLDER } from '../../src/paths.js';
import { createDeps } from '../../src/service/compose.js';
import { readSettings } from '../../src/settings/settings.js';
import { openDb } from '../../src/store/db.js';
import { NEWEST_VERSION } from '../../src/wire/versions/versions.js';
import { inParallel } from '../support/http-client.js';
import { readyUrl } from '../support/process.js';
import { TEST_SECRET_KEY } from '../support/secret-key.js';
import { basic, chargeBody } from '../support/service.js';
import { until } from '../support/until.js';
import { type Hit, type Receiver, startReceiver } from './receiver.js';

export type FaultPlan = {
  /** A migrated database of its own. */
  readonly databaseUrl: string;
  readonly orders: number;
  /** The orders are made one after another over this long. */
  readonly spreadMs: number;
  readonly killsAtMs: readonly number[];
  readonly replaceAtMs: number;
  /** How long a try lasts at most, at the hanging shop. */
  readonly timeoutMs: number;
  /** How often the shop that fails refuses one webhook at most. */
  readonly refusals: number;
  /** How long after the last change everything has to have arrived. */
  readonly drainMs: number;
};

export type FaultReport = {
  readonly orders: number;
  readonly events: number;
  readonly requests: Readonly<Record<ShopName, number>>;
  readonly healthyMs: { readonly p50: number; readonly p99: number; readonly most: number };
  /** From each kill until something that the dead process had in hand was sent again. */
  readonly takenOverMs: readonly number[];
  readonly inHandAtKills: readonly number[];
  readonly duplicates: number;
  /** Those that no kill explains: it is neither around one, nor of a webhook that a process had in hand when it was killed. */
  readonly strayDuplicates: readonly string[];
  readonly tookMs: number;
};

type ShopName = 'healthy' | 'failing' | 'hanging' | 'replaced';
type Kill = { readonly at: number; readonly inHand: readonly { id: string; endpoint: string }[] };
type Repeat = Hit & { readonly endpoint: string };
type Shop = { readonly name: ShopName; readonly endpoint: string; readonly receivers: Receiver[] };

const AROUND_A_KILL_MS = 15_000;
/** What a process sent before it died may be read a little later; nobody is taken for dead as soon as this. */
const STILL_ON_ITS_WAY_MS = 3_000;

/** Runs the plan and fails unless everything held. */
export async function runFaults(plan: FaultPlan): Promise<FaultReport> {
  const started = Date.now();
  const client = new pg.Client({ connectionString: plan.databaseUrl });
  await client.connect();
  const workers = await Workers.start(plan, client);
  const shops: Shop[] = [];
  try {
    const key = await makeKey(plan.databaseUrl);
    const api = (method: string, path: string, body?: unknown) => callSurely(workers, key, { method, path, body });
    for (const name of ['healthy', 'failing', 'hanging', 'replaced'] as const) {
      const receiver = await startReceiver(behaviour(name, plan));
      const { id } = await api('POST', '/v1/webhooks/stores', { url: receiver.url });
      await api('PUT', `/v1/webhooks/stores/${id}`, { url: receiver.url, events: EVENT_TYPES });
      shops.push({ name, endpoint: id, receivers: [receiver] });
    }
    const begin = performance.now();
    const kills: Kill[] = [];
    const [ids] = await Promise.all([
      changeOrders(api, plan),
      killWorkers(plan, { workers, client, begin, kills }),
      sleep(plan.replaceAtMs).then(() => replaceShop(api, shops)),
    ]);
    await until('no money is left unmatched by a process that was killed', () => isMatched(client), plan.drainMs);
    const events = await readEvents(client);
    assert.ok(
      ids.every((id) => (events.byOrder.get(id) ?? 0) >= 3),
      'every order has its three changes',
    );
    await drain(shops, events.all, plan.drainMs);
    await assertNothingLost(client, shops, events.all.length);
    for (const shop of shops) assertInOrder(shop);
    return report(plan, { shops, kills, createdAt: events.createdAt, ids, started });
  } finally {
    workers.end();
    for (const { receivers } of shops) for (const receiver of receivers) await receiver.close();
    await client.end();
  }
}

function behaviour(name: ShopName, plan: FaultPlan): Parameters<typeof startReceiver>[0] {
  const refused = new Map<string, number>();
  if (name === 'hanging') return () => 'hang';
  if (name === 'replaced') return () => 'reset';
  if (name === 'healthy') return () => ({ status: 200 });
  return ({ id }) => {
    const times = refused.get(id) ?? 0;
    if (times >= plan.refusals || Math.random() >= 1 / 3) return { status: 200 };
    refused.set(id, times + 1);
    return { status: 500 };
  };
}

type Api = (method: string, path: string, body?: unknown) => Promise<{ id: string; paid?: boolean }>;

/** Each order is created, paid in part and paid. A call whose answer was lost is made again. */
async function changeOrders(api: Api, plan: FaultPlan): Promise<string[]> {
  const begin = performance.now();
  const numbers = Array.from({ length: plan.orders }, (_, number) => number);
  return inParallel(numbers, 32, async (number) => {
    await sleep(Math.max(0, (number / plan.orders) * plan.spreadMs - (performance.now() - begin)));
    const { id } = await api('POST', '/v1/charges', chargeBody({ order_id: `F-${number}` }));
    await api('POST', `/v1/test/orders/${id}/payments`, { scenario: 'short' });
    for (let paid = false; !paid; ) {
      await api('POST', `/v1/test/orders/${id}/payments`, { scenario: 'exact' });
      paid = (await api('GET', `/v1/charges/${id}`)).paid === true;
    }
    return id.replace(/^ch_/, '');
  });
}

async function killWorkers(
  plan: FaultPlan,
  { workers, client, begin, kills }: { workers: Workers; client: pg.Client; begin: number; kills: Kill[] },
): Promise<void> {
  for (const [index, at] of plan.killsAtMs.entries()) {
    await sleep(Math.max(0, at - (performance.now() - begin)));
    const killedAt = Date.now();
    const owner = workers.kill(index % 2);
    const { rows } = await client.query(
      `select 'evt_' || order_id || '_' || sequence as id, endpoint_id as endpoint
      from webhook_deliveries
      where lease_owner = $1
        and state = 'due'`,
      [owner],
    );
    kills.push({ at: killedAt, inHand: rows });
    await sleep(2_000);
    await workers.restart(index % 2);
  }
}

async function replaceShop(api: Api, shops: readonly Shop[]): Promise<void> {
  const shop = shopOf(shops, 'replaced');
  const receiver = await startReceiver();
  shop.receivers.push(receiver);
  await api('PUT', `/v1/webhooks/stores/${shop.endpoint}`, { url: receiver.url });
}

/** A payment whose answer was lost is told again, and the first may be booked later: until then more events come. */
async function isMatched(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`select from rail_notices where state = 'stored' limit 1`);
  return rows.length === 0;
}

async function readEvents(client: pg.Client) {
  const { rows } = await client.query(
    `select order_id, 'evt_' || order_id || '_' || sequence as id, created_at from order_events`,
  );
  const byOrder = new Map<string, number>();
  for (const { order_id } of rows) byOrder.set(order_id, (byOrder.get(order_id) ?? 0) + 1);
  return {
    all: rows.map(({ id }) => id as string),
    byOrder,
    createdAt: new Map<string, number>(rows.map(({ id, created_at }) => [id, created_at.getTime()])),
  };
}

/** Until each event was accepted by each shop that ever answers. */
async function drain(shops: readonly Shop[], events: readonly string[], withinMs: number): Promise<void> {
  const answering = shops.filter(({ name }) => name !== 'hanging');
  const missing = () =>
    answering.map((shop) => {
      const accepted = new Set(hitsOf(shop).flatMap(({ id, status }) => (status === 200 ? [id] : [])));
      return `${shop.name}: ${events.filter((id) => !accepted.has(id)).length}`;
    });
  await until('every event has arrived', () => missing().every((text) => text.endsWith(' 0')), withinMs).catch(() => {
    throw new Error(`not everything arrived within ${withinMs} ms: ${missing().join(', ')}`);
  });
}

/** In the database, too: what was accepted is recorded, and what the hanging shop never took is still on its way. */
async function assertNothingLost(client: pg.Client, shops: readonly Shop[], events: number): Promise<void> {
  const count = async () => {
    const { rows } = await client.query(
      `select endpoint_id, count(*)::integer as rows, (count(*) filter (where state = 'delivered'))::integer as delivered,
        (count(*) filter (where state in ('due', 'waiting')))::integer as live
      from webhook_deliveries
      group by endpoint_id`,
    );
    return new Map<string, { rows: number; delivered: number; live: number }>(
      rows.map((row) => [row.endpoint_id, row]),
    );
  };
  const isRecorded = async () => {
    const counts = await count();
    return shops.every(({ name, endpoint }) => {
      const found = counts.get(endpoint);
      return found?.rows === events && (name === 'hanging' ? found.live : found.delivered) === events;
    });
  };
  await until('every delivery is recorded', isRecorded, AROUND_A_KILL_MS).catch(async (error) => {
    throw new Error(`${error.message}, of ${events} each: ${JSON.stringify([...(await count())])}`);
  });
}

/** An older webhook of an order never comes after a newer one. */
function assertInOrder(shop: Shop): void {
  const newest = new Map<string, number>();
  for (const { order, sequence } of hitsOf(shop)) {
    assert.ok(sequence >= (newest.get(order) ?? 0), `${shop.name}: ${order} ${sequence} after ${newest.get(order)}`);
    newest.set(order, sequence);
  }
}

function report(
  plan: FaultPlan,
  run: { shops: Shop[]; kills: Kill[]; createdAt: Map<string, number>; ids: string[]; started: number },
): FaultReport {
  const { shops, kills, createdAt } = run;
  const first = new Map<string, number>();
  for (const { id, at } of hitsOf(shopOf(shops, 'healthy'))) if (!first.has(id)) first.set(id, at);
  const delays = [...first].map(([id, at]) => at - (createdAt.get(id) ?? at)).sort((a, b) => a - b);
  const at = (share: number) => delays[Math.min(delays.length - 1, Math.floor(share * delays.length))] ?? 0;
  const repeats = shops.flatMap(repeatsOf);
  // A webhook that arrived but was not recorded when its process died is sent again, and when that try fails, later once more.
  const isOfKill = ({ id, at: time, endpoint }: Repeat) =>
    kills.some(
      (kill) =>
        (time >= kill.at && time <= kill.at + AROUND_A_KILL_MS) ||
        kill.inHand.some((held) => held.id === id && held.endpoint === endpoint),
    );
  const again = ({ at: killedAt, inHand }: Kill) =>
    Math.min(
      ...inHand.map(({ id, endpoint }) => {
        const shop = shops.find((one) => one.endpoint === endpoint && one.name !== 'hanging'); // its queue is its own
        const hit = shop && hitsOf(shop).find((one) => one.id === id && one.at > killedAt + STILL_ON_ITS_WAY_MS);
        return hit === undefined ? Number.POSITIVE_INFINITY : hit.at - killedAt;
      }),
    );
  return {
    orders: plan.orders,
    events: createdAt.size,
    requests: Object.fromEntries(shops.map((shop) => [shop.name, hitsOf(shop).length])) as FaultReport['requests'],
    healthyMs: { p50: at(0.5), p99: at(0.99), most: delays.at(-1) ?? 0 },
    takenOverMs: kills.map(again).filter(Number.isFinite),
    inHandAtKills: kills.map(({ inHand }) => inHand.length),
    duplicates: repeats.length,
    strayDuplicates: repeats
      .filter((repeat) => !isOfKill(repeat))
      .map(({ id, endpoint, at: time }) => `${id} to ${endpoint} at ${time - run.started} ms`),
    tookMs: Date.now() - run.started,
  };
}

/** Webhooks that came although they had been accepted. */
function repeatsOf(shop: Shop): Repeat[] {
  const accepted = new Set<string>();
  const repeats = hitsOf(shop).filter(({ id, status }) => {
    const isRepeat = accepted.has(id);
    if (status === 200) accepted.add(id);
    return isRepeat;
  });
  return repeats.map((hit) => ({ ...hit, endpoint: shop.endpoint }));
}

function hitsOf(shop: Shop): Hit[] {
  return shop.receivers.flatMap(({ hits }) => [...hits]).sort((a, b) => a.at - b.at);
}

function shopOf(shops: readonly Shop[], name: ShopName): Shop {
  const shop = shops.find((one) => one.name === name);
  assert.ok(shop);
  return shop;
}

async function makeKey(databaseUrl: string): Promise<string> {
  const log = createLog({ level: 'error', destination: 2 });
  const db = openDb({ url: databaseUrl, poolSize: 2, timeoutMs: 10_000, log });
  try {
    const settings = readSettings(environment(databaseUrl));
    const deps = await createDeps({ settings, log, db });
    return (await createAccount(deps, { name: 'Faults', interfaceVersion: NEWEST_VERSION, actor: 'service' })).keys.test
      .private;
  } finally {
    await db.close();
  }
}

/** Asks one process after the other until one answers with success. */
async function callSurely(
  workers: Workers,
  key: string,
  { method, path, body }: { method: string; path: string; body: unknown },
) {
  const idempotencyKey = `${Math.random()}`;
  for (let tries = 0; ; tries++) {
    try {
      const reply = await fetch(new URL(path, workers.url(tries)), {
        method,
        headers: {
          authorization: basic(key),
          // Payments are told of anew: a claim that its process took into death would be in the way for a while.
          ...(path === '/v1/charges' && { 'idempotency-key': idempotencyKey }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        signal: AbortSignal.timeout(10_000),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await reply.text();
      if (reply.ok) return JSON.parse(text);
      if (reply.status < 500 && reply.status !== 409) throw new assert.AssertionError({ message: `${path}: ${text}` });
    } catch (error) {
      if (error instanceof assert.AssertionError || tries > 200) throw error;
    }
    await sleep(50);
  }
}

function environment(databaseUrl: string, timeoutMs = 30_000): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    COBRO_SECRET_KEY: TEST_SECRET_KEY,
    COBRO_AUDIT_ANCHOR: 'off',
    COBRO_CLABE_PREFIX: '6461801234',
    COBRO_RATE_LIMIT: '0',
    COBRO_LOG_LEVEL: 'warn',
    COBRO_WEBHOOK_TIMEOUT_MS: String(timeoutMs),
    PORT: '0',
  };
}

type Worker = { readonly child: ChildProcess; readonly url: string; readonly owner: string };

/** Two service processes over one database. */
class Workers {
  readonly #plan: FaultPlan;
  readonly #client: pg.Client;
  readonly #running: (Worker | null)[] = [];

  private constructor(plan: FaultPlan, client: pg.Client) {
    this.#plan = plan;
    this.#client = client;
  }

  static async start(plan: FaultPlan, client: pg.Client): Promise<Workers> {
    const workers = new Workers(plan, client);
    for (const index of [0, 1]) await workers.restart(index);
    return workers;
  }

  async restart(index: number): Promise<void> {
    const owners = async () => (await this.#client.query('select id from webhook_workers')).rows.map(({ id }) => id);
    const known = await owners();
    const child = spawn(process.execPath, [join(PACKAGE_FOLDER, 'dist', 'src', 'service', 'main.js'), 'serve'], {
      cwd: tmpdir(),
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: process.env['HOME'] ?? '',
        ...environment(this.#plan.databaseUrl, this.#plan.timeoutMs),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => {
        output += chunk;
      });
    const url = await until(
      'the process greets',
      () => {
        if (child.exitCode !== null) throw new Error(`the process ended at its start: ${output}`);
        return readyUrl(output);
      },
      30_000,
    );
    const owner = await until('the process delivers', async () => (await owners()).find((id) => !known.includes(id)));
    this.#running[index] = { child, url, owner };
  }

  /** Gives the name under which it had deliveries in hand. */
  kill(index: number): string {
    const worker = this.#running[index];
    assert.ok(worker);
    worker.child.kill('SIGKILL');
    this.#running[index] = null;
    return worker.owner;
  }

  url(turn: number): string {
    const alive = this.#running.filter((worker) => worker !== null);
    return alive[turn % alive.length]?.url ?? 'http://127.0.0.1:1';
  }

  end(): void {
    for (const worker of this.#running) worker?.child.kill('SIGKILL');
  }
}
