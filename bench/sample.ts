// The result of one measurement, and how several results become one number.

export type Sample = { readonly perSecond: number; readonly p50Ms: number; readonly p99Ms: number };

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/**
 * The smallest value that at least this share of the values does not exceed. The median of an even number of values is
 * the lower middle one.
 */
export function quantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  const value = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
  if (value === undefined) throw new Error('no values were measured');
  return value;
}

export function medianSample(samples: readonly Sample[]): Sample {
  return {
    perSecond: median(samples.map(({ perSecond }) => perSecond)),
    p50Ms: median(samples.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(samples.map(({ p99Ms }) => p99Ms)),
  };
}
