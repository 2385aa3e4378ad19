// Replays a range of webhooks to one endpoint (D54).
import type { Deps } from '../deps.js';
import type { Endpoint } from '../domain/endpoint.js';
import type { EventPlace } from '../domain/event.js';
import { placeEvents } from '../store/orders/order-events.js';
import { replay } from '../store/webhooks/deliveries/sending-again.js';
import { positionOf } from './list-events.js';

/** Everything after a place, or a span of time in milliseconds. */
export type ReplayRange = {
  readonly after: EventPlace | null;
  readonly from: number | null;
  readonly to: number | null;
};

/** Each order's events are sent in sequence. Returns how many are sent. */
export async function replayEvents(deps: Pick<Deps, 'db'>, endpoint: Endpoint, range: ReplayRange): Promise<number> {
  const { scope, id } = endpoint;
  await placeEvents(deps.db, scope);
  const after = range.after === null ? null : await positionOf(deps, scope, range.after);
  return deps.db.transaction((tx) => replay(tx, scope, id, { ...range, after }));
}
