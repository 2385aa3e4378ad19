// The events of a merchant, what endpoints got of them, and sending one again (D54).

import { explainEvent } from '../../../actions/webhooks/explain-event.js';
import { requireEvent } from '../../../actions/webhooks/list-events.js';
import { redeliverEvent } from '../../../actions/webhooks/redeliver-event.js';
import type { Deps } from '../../../deps.js';
import type { Credential, Scope } from '../../../domain/accounts/account.js';
import { AppError } from '../../../errors/errors.js';
import { listAttempts } from '../../../store/webhooks/attempts.js';
import { writeWebhookBody } from '../../../wire/versions/write-webhook.js';
import { parseEventId } from '../../../wire/webhooks/webhook-body.js';
import { Refusal } from '../refusal.js';
import { type MerchantVisit, type Page, paramIn, type Visits } from '../visit.js';
import { type AttemptView, type EventView, renderAttemptPage, renderEventPage } from './event-page.js';
import { eventsList } from './events-list.js';
import { EVENTS_DONE, EVENTS_TEXTS } from './texts.js';

export function eventsRoutes(visits: Visits, deps: Deps): void {
  const { show, act } = visits.merchant;
  const eventPage: Page<MerchantVisit> = async (visit) =>
    renderEventPage(visit.frame, await showEvent(deps, visit.merchant, paramIn(visit)));
  eventsList(visits, deps);
  show('/events/:id', 'develop', eventPage);
  show('/events/:id/attempts/:endpoint/:number', 'develop', async (visit) => {
    const place = {
      id: paramIn(visit),
      endpointId: paramIn(visit, 'endpoint'),
      number: paramIn(visit, 'number'),
    };
    return renderAttemptPage(visit.frame, await showAttempt(deps, visit.merchant.scope, place));
  });

  const form = { page: eventPage, backTo: '/events/:id', done: EVENTS_DONE.redelivered };
  act('/events/:id/redeliver', 'develop', form, async (visit) => {
    const endpoints = await redeliverEvent(deps, visit.merchant.scope, parseEventId(paramIn(visit)));
    if (endpoints === 0) throw new Refusal(EVENTS_TEXTS[visit.frame.language].redeliverNone);
  });
}

type ShowDeps = Pick<Deps, 'db' | 'settings'>;

async function showEvent(
  deps: ShowDeps,
  { scope, interfaceVersion, ordersEnvelope }: Credential,
  id: string,
): Promise<EventView> {
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
    body: writeWebhookBody(found.order, found.event, { serviceName, interfaceVersion: version, ordersEnvelope }),
  }));
  return { found, explanations, attempts, bodies };
}

async function showAttempt(
  deps: ShowDeps,
  scope: Scope,
  place: { readonly id: string; readonly endpointId: string; readonly number: string },
): Promise<AttemptView> {
  const found = await requireEvent(deps, scope, parseEventId(place.id));
  const key = { orderId: found.order.uuid, sequence: found.event.sequence };
  const attempts = (await listAttempts(deps.db, scope, key)).filter((one) => one.endpointId === place.endpointId);
  const attempt = attempts.find(({ number }) => String(number) === place.number);
  if (attempt === undefined) throw new AppError('event_not_found');
  return { found, attempt, attempts };
}
