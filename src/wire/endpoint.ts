// Webhook endpoints as merchants and their plugins send and see them (D49).
import { type Static, Type } from 'typebox';
import { type Endpoint, type EndpointChange, isEventType } from '../domain/endpoint.js';
import { EVENT_TYPES, type EventType } from '../domain/event.js';
import type { JsonObject } from './json.js';
import { named, nullable, oneOf } from './reply.js';
import { type Field, fault } from './shape/field.js';
import { alsoNamed, request } from './shape/request.js';
import { LONG, optional } from './shape/text.js';

const KINDS = ['primary', 'secondary'] as const;
const UrlText = Type.String({ maxLength: LONG, examples: ['https://shop.example.com/hook'] });

const settings = {
  webhookType: alsoNamed('type', endpointKind(), 'webhookType'),
  events: eventTypes(),
  interface_version: date(),
  status: activation(),
};

/** What is missing has a default. */
export const RegisterEndpoint = request({ url: targetUrl(), ...settings });

/** What is missing stays as it is. */
export const ChangeEndpoint = request({ url: optionalTargetUrl(), ...settings });

export function readNewEndpoint(body: JsonObject): EndpointChange & { readonly url: string } {
  const read = RegisterEndpoint.read(body);
  return { url: read.url, ...toChange(read) };
}

export function readEndpointChange(body: JsonObject): EndpointChange {
  const read = ChangeEndpoint.read(body);
  return { ...(read.url !== null && { url: read.url }), ...toChange(read) };
}

function toChange(read: Omit<ReturnType<typeof ChangeEndpoint.read>, 'url'>): EndpointChange {
  return {
    ...(read.webhookType !== null && { kind: read.webhookType }),
    ...(read.events !== null && { events: read.events }),
    ...(read.interface_version !== null && { interfaceVersion: read.interface_version }),
    ...(read.status === 'active' && { activate: true as const }),
  };
}

function targetUrl(): Field<string> {
  return {
    schema: UrlText,
    read: (value, param, reading) =>
      value === undefined || value === ''
        ? fault(reading, param, 'required')
        : (parseUrl(value) ?? fault(reading, param, 'invalid_url')),
  };
}

function optionalTargetUrl(): Field<string | null> {
  return {
    schema: optional(UrlText),
    read: (value, param, reading) =>
      value === undefined || value === '' ? null : (parseUrl(value) ?? fault(reading, param, 'invalid_url')),
  };
}

/** Without a scheme it means http://: an old client sends `prueba2.com`. */
function parseUrl(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > LONG || /[\0\s]/.test(value)) return null;
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`;
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const isPlain = (url.protocol === 'http:' || url.protocol === 'https:') && url.hostname !== '' && url.username === '';
  return isPlain && !/^javascript:/i.test(value) ? text : null;
}

function endpointKind(): Field<Endpoint['kind'] | null> {
  return {
    schema: optional(oneOf(KINDS)),
    read: (value, param, reading) =>
      value === undefined
        ? null
        : (KINDS.find((kind) => kind === value) ?? fault(reading, param, 'not_allowed', { allowed: KINDS.join(', ') })),
  };
}

/** Known ones, each once. */
function eventTypes(): Field<readonly EventType[] | null> {
  return {
    schema: optional(Type.Array(oneOf(EVENT_TYPES), { minItems: 1 })),
    read(value, param, reading) {
      if (value === undefined) return null;
      if (Array.isArray(value) && value.length > 0 && value.every(isEventType)) return [...new Set(value)];
      return fault(reading, param, 'not_allowed', { allowed: EVENT_TYPES.join(', ') });
    },
  };
}

function date(): Field<string | null> {
  return {
    schema: optional(Type.String({ examples: ['2017-06-10'] })),
    read(value, param, reading) {
      if (value === undefined) return null;
      const isDate = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));
      return isDate ? value : fault(reading, param, 'not_a_date');
    },
  };
}

/** Only the word `active` does anything; plugins send back what they were shown. */
function activation(): Field<'active' | null> {
  return {
    schema: optional(Type.String({ description: '`active` switches it on again' })),
    read: (value) => (value === 'active' ? value : null),
  };
}

const STATES = ['new', 'exists', 'updated', 'deleted', 'deactivated', 'active', 'inactive'] as const;
export type EndpointState = (typeof STATES)[number];

export const WebhookEndpoint = named('WebhookEndpoint', {
  id: Type.String(),
  url: Type.String(),
  mode: oneOf(['test', 'live']),
  status: oneOf(STATES, { description: 'What was done; in lists active or inactive' }),
  type: oneOf(KINDS),
  events: Type.Unsafe<readonly EventType[]>(Type.Array(oneOf(EVENT_TYPES))),
  interface_version: Type.String(),
  secret: Type.Optional(Type.String({ description: 'Shown on create and rotate only' })),
});

/** `status` says what was done, or in lists whether it is on. The secret is shown on create and rotate only. */
export function renderEndpoint(
  endpoint: Endpoint,
  status: EndpointState,
  options: { readonly withSecret: boolean } = { withSecret: false },
): Static<typeof WebhookEndpoint> {
  return {
    id: endpoint.id,
    url: endpoint.url,
    mode: endpoint.scope.mode,
    status,
    type: endpoint.kind,
    events: endpoint.events,
    interface_version: endpoint.interfaceVersion,
    ...(options.withSecret && { secret: endpoint.secret }),
  };
}

/** What is said of an endpoint that was deleted before: nothing is known of it any more. */
export const GoneEndpoint = named('GoneEndpoint', { id: Type.String(), status: Type.Literal('deleted') });

export function renderGoneEndpoint(id: string): Static<typeof GoneEndpoint> {
  return { id, status: 'deleted' };
}

export const PingResult = named('PingResult', {
  status: oneOf(['delivered', 'failed']),
  http_status: nullable(Type.Integer(), { description: 'null when there was no answer' }),
  reason: nullable(Type.String(), { description: 'Why it failed' }),
});

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

export const Replaying = named('Replaying', {
  status: Type.Literal('replaying'),
  events: Type.Integer({ description: 'How many are sent again' }),
});

export function renderReplaying(events: number): Static<typeof Replaying> {
  return { status: 'replaying', events };
}
