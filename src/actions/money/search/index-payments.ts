// Writes down what the operator searches new payments by, some at a time, behind the payments themselves. A search looks at
// the newest payments one by one, so it finds a payment as soon as it is there.
import type { Deps } from '../../../deps.js';
import { MINUTE_MS } from '../../../domain/base/duration.js';
import { firstUuidAt, NIL_UUID } from '../../../domain/base/identity.js';
import * as retention from '../../../store/keeping/retention.js';
import { insertTexts, listUntexted } from '../../../store/money/payment-texts.js';

/** The clocks of two nodes differ by seconds, and a payment is committed a moment after its id was made. */
const BEHIND_MS = MINUTE_MS;
const AT_ONCE = 500;

type IndexCursor = { readonly after: string };

/** Returns whether there is more to do. */
export function indexPayments({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<boolean> {
  return db.transaction(async (tx) => {
    const mark = await retention.lockMark<IndexCursor>(tx, 'payment_texts');
    if (mark === null) return false;
    const before = firstUuidAt(clock.now() - BEHIND_MS);
    const payments = await listUntexted(tx, { after: mark.place.after ?? NIL_UUID, before, limit: AT_ONCE });
    const last = payments.at(-1);
    if (last === undefined) return false;
    await insertTexts(tx, payments);
    await retention.moveMark(tx, 'payment_texts', { after: last.id } satisfies IndexCursor);
    return payments.length === AT_ONCE;
  });
}
