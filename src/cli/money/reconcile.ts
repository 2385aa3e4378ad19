// cobro reconcile: compares a rail's own list of one day with our payments, or a bank's statement with our payments and
// transfers. docs/reconciliation.md describes the files.

import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { Command, Option } from 'commander';
import { reconcile } from '../../actions/money/reconcile.js';
import { compareList, describe, type GivenList } from '../../actions/money/reconcile-kept.js';
import type { Deps } from '../../deps.js';
import { modeOf } from '../../domain/base/mode.js';
import { toDecimal } from '../../domain/base/money.js';
import { RAIL_KIND_NAMES, type RailKindName } from '../../domain/rails/kinds.js';
import { OperatorError } from '../../errors/operator-error.js';
import type { ListedFinding } from '../../store/money/reconciliations.js';
import { statementFormat } from '../../wire/money/statements/read-statement.js';
import { readRailList } from '../../wire/rails/rail-list.js';
import { startOf, textOf } from '../../wire/sheets/file-text.js';
import { actAtTerminal } from '../act.js';
import { type CommandContext, LONG_READS } from '../context.js';
import { cannotRead, openGivenFile } from '../given-file.js';
import { operator } from '../operator.js';
import { print, printMany, printOne } from '../output.js';
import { boundHeap } from '../serve/heap.js';
import { showStatement } from './reconcile-statement.js';

type Options = {
  rail?: RailKindName;
  format?: string;
  live?: boolean;
  test?: boolean;
  date?: string;
  apply?: boolean;
  also?: string;
  json?: boolean;
};

export function reconcileCommand({ withService }: CommandContext): Command {
  return new Command('reconcile')
    .argument('<file>', 'CSV with a heading, a workbook (.xlsx), camt.053 or MT940; see docs/reconciliation.md')
    .addOption(new Option('--rail <kind>', `of a CSV: ${RAIL_KIND_NAMES.join(' or ')}`).choices(RAIL_KIND_NAMES))
    .option('--format <name>', "how the bank writes it; `cobro format list` shows the names (default: Cobro's own CSV)")
    .addOption(new Option('--live', 'live money').conflicts('test'))
    .option('--test', 'test money (default)')
    .option('--apply', 'book what we miss (default: only show it)')
    .option('--also <lines>', 'with --apply: lines, such as 3,7, that differ from a payment of ours and are others')
    .option('--date <yyyymmdd>', "the rail's day (default: the days that the list has)")
    .action((file: string, options: Options) =>
      withService(async (deps) => {
        const { rail, apply, json } = options;
        boundHeap();
        const mode = modeOf(options.live ?? false);
        const open = () => textOf(() => createReadStream(file));
        const format = statementFormat((await startOf(open()).catch(cannotRead(file))) ?? '');
        if (format !== null) {
          if (apply || rail !== undefined)
            throw new OperatorError(
              `${file} is a statement of a bank: leave out --rail and --apply, which are for lists of rails`,
            );
          return showStatement(deps, { fileName: basename(file), format, mode, json, open });
        }
        if (rail === undefined && options.format === undefined)
          throw new OperatorError(
            `${file} is the list of a rail: say of which with --rail, or how the bank writes it with --format`,
          );
        const uses = [...RAIL_KIND_NAMES, 'statement'] as const;
        const given = await openGivenFile(deps, file, { format: options.format, use: rail ?? 'statement', uses });
        const kind = RAIL_KIND_NAMES.find((one) => one === given.use);
        if (kind === undefined) {
          const { name: fileName, order, pieces } = given;
          return showStatement(deps, { fileName, format: 'table', order, mode, json, open: pieces });
        }
        const { text: body } = await given.read();
        const told = { day: options.date ?? null, fileName: given.name, formatName: options.format ?? null };
        const list = { kind, mode, body, ...told, actor: operator() };
        const found = await (apply ? applied : compared)(deps, list, options);
        if (found === null) return;
        const { same, booked, theyMiss: they_miss, differs, weMiss: we_miss } = found.summary;
        const summary = { days: found.days.join(' '), same, booked, they_miss, differs, we_miss };
        const findings = found.findings.map(findingLine);
        const isOpen = they_miss + differs + we_miss > 0;
        if (options.json) printOne({ ok: !isOpen, ...summary, findings }, options);
        else {
          printOne(summary, options);
          print('');
          printMany(findings, options, 'Nothing to report.');
        }
        if (isOpen) process.exitCode = 1;
      }, LONG_READS),
    );
}

function linesOf(text: string | undefined): number[] {
  const lines = (text ?? '').split(',').filter((line) => line.trim() !== '');
  const wrong = lines.find((line) => !/^\s*\d{1,9}\s*$/.test(line));
  if (wrong !== undefined) throw new OperatorError(`--also ${wrong} must be a line of the file, or several: 3,7`);
  return lines.map(Number);
}

async function compared(deps: Deps, { kind, mode, body, day = null, actor }: GivenList) {
  const list = await readRailList(kind, body, mode);
  const found = await reconcile(deps, { kind, mode, list, day, does: 'show', actor });
  return { days: found.days, ...describe(found) };
}

/** Keeps the list first, so that a second person approves the very file. null: it waits for them. */
async function applied(deps: Deps, list: GivenList, options: Options) {
  const { id, digest } = await compareList(deps, list, readRailList);
  const act = { kind: 'reconciliation.apply', id, digest, alsoLines: linesOf(options.also) } as const;
  return (await actAtTerminal(deps, act, options))?.result ?? null;
}

const DETAILS: Readonly<Record<ListedFinding['outcome'], string>> = {
  booked: 'it is booked now',
  we_miss: 'book it with --apply',
  they_miss: 'ours; the list does not have it',
  differs: 'ours',
};

function findingLine({ outcome, line, trackingKey, amount, destination, paymentId, ours, isNear }: ListedFinding) {
  const other = ours === null ? '' : `: ${toDecimal(BigInt(ours.amount))} to ${ours.destination}`;
  return {
    outcome: outcome.replace('_', ' '),
    line,
    tracking_key: trackingKey,
    amount: toDecimal(BigInt(amount)),
    destination,
    payment: paymentId,
    detail: `${DETAILS[outcome]}${other}${isNear ? ', or another payment' : ''}`,
  };
}
