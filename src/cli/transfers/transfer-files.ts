// cobro transfer export and import: bank files, and what the bank says about them (D75).

import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Command } from 'commander';
import { exportTransfers, printAgain } from '../../actions/transfers/export-transfers.js';
import { digestOfFile, type ImportedResult } from '../../actions/transfers/import-results.js';
import { modeOf } from '../../domain/base/mode.js';
import { toDecimal } from '../../domain/base/money.js';
import { COIN_CODES, type CoinCode, isCoinCode } from '../../domain/points/coins.js';
import { formatTransferId, statusOf } from '../../domain/transfers/transfer.js';
import { OperatorError } from '../../errors/operator-error.js';
import { findOpenRestore } from '../../store/keeping/restores.js';
import { readBankResults, writeBankFile } from '../../wire/transfers/transfer-file.js';
import { actAtTerminal } from '../act.js';
import type { CommandContext } from '../context.js';
import { failureText } from '../failure.js';
import { operator } from '../operator.js';
import { print, printMany, printOne } from '../output.js';

type ExportOptions = { json?: boolean; live?: boolean; batch?: string; coin?: string };

export function addTransferFiles(command: Command, { withDeps, withService }: CommandContext): void {
  command
    .command('export')
    .description('a bank file (CSV) of everything that can be sent; a transfer is in one file only')
    .option('--live', 'in live mode (default: test mode)')
    .option(
      '--coin <code>',
      `instead of a bank file: addresses and amounts of a coin, for your own wallet (${COIN_CODES.join(', ')})`,
    )
    .option('--batch <id>', 'an earlier file again, without what is paid, bounced or changed since')
    .action((options: ExportOptions) =>
      withDeps(async (deps) => {
        const { batch: known, live = false } = options;
        const batch =
          known === undefined
            ? await exportTransfers(deps, { mode: modeOf(live), actor: operator(), coin: coinIn(options) })
            : await printAgain(deps, { id: known, actor: operator() });
        if (batch === null) {
          if (options.json) return printOne({ batch: null, file: null, transfers: 0, csv: null }, options);
          throw new OperatorError(
            'There is nothing to send. `cobro transfer list` shows what still needs a destination.',
          );
        }
        const { file, lines, total, leftOut } = batch;
        const csv = writeBankFile(file.number, lines);
        const left = leftOut.map(({ id }) => formatTransferId(id));
        const facts = { batch: file.id, file: file.number, transfers: lines.length, total: toDecimal(total) };
        if (options.json) return printOne({ ...facts, left_out: left, csv }, options);
        process.stdout.write(csv);
        process.stderr.write(`File ${file.number}: ${lines.length} transfers, ${toDecimal(total)} MXN.\n`);
        if (left.length > 0)
          process.stderr.write(`Left out, since they are paid, bounced or changed: ${left.join(' ')}\n`);
        process.stderr.write(`The file again: cobro transfer export --batch ${file.id}\n`);
      }),
    );
  command
    .command('resume')
    .description('after a restore: what is still to be sent was not paid by the bank, so files may be made again')
    .requiredOption('--note <text>', 'how you know')
    .action((options: { json?: boolean; note: string }) =>
      withService(async (deps) => {
        const moment = await findOpenRestore(deps.db);
        if (moment === null) throw new OperatorError('There is nothing to acknowledge: files can be made.');
        const note = options.note.slice(0, 255);
        const act = { kind: 'transfer.resume', moment: new Date(moment).toISOString(), note } as const;
        const done = await actAtTerminal(deps, act, options);
        if (done !== null) printOne({ bank_files: 'can be made', since: act.moment }, options);
      }),
    );
  command
    .command('import')
    .description(
      'what the bank says: CSV with id, tracking_key, status and perhaps note, amount, clabe; exits with 1 when a line is refused',
    )
    .argument('<file>')
    .action((file: string, options: { json?: boolean }) =>
      withService(async (deps) => {
        const text = await readFile(file, 'utf8').catch((error: Error) => {
          throw new OperatorError(`${file} cannot be read: ${error.message}`);
        });
        const read = { file: basename(file), digest: digestOfFile(text), results: readBankResults(text) };
        const done = await actAtTerminal(deps, { kind: 'transfer.results', ...read }, options);
        if (done === null) return;
        const lines = done.result.map(resultLine);
        const refused = lines.filter(({ outcome }) => outcome === 'refused').length;
        if (options.json) printOne({ ok: refused === 0, lines }, options);
        else {
          printMany(lines, options, 'The file has no lines.');
          print('');
          print(`${lines.length - refused} taken over, ${refused} refused.`);
        }
        if (refused > 0) process.exitCode = 1;
      }),
    );
}

function coinIn({ coin }: ExportOptions): CoinCode | null {
  if (coin === undefined) return null;
  if (isCoinCode(coin)) return coin;
  throw new OperatorError(`There is no coin ${coin}. Coins: ${COIN_CODES.join(', ')}.`);
}

function resultLine(imported: ImportedResult) {
  const { line, transferId: id } = imported.result;
  return imported.is === 'done'
    ? { line, id, outcome: 'done', state: statusOf(imported.transfer), problem: null }
    : { line, id, outcome: 'refused', state: null, problem: failureText(imported.error) };
}
