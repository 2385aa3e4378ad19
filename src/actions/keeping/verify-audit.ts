// Verifies the audit log: every line is as its writer signed it, every seal follows from the one before, no line is
// missing, copied or unsealed, and the seals known outside of the table are in it.
import type { AnchoredSeal } from '../../adapters/audit-anchor.js';
import {
  AUDIT_READING_START,
  type AuditFault,
  type AuditReading,
  readOn,
  sealFault,
} from '../../domain/keeping/audit.js';
import { findCopied, findLostPending, findUnsealed, readAudit } from '../../store/keeping/audit.js';
import { findSealHash, listSeals } from '../../store/keeping/audit-seals.js';
import { sealAudit } from './seal-audit.js';

const PAGE = 20;

type AuditProof = {
  readonly ok: boolean;
  readonly lines: number;
  readonly seals: number;
  /** `NUMBER:HASH` of the last intact seal. Kept elsewhere, it shows later whether the end was cut off. */
  readonly lastSeal: string;
  /** The first fault found; null if there is none. */
  readonly fault: AuditFault | null;
};

type VerifyDeps = Parameters<typeof sealAudit>[0];
type Progress = { lines: number; reading: AuditReading };

/** `known` are seals that somebody noted elsewhere, beside this machine's anchor. */
export async function verifyAudit(deps: VerifyDeps, known: readonly AnchoredSeal[] = []): Promise<AuditProof> {
  await sealAudit(deps);
  const progress: Progress = { lines: 0, reading: AUDIT_READING_START };
  const fault = (await verifySeals(deps, progress)) ?? (await verifyRest(deps)) ?? (await verifyAnchors(deps, known));
  const { lines, reading } = progress;
  const { last } = reading;
  return { ok: fault === null, lines, seals: Number(last.number), lastSeal: `${last.number}:${last.hash}`, fault };
}

async function verifySeals({ db, vault }: VerifyDeps, progress: Progress): Promise<AuditFault | null> {
  for (;;) {
    const seals = await listSeals(db, progress.reading.last.number, PAGE);
    for (const seal of seals) {
      const sealed = { seal, lines: await readAudit(db, seal.lines) };
      const fault = sealFault(vault, progress.reading, sealed);
      if (fault !== null) return fault;
      progress.reading = readOn(vault, progress.reading, sealed);
      progress.lines += sealed.lines.length;
    }
    if (seals.length < PAGE) break;
  }
  // Seals of an unknown key count only below one of a known key; otherwise anybody could have made them.
  const { isProven, last } = progress.reading;
  return isProven ? null : { is: 'seal_changed', seal: last.number };
}

async function verifyRest({ db }: VerifyDeps): Promise<AuditFault | null> {
  const unsealed = await findUnsealed(db);
  if (unsealed !== null) return { is: 'unsealed', line: unsealed };
  const lost = await findLostPending(db);
  if (lost !== null) return { is: 'missing', line: lost };
  const copied = await findCopied(db);
  return copied === null ? null : { is: 'copied', line: copied };
}

async function verifyAnchors(
  { db, auditAnchor }: VerifyDeps,
  known: readonly AnchoredSeal[],
): Promise<AuditFault | null> {
  const anchored = (await auditAnchor?.read()) ?? null;
  for (const seal of anchored === null ? known : [anchored, ...known]) {
    if ((await findSealHash(db, seal.number)) !== seal.hash) return { is: 'cut', seal: seal.number };
  }
  return null;
}
