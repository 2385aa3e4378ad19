// Bank files after a restore (D84). The bank may have paid what the restored database believes is still to be sent, so no file is
// made or printed until somebody has said which transfers were paid: by the bank's results, or one by one. What is left then was
// not paid, and they say so.
import type { Deps } from '../../deps.js';
import { toDecimal } from '../../domain/base/money.js';
import type { Transfer } from '../../domain/transfers/transfer.js';
import { formatTransferId } from '../../domain/transfers/transfer.js';
import { AppError } from '../../errors/errors.js';
import type { Db, Queryable } from '../../store/db.js';
import { appendAudit } from '../../store/keeping/audit.js';
import { acknowledgeRestores, findOpenRestore } from '../../store/keeping/restores.js';
import { listTransfersById, listWork } from '../../store/transfers/transfers.js';
import { bounceTransfer, confirmTransfer, markSent } from './change-transfer.js';
import { setPayeeAccount } from './set-payee-account.js';

/** Refuses as long as nobody has said what the bank paid since the last restore. */
export async function requireNoRestore(db: Queryable): Promise<void> {
  const moment = await findOpenRestore(db);
  if (moment !== null) throw new AppError('files_wait', { moment: new Date(moment).toISOString() });
}

/** What the bank could be told to pay again: open transfers that were there at the moment, of live money. */
export async function listDoubtful(db: Queryable, moment: number): Promise<Transfer[]> {
  const open = await listWork(db, { mode: 'live', status: null, limit: null });
  return open.filter(({ createdAt }) => createdAt <= moment);
}

/** What is still open was not paid: files may be made again. */
export function acknowledgeRestore(
  deps: Pick<Deps, 'db' | 'clock' | 'vault'>,
  { actor, note }: { readonly actor: string; readonly note: string },
): Promise<void> {
  return deps.db.transaction(async (tx) => {
    const moment = await findOpenRestore(tx);
    if (moment === null) throw new AppError('no_restore_waits');
    const at = deps.clock.now();
    const open = await listDoubtful(tx, moment);
    await acknowledgeRestores(tx, { by: actor, at });
    const amount = toDecimal(open.reduce((sum, transfer) => sum + transfer.amount, 0n));
    const details = { backup_of: new Date(moment).toISOString(), transfers: open.length, amount, note };
    await appendAudit(tx, deps, { at, actor, action: 'transfer.resume', subject: 'database', details });
  });
}

type TakeOverDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'vault' | 'settings'>;

export type TakenOver = {
  /** How many transfers are now as the bank said before the restore. */
  readonly taken: number;
  /** How many were in a bank file whose result nobody knew yet. */
  readonly unknown: number;
};

/**
 * Compares with the database of before, where there still is one: what was sent, confirmed or bounced there is so here, too. What
 * was in a file without a result stays open, and somebody has to ask the bank.
 */
export async function takeOverFormer(deps: TakeOverDeps, former: Db, actor: string): Promise<TakenOver> {
  let [taken, unknown] = [0, 0];
  for (const mode of ['live', 'test'] as const) {
    const open = await listWork(deps.db, { mode, status: null, limit: null });
    const ids = open.map(({ id }) => id);
    const known = new Map((await listTransfersById(former, mode, ids)).map((transfer) => [transfer.id, transfer]));
    for (const transfer of open) {
      const before = known.get(transfer.id);
      if (before === undefined || before.state === transfer.state) {
        if (before !== undefined && before.batchId !== transfer.batchId) unknown++;
        continue;
      }
      await takeOver(deps, { transfer, before, actor });
      taken++;
    }
  }
  return { taken, unknown };
}

async function takeOver(
  deps: TakeOverDeps,
  { transfer, before, actor }: { readonly transfer: Transfer; readonly before: Transfer; readonly actor: string },
): Promise<void> {
  const call = { transferId: formatTransferId(transfer.id), actor };
  const { destination, trackingKey, state, note } = before;
  const isNew = destination !== null && destination.clabe !== transfer.destination?.clabe;
  if (isNew && transfer.batchId === null) await setPayeeAccount(deps, { ...call, ...destination });
  if (trackingKey !== null && transfer.state === 'to_send') await markSent(deps, { ...call, trackingKey });
  if (state === 'confirmed') await confirmTransfer(deps, call);
  if (state === 'bounced') await bounceTransfer(deps, { ...call, note });
}
