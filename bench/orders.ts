// Measures orders, charges and reads in turn, round by round, on one PostgreSQL.
import { CONNECTIONS, WARM_REQUESTS, warmUp } from './load.js';
import { createMeasures, type Measures, NAMES, type Name, TITLES, TURNS } from './measures.js';
import type { Part } from './part.js';
import type { Place } from './place.js';
import { medianSample, type Sample } from './sample.js';
import type { ServerProcess } from './server-process.js';
import { judge, type Round } from './targets.js';

export type OrderOptions = {
  readonly rounds: number;
  readonly seconds: number;
  readonly signal: AbortSignal;
  readonly onStarted: (server: ServerProcess) => void;
  readonly say: (line: string) => void;
};

export async function measureOrders(place: Place, options: OrderOptions): Promise<Part> {
  const measures = await createMeasures(place, options);
  const cold = new Map<Name, Sample>(Object.entries(measures.cold) as [Name, Sample][]);
  for (const name of TURNS) if (!cold.has(name)) cold.set(name, await warmUp(measures[name], options.seconds));
  await place.settle();
  const rounds: Round[] = [];
  while (rounds.length < options.rounds) {
    const round = await runRound(measures, options.seconds);
    rounds.push(round);
    const rates = NAMES.map((name) => `${name} ${Math.round(round[name].perSecond)}/s`);
    options.say(`round ${rounds.length}: ${rates.join('  ')}`);
  }
  return {
    heading: 'Orders and charges',
    note: `${CONNECTIONS} connections. Each line is measured after ${WARM_REQUESTS.toLocaleString('en')} requests; cold is its rate in the first ${options.seconds} s, of (b), (c), (e) and (g) those of a new process.`,
    head: ['', 'what', 'per second', 'p50 ms', 'p99 ms', 'cold, per second'],
    rows: NAMES.map((name) => {
      const { perSecond, p50Ms, p99Ms } = medianSample(rounds.map((round) => round[name]));
      const [rate = '', coldRate = ''] = [perSecond, cold.get(name)?.perSecond ?? 0].map((one) =>
        Math.round(one).toLocaleString('en'),
      );
      return [name, TITLES[name], rate, p50Ms.toFixed(1), p99Ms.toFixed(1), coldRate];
    }),
    verdicts: judge(rounds, await measures.peakMemoryMb()),
  };
}

async function runRound(measures: Measures, seconds: number): Promise<Round> {
  const samples: [string, Sample][] = [];
  for (const name of TURNS) samples.push([name, await measures[name](seconds)]);
  return Object.fromEntries(samples) as Round;
}
