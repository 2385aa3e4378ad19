// Measures deliveries per second to a local receiver, next to other Node.js queues whose handlers make the same POST.
import { print } from '../../src/cli/output.js';
import { createPostgresCpu } from '../cpu.js';
import { installPeers } from '../install-peers.js';
import { WARM_REQUESTS } from '../load.js';
import type { Part } from '../part.js';
import type { Place } from '../place.js';
import { median } from '../sample.js';
import { atLeast, type Verdict, withoutTarget } from '../targets.js';
import { createCobro } from './cobro.js';
import { CONCURRENCY, type Contestant, type Delivered, ENDPOINTS } from './contestant.js';
import { createEmptyDatabase, dropDatabase, openOwnDatabase } from './database.js';
import { createPeer, FORMS, type Form, type PeerName } from './peers.js';
import { startReceiver } from './receiver-process.js';
import { startRedis } from './redis.js';
import { createRows } from './rows.js';

/** A few seconds of work in a round of six. Less would measure how a new process warms up. */
const JOBS_A_SECOND = 3_500;
const MOST_JOBS = 20_000;
/** In the form that handlers usually have, and with the duties of the service. The third form has no target. */
const LEAST_RATIOS: Readonly<Partial<Record<Form, number>>> = { fetch: 2, duties: 1.2 };

type Options = { readonly rounds: number; readonly seconds: number; readonly signal: AbortSignal };

type Round = ReadonlyMap<Contestant, Delivered>;

export async function measureDeliveries(place: Place, options: Options): Promise<Part> {
  const { signal } = options;
  await installPeers(signal);
  const cleanUps: (() => Promise<void>)[] = [];
  try {
    const receiver = await startReceiver(signal);
    cleanUps.push(receiver.stop);
    const database = await openOwnDatabase(place, 'deliveries_cobro');
    cleanUps.push(database.drop);
    const redis = await startRedis(place.folder);
    if (redis !== null) cleanUps.push(redis.stop);
    const postgresCpu = await createPostgresCpu(place.db);
    const cobro = await createCobro(database, { receiver, folder: place.folder, signal, postgresCpu });
    const cold = new Map<Contestant, Delivered>([[cobro, await warmUp(cobro, options)]]);
    const webhook = await cobro.sentWebhook();
    const addresses = new Map<PeerName, string>(redis === null ? [] : [['bullmq', redis.url]]);
    for (const name of ['pg-boss', 'graphile-worker'] as const) {
      const ownName = `deliveries_${name.replace('-', '_')}`;
      addresses.set(name, await createEmptyDatabase(place, ownName));
      cleanUps.push(() => dropDatabase(place, ownName));
    }
    const dutiesDatabase = await openOwnDatabase(place, 'deliveries_duties');
    cleanUps.push(dutiesDatabase.drop);
    const rows = await createRows(dutiesDatabase, { receiver, signal });
    const peers: [Form, Contestant[]][] = [];
    for (const form of FORMS) {
      const made = [...addresses].map(([name, address]) =>
        createPeer(name, { address, form, webhook, receiver, rows, signal, postgresCpu }),
      );
      peers.push([form, await Promise.all(made)]);
    }
    const all = peers.flatMap(([, ofForm]) => ofForm);
    for (const peer of all) cold.set(peer, await warmUp(peer, options));
    const rounds = await runRounds([cobro, ...all], options);
    return toPart(
      cobro,
      peers,
      { rounds, cold },
      {
        bytes: Buffer.byteLength(webhook.body),
        jobs: jobsIn(options.seconds),
        redis: redis?.version ?? null,
      },
    );
  } finally {
    for (const cleanUp of cleanUps.reverse()) await cleanUp();
  }
}

function jobsIn(seconds: number): number {
  return Math.min(MOST_JOBS, seconds * JOBS_A_SECOND);
}

/** Returns what it did while it was cold. */
async function warmUp(contestant: Contestant, { seconds, signal }: Options): Promise<Delivered> {
  signal.throwIfAborted();
  const first = await contestant.deliver(jobsIn(seconds));
  const rest = WARM_REQUESTS - jobsIn(seconds);
  if (rest > 0) await contestant.deliver(rest);
  return first;
}

/** Runs the contestants in turn, so that a slow phase of the machine affects all of a round. */
async function runRounds(contestants: readonly Contestant[], { rounds, seconds, signal }: Options): Promise<Round[]> {
  const done: Round[] = [];
  while (done.length < rounds) {
    const rates = new Map<Contestant, Delivered>();
    for (const contestant of contestants) {
      signal.throwIfAborted();
      rates.set(contestant, await contestant.deliver(jobsIn(seconds)));
    }
    done.push(rates);
    const told = [...rates].map(([{ name }, { perSecond }]) => `${name} ${Math.round(perSecond)}/s`);
    print(`deliveries, round ${done.length}: ${told.join('; ')}`);
  }
  return done;
}

function toPart(
  cobro: Contestant,
  peers: readonly (readonly [Form, readonly Contestant[]])[],
  { rounds, cold }: { readonly rounds: readonly Round[]; readonly cold: Round },
  { bytes, jobs, redis }: { bytes: number; jobs: number; redis: string | null },
): Part {
  const ofRedis =
    redis === null
      ? 'BullMQ is left out: there is no redis-server on this machine.'
      : `Redis ${redis} appends every command and syncs once a second; PostgreSQL syncs every commit.`;
  return {
    heading: 'Deliveries',
    note:
      `${jobs.toLocaleString('en')} webhooks of ${bytes} bytes for each line and round, ${ENDPOINTS} endpoints, ` +
      `${CONCURRENCY} in flight, from the first that arrives to the last that is recorded. Cobro renders every body from its ` +
      'rows, signs it, leases the delivery, keeps the sequence of an order, shares its room among endpoints and records every ' +
      'try with its bytes. With fetch, the handlers of the peers sign and post a body that was rendered before. With ' +
      "Cobro's client and duties they read the rows, render, sign, keep the sequence and record as Cobro does, pg-boss 64 jobs " +
      'at a time and the others one by one. They do not switch off failing endpoints nor share room among endpoints; ' +
      `schedules and priorities are what they have and Cobro has not. CPU is the processor time of the process and of PostgreSQL; Redis is not counted. Cold is what a new process took for its first ${jobs.toLocaleString('en')}; the rest comes after ${WARM_REQUESTS.toLocaleString('en')}. ${ofRedis}`,
    head: ['what', 'deliveries a second', 'CPU µs', 'cold', 'rounds'],
    rows: [cobro, ...peers.flatMap(([, ofForm]) => ofForm)].map((contestant) => {
      const rates = ratesOf(contestant, rounds).map(Math.round);
      const micros = [rounds, [cold]].map((some) => cpuCell(contestant, some));
      return [contestant.name, median(rates).toLocaleString('en'), ...micros, rates.join(', ')];
    }),
    verdicts: peers.map(([form, ofForm]) => judge(cobro, ofForm, rounds, LEAST_RATIOS[form])),
  };
}

/** Compares with the peer that has the best median, round by round. */
function judge(
  cobro: Contestant,
  peers: readonly Contestant[],
  rounds: readonly Round[],
  wanted: number | undefined,
): Verdict {
  const rateOf = (peer: Contestant) => median(ratesOf(peer, rounds));
  const best = peers.reduce((one, other) => (rateOf(other) > rateOf(one) ? other : one));
  const bestRates = ratesOf(best, rounds);
  const ratios = ratesOf(cobro, rounds).map((rate, round) => rate / (bestRates[round] ?? rate));
  const title = `deliveries against the best peer: ${best.name}`;
  return wanted === undefined ? withoutTarget(title, ratios) : atLeast(title, wanted, ratios);
}

/** Of the process that delivers, and of PostgreSQL, for each delivery. */
function cpuCell(contestant: Contestant, rounds: readonly Round[]): string {
  const all = rounds.flatMap((round) => round.get(contestant) ?? []);
  const own = median(all.map(({ ownMicros }) => ownMicros));
  const postgres = median(all.map(({ postgresMicros }) => postgresMicros));
  return `${Math.round(own)} + ${Math.round(postgres)}`;
}

function ratesOf(contestant: Contestant, rounds: readonly Round[]): number[] {
  return rounds.map((rates) => rates.get(contestant)?.perSecond ?? 0);
}
