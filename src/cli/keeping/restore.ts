// cobro restore: puts a backup in the place of the database, or makes one safe that PostgreSQL has brought back, and says
// what to do before the service starts.
import { Command, InvalidArgumentError } from 'commander';
import { OperatorError } from '../../errors/operator-error.js';
import { createLog } from '../../log.js';
import { loadSettings } from '../../settings/settings.js';
import type { CommandContext, FinishReport } from '../context.js';
import { operator } from '../operator.js';
import { isoTime, print, printOne } from '../output.js';

type Options = {
  moment?: number;
  identity?: string;
  force?: boolean;
  create?: boolean;
  unproven?: boolean;
  skip?: number;
  reuseCards?: boolean;
  json?: boolean;
};

export function restoreCommand({ restoreDatabase, finishOwnRestore }: CommandContext): Command {
  return new Command('restore')
    .argument('[file]', 'what `npx cobro backup` wrote')
    .option(
      '--moment <time>',
      'instead of a file: PostgreSQL itself has brought the database of DATABASE_URL back to this moment; do the rest',
      parseMoment,
    )
    .option('--identity <file>', 'the private key of age that opens the file (default: the secret key of the service)')
    .option('--create', 'make an embedded database where there is none, as on a new machine')
    .option(
      '--force',
      'replace an embedded database that holds merchants, which is kept under another name; or go on although the database has traces of after the moment',
    )
    .option('--unproven', 'take the place of the embedded database even if the books of the backup do not hold')
    .option(
      '--skip <number>',
      'how many CLABEs and references to leave out, because they may have been given out since (default: 100000 of each pool, at most a tenth of it)',
      wholeNumber,
    )
    .option('--reuse-cards', 'give out cards that were free at once, not after 30 days')
    .action(async (file: string | undefined, options: Options) => {
      const log = createLog({ level: 'warn', destination: 2 });
      const { moment } = options;
      if ((file === undefined) === (moment === undefined))
        throw new OperatorError(
          'Give the file of a backup, or --moment and the time that PostgreSQL has gone back to.',
        );
      const after = {
        skip: options.skip ?? null,
        cards: options.reuseCards === true ? 'reuse' : 'rest',
        actor: operator(),
        force: options.force === true,
      } as const;
      if (moment !== undefined) {
        const report = await finishOwnRestore(loadSettings(), log, { ...after, at: moment });
        tell({ moment: isoTime(moment), ...shown(report) }, report, options);
      } else if (file !== undefined) {
        const { create = false, unproven = false, identity } = options;
        const report = await restoreDatabase(loadSettings(), log, { ...after, file, identity, create, unproven });
        const { madeAt, rowCount: rows, former: former_database } = report;
        tell({ backup_of: isoTime(madeAt), rows, former_database, ...shown(report) }, report, options);
      }
    });
}

function shown(report: FinishReport) {
  return {
    ledger: report.ledger.length === 0 ? 'ok' : report.ledger,
    skipped: Object.fromEntries(report.pools.map(({ pool, skipped }) => [pool, skipped])),
    resting_cards: report.restingCards,
    former_audit_anchor: report.auditAnchor,
    transfers_taken_over: report.transfers?.taken ?? null,
    transfers_lost: report.transfers?.lost.length ?? null,
    bank_files: report.transfers?.unknown === 0 ? 'as before' : 'wait for: cobro transfer resume',
  };
}

function tell(row: Parameters<typeof printOne>[0], { ledger }: FinishReport, options: Options): void {
  printOne(row, options);
  if (!options.json) print(NEXT);
  if (ledger.length > 0) process.exitCode = 1;
}

const NEXT = `
What happened after that moment is not in the database:
- bank files, plans of payouts and refunds without money wait, unless the database of before has told which transfers were paid.
  Import the bank's results since, or mark what it paid. Transfers made since are not here at all: "npx cobro transfer lost" shows
  those of the database of before; without one compare the bank's statements. Make again what the bank has paid of them, and mark
  it as sent and confirmed. Then say with "npx cobro transfer resume --note WHY" that the rest of "npx cobro transfer list --live
  --all" was not paid
- npx cobro reconcile FILE --rail spei --live shows which payments of a bank's list are missing, and --apply books them;
  do so for every rail and every day since
- if COBRO_CLABE_REUSE_DAYS is set, leave it out for that many days: a CLABE may have been used again since
- revoke keys and erase customers again that were revoked or erased since
Then start the service. docs/operations.md says more under "Backups".`;

function wholeNumber(text: string): number {
  if (!/^\d{1,12}$/.test(text)) throw new InvalidArgumentError('It must be a whole number, 0 or more.');
  return Number(text);
}

function parseMoment(text: string): number {
  const isWhole = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d(:?\d\d)?)$/.test(text);
  const time = Date.parse(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'));
  if (!isWhole || Number.isNaN(time))
    throw new InvalidArgumentError('It must be a time with its zone, such as 2026-11-15T14:29:00Z.');
  if (time > Date.now()) throw new InvalidArgumentError('It is in the future.');
  return time;
}
