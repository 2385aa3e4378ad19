// cobro audit: shows who did what by hand, and proves that the log was not changed.
import { Command } from 'commander';
import { verifyAudit } from '../../actions/keeping/verify-audit.js';
import { type AnchoredSeal, readAnchoredSeal } from '../../adapters/audit-anchor.js';
import type { AuditFault } from '../../domain/keeping/audit.js';
import { OperatorError } from '../../errors/operator-error.js';
import { listAudit } from '../../store/keeping/audit.js';
import { type CommandContext, LONG_READS } from '../context.js';
import { isoTime, printMany, printOne } from '../output.js';

type Json = { json?: boolean };

const LISTED = 100;

const FAULTS: Readonly<Record<AuditFault['is'], string>> = {
  missing: 'is missing',
  changed: 'was changed',
  forged: 'was written without the secret key',
  copied: 'is a copy of another line',
  unsealed: 'was inserted past the service: no seal covers it',
  seal_missing: 'is missing',
  seal_changed: 'was changed, or made without the secret key',
  cut: 'is known outside of the database and no longer in it: the end of the log was cut off or replaced',
};

export function auditCommand({ withDeps }: CommandContext): Command {
  const command = new Command('audit');
  command
    .command('list')
    .description(`the newest ${LISTED} lines`)
    .action((options: Json) =>
      withDeps(async ({ db }) => {
        const lines = (await listAudit(db, LISTED)).map(({ sequence, at, actor, action, subject, details, id }) => ({
          line: String(sequence),
          at: isoTime(at),
          actor,
          action,
          subject,
          details,
          ...(options.json && { id }),
        }));
        printMany(lines, options, 'Nothing was done by hand yet.');
      }),
    );
  command
    .command('verify')
    .description('prove that no line was changed, taken out or put in; exits with 1 when one was')
    .option('--anchor <seal>', 'a seal noted earlier, as NUMBER:HASH; more of them with commas', readAnchors, [])
    .action((options: Json & { anchor: AnchoredSeal[] }) =>
      withDeps(async (deps) => {
        const { ok, lines, seals, lastSeal, fault } = await verifyAudit(deps, options.anchor);
        const problem = fault === null ? null : problemOf(fault);
        printOne({ ok, lines, seals, last_seal: lastSeal, anchor: deps.auditAnchor?.path ?? null, problem }, options);
        if (!ok) process.exitCode = 1;
      }, LONG_READS),
    );
  return command;
}

function problemOf(fault: AuditFault): string {
  return `${'line' in fault ? `line ${fault.line}` : `seal ${fault.seal}`} ${FAULTS[fault.is]}`;
}

function readAnchors(text: string): AnchoredSeal[] {
  try {
    return text.split(',').map((one) => readAnchoredSeal(one.trim()));
  } catch (error) {
    throw new OperatorError(`--anchor ${text} must be seals as \`cobro audit verify\` prints them: NUMBER:HASH.`, {
      cause: error,
    });
  }
}
