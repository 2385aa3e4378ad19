// Sends an event once more to every endpoint that is on and asks for its kind (D54).
import type { Deps } from '../deps.js';
import { AppError } from '../errors.js';
import { findEvent, redeliver } from '../store/orders/order-events.js';
import type { OrderKey } from './require-order.js';

/** To how many endpoints. */
export async function redeliverEvent(
  deps: Pick<Deps, 'db'>,
  { scope, uuid }: OrderKey,
  sequence: number,
): Promise<number> {
  const found = uuid === null ? null : await findEvent(deps.db, scope, uuid, sequence);
  if (found === null) throw new AppError('event_not_found');
  return redeliver(deps.db, scope, found.order.uuid, sequence);
}
