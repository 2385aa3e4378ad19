// Somebody has looked at a notice that led to no payment, and says what they found: it no longer waits for anybody.
import type { Deps } from '../../deps.js';
import { AppError } from '../../errors/errors.js';
import { appendAudit } from '../../store/keeping/audit.js';
import { markLookedAt } from '../../store/rails/notices.js';

export async function lookAtNotice(
  { db, clock, vault }: Pick<Deps, 'db' | 'clock' | 'vault'>,
  { id, note, actor }: { readonly id: string; readonly note: string; readonly actor: string },
): Promise<void> {
  const at = clock.now();
  await db.transaction(async (tx) => {
    if (!(await markLookedAt(tx, id, at))) throw new AppError('already_done');
    await appendAudit(tx, { clock, vault }, { at, actor, action: 'notice.look_at', subject: id, details: { note } });
  });
}
