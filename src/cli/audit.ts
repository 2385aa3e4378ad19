// cobro audit: shows who did what by hand, and proves that the log was not changed.
import { Command } from 'commander';
import { verifyAudit } from '../actions/verify-audit.js';
import type { AuditFault } from '../domain/audit.js';
import { listAudit } from '../store/accounts/audit.js';
import { type CommandContext, LONG_READS } from './context.js';
import { isoTime, printMany, printOne } from './output.js';

type Json = { json?: boolean };

const LISTED = 100;

const FAULTS: Readonly<Record<AuditFault['is'], string>> = {
  missing: 'is missing',
  unchained: 'does not follow the line before it',
  changed: 'was changed',
};

export function auditCommand({ withDeps }: CommandContext): Command {
  const command = new Command('audit').description('who did what by hand');
  command
    .command('list')
    .description(`the newest ${LISTED} lines`)
    .action((options: Json) =>
      withDeps(async ({ db }) => {
        const lines = (await listAudit(db, LISTED)).map(({ sequence, at, actor, action, subject, details, hash }) => ({
          line: String(sequence),
          at: isoTime(at),
          actor,
          action,
          subject,
          details,
          ...(options.json && { hash }),
        }));
        printMany(lines, options, 'Nothing was done by hand yet.');
      }),
    );
  command
    .command('verify')
    .description('prove that no line was changed, taken out or put in; exits with 1 when one was')
    .action((options: Json) =>
      withDeps(async (deps) => {
        const { ok, lines, lastHash, fault } = await verifyAudit(deps);
        const problem = fault === null ? null : `line ${fault.line} ${FAULTS[fault.is]}`;
        printOne({ ok, lines, last_hash: lastHash, problem }, options);
        if (!ok) process.exitCode = 1;
      }, LONG_READS),
    );
  return command;
}
