// Proves the audit log (D48's sister for what people did): every line follows the one before it.
import type { Deps } from '../deps.js';
import { AUDIT_START, auditFault } from '../domain/audit.js';
import { readAudit } from '../store/accounts/audit.js';

const PAGE = 5_000;

export type AuditProof = {
  readonly ok: boolean;
  readonly lines: number;
  /** The hash of the last line that holds: kept elsewhere, it shows when lines at the end were taken away. */
  readonly lastHash: string;
  readonly problem: string | null;
};

export async function verifyAudit(deps: Pick<Deps, 'db'>): Promise<AuditProof> {
  let last: { sequence: bigint; hash: string } = AUDIT_START;
  for (let lines = 0; ; ) {
    const page = await readAudit(deps.db, last.sequence, PAGE);
    for (const line of page) {
      const problem = auditFault(last, line);
      if (problem !== null) return { ok: false, lines, lastHash: last.hash, problem };
      last = line;
      lines += 1;
    }
    if (page.length < PAGE) return { ok: true, lines, lastHash: last.hash, problem: null };
  }
}
