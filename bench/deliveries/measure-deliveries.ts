// Deliveries a second to a local receiver, side by side with other queues of Node whose handlers do the same POST.
import { print } from '../../src/cli/output.js';
import type { Part } from '../part.js';
import type { Place } from '../place.js';
import { median } from '../sample.js';
import type { Verdict } from '../targets.js';
import { createCobro } from './cobro.js';
import { CONCURRENCY, type Contestant, ENDPOINTS } from './contestant.js';
import { createEmptyDatabase, dropDatabase, openOwnDatabase } from './database.js';
import { createPeer, installPeers } from './peers.js';
import { startReceiver } from './receiver-process.js';
import { startRedis } from './redis.js';

const JOBS = 10_000;
const WARM_UP_JOBS = 2_000;
const LEAST_RATIO = 2;

type Options = { readonly rounds: number; readonly signal: AbortSignal };

/** Rates of one round, in the order of the contestants: ours is the first. */
type Round = readonly number[];

export async function measureDeliveries(place: Place, options: Options): Promise<Part> {
  const { signal } = options;
  await installPeers(signal);
  const cleanUps: (() => Promise<void>)[] = [];
  try {
    const receiver = await startReceiver(signal);
    cleanUps.push(receiver.stop);
    const database = await openOwnDatabase(place, 'deliveries_cobro');
    cleanUps.push(database.drop);
    const cobro = await createCobro(database, { receiver, folder: place.folder, signal });
    await cobro.deliver(WARM_UP_JOBS);
    const common = { notice: await cobro.sentNotice(), receiver, signal };
    const contestants: Contestant[] = [cobro];
    for (const name of ['pg-boss', 'graphile-worker'] as const) {
      const ownName = `deliveries_${name.replace('-', '_')}`;
      const address = await createEmptyDatabase(place, ownName);
      cleanUps.push(() => dropDatabase(place, ownName));
      contestants.push(await createPeer(name, { ...common, address }));
    }
    const redis = await startRedis(place.folder);
    if (redis !== null) {
      cleanUps.push(redis.stop);
      contestants.push(await createPeer('bullmq', { ...common, address: redis.url }));
    }
    for (const peer of contestants.slice(1)) await peer.deliver(WARM_UP_JOBS);
    const rounds = await runRounds(contestants, options);
    return toPart(contestants, rounds, { bytes: Buffer.byteLength(common.notice.body), redis: redis?.version ?? null });
  } finally {
    for (const cleanUp of cleanUps.reverse()) await cleanUp();
  }
}

/** All of them in turn, so that what slows the machine down for a while slows all of a round. */
async function runRounds(contestants: readonly Contestant[], { rounds, signal }: Options): Promise<Round[]> {
  const done: Round[] = [];
  while (done.length < rounds) {
    const rates: number[] = [];
    for (const { deliver } of contestants) {
      signal.throwIfAborted();
      rates.push((await deliver(JOBS)).perSecond);
    }
    done.push(rates);
    const told = contestants.map(({ name }, index) => `${name} ${Math.round(rates[index] ?? 0)}/s`);
    print(`deliveries, round ${done.length}: ${told.join('  ')}`);
  }
  return done;
}

function toPart(
  contestants: readonly Contestant[],
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
      `${JOBS.toLocaleString('en')} notices of ${bytes} bytes for each line and round, ${ENDPOINTS} endpoints, ` +
      `${CONCURRENCY} in flight, from the first that arrives to the last that is recorded. Cobro renders, signs, leases and ` +
      `records every try; the handlers of the peers sign and post a rendered body with Cobro's own HTTP client. ${ofRedis}`,
    head: ['what', 'deliveries a second', 'rounds'],
    rows: contestants.map(({ name }, index) => {
      const rates = rounds.map((rates) => Math.round(rates[index] ?? 0));
      return [name, median(rates).toLocaleString('en'), rates.join(', ')];
    }),
    verdicts: [judge(contestants, rounds)],
  };
}

/** Against the peer with the best median, round by round. */
function judge(contestants: readonly Contestant[], rounds: readonly Round[]): Verdict {
  const rateOf = (index: number) => median(rounds.map((rates) => rates[index] ?? 0));
  const peers = contestants.map((_, index) => index).slice(1);
  const best = peers.reduce((one, other) => (rateOf(other) > rateOf(one) ? other : one));
  const ratios = rounds.map((rates) => (rates[0] ?? 0) / (rates[best] ?? 0));
  const measured = median(ratios);
  return {
    target: `deliveries against the best peer, ${contestants[best]?.name}`,
    wanted: `≥ ${LEAST_RATIO.toFixed(2)}`,
    measured: measured.toFixed(2),
    spread: `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`,
    met: measured >= LEAST_RATIO,
  };
}
