// "Why did or didn't my shop get this?" (D54): what happened to an event at each endpoint, as fields and as a sentence.
import type { Static } from 'typebox';
import { toSeconds } from '../../domain/base/clock.js';
import type { EventType } from '../../domain/orders/event-types.js';
import type { Delivery, DeliveryExplanation } from '../../domain/webhooks/endpoint.js';
import { named, nullable } from '../reply.js';
import { Type } from '../shape/type.js';

const ExplainedEndpoint = Type.Object({
  endpoint_id: Type.String({ description: 'The endpoint' }),
  url: Type.String({ description: 'Its address' }),
  active: Type.Boolean({ description: 'Whether it is on' }),
  subscribed: Type.Boolean({ description: 'Whether it asks for events of this type' }),
  state: Type.String({
    enum: ['due', 'waiting', 'held', 'delivered', 'failed', 'superseded', 'none'],
    description: 'Where its delivery is; `none` if there was nothing to deliver',
  }),
  attempts: Type.Integer({ description: 'How many tries there were' }),
  last_reason: nullable(Type.String(), { description: 'Why the last try was not accepted' }),
  next_attempt_at: nullable(Type.Integer(), { description: 'When the next try is due, epoch seconds' }),
  explanation: Type.String({ description: 'One sentence for people' }),
});

export const Explanation = named(
  'Explanation',
  {
    id: Type.String({ description: 'Of the event' }),
    object: Type.Literal('explanation', { description: 'What this is' }),
    endpoints: Type.Array(ExplainedEndpoint, { description: 'Each endpoint of your account and mode' }),
  },
  { description: 'What happened to an event at each endpoint' },
);

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
