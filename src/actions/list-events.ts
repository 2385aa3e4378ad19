// Every event of a merchant, in an order that never changes afterwards (D54).
import type { Deps } from '../deps.js';
import type { Scope } from '../domain/account.js';
import type { EventKey, EventPlace, PlacedEvent } from '../domain/event.js';
import { AppError, invalidRequest } from '../errors.js';
import * as store from '../store/orders/order-events.js';

/** `after` is the position behind which the page begins, so a reader of an empty page knows where to go on. */
export type EventPage = { readonly after: bigint; readonly events: readonly PlacedEvent[] };
export type EventQuery = { readonly after: EventPlace | null; readonly limit: number };

const LOOK_EVERY_MS = 250;

/** The next events behind a place, as soon as there are any; none when `isOver` says so, which is at once by default. */
export async function listEvents(
  deps: Pick<Deps, 'db'>,
  scope: Scope,
  query: EventQuery,
  isOver: () => boolean = () => true,
): Promise<EventPage> {
  const after = query.after === null ? 0n : await positionOf(deps, scope, query.after);
  for (;;) {
    await store.placeEvents(deps.db, scope);
    const events = await store.listEvents(deps.db, scope, { after, limit: query.limit });
    if (events.length > 0 || isOver()) return { after, events };
    await new Promise((done) => setTimeout(done, LOOK_EVERY_MS));
  }
}

/** Where a place is in the list. An event that was not placed yet is placed first. */
export async function positionOf(deps: Pick<Deps, 'db'>, scope: Scope, place: EventPlace): Promise<bigint> {
  if ('position' in place) return place.position;
  await store.placeEvents(deps.db, scope);
  const found = await store.findEvent(deps.db, scope, place);
  if (found === null) throw invalidRequest({ param: 'after', error: 'invalid_cursor' });
  return found.position;
}

/** null stands for what is no event's id at all. */
export async function requireEvent(deps: Pick<Deps, 'db'>, scope: Scope, key: EventKey | null): Promise<PlacedEvent> {
  const found = key === null ? null : await store.findEvent(deps.db, scope, key);
  if (found === null) throw new AppError('event_not_found');
  return found;
}
