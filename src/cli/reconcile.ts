// cobro reconcile: compares a rail's own list of one day with our payments. docs/payments.md describes the columns.

import { readFile } from 'node:fs/promises';
import { Command, Option } from 'commander';
import { type Reconciliation, reconcile } from '../actions/reconcile.js';
import { modeOf } from '../domain/mode.js';
import { toDecimal } from '../domain/money.js';
import { stateOf } from '../domain/payment.js';
import { RAIL_KIND_NAMES, type RailKindName } from '../domain/rails/kinds.js';
import { OperatorError } from '../operator-error.js';
import { readRailList } from '../wire/rail-list.js';
import type { CommandContext } from './context.js';
import { operator } from './operator.js';
import { print, printMany, printOne } from './output.js';

type Options = { rail: RailKindName; live?: boolean; test?: boolean; date?: string; json?: boolean };

export function reconcileCommand({ withDeps }: CommandContext): Command {
  return new Command('reconcile')
    .description(
      "compare a rail's list of a day with our payments and book what we miss; exits with 1 when something is open",
    )
    .argument('<file>', 'CSV with a heading; see docs/payments.md')
    .addOption(new Option('--rail <kind>', RAIL_KIND_NAMES.join(' or ')).choices(RAIL_KIND_NAMES).makeOptionMandatory())
    .addOption(new Option('--live', 'live money').conflicts('test'))
    .option('--test', 'test money (default)')
    .option('--date <yyyymmdd>', "the rail's day (default: the days that the list has)")
    .action((file: string, options: Options) =>
      withDeps(async (deps) => {
        const text = await readFile(file, 'utf8').catch((error: Error) => {
          throw new OperatorError(`${file} cannot be read: ${error.message}`);
        });
        const [kind, mode] = [options.rail, modeOf(options.live ?? false)];
        const list = readRailList(kind, text, mode);
        const result = await reconcile(deps, { kind, mode, list, day: options.date ?? null, actor: operator() });
        const findings = findingsOf(result);
        const count = (outcome: string) => findings.filter((one) => one.outcome === outcome).length;
        const same = result.comparisons.filter(({ is }) => is === 'same' || is === 'repeated').length;
        const summary = {
          days: result.days.join(' '),
          same,
          booked: count('booked'),
          they_miss: count('they miss'),
          differs: count('differs'),
        };
        const isOpen = summary.they_miss + summary.differs > 0;
        if (options.json) printOne({ ok: !isOpen, ...summary, findings }, options);
        else {
          printOne(summary, options);
          print('');
          printMany(findings, options, 'Nothing to report.');
        }
        if (isOpen) process.exitCode = 1;
      }),
    );
}

/** Everything that differs. */
function findingsOf({ comparisons, booked, theyMiss }: Reconciliation) {
  const listed = comparisons.flatMap((one) => {
    if (one.is === 'same' || one.is === 'repeated') return [];
    const { line, arrival } = one.line;
    const facts = {
      line,
      tracking_key: arrival.trackingKey,
      amount: toDecimal(arrival.amount),
      destination: arrival.destination,
    };
    if (one.is === 'differs') {
      const { id, amount, destination } = one.payment;
      const detail = `${one.what}; ours: ${toDecimal(amount)} to ${destination}`;
      return [{ outcome: 'differs', ...facts, payment: id, detail }];
    }
    const payment = booked.get(line);
    const detail = payment === undefined ? '' : stateOf(payment);
    return [{ outcome: 'booked', ...facts, payment: payment?.id ?? null, detail }];
  });
  const missed = theyMiss.map(({ id, trackingKey, amount, destination, network }) => ({
    outcome: 'they miss',
    line: null,
    tracking_key: trackingKey,
    amount: toDecimal(amount),
    destination,
    payment: id,
    detail: `ours from ${network}`,
  }));
  return [...listed, ...missed];
}
