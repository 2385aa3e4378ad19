// Money that goes out after a restore (D84). The bank may have paid what the restored database believes is still to be sent, and
// what it does not know at all. So no file is made or printed, no plan pays and no waiting refund is funded until somebody has said
// which transfers were paid: by the bank's results, or one by one. What is left then was not paid, and they say so.
import type { Deps } from '../../deps.js';
import { toDecimal } from '../../domain/base/money.js';
import { formatTransferId, type Transfer } from '../../domain/transfers/transfer.js';
import { AppError } from '../../errors/errors.js';
import type { Db, Queryable } from '../../store/db.js';
import { appendAudit } from '../../store/keeping/audit.js';
import { acknowledgeRestores, findOpenRestore, type LostTransfer, listLost } from '../../store/keeping/restores.js';
import { listById, listTransfersById, listWork } from '../../store/transfers/transfers.js';
import { bounceTransfer, confirmTransfer, markSent } from './change-transfer.js';
import { setPayeeAccount } from './set-payee-account.js';

/** Refuses as long as nobody has said what the bank paid since the last restore. */
export async function requireNoRestore(db: Queryable): Promise<void> {
  const moment = await findOpenRestore(db);
  if (moment !== null) throw new AppError('files_wait', { moment: new Date(moment).toISOString() });
}

/** What the bank could be told to pay again: open transfers that were there at the moment, of live money, also without funds. */
export async function listDoubtful(db: Queryable, moment: number): Promise<Transfer[]> {
  const ask = { mode: 'live', limit: null } as const;
  const open = [
    ...(await listWork(db, { ...ask, status: null })),
    ...(await listWork(db, { ...ask, status: 'to_fund' })),
  ];
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
    const lost = await listLost(tx);
    await acknowledgeRestores(tx, { by: actor, at });
    const amount = toDecimal(open.reduce((sum, transfer) => sum + transfer.amount, 0n));
    const details = {
      backup_of: new Date(moment).toISOString(),
      transfers: open.length,
      amount,
      lost: lost?.length ?? null,
      note,
    };
    await appendAudit(tx, deps, { at, actor, action: 'transfer.resume', subject: 'database', details });
  });
}

type TakeOverDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'vault'>;

/** What was named in the database of before was looked at there. */
const WAS_CHECKED = { isOwn: () => false };

export type TakenOver = {
  /** How many transfers are now as the bank said before the restore. */
  readonly taken: number;
  /** How many somebody has to ask the bank about: those that are lost, and those in a bank file whose result nobody knew yet. */
  readonly unknown: number;
  /** What the database of before has and this one has not: it was made after the backup. */
  readonly lost: readonly LostTransfer[];
};

const AT_ONCE = 1_000;

/**
 * Compares with the database of before, where there still is one: what was sent, confirmed or bounced there is so here, too. What
 * was in a file without a result stays as it is, and what is not here at all cannot be made here: the payments and orders that it
 * was made of may be lost as well. Somebody has to ask the bank about both. All transfers are looked at, not only open ones and
 * not only new ones: one that had bounced may have been paid after all.
 */
export async function takeOverFormer(deps: TakeOverDeps, former: Db, actor: string): Promise<TakenOver> {
  // Of a restore before this one that nobody has decided about, the database of before does not know the whole, either.
  const isUndecided = (await findOpenRestore(former)) !== null;
  const lostBefore = isUndecided ? await listLost(former) : [];
  if (lostBefore === null) throw new Error('nobody has said what the bank paid since the restore before this one');
  const lost = new Map(lostBefore.map((transfer) => [transfer.id, transfer]));
  let [taken, unknown] = [0, isUndecided ? 1 : 0];
  for (let page = await listById(former, null, AT_ONCE); page.length > 0; ) {
    const ids = page.map(({ id }) => id);
    const known = new Map((await listTransfersById(deps.db, null, ids)).map((transfer) => [transfer.id, transfer]));
    for (const before of page) {
      const transfer = known.get(before.id);
      const fate = fateOf(before, transfer);
      if (fate === 'lost') lost.set(before.id, before);
      else if (fate === 'ask') unknown++;
      else if (fate === 'take' && transfer !== undefined)
        (await takeOver(deps, { transfer, before, actor })) ? taken++ : unknown++;
    }
    page = await listById(former, ids.at(-1) ?? null, AT_ONCE);
  }
  return { taken, unknown: unknown + lost.size, lost: [...lost.values()] };
}

/** Of test money nobody has to ask a bank. What had bounced has moved nothing. */
function fateOf(before: Transfer, transfer: Transfer | undefined): 'same' | 'lost' | 'ask' | 'take' {
  if (transfer === undefined) return before.state === 'bounced' || before.scope.mode === 'test' ? 'same' : 'lost';
  if (before.state === 'to_send') return before.batchId === transfer.batchId ? 'same' : 'ask';
  return before.state === transfer.state ? 'same' : 'take';
}

/** Whether it is so here now. If not, as without the money that came since the backup, somebody has to see to it. */
async function takeOver(
  deps: TakeOverDeps,
  { transfer, before, actor }: { readonly transfer: Transfer; readonly before: Transfer; readonly actor: string },
): Promise<boolean> {
  const call = { transferId: formatTransferId(transfer.id), actor, isCorrection: true };
  const { destination, trackingKey, state, note } = before;
  const isNew = destination !== null && destination.clabe !== transfer.destination?.clabe;
  try {
    if (isNew && transfer.batchId === null)
      await setPayeeAccount({ ...deps, clabes: WAS_CHECKED }, { ...call, ...destination });
    if (trackingKey !== null && transfer.trackingKey === null)
      await markSent(deps, { ...call, trackingKey, alsoUnfunded: true });
    if (state === 'confirmed') await confirmTransfer(deps, call);
    if (state === 'bounced') await bounceTransfer(deps, { ...call, note });
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
