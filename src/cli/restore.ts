// cobro restore: puts a backup in the place of the database, and says what to do before the service starts.
import { Command, InvalidArgumentError } from 'commander';
import { createLog } from '../log.js';
import { loadSettings } from '../settings.js';
import type { CommandContext } from './context.js';
import { operator } from './operator.js';
import { isoTime, print, printOne } from './output.js';

type Options = { force?: boolean; skip?: number; reuseCards?: boolean; json?: boolean };

export function restoreCommand({ restoreDatabase }: CommandContext): Command {
  return new Command('restore')
    .argument('<file>', 'what `npx cobro backup` wrote')
    .option('--force', 'replace an embedded database that holds merchants; it is kept under another name')
    .option(
      '--skip <number>',
      'how many CLABEs and references to leave out, because they may have been given out after the backup (default: 100000 of each pool, at most a tenth of it)',
      wholeNumber,
    )
    .option('--reuse-cards', 'give out cards that were free at once, not after 30 days')
    .action(async (file: string, options: Options) => {
      const log = createLog({ level: 'warn', destination: 2 });
      const report = await restoreDatabase(loadSettings(), log, {
        file,
        force: options.force === true,
        skip: options.skip ?? null,
        cards: options.reuseCards === true ? 'reuse' : 'rest',
        actor: operator(),
      });
      const isProven = report.ledger.length === 0;
      printOne(
        {
          backup_of: isoTime(report.madeAt),
          rows: report.rowCount,
          ledger: isProven ? 'ok' : report.ledger,
          skipped: Object.fromEntries(report.pools.map(({ pool, skipped }) => [pool, skipped])),
          resting_cards: report.restingCards,
          former_database: report.former,
          former_audit_anchor: report.auditAnchor,
        },
        options,
      );
      if (!options.json) print(NEXT);
      if (!isProven) process.exitCode = 1;
    });
}

const NEXT = `
What happened after the backup is not in the database:
- before money goes out, compare "npx cobro transfer list --live" with what the bank has sent since
- npx cobro reconcile books payments that came since, from the rails' lists
- revoke keys and erase customers again that were revoked or erased since
Then start the service. docs/operations.md says more under "Backups".`;

function wholeNumber(text: string): number {
  if (!/^\d{1,12}$/.test(text)) throw new InvalidArgumentError('It must be a whole number, 0 or more.');
  return Number(text);
}
