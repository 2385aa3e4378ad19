// Reads what the pages of an event show.
import { explainEvent } from '../../../actions/webhooks/explain-event.js';
import { requireEvent } from '../../../actions/webhooks/list-events.js';
import type { Deps } from '../../../deps.js';
import type { Credential, Scope } from '../../../domain/accounts/account.js';
import { AppError } from '../../../errors/errors.js';
import { listAttempts } from '../../../store/webhooks/attempts.js';
import { writeWebhookBody } from '../../../wire/versions/write-webhook.js';
import { parseEventId } from '../../../wire/webhooks/webhook-body.js';
import type { AttemptView, EventView } from './event-page.js';

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
    body: writeWebhookBody(found.order, found.event, { serviceName, interfaceVersion: version, ordersEnvelope }),
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
