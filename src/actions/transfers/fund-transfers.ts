// Funds refunds that wait for money (D86): oldest first, each that its merchant's money suffices for. Any number of nodes may do
// it at once, because each transfer is looked at again under its lock.
import type { Deps } from '../../deps.js';
import { formatTransferId } from '../../domain/transfers/transfer.js';
import { findOpenRestore } from '../../store/keeping/restores.js';
import { listFundable } from '../../store/money/funds.js';
import { fundTransfer } from './change-transfer.js';

const BATCH = 200;

export async function fundTransfers(deps: Pick<Deps, 'db' | 'clock' | 'random' | 'vault'>): Promise<void> {
  const due = await listFundable(deps.db, BATCH);
  // One may have been funded and paid since the backup (D84).
  if (due.length === 0 || (await findOpenRestore(deps.db)) !== null) return;
  for (const { id } of due) await fundTransfer(deps, { transferId: formatTransferId(id), actor: 'service' });
}
