// Reads what the pages about events show.
import { explainEvent } from '../../../actions/webhooks/explain-event.js';
import { requireEvent } from '../../../actions/webhooks/list-events.js';
import type { Deps } from '../../../deps.js';
import type { Credential, Scope } from '../../../domain/accounts/account.js';
import { isUuid } from '../../../domain/base/identity.js';
import { isEventType } from '../../../domain/webhooks/endpoint.js';
import { AppError } from '../../../errors/errors.js';
import { listAttempts } from '../../../store/webhooks/attempts.js';
import { type EventListCursor, type ListedEvent, listNewestEvents } from '../../../store/webhooks/event-lists.js';
import { parseEventId, renderWebhookBody } from '../../../wire/webhooks/webhook-body.js';
import type { AttemptView, EventView } from './event-page.js';
import type { EventsView } from './events-page.js';

const EVENTS_A_PAGE = 25;

type Query = Readonly<Record<string, unknown>>;

export async function showEvents({ db }: Pick<Deps, 'db'>, scope: Scope, query: Query): Promise<EventsView> {
  const type = isEventType(query['type']) ? query['type'] : null;
  const [before, after] = [readPlace(query['before']), readPlace(query['after'])];
  const page = { type, before: after === null ? before : null, after, limit: EVENTS_A_PAGE + 1 };
  const found = await listNewestEvents(db, scope, page);
  const hasMore = found.length > EVENTS_A_PAGE;
  const events = after === null ? found.slice(0, EVENTS_A_PAGE) : found.slice(-EVENTS_A_PAGE);
  const [first, last] = [events[0], events.at(-1)];
  const link = (name: string, at: ListedEvent) =>
    new URLSearchParams({ ...(type !== null && { type }), [name]: placeText(at) }).toString();
  const hasNewer = after === null ? before !== null : hasMore;
  const hasOlder = after === null ? hasMore : true;
  return {
    type,
    events,
    newer: hasNewer && first !== undefined ? link('after', first) : null,
    older: hasOlder && last !== undefined ? link('before', last) : null,
  };
}

function placeText({ at, orderId, sequence }: ListedEvent): string {
  return `${at}_${orderId}_${sequence}`;
}

function readPlace(text: unknown): EventListCursor | null {
  const [, at, orderId = '', sequence] = /^(\d{1,14})_([0-9a-f-]{36})_(\d{1,9})$/.exec(String(text)) ?? [];
  return isUuid(orderId) ? { at: Number(at), orderId, sequence: Number(sequence) } : null;
}

type ShowDeps = Pick<Deps, 'db' | 'settings'>;

export async function showEvent(
  deps: ShowDeps,
  { scope, interfaceVersion, ordersEnvelope }: Credential,
  id: string,
): Promise<Omit<EventView, 'mayAct'>> {
  const found = await requireEvent(deps, scope, parseEventId(id));
  const key = { orderId: found.order.uuid, sequence: found.event.sequence };
  const [explanations, attempts] = await Promise.all([
    explainEvent(deps, scope, found),
    listAttempts(deps.db, scope, key),
  ]);
  const { serviceName } = deps.settings;
  const versions = [...new Set([...explanations.map(({ endpoint }) => endpoint.interfaceVersion), interfaceVersion])];
  const bodies = versions.map((version) => ({
    version,
    body: JSON.stringify(
      renderWebhookBody(found.order, found.event, { serviceName, interfaceVersion: version, ordersEnvelope }),
    ),
  }));
  return { found, explanations, attempts, bodies };
}

export async function showAttempt(
  deps: ShowDeps,
  scope: Scope,
  place: { readonly id: string; readonly endpointId: string; readonly number: string },
): Promise<AttemptView> {
  const found = await requireEvent(deps, scope, parseEventId(place.id));
  const key = { orderId: found.order.uuid, sequence: found.event.sequence };
  const attempts = await listAttempts(deps.db, scope, key);
  const attempt = attempts.find((one) => one.endpointId === place.endpointId && String(one.number) === place.number);
  if (attempt === undefined) throw new AppError('event_not_found');
  return { found, attempt };
}
