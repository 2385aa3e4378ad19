// "Why did or didn't my shop get this?" (D54), endpoint by endpoint.
import { type Static, Type } from 'typebox';
import { named, nullable } from './reply.js';

const ExplainedEndpoint = Type.Object({
  endpoint_id: Type.String(),
  url: Type.String(),
  active: Type.Boolean(),
  subscribed: Type.Boolean({ description: 'Whether it asks for events of this type' }),
  state: Type.String({ description: 'due, waiting, held, delivered, superseded, failed or none' }),
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
  id: string,
  endpoints: readonly Static<typeof ExplainedEndpoint>[],
): Static<typeof Explanation> {
  return { id, object: 'explanation', endpoints: [...endpoints] };
}
