// Measures a backlog of very many due deliveries: the service's memory must stay small and its rate must not fall.
import { setTimeout as sleep } from 'node:timers/promises';
import { print } from '../../src/cli/output.js';
import type { Part } from '../part.js';
import type { Place } from '../place.js';
import type { Verdict } from '../targets.js';
import { countDelivered, startDelivering } from './cobro.js';
import { type OwnDatabase, openOwnDatabase } from './database.js';
import { type Receiver, startReceiver } from './receiver-process.js';
import { createMerchant, seedDue, settleSeeds } from './seed.js';

const WINDOWS = 12;
const WINDOW_SECONDS = 5;
const MOST_MEMORY_MB = 250;
const LEAST_RATE_KEPT = 0.8;
const MERCHANTS = 20;
const ENDPOINTS_EACH = 10;

type Options = { readonly due: number; readonly signal: AbortSignal };
type Window = { readonly perSecond: number; readonly peakMemoryMb: number | null };

export async function measureBacklog(place: Place, options: Options): Promise<Part> {
  const receiver = await startReceiver(options.signal);
  try {
    const database = await openOwnDatabase(place, 'deliveries_backlog');
    try {
      print(`Writing ${options.due.toLocaleString('en')} due deliveries…`);
      const begin = performance.now();
      await seedBacklog(database, receiver, options);
      print(`It took ${Math.round((performance.now() - begin) / 1000)} s.`);
      return toPart(await watch(place, { database, receiver, signal: options.signal }), options.due);
    } finally {
      await database.drop();
    }
  } finally {
    await receiver.stop();
  }
}

/** Half belongs to one big merchant with one endpoint, half to many small merchants with several. */
async function seedBacklog({ deps }: OwnDatabase, receiver: Receiver, { due, signal }: Options): Promise<void> {
  const common = { receiverUrl: receiver.url };
  const big = await createMerchant(deps, { ...common, name: 'big', endpoints: 1 });
  await seedDue(deps.db, big, { orders: Math.ceil(due / 2), fan: 'to all', signal });
  for (let number = 1; number <= MERCHANTS; number++) {
    const small = await createMerchant(deps, { ...common, name: `small-${number}`, endpoints: ENDPOINTS_EACH });
    const orders = Math.ceil(due / 2 / MERCHANTS / ENDPOINTS_EACH);
    await seedDue(deps.db, small, { orders, fan: 'to all', signal });
  }
  await settleSeeds(deps.db);
}

async function watch(
  place: Place,
  { database, receiver, signal }: { database: OwnDatabase; receiver: Receiver; signal: AbortSignal },
): Promise<Window[]> {
  void receiver.expect(Number.MAX_SAFE_INTEGER).catch(() => undefined);
  const service = await startDelivering(database.url, place.folder);
  const windows: Window[] = [];
  try {
    let last = await receiver.counted();
    let at = performance.now();
    while (windows.length < WINDOWS) {
      await sleep(WINDOW_SECONDS * 1000, undefined, { signal });
      const now = await receiver.counted();
      const seconds = (performance.now() - at) / 1000;
      windows.push({ perSecond: (now.total - last.total) / seconds, peakMemoryMb: await service.peakMemoryMb() });
      at += seconds * 1000;
      last = now;
    }
  } finally {
    await service.stop();
  }
  // The service has finished sending, so the number received equals the number recorded.
  const { total } = await receiver.counted();
  const recorded = await countDelivered(database.deps.db);
  if (total !== recorded) throw new Error(`${total} deliveries arrived, ${recorded} were recorded`);
  return windows;
}

function toPart(windows: readonly Window[], due: number): Part {
  return {
    heading: 'Backlog',
    note:
      `${due.toLocaleString('en')} deliveries are due when the service starts: half of them of one endpoint, the others of ` +
      `${MERCHANTS * ENDPOINTS_EACH} endpoints of ${MERCHANTS} accounts. ${WINDOWS} windows of ${WINDOW_SECONDS} s.`,
    head: ['seconds', 'deliveries a second', 'most memory so far'],
    rows: windows.map(({ perSecond, peakMemoryMb }, index) => [
      `${index * WINDOW_SECONDS}–${(index + 1) * WINDOW_SECONDS}`,
      Math.round(perSecond).toLocaleString('en'),
      peakMemoryMb === null ? 'unknown' : `${Math.round(peakMemoryMb)} MB`,
    ]),
    verdicts: [judgeMemory(windows.at(-1)?.peakMemoryMb ?? null), judgeRate(windows)],
  };
}

function judgeMemory(peakMb: number | null): Verdict {
  return {
    target: 'most resident memory over the backlog',
    wanted: `< ${MOST_MEMORY_MB} MB`,
    measured: peakMb === null ? 'unknown' : `${Math.round(peakMb)} MB`,
    spread: '',
    met: peakMb === null ? null : peakMb < MOST_MEMORY_MB,
  };
}

/** The first window includes the start and does not count. */
function judgeRate(windows: readonly Window[]): Verdict {
  const rates = windows.slice(1).map(({ perSecond }) => perSecond);
  const third = Math.floor(rates.length / 3);
  const kept = mean(rates.slice(-third)) / mean(rates.slice(0, third));
  return {
    target: 'rate of the last third of the time against the first',
    wanted: `≥ ${LEAST_RATE_KEPT.toFixed(2)}`,
    measured: kept.toFixed(2),
    spread: `${Math.round(Math.min(...rates))}–${Math.round(Math.max(...rates))} a second`,
    met: kept >= LEAST_RATE_KEPT,
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
