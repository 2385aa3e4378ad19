// Measures notices per second, acknowledged and matched: by the service, and by pgbench, which runs the same statements
// one notice at a time.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '../../src/deps.js';
import { createLog } from '../../src/log.js';
import { createDeps } from '../../src/service/compose.js';
import { readSettings } from '../../src/settings/settings.js';
import { digestOf, insertRail, type NewRail } from '../../src/store/rails/rails.js';
import { sql } from '../../src/store/sql.js';
import { CONNECTIONS, THREADS, warmUp } from '../load.js';
import type { Part } from '../part.js';
import { runPgbench } from '../pgbench.js';
import type { Place } from '../place.js';
import { medianSample, type Sample } from '../sample.js';
import { BENCH_SECRET_KEY } from '../secret-key.js';
import { type ServerProcess, startServer } from '../server-process.js';
import { atLeast } from '../targets.js';
import { DONE, runWrk } from '../wrk.js';
import { depositBody, FIRST_NUMBER, peerAccountId, seedOrders, seedPeerAccounts } from './deposits.js';
import { listenToOneNotice } from './statements.js';

export type NoticeOptions = {
  readonly rounds: number;
  readonly seconds: number;
  readonly signal: AbortSignal;
  readonly onStarted: (server: ServerProcess) => void;
};

/** More than the machine can process per second. */
const MOST_PER_SECOND = 125 * CONNECTIONS;

export async function measureNotices(place: Place, options: NoticeOptions): Promise<Part> {
  const settings = readSettings({ COBRO_DATA_DIR: join(place.folder, 'data'), COBRO_SECRET_KEY: BENCH_SECRET_KEY });
  const deps = await createDeps({ settings, log: createLog({ level: 'error', destination: 2 }), db: place.db });
  const rail = await makeRail(deps);
  // One account per pgbench client, so that none waits for another's balance. The service has one account for all.
  const peerIds = await seedPeerAccounts(place.db, CONNECTIONS);
  const env = {
    DATABASE_URL: place.databaseUrl,
    COBRO_SECRET_KEY: BENCH_SECRET_KEY,
    COBRO_RATE_LIMIT: '0',
    COBRO_DEMO: 'off',
  };
  const service = await startServer({
    name: 'notices',
    command: ['run/main.js', 'serve'],
    env,
    folder: place.folder,
  });
  options.onStarted(service);

  let next = FIRST_NUMBER;
  const take = async (accountIds: readonly string[], count: number) => {
    const from = next;
    next += count;
    await seedOrders(place.db, { accountIds, from, count });
    return from;
  };
  // In multiples of the number of clients, so that the remainder of a number gives the client whose account has its
  // order.
  const sample = { number: String(await take(peerIds, CONNECTIONS)), accountId: peerAccountId(0) };
  const script = await listenToOneNotice(deps, rail, sample);

  const ours = async (seconds: number) => {
    const from = await take([place.merchant.accountId], MOST_PER_SECOND * seconds);
    return takeInByService(place, service.url, rail, { from, seconds, signal: options.signal });
  };
  const peer = async (seconds: number) => {
    const from = await take(peerIds, MOST_PER_SECOND * seconds);
    const before = await countPayments(place, peerIds);
    const sample = await runPgbench({
      ...{ databaseUrl: place.databaseUrl, folder: place.folder, signal: options.signal, seconds },
      name: 'notices',
      script: `\\set n :n + ${CONNECTIONS}\n\\set k :n + :client_id\n\\set c 100 + :client_id\n${script}\n`,
      values: { n: from - CONNECTIONS },
    });
    const matched = (await countPayments(place, peerIds)) - before;
    if (matched !== sample.transactions) {
      throw new Error(`pgbench told ${sample.transactions} notices, ${matched} were matched`);
    }
    return sample;
  };

  const cold = await warmUp(ours, options.seconds);
  await peer(options.seconds);
  const rounds: { ours: Sample; peer: Sample }[] = [];
  while (rounds.length < options.rounds)
    rounds.push({ ours: await ours(options.seconds), peer: await peer(options.seconds) });
  const row = (title: string, samples: readonly Sample[], ...coldRates: number[]) => {
    const { perSecond, p50Ms, p99Ms } = medianSample(samples);
    const rates = [perSecond, ...coldRates].map((one) => Math.round(one).toLocaleString('en'));
    return [title, rates[0] ?? '', p50Ms.toFixed(1), p99Ms.toFixed(1), rates[1] ?? ''];
  };
  const ratios = rounds.map((round) => round.ours.perSecond / round.peer.perSecond);
  return {
    heading: 'Notices of money',
    note: `Every notice pays an order of its own and is counted when its payment, postings, balance, new state and event are committed. pgbench says the very statements of the service, one notice at a time, ${CONNECTIONS} clients with an account each. Latencies are those of the acknowledgement, or of pgbench's whole transaction.`,
    head: ['what', 'per second', 'p50 ms', 'p99 ms', 'cold, per second'],
    rows: [
      row(
        'Cobro: `POST /rails/spei/deposits`, acknowledged and matched',
        rounds.map((round) => round.ours),
        cold.perSecond,
      ),
      row(
        'pgbench: the same statements',
        rounds.map((round) => round.peer),
      ),
    ],
    verdicts: [atLeast('notices against plain statements', 2, ratios)],
  };
}

type Opened = NewRail & { readonly password: string };

async function makeRail(deps: Deps): Promise<Opened> {
  const password = deps.random.bytes(16).toString('hex');
  const now = deps.clock.now();
  const rail: NewRail = {
    id: deps.random.uuid(now),
    kind: 'spei',
    name: 'bench',
    mode: 'test',
    userName: 'bench',
    digest: digestOf(password).toString('hex'),
    allow: [],
    createdAt: now,
  };
  await insertRail(deps.db, rail);
  return { ...rail, password };
}

/** Sends a notice for each order, starting at a number, and waits until the last one is matched. */
async function takeInByService(
  place: Place,
  url: string,
  rail: Opened,
  load: { readonly from: number; readonly seconds: number; readonly signal: AbortSignal },
): Promise<Sample> {
  const scriptFile = join(place.folder, 'notices.lua');
  await writeFile(scriptFile, luaScript(rail, load.from, (MOST_PER_SECOND * load.seconds) / THREADS));
  const before = await countPayments(place, [place.merchant.accountId]);
  const startedAt = performance.now();
  const told = await runWrk({ url, scriptFile, signal: load.signal }, load.seconds);
  while ((await countOpen(place)) > 0) await sleep(5);
  const elapsed = (performance.now() - startedAt) / 1000;
  const matched = (await countPayments(place, [place.merchant.accountId])) - before;
  if (matched < told.answers) throw new Error(`${told.answers} notices were acknowledged, ${matched} were matched`);
  return { ...told, perSecond: matched / elapsed };
}

function luaScript(rail: Opened, from: number, perThread: number): string {
  const authorization = `Basic ${Buffer.from(`${rail.userName}:${rail.password}`).toString('base64')}`;
  return `
local threads = 0
function setup(thread)
  thread:set("number", ${from} + threads * ${perThread})
  threads = threads + 1
end
function init(args)
  wrk.headers["Authorization"] = ${JSON.stringify(authorization)}
  wrk.headers["Content-Type"] = "application/json"
end
function request()
  local text = string.format("%.0f", number)
  number = number + 1
  return wrk.format("POST", "/rails/spei/deposits", nil, (string.gsub([==[${depositBody({ number: '#' })}]==], "#", text)))
end
${DONE}`;
}

async function countOpen(place: Place): Promise<number> {
  const [row] = await place.db.query<{ open: number }>(sql`
    select count(*)::integer as open
    from rail_notices
    where state = 'stored'`);
  return row?.open ?? 0;
}

async function countPayments(place: Place, accountIds: readonly string[]): Promise<number> {
  const [row] = await place.db.query<{ payments: number }>(sql`
    select count(*)::integer as payments
    from payments
    where account_id = any(${accountIds}::uuid[])
      and applied > 0`);
  return row?.payments ?? 0;
}
