// A part of the benchmark: what it measured, as a table, and what must hold.
import type { ServerProcess } from './server-process.js';
import type { Verdict } from './targets.js';

export type Part = {
  readonly heading: string;
  /** What was done, in a sentence or two. */
  readonly note: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly verdicts: readonly Verdict[];
};

export type PartOptions = {
  readonly rounds: number;
  readonly seconds: number;
  readonly signal: AbortSignal;
  /** Told of every process, so that it is stopped whatever happens next. */
  readonly onStarted: (server: ServerProcess) => void;
  readonly say: (line: string) => void;
  /** Another checkout, for the comparison of versions. */
  readonly against: string | null;
};
