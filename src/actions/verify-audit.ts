// Verifies the audit log: every line follows from the one before, and no line was changed, removed or inserted.
import type { Deps } from '../deps.js';
import { AUDIT_START, type AuditFault, auditFault } from '../domain/audit.js';
import { readAudit } from '../store/accounts/audit.js';

const PAGE = 5_000;

export type AuditProof = {
  readonly ok: boolean;
  readonly lines: number;
  /** The hash of the last valid line. Keep it elsewhere to detect that lines were cut from the end. */
  readonly lastHash: string;
  /** The first fault found; null if there is none. */
  readonly fault: AuditFault | null;
};

export async function verifyAudit(deps: Pick<Deps, 'db'>): Promise<AuditProof> {
  let last: { sequence: bigint; hash: string } = AUDIT_START;
  for (let lines = 0; ; ) {
    const page = await readAudit(deps.db, last.sequence, PAGE);
    for (const line of page) {
      const fault = auditFault(last, line);
      if (fault !== null) return { ok: false, lines, lastHash: last.hash, fault };
      last = line;
      lines += 1;
    }
    if (page.length < PAGE) return { ok: true, lines, lastHash: last.hash, fault: null };
  }
}
