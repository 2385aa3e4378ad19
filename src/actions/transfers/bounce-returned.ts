// A transfer of ours that the bank sends back bounces, also if it was confirmed (D84). Each return does so once, whatever two people
// have said of the transfer since: a notice that comes again is only kept.
import type { Deps } from '../../deps.js';
import type { Arrival } from '../../domain/money/payment.js';
import type { ParsedNotice } from '../../domain/money/read-notice.js';
import { formatTransferId, type Transfer } from '../../domain/transfers/transfer.js';
import { AppError } from '../../errors/errors.js';
import type { Db } from '../../store/db.js';
import { findPaymentByIdentity } from '../../store/money/payments.js';
import { claimReturn } from '../../store/rails/reversals.js';
import { findByTracking } from '../../store/transfers/transfers.js';
import { bouncing, RETURNED } from './change-transfer.js';
import { type ChangeDeps, changeTransfers, type TransferStep } from './change-transfers.js';

/** The transfer that this money was, by its clave; null: it was none. */
export async function findReturned(
  db: Db,
  { mode, trackingKey, amount }: Pick<Arrival, 'mode' | 'trackingKey' | 'amount'>,
): Promise<Transfer | null> {
  const transfer = await findByTracking(db, mode, trackingKey);
  return transfer?.amount === amount ? transfer : null;
}

/** False: the notice is of other money, or of a return that came before we knew the clave and is a payment since. */
export async function bounceReturned(deps: ChangeDeps & Pick<Deps, 'log'>, notice: ParsedNotice): Promise<boolean> {
  const { id: noticeId, arrival, isReturn = false } = notice;
  if (arrival === null || !isReturn) return false;
  try {
    const transfer = await findReturned(deps.db, arrival);
    if (transfer === null || (await findPaymentByIdentity(deps.db, arrival.identity)) !== null) return false;
    const transferId = formatTransferId(transfer.id);
    const steps = () => [bouncingBy({ id: noticeId, identity: arrival.identity, problem: `returned ${transferId}` })];
    const [outcome] = await changeTransfers(deps, [{ call: { transferId, actor: 'rail' }, steps }]);
    if (outcome instanceof AppError) throw outcome;
  } catch (error) {
    // Its node is lost. The notice stays as it is and is tried again; it holds up no other.
    if (!(error instanceof AppError)) throw error;
    deps.log.error({ notice: noticeId, err: error }, 'a return could not bounce its transfer yet; it is tried again');
  }
  return true;
}

/** While the transfer is locked, so that of two notices at once one is the first. */
function bouncingBy(notice: Parameters<typeof claimReturn>[1]): TransferStep {
  const { action, decide } = bouncing({ note: RETURNED, isCorrection: true });
  return { action, decide: async (locked, tx) => ((await claimReturn(tx, notice)) ? decide(locked, tx) : null) };
}
