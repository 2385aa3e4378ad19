// cobro transfer export and import: bank files, and what the bank says about them (D75).
import { setImmediate } from 'node:timers/promises';
import type { Command } from 'commander';
import { requireLayout } from '../../actions/transfers/bank-formats.js';
import { exportTransfers, type PrintedFile, printAgain } from '../../actions/transfers/export-transfers.js';
import { digestOfFile, type ImportedResult, withTransferIds } from '../../actions/transfers/import-results.js';
import { modeOf } from '../../domain/base/mode.js';
import { toDecimal } from '../../domain/base/money.js';
import { COIN_CODES, type CoinCode, isCoinCode } from '../../domain/points/coins.js';
import { formatTransferId } from '../../domain/transfers/transfer.js';
import { AppError } from '../../errors/errors.js';
import { OperatorError } from '../../errors/operator-error.js';
import { findOpenRestore } from '../../store/keeping/restores.js';
import { inPieces } from '../../wire/sheets/file-text.js';
import { writeBankFile } from '../../wire/transfers/bank-file.js';
import { readBankResults } from '../../wire/transfers/bank-results.js';
import { actAtTerminal } from '../act.js';
import type { CommandContext } from '../context.js';
import { failureText } from '../failure.js';
import { openGivenFile } from '../given-file.js';
import { operator } from '../operator.js';
import { print, printMany, printOne } from '../output.js';

type ExportOptions = { json?: boolean; live?: boolean; batch?: string; coin?: string; layout?: string };

export function addTransferFiles(command: Command, { withDeps, withService }: CommandContext): void {
  command
    .command('export')
    .description('a bank file of everything that can be sent; a transfer is in one file only')
    .option('--live', 'in live mode (default: test mode)')
    .option(
      '--coin <code>',
      `instead of a bank file: addresses and amounts of a coin, for your own wallet (${COIN_CODES.join(', ')})`,
    )
    .option('--batch <id>', 'an earlier file again, without what is paid, bounced or changed since')
    .option('--layout <name>', 'as the bank wants it; `cobro format list` shows the names (default: CSV)')
    .action((options: ExportOptions) =>
      withDeps(async (deps) => {
        const { batch: known, live = false } = options;
        const layout = await requireLayout(deps, options.layout ?? null);
        const write = ({ file, lines }: PrintedFile) => writeBankFile(layout, { ...file, lines });
        const call = { layout: options.layout ?? null, tryOut: write, actor: operator() };
        const batch =
          known === undefined
            ? await exportTransfers(deps, { mode: modeOf(live), coin: coinIn(options), ...call })
            : await printAgain(deps, { id: known, ...call });
        if (batch === null) {
          if (options.json) return printOne({ batch: null, file: null, transfers: 0, csv: null }, options);
          throw new OperatorError(
            'There is nothing to send. `cobro transfer list` shows what still needs a destination.',
          );
        }
        const { file, lines, total, leftOut } = batch;
        const bytes = write(batch);
        const left = leftOut.map(({ id }) => formatTransferId(id));
        const facts = { batch: file.id, file: file.number, transfers: lines.length, total: toDecimal(total) };
        const text = bytes.toString(layout.encoding === 'latin1' ? 'latin1' : 'utf8');
        const content = options.layout === undefined ? { csv: text } : { layout: options.layout, text };
        if (options.json) return printOne({ ...facts, left_out: left, ...content }, options);
        process.stdout.write(bytes);
        process.stderr.write(`File ${file.number}: ${lines.length} transfers, ${toDecimal(total)} MXN.\n`);
        if (left.length > 0)
          process.stderr.write(
            `Left out, since they are paid, bounced or changed, or their merchant is suspended: ${left.join(' ')}\n`,
          );
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
  addImport(command, withService);
}

function addImport(command: Command, withService: CommandContext['withService']): void {
  command
    .command('import')
    .description(
      'what the bank says: CSV with id, tracking_key, status and perhaps note, amount, clabe; exits with 1 when a line is refused',
    )
    .argument('<file>')
    .option('--format <name>', "how the bank writes it (default: Cobro's own CSV)")
    .action((file: string, options: { json?: boolean; format?: string }) =>
      withService(async (deps) => {
        const { format } = options;
        const given = await openGivenFile(deps, file, { format, use: 'results', uses: ['results'] });
        const { text } = await given.read();
        const results = await withTransferIds(deps, await readBankResults(inPieces(text, setImmediate)));
        const read = { file: given.name, digest: digestOfFile(text), results, ...(format !== undefined && { format }) };
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

function coinIn({ coin, layout }: ExportOptions): CoinCode | null {
  if (coin === undefined) return null;
  if (layout !== undefined) throw new AppError('no_layout_for_coins');
  if (isCoinCode(coin)) return coin;
  throw new OperatorError(`There is no coin ${coin}. Coins: ${COIN_CODES.join(', ')}.`);
}

function resultLine(imported: ImportedResult) {
  const { line, transferId: id } = imported.result;
  return imported.is === 'done'
    ? { line, id, outcome: 'done', state: imported.state, problem: null }
    : { line, id, outcome: 'refused', state: null, problem: failureText(imported.error) };
}
