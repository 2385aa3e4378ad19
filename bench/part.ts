// A part of the benchmark: its results as a table, and the targets it must meet.
import type { ServerProcess } from './server-process.js';
import type { Verdict } from './targets.js';

export type Part = {
  readonly heading: string;
  /** What was measured, in a sentence or two. */
  readonly note: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly verdicts: readonly Verdict[];
};

export type PartOptions = {
  readonly rounds: number;
  readonly seconds: number;
  readonly signal: AbortSignal;
  /** Called with every started process, so that it is always stopped. */
  readonly onStarted: (server: ServerProcess) => void;
  readonly say: (line: string) => void;
  /** Another checkout, for the comparison of versions. */
  readonly against: string | null;
  /** Databases on Citus coordinators, for the comparison with them. */
  readonly urls: readonly string[];
  /** How many orders the growth part fills in. */
  readonly rows: number;
  /** How many of them are of one account. */
  readonly rowsOfOne: number;
};
