// Sets the mark that customers see of a store or bank: a picture that the operator may use, or the drawn tile again (D56).
import type { Deps } from '../../deps.js';
import { appendAudit } from '../../store/keeping/audit.js';
import { findPointMark, setPointMark } from '../../store/points/point-marks.js';
import { checkedPicture } from '../accounts/checked-picture.js';
import { requirePaymentPoint } from './edit-payment-point.js';

type MarkCall = {
  readonly code: string;
  /** A PNG or JPEG of up to 100 KB; null: the drawn tile. */
  readonly picture: Uint8Array | null;
  readonly actor: string;
};

export async function markPoint(
  deps: Pick<Deps, 'db' | 'clock' | 'vault'>,
  { code, picture, actor }: MarkCall,
): Promise<void> {
  const drawn = picture === null ? null : await checkedPicture(picture, 'mark');
  await deps.db.transaction(async (tx) => {
    await requirePaymentPoint({ db: tx }, code);
    const before = await findPointMark(tx, code);
    await setPointMark(tx, code, drawn && { picture: drawn.bytes, digest: drawn.digest });
    const details = { mark_before: before?.digest ?? null, mark_after: drawn?.digest ?? null };
    await appendAudit(tx, deps, { actor, action: 'provider.mark', subject: code, details });
  });
}
