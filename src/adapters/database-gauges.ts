// The metrics that the database tells, each declared once. They are the same for all processes. An operator's alerts are made of
// them (deploy/prometheus/alerts.yml).
import { Gauge, type Registry } from 'prom-client';

/** What one is of, such as its mode and place: a word for each label of its gauge. */
export type DatabaseGauge = { readonly what: string; readonly label: string; readonly value: number };

type Declared = readonly [name: string, help: string, ...labels: string[]];

/** By what the database calls it (store/gauges.ts). */
const GAUGES: Readonly<Record<string, Declared>> = {
  deliveries: [
    'cobro_webhook_deliveries',
    'Notices that are not delivered yet: due now, waiting for an earlier one of the order, held while the endpoint is off.',
    'state',
  ],
  oldest_due: ['cobro_webhook_oldest_due_seconds', 'For how long the most overdue notice has been due.'],
  pool: ['cobro_number_pool_used', 'Numbers taken: of CLABEs by prefix, and of references.', 'pool'],
  pool_capacity: ['cobro_number_pool_capacity', 'Numbers that the pool has in all.', 'pool'],
  share: ['cobro_clabe_share_used', 'CLABEs of a prefix that the account with most of them has taken.', 'pool'],
  cards: ['cobro_point_cards', 'Cards of a payment point.', 'point'],
  cards_used: ['cobro_point_cards_used', 'Cards of a payment point that are in use or rest.', 'point'],
  ledger: ['cobro_ledger_sum_centavos', 'What all books of a mode add up to. Anything but 0 is wrong.', 'mode'],
  payments: [
    'cobro_payments_open',
    'Payments with money that waits for a decision, by where it is: unmatched, held, surplus. At most 10000 are counted.',
    'mode',
    'place',
  ],
  oldest_payment: ['cobro_payments_open_oldest_seconds', 'Since when the oldest of them waits.', 'mode'],
  transfers: [
    'cobro_transfers_open',
    'Outgoing transfers, by state: to_send (to the bank), sent (not confirmed yet). At most 10000 are counted.',
    'mode',
    'state',
  ],
  oldest_transfer: ['cobro_transfers_open_oldest_seconds', 'Since when the oldest of them waits.', 'mode'],
  notices: ['cobro_notices_stored', 'Notices of rails that are stored and not matched yet.'],
  rate_age: ['cobro_rate_age_seconds', 'Age of the newest rate that is stored.', 'currency'],
  backup_age: ['cobro_backup_age_seconds', 'Age of the newest backup that is known.'],
  rail_silent: ['cobro_rail_silent_seconds', 'Since when a live rail has told of nothing.', 'rail'],
  rail_usual: [
    'cobro_rail_usual_notices',
    'How many notices a live rail usually sends in this hour of the day, by the seven days before.',
    'rail',
  ],
  node_silent: ['cobro_node_silent_seconds', 'Since when the node of a coin has not answered.', 'coin'],
  node_failed: ['cobro_node_failures', 'How often the node of a coin failed within a day.', 'coin'],
  node_height: ['cobro_node_height', 'The newest block of a coin that was taken.', 'coin'],
  node_block_age: ['cobro_node_block_age_seconds', 'The age of that block.', 'coin'],
  balance: [
    'cobro_balance_centavos',
    'What the books of all merchants hold: unmatched, held, surplus, to_refund, to_return, to_pay_out, pending, available.',
    'mode',
    'account',
  ],
};

export function createDatabaseGauges(registers: Registry[]) {
  const up = new Gauge({ name: 'cobro_database_up', help: '1 while the database answers.', registers });
  const gauges = new Map(
    Object.entries(GAUGES).map(([what, [name, help, ...labelNames]]) => [
      what,
      { labelNames, gauge: new Gauge({ name, help, labelNames, registers }) },
    ]),
  );
  return {
    names: new Set(['cobro_database_up', ...Object.values(GAUGES).map(([name]) => name)]),
    /** null: the database does not answer. What is unknown is left out, because an old number would look current. */
    look(told: readonly DatabaseGauge[] | null): void {
      up.set(told === null ? 0 : 1);
      for (const { gauge, labelNames } of gauges.values()) {
        gauge.reset();
        if (labelNames.length === 0) gauge.remove();
      }
      for (const { what, label, value } of told ?? []) {
        const known = gauges.get(what);
        if (known === undefined) throw new Error(`no metric is declared for ${what}`);
        known.gauge.labels(...wordsOf(label, known.labelNames.length)).set(value);
      }
    },
  };
}

/** The name of a pool or of a rail may have spaces; a mode has none. */
function wordsOf(label: string, count: number): string[] {
  return count === 0 ? [] : count === 1 ? [label] : label.split(' ');
}
