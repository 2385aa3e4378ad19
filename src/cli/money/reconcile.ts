// cobro reconcile: compares a rail's own list of one day with our payments, or a bank's statement with our payments and
// transfers. docs/reconciliation.md describes the files.

import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { Command, Option } from 'commander';
import { compareList } from '../../actions/money/reconcile-list.js';
import { type GivenStatement, reconcileStatement } from '../../actions/money/reconcile-statement.js';
import { modeOf } from '../../domain/base/mode.js';
import { RAIL_KIND_NAMES, type RailKindName } from '../../domain/rails/kinds.js';
import { OperatorError } from '../../errors/operator-error.js';
import { readStatement, statementFormat } from '../../wire/money/statements/read-statement.js';
import { readRailList } from '../../wire/rails/rail-list.js';
import { startOf, textOf } from '../../wire/sheets/file-text.js';
import { actAtTerminal } from '../act.js';
import { type CommandContext, LONG_READS } from '../context.js';
import { cannotRead, openGivenFile } from '../given-file.js';
import { operator } from '../operator.js';
import { boundHeap } from '../serve/heap.js';
import { listCompared, progressTeller, showCompared, statementCompared } from './show-compared.js';

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
        const { rail, apply } = options;
        boundHeap();
        const mode = modeOf(options.live ?? false);
        const common = { mode, actor: operator(), progress: progressTeller() };
        const compareStatement = async (look: Omit<GivenStatement, keyof typeof common>) => {
          const kept = await reconcileStatement(deps, { ...look, ...common }, readStatement);
          await showCompared(deps, statementCompared(kept), options);
        };
        const open = () => textOf(() => createReadStream(file));
        const format = statementFormat((await startOf(open()).catch(cannotRead(file))) ?? '');
        if (format !== null) {
          if (apply || rail !== undefined)
            throw new OperatorError(
              `${file} is a statement of a bank: leave out --rail and --apply, which are for lists of rails`,
            );
          return compareStatement({ fileName: basename(file), format, open });
        }
        if (rail === undefined && options.format === undefined)
          throw new OperatorError(
            `${file} is the list of a rail: say of which with --rail, or how the bank writes it with --format`,
          );
        const uses = [...RAIL_KIND_NAMES, 'statement'] as const;
        const given = await openGivenFile(deps, file, { format: options.format, use: rail ?? 'statement', uses });
        const kind = RAIL_KIND_NAMES.find((one) => one === given.use);
        const { name: fileName, order, pieces } = given;
        if (kind === undefined) return compareStatement({ fileName, format: 'table', order, open: pieces });
        const told = { day: options.date ?? null, fileName, formatName: options.format ?? null };
        const list = await compareList(deps, { kind, ...told, ...common, open: pieces }, readRailList);
        const { id, digest } = list;
        const act = { kind: 'reconciliation.apply', id, digest, alsoLines: linesOf(options.also) } as const;
        // The list is kept first, so that a second person approves the very file. null: it waits for them.
        const done = apply ? await actAtTerminal(deps, act, options) : { result: list };
        if (done !== null) await showCompared(deps, listCompared(done.result), options);
      }, LONG_READS),
    );
}

function linesOf(text: string | undefined): number[] {
  const lines = (text ?? '').split(',').filter((line) => line.trim() !== '');
  const wrong = lines.find((line) => !/^\s*\d{1,9}\s*$/.test(line));
  if (wrong !== undefined) throw new OperatorError(`--also ${wrong} must be a line of the file, or several: 3,7`);
  return lines.map(Number);
}
