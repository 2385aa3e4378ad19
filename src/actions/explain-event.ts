// "Why did or didn't my shop get this?" (D54): for each endpoint, what happened and what happens next.
import type { Deps } from '../deps.js';
import type { Scope } from '../domain/account.js';
import type { DeliveryAttempt, Endpoint } from '../domain/endpoint.js';
import { type DeliveryState, listAttempts, listDeliveries, type PlacedEvent } from '../store/orders/order-events.js';
import { listEndpoints } from '../store/webhooks/endpoints.js';

export async function explainEvent(deps: Pick<Deps, 'db'>, scope: Scope, { order, event }: PlacedEvent) {
  const [endpoints, deliveries, attempts] = await Promise.all([
    listEndpoints(deps.db, scope),
    listDeliveries(deps.db, scope, order.uuid, event.sequence),
    listAttempts(deps.db, scope, order.uuid, event.sequence),
  ]);
  return endpoints.map((endpoint) => {
    const delivery = deliveries.find(({ endpoint_id }) => endpoint_id === endpoint.id);
    const last = attempts.filter(({ endpoint_id }) => endpoint_id === endpoint.id).at(-1);
    return {
      endpoint_id: endpoint.id,
      url: endpoint.url,
      active: endpoint.isActive,
      subscribed: endpoint.events.includes(event.type),
      state: delivery?.state ?? 'none',
      attempts: delivery?.attempts ?? 0,
      last_reason: last?.reason ?? null,
      next_attempt_at: delivery?.state === 'due' ? Math.floor(delivery.due_at / 1000) : null,
      explanation: sentence(endpoint, event.type, delivery, last),
    };
  });
}

function sentence(
  endpoint: Endpoint,
  type: string,
  delivery: DeliveryState | undefined,
  last: DeliveryAttempt | undefined,
): string {
  const why = last?.reason ? ` The last try failed: ${last.reason}.` : '';
  if (delivery === undefined) {
    return endpoint.events.some((one) => one === type)
      ? 'The endpoint was registered after the event; replay or redeliver sends it.'
      : `The endpoint does not ask for ${type}; add it to its events.`;
  }
  switch (delivery.state) {
    case 'delivered':
      return `Delivered after ${delivery.attempts} ${delivery.attempts === 1 ? 'try' : 'tries'}.`;
    case 'due':
      return `On its way.${why}`;
    case 'waiting':
      return 'It waits for an earlier notice of the same order.';
    case 'held':
      return 'The endpoint is switched off; the notice is held and sent when the endpoint is on again.';
    case 'superseded':
      return 'A newer notice of the order was sent instead, because this one could not be delivered in time.';
    default:
      return `Given up after ${delivery.attempts} tries; redeliver sends it again.${why}`;
  }
}
