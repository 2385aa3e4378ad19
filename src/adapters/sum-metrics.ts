// Adds up the metrics of several processes, so that Prometheus sees one service, whichever of them answers.
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue } from 'prom-client';
import type { MetricValues } from './siblings.js';

type Metric = MetricObjectWithValues<MetricValue<string>>;

/** Counters and histograms are sums. Of what each process reads from the same database the first is taken. */
export function sumMetrics(parts: readonly MetricValues[]): Promise<string> {
  return aggregate(parts).metrics();
}

/**
 * What a process that has ended leaves: its counters, added to those of others that ended before. Without them the sums
 * would fall, which Prometheus takes for a restart that counted everything anew.
 */
export function addDeparted(before: MetricValues, last: MetricValues): MetricValues {
  const counters = last.filter(({ type }) => type === 'counter' || type === 'histogram');
  const summed = aggregate([before, counters]).getMetricsAsArray() as unknown as MetricValues;
  return summed.map(({ name, help, type, aggregator, values }) => ({ name, help, type, aggregator, values }));
}

/** The library leaves out when processes started; the oldest is when the service did. */
function aggregate(parts: readonly MetricValues[]) {
  const kept = parts.map((part) =>
    part.map((one) => (one.aggregator === 'omit' ? { ...one, aggregator: 'min' } : { ...one })),
  );
  return AggregatorRegistry.aggregate(kept as unknown as Metric[]);
}

export function toValues(metrics: readonly Metric[]): MetricValues {
  return metrics as unknown as MetricValues;
}
