// Sets the mark that customers see of a store or bank: a picture that the operator may use, or the drawn tile again (D56).
import type { Deps } from '../../deps.js';
import { appendAudit } from '../../store/keeping/audit.js';
import { findPointMark, setPointMark } from '../../store/points/point-marks.js';
import type { CheckedPicture } from '../accounts/checked-picture.js';
import { requirePaymentPoint } from './edit-payment-point.js';

type MarkCall = {
  readonly code: string;
  /** null: the drawn tile. */
  readonly picture: CheckedPicture | null;
  readonly actor: string;
};

export function markPoint(
  deps: Pick<Deps, 'db' | 'clock' | 'vault'>,
  { code, picture, actor }: MarkCall,
): Promise<void> {
  return deps.db.transaction(async (tx) => {
    await requirePaymentPoint({ db: tx }, code);
    const before = await findPointMark(tx, code);
    await setPointMark(tx, code, picture && { picture: picture.bytes, digest: picture.digest });
    const details = { mark_before: before?.digest ?? null, mark_after: picture?.digest ?? null };
    await appendAudit(tx, deps, { actor, action: 'provider.mark', subject: code, details });
  });
}
