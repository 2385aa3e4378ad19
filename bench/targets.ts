// The targets that must hold on any machine: ratios of neighbours in one round, the slowest one percent, and memory.
import type { Name } from './measures.js';
import { median, type Sample } from './sample.js';

export type Round = Readonly<Record<Name, Sample>>;

export type Verdict = {
  readonly target: string;
  readonly wanted: string;
  readonly measured: string;
  /** The lowest to the highest value of the rounds. */
  readonly spread: string;
  /** null if it was not measured, or if nothing is wanted. */
  readonly met: boolean | null;
};

const MOST_P99_MS = 60;
const MOST_P99_AT_HALF_MS = 15;
const MOST_MEMORY_MB = 200;

export function judge(rounds: readonly Round[], peakMemoryMb: number | null): Verdict[] {
  return [
    ratio('b / a: orders against plain inserts', 1.3, rounds, ['b', 'a']),
    ratio('b / c: orders against no storing', 0.85, rounds, ['b', 'c']),
    ratio('d / e: reads against a constant', 0.65, rounds, ['d', 'e']),
    ratio('g / b: charges against orders', 0.9, rounds, ['g', 'b']),
    slowest('p99 of b', MOST_P99_MS, rounds, 'b'),
    slowest('p99 of j: at half the rate', MOST_P99_AT_HALF_MS, rounds, 'j'),
    {
      target: 'most resident memory of the service',
      wanted: `< ${MOST_MEMORY_MB} MB`,
      measured: peakMemoryMb === null ? 'unknown' : `${peakMemoryMb.toFixed(0)} MB`,
      spread: '',
      met: peakMemoryMb === null ? null : peakMemoryMb < MOST_MEMORY_MB,
    },
  ];
}

function slowest(target: string, mostMs: number, rounds: readonly Round[], name: Name): Verdict {
  const p99s = rounds.map((round) => round[name].p99Ms);
  return {
    target,
    wanted: `< ${mostMs} ms`,
    measured: `${median(p99s).toFixed(1)} ms`,
    spread: spreadOf(p99s, 1),
    met: median(p99s) < mostMs,
  };
}

function ratio(
  target: string,
  wanted: number,
  rounds: readonly Round[],
  [name, peer]: readonly [name: Name, peer: Name],
): Verdict {
  return atLeast(
    target,
    wanted,
    rounds.map((round) => round[name].perSecond / round[peer].perSecond),
  );
}

/** Judges the median of the rounds' ratios, because a slow phase of the machine affects both sides of a round. */
export function atLeast(target: string, wanted: number, ratios: readonly number[]): Verdict {
  const measured = median(ratios);
  return {
    target,
    wanted: `≥ ${wanted.toFixed(2)}`,
    measured: measured.toFixed(2),
    spread: spreadOf(ratios, 2),
    met: measured >= wanted,
  };
}

/** Compares without asking for anything. */
export function withoutTarget(target: string, ratios: readonly number[]): Verdict {
  return { target, wanted: '', measured: median(ratios).toFixed(2), spread: spreadOf(ratios, 2), met: null };
}

function spreadOf(values: readonly number[], digits: number): string {
  return `${Math.min(...values).toFixed(digits)}–${Math.max(...values).toFixed(digits)}`;
}
