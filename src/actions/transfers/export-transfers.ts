// Bank files (D75): each export puts the transfers that can be sent into a new batch, and a transfer is in at most one.
// So two exports never pay twice. Exporting marks nothing as sent, and a batch can be read again, always the same.
import type { Deps } from '../../deps.js';
import { isUuid } from '../../domain/base/identity.js';
import type { Mode } from '../../domain/base/mode.js';
import { toDecimal } from '../../domain/base/money.js';
import type { Transfer } from '../../domain/transfers/transfer.js';
import { AppError } from '../../errors/errors.js';
import { appendAudit } from '../../store/keeping/audit.js';
import { fillBatch } from '../../store/transfers/transfer-changes.js';
import { listBatch } from '../../store/transfers/transfers.js';

export type Batch = { readonly id: string; readonly transfers: readonly Transfer[] };

/** Banks take a few thousand lines in a file. */
const MOST_IN_BATCH = 1_000;

/** null: there is nothing to send. */
export function exportTransfers(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'vault'>,
  call: { readonly mode: Mode; readonly actor: string },
): Promise<Batch | null> {
  return deps.db.transaction(async (tx) => {
    const at = deps.clock.now();
    const id = deps.random.uuid(at);
    const count = await fillBatch(tx, { id, mode: call.mode, at, limit: MOST_IN_BATCH });
    if (count === 0) return null;
    const transfers = await listBatch(tx, id);
    const total = transfers.reduce((sum, { amount }) => sum + amount, 0n);
    await appendAudit(tx, deps.vault, {
      at,
      actor: call.actor,
      action: 'transfer.export',
      subject: id,
      details: { mode: call.mode, transfers: count, amount: toDecimal(total) },
    });
    return { id, transfers };
  });
}

export async function readBatch(deps: Pick<Deps, 'db'>, id: string): Promise<Batch> {
  const transfers = isUuid(id) ? await listBatch(deps.db, id) : [];
  if (transfers.length === 0) throw new AppError('unknown_batch', { id });
  return { id, transfers };
}
