// Compares two running services, measurement by measurement. Each measurement of one directly follows that of the other.
import { createPostgresCpu } from '../cpu.js';
import type { Receiver } from '../deliveries/receiver-process.js';
import { warmUp } from '../load.js';
import type { PartOptions } from '../part.js';
import type { Place } from '../place.js';
import { median } from '../sample.js';
import { atLeast, type Verdict } from '../targets.js';
import type { Checkout } from './checkout.js';
import { createMeasures, type Measure } from './measures-of-checkout.js';

/** The rates of each round, and microseconds of processor time for an answer, PostgreSQL's included. */
type Side = { readonly rates: number[]; readonly micros: number[] };

export type Sides = { readonly ours: Checkout; readonly theirs: Checkout };
export type Rounds = ReadonlyMap<string, { readonly ours: Side; readonly theirs: Side }>;

export async function compareSides(
  sides: Sides,
  {
    place,
    receiver,
    warmUps = 0,
    ...options
  }: PartOptions & { readonly place: Place; readonly receiver: Receiver; readonly warmUps?: number },
): Promise<Rounds> {
  const around = { folder: place.folder, signal: options.signal, receiver };
  const measures = {
    ours: await createMeasures('ours', sides.ours, around),
    theirs: await createMeasures('theirs', sides.theirs, around),
  };
  const postgresCpu = await createPostgresCpu(place.db);
  const lines = Object.keys(measures.ours);
  const newSide = (): Side => ({ rates: [], micros: [] });
  const rounds = new Map(lines.map((line) => [line, { ours: newSide(), theirs: newSide() }]));
  const measureOne = async (side: 'ours' | 'theirs', line: string) => {
    const measure = measures[side][line] as Measure;
    await measure.prepare?.();
    const cpu = async () => (await sides[side].cpuSeconds()) + (await postgresCpu());
    const before = await cpu();
    const { perSecond, answers } = await measure.run(options.seconds);
    return { perSecond, micros: (((await cpu()) - before) * 1e6) / answers };
  };
  for (const line of lines)
    for (const side of ['ours', 'theirs'] as const) await warmUp(() => measureOne(side, line), options.seconds);
  for (let round = 1 - warmUps; round <= options.rounds; round++) {
    for (const line of lines) {
      // The sides take turns to go first.
      const turns = round % 2 === 0 ? (['ours', 'theirs'] as const) : (['theirs', 'ours'] as const);
      for (const side of turns) {
        const { perSecond, micros } = await measureOne(side, line);
        if (round <= 0) continue;
        rounds.get(line)?.[side].rates.push(perSecond);
        rounds.get(line)?.[side].micros.push(micros);
      }
    }
    if (round > 0) options.say(`round ${round}: ${lines.map((line) => `${line} ${ratioOf(rounds, line)}`).join('  ')}`);
  }
  return rounds;
}

function ratiosOf(rounds: Rounds, line: string): number[] {
  const { ours, theirs } = sidesOf(rounds, line);
  return ours.rates.map((rate, round) => rate / (theirs.rates[round] ?? Number.NaN));
}

/** What theirs takes for an answer against what ours takes: below 1, ours takes more. */
function cpuRatiosOf(rounds: Rounds, line: string): number[] {
  const { ours, theirs } = sidesOf(rounds, line);
  return ours.micros.map((micros, round) => (theirs.micros[round] ?? Number.NaN) / micros);
}

function sidesOf(rounds: Rounds, line: string): { readonly ours: Side; readonly theirs: Side } {
  const sides = rounds.get(line);
  if (sides === undefined) throw new Error(`${line} was not measured`);
  return sides;
}

function ratioOf(rounds: Rounds, line: string): string {
  const [rate, cpu] = [ratiosOf(rounds, line), cpuRatiosOf(rounds, line)].map((ratios) => ratios.at(-1)?.toFixed(2));
  return `${rate} (CPU ${cpu})`;
}

export function rowsOf(rounds: Rounds): string[][] {
  const perSecond = ({ rates }: Side) => Math.round(median(rates)).toLocaleString('en');
  const micros = (side: Side) => median(side.micros).toFixed(0);
  return [...rounds].map(([line, { ours, theirs }]) => [
    line,
    perSecond(ours),
    perSecond(theirs),
    micros(ours),
    micros(theirs),
  ]);
}

/** Of every line the ratio of the rates and of the processor times. */
export function judge(rounds: Rounds, least: number, cpuTitle: string): Verdict[] {
  const lines = [...rounds.keys()];
  return [
    ...lines.map((line) => atLeast(line, least, ratiosOf(rounds, line))),
    ...lines.map((line) => atLeast(`${line}: ${cpuTitle}`, least, cpuRatiosOf(rounds, line))),
  ];
}
