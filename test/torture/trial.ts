// A trial does harm and gives figures, each beside what it must be.

export type Figure = {
  readonly what: string;
  readonly must: string;
  readonly measured: string;
  readonly isMet: boolean;
  /** What went wrong, for whoever mends it. */
  readonly faults?: readonly string[];
};

export type TrialOptions = {
  /** `quick` does little of everything, in minutes. */
  readonly size: 'quick' | 'whole';
  readonly seed: number;
  say(line: string): void;
};

export type Trial = (options: TrialOptions) => Promise<readonly Figure[]>;

/** How much of something a trial does. */
export function sized(
  options: Pick<TrialOptions, 'size'>,
  { quick, whole }: Record<TrialOptions['size'], number>,
): number {
  return options.size === 'quick' ? quick : whole;
}

/** A figure that counts faults and must be nothing. */
export function none(what: string, faults: readonly string[], of: string): Figure {
  return { what, must: '0', measured: `${faults.length} of ${of}`, isMet: faults.length === 0, faults };
}
