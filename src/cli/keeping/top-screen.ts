// What `cobro top` shows: one screen of what the service does, made of two readings of its metrics.
import type { Samples } from './metric-samples.js';

export type Reading = { readonly at: number; readonly nodes: number; readonly samples: Samples };

/** null: it is not known, because the database does not answer or nothing has happened yet. */
type TopFigures = {
  readonly nodes: number;
  readonly version: string;
  readonly database_up: boolean;
  readonly requests_per_second: number;
  readonly failures_per_second: number;
  readonly routes: readonly { readonly route: string; readonly per_second: number; readonly mean_ms: number | null }[];
  readonly webhooks: {
    readonly attempts_per_second: number;
    readonly failed_per_second: number;
    readonly due: number | null;
    readonly waiting: number | null;
    readonly held: number | null;
    readonly oldest_due_seconds: number | null;
  };
  readonly money: {
    readonly unmatched: Waiting;
    readonly held: Waiting;
    readonly surplus: Waiting;
    readonly to_send: number | null;
    readonly sent: number | null;
    readonly notices_stored: number | null;
    readonly ledger_off_centavos: number | null;
  };
  readonly pools: readonly { readonly pool: string; readonly used_percent: number }[];
  readonly rate_age_hours: Readonly<Record<string, number>>;
  readonly backup_age_hours: number | null;
  readonly connections: { readonly used: number; readonly size: number; readonly waiting: number };
  readonly memory_mb: number;
};

/** Live money: how many payments, and how much of it there is. */
type Waiting = { readonly payments: number | null; readonly pesos: number | null };

const ROUTES = 8;
const DURATIONS = 'cobro_http_request_duration_seconds';

export function figuresOf(before: Reading, now: Reading): TopFigures {
  const { samples } = now;
  const seconds = Math.max(0.001, (now.at - before.at) / 1000);
  const perSecond = (name: string, labels = {}) =>
    round(Math.max(0, samples.sum(name, labels) - before.samples.sum(name, labels)) / seconds);
  const statuses = samples.labelsOf(`${DURATIONS}_count`, 'status').filter((status) => status.startsWith('5'));
  const state = (name: string, labels = {}) => samples.max(name, labels);
  const waiting = (place: string): Waiting => ({
    payments: state('cobro_payments_open', { mode: 'live', place }),
    pesos: scaled(state('cobro_balance_centavos', { mode: 'live', account: place }), 0.01),
  });
  return {
    nodes: now.nodes,
    version: samples.labelsOf('cobro_build_info', 'version').join(', '),
    database_up: samples.sum('cobro_database_up') === now.nodes,
    requests_per_second: perSecond(`${DURATIONS}_count`),
    failures_per_second: round(statuses.reduce((sum, status) => sum + perSecond(`${DURATIONS}_count`, { status }), 0)),
    routes: routesOf(before, now, seconds),
    webhooks: {
      attempts_per_second: perSecond('cobro_webhook_attempts_total'),
      failed_per_second: round(
        perSecond('cobro_webhook_attempts_total') - perSecond('cobro_webhook_attempts_total', { outcome: 'delivered' }),
      ),
      due: state('cobro_webhook_deliveries', { state: 'due' }),
      waiting: state('cobro_webhook_deliveries', { state: 'waiting' }),
      held: state('cobro_webhook_deliveries', { state: 'held' }),
      oldest_due_seconds: scaled(state('cobro_webhook_oldest_due_seconds'), 1),
    },
    money: {
      unmatched: waiting('unmatched'),
      held: waiting('held'),
      surplus: waiting('surplus'),
      to_send: state('cobro_transfers_open', { mode: 'live', state: 'to_send' }),
      sent: state('cobro_transfers_open', { mode: 'live', state: 'sent' }),
      notices_stored: state('cobro_notices_stored'),
      ledger_off_centavos: state('cobro_ledger_sum_centavos', { mode: 'live' }),
    },
    pools: poolsOf(samples),
    rate_age_hours: ratesOf(samples),
    backup_age_hours: scaled(state('cobro_backup_age_seconds'), 1 / 3600),
    connections: {
      used: samples.sum('cobro_database_connections', { state: 'used' }),
      size: samples.sum('cobro_database_connections', { state: 'size' }),
      waiting: samples.sum('cobro_database_waiting'),
    },
    memory_mb: Math.round(samples.sum('process_resident_memory_bytes') / 1024 ** 2),
  };
}

function routesOf(before: Reading, now: Reading, seconds: number): TopFigures['routes'] {
  const routes = now.samples.labelsOf(`${DURATIONS}_count`, 'route').map((route) => {
    const grown = (part: string) =>
      now.samples.sum(`${DURATIONS}_${part}`, { route }) - before.samples.sum(`${DURATIONS}_${part}`, { route });
    const count = grown('count');
    return {
      route,
      per_second: round(count / seconds),
      mean_ms: count > 0 ? round((grown('sum') / count) * 1000) : null,
    };
  });
  const busy = routes.filter(({ per_second, mean_ms }) => per_second > 0 && mean_ms !== null);
  return busy.sort((one, other) => other.per_second - one.per_second).slice(0, ROUTES);
}

function poolsOf(samples: Samples): TopFigures['pools'] {
  const used = (names: readonly [string, string], label: string) =>
    samples.labelsOf(names[1], label).map((pool) => {
      const [taken, all] = names.map((name) => samples.max(name, { [label]: pool }) ?? 0);
      return { pool, used_percent: round(((taken ?? 0) / Math.max(1, all ?? 1)) * 100) };
    });
  return [
    ...used(['cobro_number_pool_used', 'cobro_number_pool_capacity'], 'pool'),
    ...used(['cobro_point_cards_used', 'cobro_point_cards'], 'point'),
  ];
}

function ratesOf(samples: Samples): Record<string, number> {
  const currencies = samples.labelsOf('cobro_rate_age_seconds', 'currency');
  return Object.fromEntries(
    currencies.map((currency) => [currency, round((samples.max('cobro_rate_age_seconds', { currency }) ?? 0) / 3600)]),
  );
}

/** As lines for a terminal. */
export function screenOf(figures: TopFigures): string {
  const { webhooks, money, connections } = figures;
  const shown = (value: number | null) => (value === null ? '-' : String(value));
  const waiting = ({ payments, pesos }: Waiting) =>
    `${shown(payments)} (${pesos === null ? '-' : pesos.toFixed(2)} MXN)`;
  const lines = [
    `cobro ${figures.version}  nodes ${figures.nodes}  database ${figures.database_up ? 'up' : 'DOWN'}` +
      `  connections ${connections.used}/${connections.size}, ${connections.waiting} wait  memory ${figures.memory_mb} MB`,
    '',
    `requests   ${figures.requests_per_second}/s, ${figures.failures_per_second}/s failed (5xx)`,
    ...figures.routes.map(
      ({ route, per_second, mean_ms }) =>
        `  ${String(per_second).padStart(8)}/s ${shown(mean_ms).padStart(9)} ms  ${route}`,
    ),
    '',
    `webhooks   ${webhooks.attempts_per_second}/s, ${webhooks.failed_per_second}/s not delivered; ` +
      `due ${shown(webhooks.due)}, waiting ${shown(webhooks.waiting)}, held ${shown(webhooks.held)}, ` +
      `oldest ${shown(webhooks.oldest_due_seconds)} s`,
    '',
    'live money to decide',
    `  unmatched  ${waiting(money.unmatched)}`,
    `  held       ${waiting(money.held)}`,
    `  surplus    ${waiting(money.surplus)}`,
    `  transfers  ${shown(money.to_send)} to send, ${shown(money.sent)} sent and not confirmed`,
    `  notices    ${shown(money.notices_stored)} not matched yet`,
    `  books      ${money.ledger_off_centavos === 0 ? 'add up' : `OFF BY ${shown(money.ledger_off_centavos)} centavos`}`,
    '',
    `pools      ${figures.pools.map(({ pool, used_percent }) => `${pool} ${used_percent} %`).join(', ') || '-'}`,
    `rates      ${
      Object.entries(figures.rate_age_hours)
        .map(([name, hours]) => `${name} ${hours} h old`)
        .join(', ') || '-'
    }`,
    `backup     ${figures.backup_age_hours === null ? 'none is known' : `${figures.backup_age_hours} h old`}`,
  ];
  return lines.join('\n');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function scaled(value: number | null, factor: number): number | null {
  return value === null ? null : Math.round(value * factor * 100) / 100;
}
