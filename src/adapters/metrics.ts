// Metrics for operators in the Prometheus format. The service only counts while it works; other figures are read when
// the metrics are requested. Labels must never hold ids, so that their number stays small.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { createMoneyGauges, createOddCounter, type MoneyLooks, type OddMoney } from './money-metrics.js';
import type { MetricValues } from './siblings.js';
import { toValues } from './sum-metrics.js';

/** Figures read when the metrics are requested; null if the database does not answer. */
export type Looks = {
  /** Deliveries by state: due (now), waiting (for an earlier one), held (endpoint switched off). */
  readonly deliveries: ReadonlyMap<string, number>;
  /** How long the most overdue delivery has been due; 0 if none is. */
  readonly oldestDueSeconds: number;
  readonly numberPools: readonly { readonly pool: string; readonly used: number; readonly capacity: number }[];
  /** By prefix of CLABEs: what the account with most of them has taken. */
  readonly largestShares: ReadonlyMap<string, number>;
  /** By payment point: its cards, and how many of them are in use or rest. */
  readonly cards: ReadonlyMap<string, number>;
  readonly cardsUsed: ReadonlyMap<string, number>;
  /** By mode: the sum of all books, in centavos. Anything but 0 means that something is wrong. */
  readonly ledgerSums: ReadonlyMap<string, number>;
} & MoneyLooks;

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
  render(pool: Pool, looks: Looks | null): Promise<string>;
  /** The same as values, to be summed with those of other processes. */
  values(pool: Pool, looks: Looks | null): Promise<MetricValues>;
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
  const deliveries = new Counter({
    name: 'cobro_webhook_attempts_total',
    help: 'Tries to deliver a notice, by outcome: delivered, retry, failed (given up), gone (410).',
    labelNames: ['outcome'],
    registers,
  });
  const durations = new Histogram({
    name: 'cobro_webhook_attempt_duration_seconds',
    help: 'How long receivers took to answer.',
    buckets: LATENCY_SECONDS,
    registers,
  });
  const odd = createOddCounter(registers);
  const messages = createMessageCounter(registers);
  const unlogged = createUnloggedCounter(registers);
  const emails = createEmailCounter(registers);
  tellBuild(registers, build.version);
  for (const outcome of ['delivered', 'retry', 'failed', 'gone']) deliveries.inc({ outcome }, 0);
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
      deliveries.inc({ outcome });
      durations.observe(seconds);
    },
    oddMoney(what) {
      odd.inc({ what });
    },
    sms(outcome, mode) {
      messages.inc({ outcome, mode });
    },
    requestsDropped: (count) => unlogged.inc(count),
    email(outcome, mode) {
      emails.inc({ outcome, mode });
    },
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
  const gauges = createGauges([registry]);
  const money = createMoneyGauges([registry]);
  const ofDatabase = new Set([...gauges.names, ...money.names]);
  const readProcess = (pool: Pool) => {
    gauges.process(pool);
    ofProcess(countAnswered());
  };
  const readAll = (pool: Pool, looks: Looks | null) => {
    readProcess(pool);
    gauges.database(looks);
    money.look(looks);
  };
  return {
    render(pool, looks) {
      readAll(pool, looks);
      return registry.metrics();
    },
    async values(pool, looks) {
      readAll(pool, looks);
      return toValues(await registry.getMetricsAsJSON());
    },
    async ownValues(pool) {
      readProcess(pool);
      return toValues(await registry.getMetricsAsJSON()).filter(({ name }) => !ofDatabase.has(name));
    },
  };
}

/** Which process of a service answers how much; with one process it is all. Returns how to set the count of answers. */
function createProcessMetrics(registers: Registry[], number: number): (answered: number) => void {
  new Gauge({ name: 'cobro_processes', help: 'Processes that run, of COBRO_PROCESSES.', registers }).set(1);
  const requests = new Counter({
    name: 'cobro_process_requests_total',
    help: 'Requests that each process of this machine has answered.',
    labelNames: ['process'],
    registers,
  }).labels(String(number));
  let counted = 0;
  return (answered) => {
    requests.inc(answered - counted);
    counted = answered;
  };
}

function createUnloggedCounter(registers: Registry[]) {
  return new Counter({
    name: 'cobro_request_log_dropped_total',
    help: 'API requests that are not in the log that merchants see, because too many came at once.',
    registers,
  });
}

function createMessageCounter(registers: Registry[]): Counter {
  const messages = new Counter({
    name: 'cobro_sms_total',
    help: 'Messages to customers, by outcome: sent, failed (the gateway did not take it).',
    labelNames: ['outcome', 'mode'],
    registers,
  });
  for (const outcome of ['sent', 'failed']) messages.inc({ outcome, mode: 'live' }, 0);
  return messages;
}

function createEmailCounter(registers: Registry[]): Counter {
  const emails = new Counter({
    name: 'cobro_emails_total',
    help: 'E-mails to customers, by outcome: sent, retry (the mail server did not take it yet), failed (given up).',
    labelNames: ['outcome', 'mode'],
    registers,
  });
  for (const outcome of ['sent', 'retry', 'failed']) emails.inc({ outcome, mode: 'live' }, 0);
  return emails;
}

function tellBuild(registers: Registry[], version: string): void {
  const labelNames = ['version', 'node'];
  const help = 'Always 1; which program runs.';
  const info = new Gauge({ name: 'cobro_build_info', help, labelNames, registers, aggregator: 'first' });
  info.set({ version, node: process.versions.node }, 1);
}

/** What is read when somebody asks: from this process's pool, and from the database, which is the same for all. */
function createGauges(registers: Registry[]) {
  const ofProcess = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name, help, labelNames, registers });
  const names: string[] = [];
  const gauge = (name: string, help: string, ...labelNames: string[]) => {
    names.push(name);
    return ofProcess(name, help, ...labelNames);
  };
  const up = gauge('cobro_database_up', '1 while the database answers.');
  const connections = ofProcess(
    'cobro_database_connections',
    'Connections of the pool by state; its size is the most it opens.',
    'state',
  );
  const waiting = ofProcess('cobro_database_waiting', 'Callers who wait for a connection.');
  const backlog = gauge(
    'cobro_webhook_deliveries',
    'Notices that are not delivered yet: due now, waiting for an earlier one of the order, held while the endpoint is off.',
    'state',
  );
  const oldest = gauge('cobro_webhook_oldest_due_seconds', 'For how long the most overdue notice has been due.');
  const used = gauge('cobro_number_pool_used', 'Numbers taken: of CLABEs by prefix, and of references.', 'pool');
  const capacity = gauge('cobro_number_pool_capacity', 'Numbers that the pool has in all.', 'pool');
  const share = gauge(
    'cobro_clabe_share_used',
    'CLABEs of a prefix that the account with most of them has taken.',
    'pool',
  );
  const cards = gauge('cobro_point_cards', 'Cards of a payment point.', 'point');
  const cardsUsed = gauge('cobro_point_cards_used', 'Cards of a payment point that are in use or rest.', 'point');
  const ledger = gauge(
    'cobro_ledger_sum_centavos',
    'What all books of a mode add up to. Anything but 0 is wrong.',
    'mode',
  );
  const looked = [backlog, oldest, used, capacity, share, cards, cardsUsed, ledger];

  const process = (pool: Pool) => {
    connections.set({ state: 'idle' }, pool.idle);
    connections.set({ state: 'used' }, pool.open - pool.idle);
    connections.set({ state: 'size' }, pool.size);
    waiting.set(pool.waiting);
  };
  const database = (looks: Looks | null) => {
    up.set(looks === null ? 0 : 1);
    // Unknown values are left out, because an old number would look current.
    for (const one of looked) one.reset();
    if (looks === null) return oldest.remove();
    for (const [state, count] of looks.deliveries) backlog.set({ state }, count);
    oldest.set(looks.oldestDueSeconds);
    for (const { pool: name, ...numbers } of looks.numberPools) {
      used.set({ pool: name }, numbers.used);
      capacity.set({ pool: name }, numbers.capacity);
    }
    for (const [pool, count] of looks.largestShares) share.set({ pool }, count);
    for (const [point, count] of looks.cards) {
      cards.set({ point }, count);
      cardsUsed.set({ point }, looks.cardsUsed.get(point) ?? 0);
    }
    for (const [mode, sum] of looks.ledgerSums) ledger.set({ mode }, sum);
  };
  return { process, database, names };
}
