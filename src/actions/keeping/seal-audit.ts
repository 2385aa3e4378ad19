// Seals the audit log (D79): every second one process covers the new lines with a seal, and every process notes the
// newest seal in its anchor. Nobody who writes a line waits for this.
import type { Deps } from '../../deps.js';
import { type AuditSeal, makeSeal } from '../../domain/keeping/audit.js';
import { clearPending, hasPending, listPending } from '../../store/keeping/audit.js';
import { findLastSeal, findSealHash, insertSeal, lockSealing } from '../../store/keeping/audit-seals.js';

type SealDeps = Pick<Deps, 'db' | 'clock' | 'vault' | 'log' | 'auditAnchor'>;

const BATCH = 500;

/** Seals every line that is committed, unless another process is doing so, and moves the anchor. */
export async function sealAudit(deps: SealDeps): Promise<void> {
  while (await hasPending(deps.db)) {
    const seal = await sealBatch(deps);
    if (seal === null) break;
    // The log is another place outside of the database.
    deps.log.info({ seal: `${seal.number}:${seal.hash}`, lines: seal.lines.length }, 'the audit log was sealed');
  }
  await moveAnchor(deps);
}

/** null if there was nothing to seal, or another process is sealing. */
function sealBatch({ db, clock, vault }: SealDeps): Promise<AuditSeal | null> {
  return db.transaction(async (tx) => {
    if (!(await lockSealing(tx))) return null;
    const lines = await listPending(tx, BATCH);
    if (lines.length === 0) return null;
    const seal = makeSeal(vault, await findLastSeal(tx), { lines, sealedAt: clock.now() });
    await insertSeal(tx, seal);
    await clearPending(tx, seal.lines);
    return seal;
  });
}

/** The anchor only ever moves forward. If its seal is gone from the table, it stays as the proof. */
async function moveAnchor({ db, log, auditAnchor }: SealDeps): Promise<void> {
  if (auditAnchor === null) return;
  const last = await findLastSeal(db);
  const known = await auditAnchor.read();
  if (known?.number === last.number && known.hash === last.hash) return;
  if (known !== null && known.hash !== (await findSealHash(db, known.number))) {
    log.error(
      { anchor: auditAnchor.path, seal: String(known.number) },
      'the audit log was cut or replaced: its anchor knows a seal that is gone. After restoring a backup, move the anchor away',
    );
    return;
  }
  if (last.number > 0n) await auditAnchor.write(last);
}
