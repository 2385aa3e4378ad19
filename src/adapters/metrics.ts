// Metrics for operators in the Prometheus format. The service only counts while it works; other figures are read when
// the metrics are requested. Labels must never hold ids, so that their number stays small.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { createDatabaseGauges, type DatabaseGauge } from './database-gauges.js';
import type { MetricValues } from './siblings.js';
import { toValues } from './sum-metrics.js';

export type Pool = { readonly open: number; readonly idle: number; readonly waiting: number; readonly size: number };

export type Metrics = {
  request(seen: { method: string; route: string; status: number; seconds: number }): void;
  /** Returns a listener for the sizes of one kind of batch. */
  batches(name: string): (size: number) => void;
  delivery(outcome: string, seconds: number): void;
  /** Money that a rail told of and that is not where the rail wanted it, or a notice that is odd (D72 to D74). */
  oddMoney(what: OddMoney): void;
  /** A message to a customer; `failed` is one that the gateway did not take. */
  sms(outcome: 'sent' | 'failed', mode: string): void;
  /** API requests that the merchants' log of requests had no room for. */
  requestsDropped(count: number): void;
  /** An e-mail to a customer; `failed` is for good, `retry` is tried again. */
  email(outcome: 'sent' | 'failed' | 'retry', mode: string): void;
  /** Starts to measure the process itself: memory, event loop, garbage collection. */
  watchProcess(): void;
  readonly contentType: string;
  /** `told` is what the database tells; null: it does not answer. */
  render(pool: Pool, told: readonly DatabaseGauge[] | null): Promise<string>;
  /** The same as values, to be summed with those of other processes. */
  values(pool: Pool, told: readonly DatabaseGauge[] | null): Promise<MetricValues>;
  /** Only what this process alone knows, for another one that is asked. */
  ownValues(pool: Pool): Promise<MetricValues>;
};

const LATENCY_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const BATCH_SIZES = [1, 2, 4, 8, 16, 32, 64, 128];

export function createMetrics(build: { readonly version: string; readonly process?: number }): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Histogram({
    name: 'cobro_http_request_duration_seconds',
    help: 'Requests by route and status, and how long their answers took. GET /v1/events waits on purpose.',
    labelNames: ['method', 'route', 'status'],
    buckets: LATENCY_SECONDS,
    registers,
  });
  // Cached under a single string: finding a counter by its labels at every request takes three times as long.
  const requestsByName = new Map<string, ReturnType<typeof requests.labels>>();
  const sizes = new Histogram({
    name: 'cobro_batch_size',
    help: 'How many callers shared one statement.',
    labelNames: ['batch'],
    buckets: BATCH_SIZES,
    registers,
  });
  const durations = new Histogram({
    name: 'cobro_webhook_attempt_duration_seconds',
    help: 'How long receivers took to answer.',
    buckets: LATENCY_SECONDS,
    registers,
  });
  const counters = createCounters(registers);
  tellBuild(registers, build.version);
  let answered = 0;
  const readings = createReadings(registry, build.process ?? 1, () => answered);
  let watching = false;

  return {
    request({ method, route, status, seconds }) {
      const name = `${method} ${route} ${status}`;
      let child = requestsByName.get(name);
      if (child === undefined) {
        child = requests.labels(method, route, String(status));
        requestsByName.set(name, child);
      }
      child.observe(seconds);
      answered++;
    },
    batches(name) {
      const child = sizes.labels(name);
      return (size) => child.observe(size);
    },
    delivery(outcome, seconds) {
      counters.deliveries.inc({ outcome });
      durations.observe(seconds);
    },
    oddMoney: (what) => counters.odd.inc({ what }),
    sms: (outcome, mode) => counters.sms.inc({ outcome, mode }),
    requestsDropped: (count) => counters.unlogged.inc(count),
    email: (outcome, mode) => counters.emails.inc({ outcome, mode }),
    watchProcess() {
      if (!watching) collectDefaultMetrics({ register: registry });
      watching = true;
    },
    contentType: registry.contentType,
    ...readings,
  };
}

/** What is read when somebody asks, and how all of it is told. */
function createReadings(
  registry: Registry,
  process: number,
  countAnswered: () => number,
): Pick<Metrics, 'render' | 'values' | 'ownValues'> {
  const ofProcess = createProcessMetrics([registry], process);
  const ofDatabase = createDatabaseGauges([registry]);
  const readAll = (pool: Pool, told: readonly DatabaseGauge[] | null) => {
    ofProcess(pool, countAnswered());
    ofDatabase.look(told);
  };
  return {
    render(pool, told) {
      readAll(pool, told);
      return registry.metrics();
    },
    async values(pool, told) {
      readAll(pool, told);
      return toValues(await registry.getMetricsAsJSON());
    },
    async ownValues(pool) {
      ofProcess(pool, countAnswered());
      return toValues(await registry.getMetricsAsJSON()).filter(({ name }) => !ofDatabase.names.has(name));
    },
  };
}

/** How much each process of a service answers, with one process all of it, and its connections to the database. */
function createProcessMetrics(registers: Registry[], number: number): (pool: Pool, answered: number) => void {
  new Gauge({ name: 'cobro_processes', help: 'Processes that run, of COBRO_PROCESSES.', registers }).set(1);
  const requests = new Counter({
    name: 'cobro_process_requests_total',
    help: 'Requests that each process of this machine has answered.',
    labelNames: ['process'],
    registers,
  }).labels(String(number));
  const connections = new Gauge({
    name: 'cobro_database_connections',
    help: 'Connections of the pool by state; its size is the most it opens.',
    labelNames: ['state'],
    registers,
  });
  const waiting = new Gauge({
    name: 'cobro_database_waiting',
    help: 'Callers who wait for a connection.',
    registers,
  });
  let counted = 0;
  return (pool, answered) => {
    requests.inc(answered - counted);
    counted = answered;
    connections.set({ state: 'idle' }, pool.idle);
    connections.set({ state: 'used' }, pool.open - pool.idle);
    connections.set({ state: 'size' }, pool.size);
    waiting.set(pool.waiting);
  };
}

const ODD = {
  other_network: 'for an order of another network',
  implausible: 'more than the largest payment',
  key_reused: 'the tracking key of another payment',
  reversed: 'taken back before it came',
  differs: 'a repeat that tells something else',
  malformed: 'cannot be read',
  refused_reversal: 'a till may not take it back any more',
};

export type OddMoney = keyof typeof ODD;

/** Each is shown from 0 on, so that an alert sees its first. */
function createCounters(registers: Registry[]) {
  const counter = (name: string, help: string, first: readonly Readonly<Record<string, string>>[] = []) => {
    const made = new Counter({ name, help, labelNames: Object.keys(first[0] ?? {}), registers });
    for (const labels of first) made.inc(labels, 0);
    return made;
  };
  const live = (...outcomes: readonly string[]) => outcomes.map((outcome) => ({ outcome, mode: 'live' }));
  return {
    deliveries: counter(
      'cobro_webhook_attempts_total',
      'Tries to deliver a notice, by outcome: delivered, retry, failed (given up), gone (410).',
      ['delivered', 'retry', 'failed', 'gone'].map((outcome) => ({ outcome })),
    ),
    odd: counter(
      'cobro_odd_money_total',
      `What rails told and the operator should look at. ${Object.entries(ODD)
        .map(([what, meaning]) => `${what}: ${meaning}`)
        .join('; ')}.`,
      Object.keys(ODD).map((what) => ({ what })),
    ),
    sms: counter(
      'cobro_sms_total',
      'Messages to customers, by outcome: sent, failed (the gateway did not take it).',
      live('sent', 'failed'),
    ),
    emails: counter(
      'cobro_emails_total',
      'E-mails to customers, by outcome: sent, retry (the mail server did not take it yet), failed (given up).',
      live('sent', 'retry', 'failed'),
    ),
    unlogged: counter(
      'cobro_request_log_dropped_total',
      'API requests that are not in the log that merchants see, because too many came at once.',
    ),
  };
}

function tellBuild(registers: Registry[], version: string): void {
  const labelNames = ['version', 'node'];
  const help = 'Always 1; which program runs.';
  const info = new Gauge({ name: 'cobro_build_info', help, labelNames, registers, aggregator: 'first' });
  info.set({ version, node: process.versions.node }, 1);
}
