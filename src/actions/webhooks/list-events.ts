// Lists a merchant's events in an order that never changes (D54).
import type { Deps } from '../../deps.js';
import type { Scope } from '../../domain/accounts/account.js';
import {
  type EventCursor,
  type EventKey,
  type EventPosition,
  markedPosition,
  type PositionedEvent,
} from '../../domain/orders/event.js';
import { AppError, invalidRequest } from '../../errors/errors.js';
import * as store from '../../store/orders/order-events.js';
import { findCursor } from '../../store/webhooks/event-cursors.js';

/** The page starts after position `after`, so the reader of an empty page knows where to continue. */
export type EventPage = { readonly after: EventPosition; readonly events: readonly PositionedEvent[] };
type EventQuery = { readonly after: EventCursor | null; readonly limit: number };

const START: EventPosition = { position: 0n, mark: null };

/** The events after a place, as many as are asked for. */
export async function listEvents(deps: Pick<Deps, 'db'>, scope: Scope, query: EventQuery): Promise<EventPage> {
  const after = query.after === null ? START : await findPosition(deps, scope, query.after);
  const events = await readPage(deps, scope, { after: after.position, limit: query.limit });
  return { after, events };
}

/** Like `listEvents`, but if there are none it waits until one comes or `isOver` is true. */
export async function awaitEvents(
  deps: Pick<Deps, 'db' | 'eventWaker'>,
  scope: Scope,
  query: EventQuery,
  isOver: () => boolean,
): Promise<EventPage> {
  const leave = deps.eventWaker.enter(scope);
  try {
    const { after, events } = await listEvents(deps, scope, query);
    const page = { after: after.position, limit: query.limit };
    for (let found = events; ; found = await store.listEvents(deps.db, scope, page)) {
      if (found.length > 0 || isOver()) return { after, events: found };
      await deps.eventWaker.wait(scope, after.position, isOver);
    }
  } finally {
    leave();
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

export async function positionOf(deps: Pick<Deps, 'db'>, scope: Scope, cursor: EventCursor): Promise<bigint> {
  return (await findPosition(deps, scope, cursor)).position;
}

/** How long a request may assign positions for the sake of the event it asks about. */
const PLACING_MS = 1_000;

/**
 * The position of a place in the list. An event that has no position yet is given one first, after all older ones. If
 * there are very many of those, the caller is asked to come again, and finds the list so much longer.
 */
async function findPosition(deps: Pick<Deps, 'db'>, scope: Scope, cursor: EventCursor): Promise<EventPosition> {
  if ('position' in cursor) return checkPosition(deps, scope, cursor);
  const end = performance.now() + PLACING_MS;
  for (;;) {
    const found = await store.findEvent(deps.db, scope, cursor);
    if (found === null) throw unknownCursor();
    if (found.position > 0n) return markedPosition(found);
    if (performance.now() > end) throw new AppError('unavailable');
    await store.placeEvents(deps.db, scope);
  }
}

/**
 * A position beyond the end, or with another event than it had, is one that this database never gave: it was restored
 * from a backup. A reader that went on from there would miss events.
 */
async function checkPosition(deps: Pick<Deps, 'db'>, scope: Scope, given: PositionGiven): Promise<EventPosition> {
  if (given.position === 0n) return START;
  const end = performance.now() + PLACING_MS;
  let { last, mark } = await findCursor(deps.db, scope, given.position);
  // Events that have no position yet count as the end of the list.
  while (given.position > last) {
    if (performance.now() > end) throw new AppError('unavailable');
    if ((await store.placeEvents(deps.db, scope)) === 0) throw unknownCursor();
    ({ last, mark } = await findCursor(deps.db, scope, given.position));
  }
  const wanted = given.mark ?? mark;
  if (mark !== null && mark !== wanted) throw unknownCursor();
  return { position: given.position, mark: wanted };
}

type PositionGiven = Extract<EventCursor, { readonly position: bigint }>;

function unknownCursor(): AppError {
  return invalidRequest({ param: 'after', error: 'invalid_cursor' });
}

/** A null key stands for a string that is not an event id. */
export async function requireEvent(
  deps: Pick<Deps, 'db'>,
  scope: Scope,
  key: EventKey | null,
): Promise<PositionedEvent> {
  const found = key === null ? null : await store.findEvent(deps.db, scope, key);
  if (found === null) throw new AppError('event_not_found');
  return found;
}
