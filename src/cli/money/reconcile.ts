// cobro reconcile: compares a rail's own list of one day with our payments. docs/reconciliation.md describes the columns.

import { readFile } from 'node:fs/promises';
import { Command, Option } from 'commander';
import { type Reconciliation, reconcile } from '../../actions/money/reconcile.js';
import { modeOf } from '../../domain/base/mode.js';
import { toDecimal } from '../../domain/base/money.js';
import { stateOf } from '../../domain/money/payment.js';
import { RAIL_KIND_NAMES, type RailKindName } from '../../domain/rails/kinds.js';
import { OperatorError } from '../../errors/operator-error.js';
import { readRailList } from '../../wire/rails/rail-list.js';
import type { CommandContext } from '../context.js';
import { operator } from '../operator.js';
import { print, printMany, printOne } from '../output.js';

type Options = {
  rail: RailKindName;
  live?: boolean;
  test?: boolean;
  date?: string;
  apply?: boolean;
  also?: string;
  json?: boolean;
};

export function reconcileCommand({ withService }: CommandContext): Command {
  return new Command('reconcile')
    .argument('<file>', 'CSV with a heading; see docs/reconciliation.md')
    .addOption(new Option('--rail <kind>', RAIL_KIND_NAMES.join(' or ')).choices(RAIL_KIND_NAMES).makeOptionMandatory())
    .addOption(new Option('--live', 'live money').conflicts('test'))
    .option('--test', 'test money (default)')
    .option('--apply', 'book what we miss (default: only show it)')
    .option('--also <lines>', 'with --apply: lines, such as 3,7, that differ from a payment of ours and are others')
    .option('--date <yyyymmdd>', "the rail's day (default: the days that the list has)")
    .action((file: string, options: Options) =>
      withService(async (deps) => {
        const text = await readFile(file, 'utf8').catch((error: Error) => {
          throw new OperatorError(`${file} cannot be read: ${error.message}`);
        });
        const [kind, mode] = [options.rail, modeOf(options.live ?? false)];
        const list = readRailList(kind, text, mode);
        const result = await reconcile(deps, {
          kind,
          mode,
          list,
          day: options.date ?? null,
          actor: operator(),
          does: options.apply ? 'apply' : 'show',
          alsoLines: linesOf(options.also),
        });
        const findings = findingsOf(result);
        const count = (outcome: string) => findings.filter((one) => one.outcome === outcome).length;
        const known = result.comparisons.filter(({ is }) => is === 'same' || is === 'repeated');
        const summary = {
          days: result.days.join(' '),
          same: known.filter(({ line }) => !result.booked.has(line.line)).length,
          booked: count('booked'),
          they_miss: count('they miss'),
          differs: count('differs'),
          we_miss: count('we miss'),
        };
        const isOpen = summary.they_miss + summary.differs + summary.we_miss > 0;
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

function linesOf(text: string | undefined): number[] {
  const lines = (text ?? '').split(',').filter((line) => line.trim() !== '');
  const wrong = lines.find((line) => !/^\s*\d{1,9}\s*$/.test(line));
  if (wrong !== undefined) throw new OperatorError(`--also ${wrong} must be a line of the file, or several: 3,7`);
  return lines.map(Number);
}

type Finding = {
  readonly outcome: 'booked' | 'we miss' | 'they miss' | 'differs';
  readonly line: number | null;
  readonly tracking_key: string;
  readonly amount: string;
  readonly destination: string;
  readonly payment: string | null;
  readonly detail: string;
};

/** Everything that differs. */
function findingsOf({ comparisons, booked, theyMiss }: Reconciliation): Finding[] {
  const listed = comparisons.flatMap((one): Finding[] => {
    const { line, arrival } = one.line;
    const payment = booked.get(line);
    if (payment === undefined && (one.is === 'same' || one.is === 'repeated')) return [];
    const facts = {
      line,
      tracking_key: arrival.trackingKey,
      amount: toDecimal(arrival.amount),
      destination: arrival.destination,
    };
    if (payment !== undefined) return [{ outcome: 'booked', ...facts, payment: payment.id, detail: stateOf(payment) }];
    if (one.is === 'differs') {
      const { id, amount, destination } = one.payment;
      const detail = `${one.what}; ours: ${toDecimal(amount)} to ${destination}${one.isNear ? ', or another payment' : ''}`;
      return [{ outcome: 'differs', ...facts, payment: id, detail }];
    }
    return [{ outcome: 'we miss', ...facts, payment: null, detail: 'book it with --apply' }];
  });
  const missed = theyMiss.map(
    ({ id, trackingKey, amount, destination, network }): Finding => ({
      outcome: 'they miss',
      line: null,
      tracking_key: trackingKey,
      amount: toDecimal(amount),
      destination,
      payment: id,
      detail: `ours from ${network}`,
    }),
  );
  return [...listed, ...missed];
}
