// The metrics that tell of money: what waits for a decision or for the bank, how old the rates are, and when there was a
// backup. An operator's alerts are made of these (deploy/prometheus/alerts.yml).
import { Counter, Gauge, type Registry } from 'prom-client';

/** Labels of two words are a mode and a place or state. */
export type MoneyLooks = {
  readonly openPayments: ReadonlyMap<string, number>;
  readonly oldestPaymentSeconds: ReadonlyMap<string, number>;
  readonly openTransfers: ReadonlyMap<string, number>;
  readonly oldestTransferSeconds: ReadonlyMap<string, number>;
  readonly storedNotices: number;
  readonly rateAgeSeconds: ReadonlyMap<string, number>;
  /** null if no backup is known. */
  readonly backupAgeSeconds: number | null;
  /** By the name of a live rail. */
  readonly railSilentSeconds: ReadonlyMap<string, number>;
  readonly railUsualPerHour: ReadonlyMap<string, number>;
  /** By the coin of a node. */
  readonly nodeSilentSeconds: ReadonlyMap<string, number>;
  readonly nodeFailures: ReadonlyMap<string, number>;
  readonly nodeHeights: ReadonlyMap<string, number>;
  readonly nodeBlockAgeSeconds: ReadonlyMap<string, number>;
  readonly balances: ReadonlyMap<string, number>;
};

export type MoneyGauges = {
  look(looks: MoneyLooks | null): void;
  readonly names: readonly string[];
};

export function createMoneyGauges(registers: Registry[]): MoneyGauges {
  const names: string[] = [];
  const gauge = (name: string, help: string, ...labelNames: string[]) => {
    names.push(name);
    return new Gauge({ name, help, labelNames, registers });
  };
  const payments = gauge(
    'cobro_payments_open',
    'Payments with money that waits for a decision, by where it is: unmatched, held, surplus. At most 10000 are counted.',
    'mode',
    'place',
  );
  const paymentAge = gauge('cobro_payments_open_oldest_seconds', 'Since when the oldest of them waits.', 'mode');
  const transfers = gauge(
    'cobro_transfers_open',
    'Outgoing transfers, by state: to_send (to the bank), sent (not confirmed yet). At most 10000 are counted.',
    'mode',
    'state',
  );
  const transferAge = gauge('cobro_transfers_open_oldest_seconds', 'Since when the oldest of them waits.', 'mode');
  const notices = gauge('cobro_notices_stored', 'Notices of rails that are stored and not matched yet.');
  const rates = gauge('cobro_rate_age_seconds', 'Age of the newest rate that is stored.', 'currency');
  const backup = gauge('cobro_backup_age_seconds', 'Age of the newest backup that is known.');
  const silent = gauge('cobro_rail_silent_seconds', 'Since when a live rail has told of nothing.', 'rail');
  const usual = gauge(
    'cobro_rail_usual_notices',
    'How many notices a live rail usually sends in this hour of the day, by the seven days before.',
    'rail',
  );
  const nodeSilent = gauge('cobro_node_silent_seconds', 'Since when the node of a coin has not answered.', 'coin');
  const nodeFailures = gauge('cobro_node_failures', 'How often the node of a coin failed within a day.', 'coin');
  const nodeHeight = gauge('cobro_node_height', 'The newest block of a coin that was taken.', 'coin');
  const nodeBlockAge = gauge('cobro_node_block_age_seconds', 'The age of that block.', 'coin');
  const balances = gauge(
    'cobro_balance_centavos',
    'What the books of all merchants hold: unmatched, held, surplus, to_refund, to_return, to_pay_out, pending, available.',
    'mode',
    'account',
  );
  const all = [payments, paymentAge, transfers, transferAge, notices, rates, backup, silent, usual, balances];
  const nodes = [nodeSilent, nodeFailures, nodeHeight, nodeBlockAge];

  const look = (looks: MoneyLooks | null) => {
    for (const one of [...all, ...nodes]) one.reset();
    notices.remove();
    backup.remove();
    if (looks === null) return;
    setPairs(payments, looks.openPayments, 'place');
    setPairs(transfers, looks.openTransfers, 'state');
    setPairs(balances, looks.balances, 'account');
    for (const [mode, seconds] of looks.oldestPaymentSeconds) paymentAge.set({ mode }, seconds);
    for (const [mode, seconds] of looks.oldestTransferSeconds) transferAge.set({ mode }, seconds);
    notices.set(looks.storedNotices);
    for (const [currency, seconds] of looks.rateAgeSeconds) rates.set({ currency }, seconds);
    for (const [rail, seconds] of looks.railSilentSeconds) silent.set({ rail }, seconds);
    for (const [rail, count] of looks.railUsualPerHour) usual.set({ rail }, count);
    for (const [coin, seconds] of looks.nodeSilentSeconds) nodeSilent.set({ coin }, seconds);
    for (const [coin, count] of looks.nodeFailures) nodeFailures.set({ coin }, count);
    for (const [coin, height] of looks.nodeHeights) nodeHeight.set({ coin }, height);
    for (const [coin, seconds] of looks.nodeBlockAgeSeconds) nodeBlockAge.set({ coin }, seconds);
    if (looks.backupAgeSeconds !== null) backup.set(looks.backupAgeSeconds);
  };
  return { look, names };
}

function setPairs(gauge: Gauge, values: ReadonlyMap<string, number>, name: string): void {
  for (const [label, value] of values) {
    const [mode = '', word = ''] = label.split(' ');
    gauge.set({ mode, [name]: word }, value);
  }
}

/** What the operator should look at, each with what it means. */
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

export function createOddCounter(registers: Registry[]): Counter<'what'> {
  const odd = new Counter({
    name: 'cobro_odd_money_total',
    help: `What rails told and the operator should look at. ${Object.entries(ODD)
      .map(([what, meaning]) => `${what}: ${meaning}`)
      .join('; ')}.`,
    labelNames: ['what'],
    registers,
  });
  for (const what in ODD) odd.inc({ what }, 0);
  return odd;
}
