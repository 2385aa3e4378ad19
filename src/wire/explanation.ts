// "Why did or didn't my shop get this?" (D54): what happened to an event at each endpoint, as fields and as a sentence.
import type { Static } from 'typebox';
import { toSeconds } from '../domain/clock.js';
import type { Delivery, DeliveryExplanation } from '../domain/endpoint.js';
import type { EventType } from '../domain/event.js';
import { named, nullable } from './reply.js';
import { Type } from './shape/type.js';

const ExplainedEndpoint = Type.Object({
  endpoint_id: Type.String(),
  url: Type.String(),
  active: Type.Boolean(),
  subscribed: Type.Boolean({ description: 'Whether it asks for events of this type' }),
  state: Type.String({ description: 'due, waiting, held, delivered, failed, superseded or none' }),
  attempts: Type.Integer(),
  last_reason: nullable(Type.String(), { description: 'Why the last try was not accepted' }),
  next_attempt_at: nullable(Type.Integer(), { description: 'Epoch seconds' }),
  explanation: Type.String({ description: 'One sentence for people' }),
});

export const Explanation = named('Explanation', {
  id: Type.String({ description: 'Of the event' }),
  object: Type.Literal('explanation'),
  endpoints: Type.Array(ExplainedEndpoint),
});

export function renderExplanation(
  event: { readonly id: string; readonly type: EventType },
  explanations: readonly DeliveryExplanation[],
): Static<typeof Explanation> {
  const endpoints = explanations.map((one) => renderEndpoint(one, event.type));
  return { id: event.id, object: 'explanation', endpoints };
}

function renderEndpoint(explanation: DeliveryExplanation, type: EventType): Static<typeof ExplainedEndpoint> {
  const { endpoint, isSubscribed, delivery, lastReason } = explanation;
  return {
    endpoint_id: endpoint.id,
    url: endpoint.url,
    active: endpoint.isActive,
    subscribed: isSubscribed,
    state: delivery?.state ?? 'none',
    attempts: delivery?.attempts ?? 0,
    last_reason: lastReason,
    next_attempt_at: delivery?.state === 'due' ? toSeconds(delivery.dueAt) : null,
    explanation: delivery === null ? whyNone(isSubscribed, type) : sentence(delivery, lastReason),
  };
}

function whyNone(isSubscribed: boolean, type: EventType): string {
  return isSubscribed
    ? 'No delivery is recorded: the endpoint was registered after the event, or that is long ago. Replay or redeliver sends it.'
    : `The endpoint does not ask for ${type}; add it to its events.`;
}

function sentence({ state, attempts }: Delivery, lastReason: string | null): string {
  const why = lastReason ? ` The last try failed: ${lastReason}.` : '';
  switch (state) {
    case 'delivered':
      return `Delivered after ${attempts} ${attempts === 1 ? 'try' : 'tries'}.`;
    case 'due':
      return `On its way.${why}`;
    case 'waiting':
      return 'It waits for an earlier notice of the same order.';
    case 'held':
      return 'The endpoint is switched off; the notice is held and sent when the endpoint is on again.';
    case 'superseded':
      return 'A newer notice of the order was sent instead, because this one could not be delivered in time.';
    case 'failed':
      return `Given up after ${attempts} tries; redeliver sends it again.${why}`;
  }
}
