// Explains why a merchant's endpoints did or did not get an event (D54).
import type { Deps } from '../../deps.js';
import type { Scope } from '../../domain/accounts/account.js';
import type { PositionedEvent } from '../../domain/orders/event.js';
import type { DeliveryExplanation } from '../../domain/webhooks/endpoint.js';
import { listAttempts } from '../../store/webhooks/attempts.js';
import { listDeliveries } from '../../store/webhooks/deliveries/of-event.js';
import { listEndpoints } from '../../store/webhooks/endpoints.js';

/** Returns one explanation for each endpoint that is registered now. */
export async function explainEvent(
  deps: Pick<Deps, 'db'>,
  scope: Scope,
  { order, event }: Pick<PositionedEvent, 'order' | 'event'>,
): Promise<DeliveryExplanation[]> {
  const key = { orderId: order.uuid, sequence: event.sequence };
  const [endpoints, deliveries, attempts] = await Promise.all([
    listEndpoints(deps.db, scope),
    listDeliveries(deps.db, scope, key),
    listAttempts(deps.db, scope, key),
  ]);
  return endpoints.map((endpoint) => ({
    endpoint,
    isSubscribed: endpoint.events.includes(event.type),
    delivery: deliveries.find(({ endpointId }) => endpointId === endpoint.id) ?? null,
    lastReason: attempts.filter(({ endpointId }) => endpointId === endpoint.id).at(-1)?.reason ?? null,
  }));
}
