// Writes refused sign-ins to the audit log, one line per address and turn (D79).
import type { Deps } from '../../deps.js';
import { appendAudit } from '../../store/keeping/audit.js';

type NoteDeps = Pick<Deps, 'db' | 'clock' | 'vault' | 'refusedSignIns'>;

export async function noteRefusedSignIns(deps: NoteDeps): Promise<void> {
  const counts = deps.refusedSignIns.take();
  if (counts.size === 0) return;
  const at = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    for (const [address, times] of counts) {
      const step = { at, actor: `dashboard@${address}`, action: 'session.refused' as const, subject: address };
      await appendAudit(tx, deps.vault, { ...step, details: { times } });
    }
  });
}
