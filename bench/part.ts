// A part of the benchmark: what it measured, as a table, and what must hold.
import type { Verdict } from './targets.js';

export type Part = {
  readonly heading: string;
  /** What was done, in a sentence or two. */
  readonly note: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly verdicts: readonly Verdict[];
};
