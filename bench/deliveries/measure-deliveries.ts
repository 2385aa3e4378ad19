// Measures deliveries per second to a local receiver, next to other Node.js queues whose handlers make the same POST.
import { print } from '../../src/cli/output.js';
import { installPeers } from '../install-peers.js';
import type { Part } from '../part.js';
import type { Place } from '../place.js';
import { median } from '../sample.js';
import type { Verdict } from '../targets.js';
import { createCobro } from './cobro.js';
import { CONCURRENCY, type Contestant, ENDPOINTS } from './contestant.js';
import { createEmptyDatabase, dropDatabase, openOwnDatabase } from './database.js';
import { createPeer, type PeerClient, type PeerName } from './peers.js';
import { startReceiver } from './receiver-process.js';
import { startRedis } from './redis.js';

/** A few seconds of work. Less would measure how a new process warms up. */
const JOBS = 20_000;
const WARM_UP_JOBS = 2_000;
const LEAST_RATIO = 2;

type Options = { readonly rounds: number; readonly signal: AbortSignal };

type Round = ReadonlyMap<Contestant, number>;

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
    const cobro = await createCobro(database, { receiver, folder: place.folder, signal });
    await cobro.deliver(WARM_UP_JOBS);
    const webhook = await cobro.sentWebhook();
    const addresses = new Map<PeerName, string>(redis === null ? [] : [['bullmq', redis.url]]);
    for (const name of ['pg-boss', 'graphile-worker'] as const) {
      const ownName = `deliveries_${name.replace('-', '_')}`;
      addresses.set(name, await createEmptyDatabase(place, ownName));
      cleanUps.push(() => dropDatabase(place, ownName));
    }
    const peersWith = (client: PeerClient) =>
      Promise.all(
        [...addresses].map(([name, address]) => createPeer(name, { address, client, webhook, receiver, signal })),
      );
    const peers = { fetch: await peersWith('fetch'), cobro: await peersWith('cobro') };
    for (const peer of peers.cobro) await peer.deliver(WARM_UP_JOBS);
    const rounds = await runRounds([cobro, ...peers.fetch, ...peers.cobro], options);
    return toPart(cobro, peers, rounds, { bytes: Buffer.byteLength(webhook.body), redis: redis?.version ?? null });
  } finally {
    for (const cleanUp of cleanUps.reverse()) await cleanUp();
  }
}

/** Runs the contestants in turn, so that a slow phase of the machine affects all of a round. */
async function runRounds(contestants: readonly Contestant[], { rounds, signal }: Options): Promise<Round[]> {
  const done: Round[] = [];
  while (done.length < rounds) {
    const rates = new Map<Contestant, number>();
    for (const contestant of contestants) {
      signal.throwIfAborted();
      rates.set(contestant, (await contestant.deliver(JOBS)).perSecond);
    }
    done.push(rates);
    const told = [...rates].map(([{ name }, rate]) => `${name} ${Math.round(rate)}/s`);
    print(`deliveries, round ${done.length}: ${told.join('; ')}`);
  }
  return done;
}

function toPart(
  cobro: Contestant,
  peers: Readonly<Record<PeerClient, readonly Contestant[]>>,
  rounds: readonly Round[],
  { bytes, redis }: { bytes: number; redis: string | null },
): Part {
  const ofRedis =
    redis === null
      ? 'BullMQ is left out: there is no redis-server on this machine.'
      : `Redis ${redis} appends every command and syncs once a second; PostgreSQL syncs every commit.`;
  return {
    heading: 'Deliveries',
    note:
      `${JOBS.toLocaleString('en')} webhooks of ${bytes} bytes for each line and round, ${ENDPOINTS} endpoints, ` +
      `${CONCURRENCY} in flight, from the first that arrives to the last that is recorded. Cobro renders, signs, leases and ` +
      `records every try; the handlers of the peers sign and post a rendered body, with fetch or with Cobro's own HTTP ` +
      `client. ${ofRedis}`,
    head: ['what', 'deliveries a second', 'rounds'],
    rows: [cobro, ...peers.fetch, ...peers.cobro].map((contestant) => {
      const rates = ratesOf(contestant, rounds).map(Math.round);
      return [contestant.name, median(rates).toLocaleString('en'), rates.join(', ')];
    }),
    verdicts: [judge(cobro, peers.fetch, rounds), judge(cobro, peers.cobro, rounds)],
  };
}

/** Compares with the peer that has the best median, round by round. */
function judge(cobro: Contestant, peers: readonly Contestant[], rounds: readonly Round[]): Verdict {
  const rateOf = (peer: Contestant) => median(ratesOf(peer, rounds));
  const best = peers.reduce((one, other) => (rateOf(other) > rateOf(one) ? other : one));
  const bestRates = ratesOf(best, rounds);
  const ratios = ratesOf(cobro, rounds).map((rate, round) => rate / (bestRates[round] ?? rate));
  const measured = median(ratios);
  return {
    target: `deliveries against the best peer: ${best.name}`,
    wanted: `≥ ${LEAST_RATIO.toFixed(2)}`,
    measured: measured.toFixed(2),
    spread: `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`,
    met: measured >= LEAST_RATIO,
  };
}

function ratesOf(contestant: Contestant, rounds: readonly Round[]): number[] {
  return rounds.map((rates) => rates.get(contestant) ?? 0);
}
