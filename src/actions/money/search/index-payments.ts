// Writes down what the operator searches new payments by, some at a time, behind the payments themselves. A search looks at
// the newest payments one by one, so it finds a payment as soon as it is there.
import type { Deps } from '../../../deps.js';
import { insertTexts, listUntexted } from '../../../store/money/payment-texts.js';
import { indexNew } from '../../orders/index-orders.js';

/** Returns whether there is more to do. */
export function indexPayments(deps: Pick<Deps, 'db' | 'clock'>): Promise<boolean> {
  return indexNew(deps, 'payment_texts', { list: listUntexted, insert: insertTexts, idOf: ({ id }) => id });
}
