// cobro reconcile: a rail's own list of a day against our payments. The columns are in docs/payments.md.

import { readFile } from 'node:fs/promises';
import { Command, Option } from 'commander';
import { type Reconciliation, reconcile } from '../actions/reconcile.js';
import { modeOf } from '../domain/mode.js';
import { toDecimal } from '../domain/money.js';
import { stateOf } from '../domain/payment.js';
import { OperatorError } from '../operator-error.js';
import type { CommandContext } from './context.js';
import { operator } from './operator.js';
import { print, printMany, printOne } from './output.js';

type Options = { rail: 'spei' | 'cash'; live?: boolean; test?: boolean; date?: string; json?: boolean };

export function reconcileCommand({ withDeps }: CommandContext): Command {
  return new Command('reconcile')
    .description(
      "compare a rail's list of a day with our payments and book what we miss; exits with 1 when something is open",
    )
    .argument('<file>', 'CSV with a heading; see docs/payments.md')
    .addOption(new Option('--rail <kind>', 'spei or cash').choices(['spei', 'cash']).makeOptionMandatory())
    .addOption(new Option('--live', 'live money').conflicts('test'))
    .option('--test', 'test money (default)')
    .option('--date <yyyymmdd>', "the rail's day (default: the days that the list has)")
    .action((file: string, options: Options) =>
      withDeps(async (deps) => {
        const text = await readFile(file, 'utf8').catch((error: Error) => {
          throw new OperatorError(`${file} cannot be read: ${error.message}`);
        });
        const result = await reconcile(deps, {
          kind: options.rail,
          mode: modeOf(options.live ?? false),
          text,
          day: options.date ?? null,
          actor: operator(),
        });
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

/** Everything that is not simply the same. */
function findingsOf({ comparisons, booked, theyMiss }: Reconciliation) {
  const listed = comparisons.flatMap((one) => {
    if (one.is === 'same' || one.is === 'repeated') return [];
    const { line, arrival } = one.line;
    const told = {
      line,
      tracking_key: arrival.trackingKey,
      amount: toDecimal(arrival.amount),
      destination: arrival.destination,
    };
    if (one.is === 'differs') {
      const { id, amount, destination } = one.payment;
      return [
        {
          outcome: 'differs',
          ...told,
          payment: id,
          detail: `${one.what}; ours: ${toDecimal(amount)} to ${destination}`,
        },
      ];
    }
    const payment = booked.get(line);
    return [
      {
        outcome: 'booked',
        ...told,
        payment: payment?.id ?? null,
        detail: payment === undefined ? '' : stateOf(payment),
      },
    ];
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
