// cobro format: how banks write their files, and how they want ours. Saving one is an act (D81).

import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { Command } from 'commander';
import { allFormats, requireFormat } from '../../actions/transfers/bank-formats.js';
import { modeOf } from '../../domain/base/mode.js';
import { toDecimal } from '../../domain/base/money.js';
import { FILE_USES } from '../../domain/rails/file-mapping.js';
import { titleOf } from '../../domain/transfers/bank-format.js';
import { OperatorError } from '../../errors/operator-error.js';
import { summarizeFile } from '../../wire/money/file-summary.js';
import { readFormat, writeFormat } from '../../wire/transfers/bank-format.js';
import { actAtTerminal } from '../act.js';
import type { CommandContext } from '../context.js';
import { cannotRead, openGivenFile } from '../given-file.js';
import { isoTime, print, printMany, printOne } from '../output.js';

type Json = { json?: boolean };

export function formatCommand({ withDeps, withService }: CommandContext): Command {
  const command = new Command('format');
  command
    .command('list')
    .description('mappings of files that come in, and layouts of files that go out')
    .action((options: Json) =>
      withDeps(async (deps) => {
        const lines = (await allFormats(deps)).map((one) => ({
          name: one.name,
          is: one.format.is,
          of: one.format.is === 'mapping' ? one.format.mapping.use : 'transfers',
          title: titleOf(one),
          set_by: one.set?.by ?? 'shipped',
          set_at: isoTime(one.set?.at ?? null),
        }));
        printMany(lines, options, 'No formats.');
      }),
    );
  command
    .command('show')
    .description('one format as JSON, to be edited and added')
    .argument('<name>')
    .action((name: string) =>
      withDeps(async (deps) => {
        const { format } = await requireFormat(deps, name);
        print(JSON.stringify(writeFormat(format), null, 2));
      }),
    );
  command
    .command('set')
    .description('save a format from a file of JSON; docs/reconciliation.md describes it')
    .argument('<name>', 'small letters, digits and -')
    .argument('<file>')
    .action((name: string, file: string, options: Json) =>
      withService(async (deps) => {
        const text = await readFile(file, 'utf8').catch(cannotRead(file));
        const done = await actAtTerminal(
          deps,
          { kind: 'format.set', name, format: readFormat(parse(text, file)) },
          options,
        );
        if (done !== null) printOne({ name, saved: true }, options);
      }),
    );
  command
    .command('remove')
    .description('forget a saved format; one that ships is as it was shipped')
    .argument('<name>')
    .action((name: string, options: Json) =>
      withService(async (deps) => {
        const done = await actAtTerminal(deps, { kind: 'format.set', name, format: null }, options);
        if (done !== null) printOne({ name, removed: true }, options);
      }),
    );
  addTry(command, withDeps);
  return command;
}

/** Shows what a file would be, and takes nothing. */
function addTry(command: Command, withDeps: CommandContext['withDeps']): void {
  command
    .command('try')
    .description(
      'how a file is understood with a mapping: its first lines, their number and their sums; nothing is taken',
    )
    .argument('<name>')
    .argument('<file>')
    .action((name: string, file: string, options: Json) =>
      withDeps(async (deps) => {
        const given = await openGivenFile(deps, file, { format: name, use: 'statement', uses: FILE_USES });
        const { text, leftOut } = await given.read();
        const summary = await summarizeFile(given.use, text, { mode: modeOf(true), pause: setImmediate });
        const { count, came, went, days, balances, columns, first } = summary;
        const sums = {
          file: given.name,
          is: given.use,
          lines: count,
          left_out: leftOut,
          from: days?.first ?? null,
          to: days?.last ?? null,
          came: toDecimal(BigInt(came)),
          went: toDecimal(BigInt(went)),
          opening: balances === null ? null : toDecimal(BigInt(balances.opening)),
          closing: balances === null ? null : toDecimal(BigInt(balances.closing)),
        };
        const lines = first.map((fields) =>
          Object.fromEntries(columns.map((column, at) => [column, fields[at] ?? ''])),
        );
        if (options.json) return printOne({ ...sums, first: lines }, options);
        printOne(sums, options);
        print('');
        printMany(lines, options, 'It has no lines.');
      }),
    );
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new OperatorError(`${file} is no JSON: ${(error as Error).message}`);
  }
}
