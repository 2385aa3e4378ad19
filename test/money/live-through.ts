// Lives random histories in the real service and in its model (model/), which must agree after every step. A history that
// fails is tried again with fewer and fewer of its steps, until the shortest one is left.
import type { CoinService } from '../support/coin-orders.js';
import { randomFrom } from '../support/random.js';
import { compare } from './model/compare.js';
import { makeWorld } from './model/make-world.js';
import { takeStep } from './model/steps.js';

export type History = {
  readonly seed: number;
  readonly steps: number;
  /** It goes on until so much time has passed. */
  readonly leastMs?: number;
  /** Steps that are left out. Each step has a seed of its own, so that the others stay what they are. */
  readonly without?: ReadonlySet<number>;
};

/** Lives one history and tells how much time passed in it; fails with the seed that lives it again. */
export async function liveThrough(service: CoinService, history: History): Promise<number> {
  const { seed, steps, leastMs = 0, without = new Set() } = history;
  const world = await makeWorld(service, seed);
  const begin = world.now;
  const told: string[] = [];
  for (let step = 0; step < steps || world.now - begin < leastMs; step++) {
    if (without.has(step)) continue;
    world.random = randomFrom(seed * STEP_SEEDS + step);
    try {
      told.push(`${step}. ${await takeStep(world)}`);
      await compare(world);
    } catch (error) {
      throw new HistoryFailed(seed, step, told, error as Error);
    }
  }
  return world.now - begin;
}

const STEP_SEEDS = 1_000_003;

export class HistoryFailed extends Error {
  readonly step: number;

  constructor(seed: number, step: number, told: readonly string[], cause: Error) {
    super(`seed ${seed} fails at step ${step}:\n${told.join('\n')}\n${cause.message}`, { cause });
    this.step = step;
  }
}

/** The same, but a history that fails is tried again with fewer and fewer of its steps. */
export async function liveThroughOrShrink(service: CoinService, history: History): Promise<number> {
  try {
    return await liveThrough(service, history);
  } catch (error) {
    throw error instanceof HistoryFailed ? await shrink(service, history, error) : error;
  }
}

/** Leaves out as many steps as possible, first many at once, then one by one. */
async function shrink(service: CoinService, { seed }: History, failed: HistoryFailed): Promise<HistoryFailed> {
  let shortest = failed;
  const without = new Set<number>();
  for (let size = Math.ceil(failed.step / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < shortest.step; from += size) {
      const more = new Set([...without, ...Array.from({ length: size }, (_, index) => from + index)]);
      const outcome = await liveThrough(service, { seed, steps: shortest.step + 1, without: more }).catch(
        (error: unknown) => error,
      );
      if (!(outcome instanceof HistoryFailed)) continue;
      shortest = outcome;
      for (const step of more) without.add(step);
    }
  }
  if (shortest !== failed) shortest.message += `\nBefore it was shortened:\n${failed.message}`;
  return shortest;
}
