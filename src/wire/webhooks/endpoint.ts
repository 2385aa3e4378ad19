// Webhook endpoints as merchants see them, and the results of their changes (D49).
import type { Static } from 'typebox';
import { EVENT_TYPES, type EventType } from '../../domain/orders/event-types.js';
import type { Endpoint } from '../../domain/webhooks/endpoint.js';
import { named, nullable, oneOf } from '../reply.js';
import { Type } from '../shape/type.js';

export const KINDS = ['primary', 'secondary'] as const satisfies readonly Endpoint['kind'][];
const STATES = ['new', 'exists', 'updated', 'deleted', 'deactivated', 'active', 'inactive'] as const;
type EndpointState = (typeof STATES)[number];

export const WebhookEndpoint = named(
  'WebhookEndpoint',
  {
    id: Type.String({ description: 'A UUID' }),
    url: Type.String({ description: 'Where webhooks go' }),
    mode: oneOf(['test', 'live'], { description: 'The mode of the key that made it' }),
    status: oneOf(STATES, { description: 'What was done; in lists active or inactive' }),
    type: oneOf(KINDS, { description: 'What you called it; both get the same' }),
    events: Type.Unsafe<readonly EventType[]>(
      Type.Array(oneOf(EVENT_TYPES), { description: 'The types of events that it gets' }),
    ),
    interface_version: Type.String({ description: 'The date whose webhook bodies it gets' }),
    secret: Type.Optional(Type.String({ description: 'Shown on create and rotate only' })),
  },
  { description: 'An address that gets webhooks' },
);

/** `status` says what was done or, in lists, whether the endpoint is on. Only create and rotate show the secret. */
export function renderEndpoint(
  endpoint: Endpoint,
  status: EndpointState,
  secret: string | null = null,
): Static<typeof WebhookEndpoint> {
  return {
    id: endpoint.id,
    url: endpoint.url,
    mode: endpoint.scope.mode,
    status,
    type: endpoint.kind,
    events: endpoint.events,
    interface_version: endpoint.interfaceVersion,
    ...(secret !== null && { secret }),
  };
}

/** The reply about an endpoint that is not there: what was asked for is so, and nothing more is known (D49, D91). */
export const GoneEndpoint = named(
  'GoneEndpoint',
  {
    id: Type.String({ description: 'The id that you sent' }),
    status: oneOf(['deleted', 'deactivated'], { description: 'What was asked for' }),
  },
  { description: 'An endpoint that was deleted before, or never was' },
);

export function renderGoneEndpoint(
  id: string,
  status: Static<typeof GoneEndpoint>['status'],
): Static<typeof GoneEndpoint> {
  return { id, status };
}

export const PingResult = named(
  'PingResult',
  {
    status: oneOf(['delivered', 'failed'], { description: 'Whether the receiver accepted it' }),
    http_status: nullable(Type.Integer(), { description: 'null when there was no answer' }),
    reason: nullable(Type.String(), { description: 'Why it failed' }),
  },
  { description: 'What became of the test webhook' },
);

export function renderPingResult(result: {
  readonly accepted: boolean;
  readonly httpStatus: number | null;
  readonly reason: string | null;
}): Static<typeof PingResult> {
  return {
    status: result.accepted ? 'delivered' : 'failed',
    http_status: result.httpStatus,
    reason: result.reason,
  };
}

export const Replaying = named(
  'Replaying',
  {
    status: Type.Literal('replaying', { description: 'They are on their way' }),
    events: Type.Integer({ description: 'How many are sent again at once' }),
    has_more: Type.Boolean({ description: 'The others follow in the background' }),
  },
  { description: 'Events on their way once more' },
);

export function renderReplaying(replayed: {
  readonly events: number;
  readonly hasMore: boolean;
}): Static<typeof Replaying> {
  return { status: 'replaying', events: replayed.events, has_more: replayed.hasMore };
}
