// The hash chain of the audit log. Each line's hash includes the hash of the line before it, so a line that is changed,
// removed or inserted later is detected.
import { hash } from 'node:crypto';

export type AuditStep = {
  readonly at: number;
  /** Who did it: `cli:name`, `api` or `dashboard:name`. */
  readonly actor: string;
  /** What they did: `payment.match`, `key.revoke`. */
  readonly action: string;
  /** The person or thing it was done to. */
  readonly subject: string;
  readonly details: Readonly<Record<string, string | number | boolean | null>>;
};

export type AuditLine = Omit<AuditStep, 'details'> & {
  readonly sequence: bigint;
  /** JSON with sorted keys, exactly as it was hashed. */
  readonly details: string;
  readonly previousHash: string;
  readonly hash: string;
};

/** Stands for the line before the first one. */
export const AUDIT_START: Pick<AuditLine, 'sequence' | 'hash'> = { sequence: 0n, hash: '0'.repeat(64) };

export function nextAuditLine(last: Pick<AuditLine, 'sequence' | 'hash'>, step: AuditStep): AuditLine {
  const details = JSON.stringify(Object.fromEntries(Object.entries(step.details).sort(([a], [b]) => (a < b ? -1 : 1))));
  const line = { ...step, details, sequence: last.sequence + 1n, previousHash: last.hash };
  return { ...line, hash: auditHash(line) };
}

/** `unchained`: the line does not carry the hash of the line before it. */
export type AuditFault = { readonly is: 'missing' | 'unchained' | 'changed'; readonly line: bigint };

/** What is wrong with the line that follows `last`; null if the line is intact. */
export function auditFault(last: Pick<AuditLine, 'sequence' | 'hash'>, line: AuditLine): AuditFault | null {
  if (line.sequence !== last.sequence + 1n) return { is: 'missing', line: last.sequence + 1n };
  if (line.previousHash !== last.hash) return { is: 'unchained', line: line.sequence };
  if (line.hash !== auditHash(line)) return { is: 'changed', line: line.sequence };
  return null;
}

function auditHash(line: Omit<AuditLine, 'hash'>): string {
  const { sequence, at, actor, action, subject, details, previousHash } = line;
  return hash('sha256', previousHash + JSON.stringify([String(sequence), at, actor, action, subject, details]));
}
