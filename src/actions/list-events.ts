// Lists a merchant's events in an order that never changes (D54).
import type { Deps } from '../deps.js';
import type { Scope } from '../domain/account.js';
import type { EventKey, EventPlace, PlacedEvent } from '../domain/event.js';
import { AppError, invalidRequest } from '../errors.js';
import * as store from '../store/orders/order-events.js';

/** The page starts after position `after`, so the reader of an empty page knows where to continue. */
export type EventPage = { readonly after: bigint; readonly events: readonly PlacedEvent[] };
export type EventQuery = { readonly after: EventPlace | null; readonly limit: number };

const LOOK_EVERY_MS = 250;

/** Waits for events after a place and returns them. Gives up when `isOver` is true, which by default is at once. */
export async function listEvents(
  deps: Pick<Deps, 'db'>,
  scope: Scope,
  query: EventQuery,
  isOver: () => boolean = () => true,
): Promise<EventPage> {
  const after = query.after === null ? 0n : await positionOf(deps, scope, query.after);
  for (;;) {
    const events = await readPage(deps, scope, { after, limit: query.limit });
    if (events.length > 0 || isOver()) return { after, events };
    await new Promise((done) => setTimeout(done, LOOK_EVERY_MS));
  }
}

/**
 * Assigns positions only as long as the page is not full. So nobody's first list waits for all the events of years, and
 * the work of a request depends on the size of its page alone.
 */
async function readPage(deps: Pick<Deps, 'db'>, scope: Scope, page: { after: bigint; limit: number }) {
  for (let placed = 0; ; ) {
    const events = await store.listEvents(deps.db, scope, page);
    if (events.length >= page.limit || placed >= page.limit) return events;
    const more = await store.placeEvents(deps.db, scope);
    if (more === 0) return events;
    placed += more;
  }
}

/** How long a request may assign positions for the sake of the event it asks about. */
const PLACING_MS = 1_000;

/**
 * The position of a place in the list. An event that has no position yet is given one first, after all older ones. If
 * there are very many of those, the caller is asked to come again, and finds the list so much longer.
 */
export async function positionOf(deps: Pick<Deps, 'db'>, scope: Scope, place: EventPlace): Promise<bigint> {
  if ('position' in place) return place.position;
  const end = performance.now() + PLACING_MS;
  for (;;) {
    const found = await store.findEvent(deps.db, scope, place);
    if (found === null) throw invalidRequest({ param: 'after', error: 'invalid_cursor' });
    if (found.position > 0n) return found.position;
    if (performance.now() > end) throw new AppError('unavailable');
    await store.placeEvents(deps.db, scope);
  }
}

/** A null key stands for a string that is not an event id. */
export async function requireEvent(deps: Pick<Deps, 'db'>, scope: Scope, key: EventKey | null): Promise<PlacedEvent> {
  const found = key === null ? null : await store.findEvent(deps.db, scope, key);
  if (found === null) throw new AppError('event_not_found');
  return found;
}
