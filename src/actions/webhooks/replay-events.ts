// Replays a range of webhooks to one endpoint (D54): the first page at once, the others in the background, page by page.
import type { Deps } from '../../deps.js';
import type { EventCursor } from '../../domain/orders/event.js';
import type { Endpoint } from '../../domain/webhooks/endpoint.js';
import { AppError } from '../../errors/errors.js';
import type { Db } from '../../store/db.js';
import { placeEvents } from '../../store/orders/order-events.js';
import { replayPage } from '../../store/webhooks/deliveries/sending-again.js';
import { pageByPosition, pageByTime, type TimedKey } from '../../store/webhooks/event-pages.js';
import * as store from '../../store/webhooks/replays.js';
import { positionOf } from './list-events.js';

/** Everything after a place, or a span of time in milliseconds. */
export type ReplayRange = {
  readonly after: EventCursor | null;
  readonly from: number | null;
  readonly to: number | null;
};

/** `hasMore`: the rest is sent in the background. */
export type Replayed = { readonly events: number; readonly hasMore: boolean };

type ReplayDeps = Pick<Deps, 'db' | 'clock' | 'random'>;

const PAGE = 500;
/** Unfinished replays of one endpoint. A merchant in trouble asks again and again. */
const MOST_REPLAYS = 5;

/** Each order's events are sent in sequence. */
export async function replayEvents(deps: ReplayDeps, endpoint: Endpoint, range: ReplayRange): Promise<Replayed> {
  const { scope, id: endpointId } = endpoint;
  if ((await store.countReplays(deps.db, scope, endpointId)) >= MOST_REPLAYS) throw new AppError('rate_limited');
  const replay: store.Replay = {
    scope,
    endpointId,
    id: deps.random.uuid(deps.clock.now()),
    from: range.from,
    to: range.to,
    place:
      range.after === null
        ? { by: 'time', after: null }
        : { by: 'position', after: await positionOf(deps, scope, range.after) },
    requestedAt: await store.databaseTime(deps.db),
  };
  const page = await nextPage(deps.db, replay);
  const rest = afterPage(replay, page);
  const events = await deps.db.transaction(async (tx) => {
    if (rest !== null) await store.insertReplay(tx, rest);
    return replayPage(tx, replay, within(replay, page));
  });
  return { events, hasMore: rest !== null };
}

/** Sends the next page of the replays that have waited longest. Returns false if there is none. */
export async function continueReplays({ db }: Pick<Deps, 'db'>): Promise<boolean> {
  const replays = await store.listNextReplays(db);
  for (const next of replays) await continueReplay(db, next);
  return replays.length > 0;
}

async function continueReplay(db: Db, next: store.Replay): Promise<void> {
  const page = await nextPage(db, next);
  await db.transaction(async (tx) => {
    // Another process may have sent this page meanwhile; then the next turn sends the next one.
    if (!(await store.lockReplay(tx, next))) return;
    await replayPage(tx, next, within(next, page));
    const rest = afterPage(next, page);
    await (rest === null ? store.deleteReplay(tx, next) : store.advanceReplay(tx, rest));
  });
}

/** By position, events that have none yet are given one when their turn comes. */
async function nextPage(db: Db, { scope, place, from, to }: store.Replay): Promise<TimedKey[]> {
  if (place.by === 'time') return pageByTime(db, scope, { from, to, after: place.after }, PAGE);
  const page = await pageByPosition(db, scope, place.after, PAGE);
  if (page.length === PAGE || (await placeEvents(db, scope)) === 0) return page;
  return pageByPosition(db, scope, place.after, PAGE);
}

/** The replay as it goes on after this page; null after the last one. */
function afterPage(replay: store.Replay, page: readonly TimedKey[]): store.Replay | null {
  const last = page.at(-1);
  if (last === undefined || page.length < PAGE) return null;
  const place: store.ReplayCursor =
    replay.place.by === 'time' || last.position === null
      ? { by: 'time', after: { at: last.at, orderId: last.orderId, sequence: last.sequence } }
      : { by: 'position', after: last.position };
  return { ...replay, place };
}

/** A replay after a position may also be limited to a span of time. */
function within({ from, to }: store.Replay, page: readonly TimedKey[]): readonly TimedKey[] {
  return page.filter(({ at }) => (from === null || at >= from) && (to === null || at <= to));
}
