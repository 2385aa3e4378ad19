// Delivers one event again (D54).
import type { Deps } from '../../deps.js';
import type { Scope } from '../../domain/accounts/account.js';
import type { EventKey } from '../../domain/orders/event.js';
import { redeliver } from '../../store/webhooks/deliveries/sending-again.js';
import { requireEvent } from './list-events.js';

/** Goes to every endpoint that is on and subscribed to the event's type. Returns how many. */
export async function redeliverEvent(deps: Pick<Deps, 'db'>, scope: Scope, key: EventKey | null): Promise<number> {
  const { order, event } = await requireEvent(deps, scope, key);
  return redeliver(deps.db, scope, { orderId: order.uuid, sequence: event.sequence });
}
