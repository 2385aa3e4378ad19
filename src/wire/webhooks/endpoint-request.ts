// Requests of merchants and their plugins to register and change webhook endpoints (D49).

import { isCalendarDay } from '../../domain/base/mexico-day.js';
import { EVENT_TYPES, type EventType, isEventType } from '../../domain/orders/event-types.js';
import type { Endpoint, EndpointChange } from '../../domain/webhooks/endpoint.js';
import { oneOf } from '../reply.js';
import { type Field, fault, plain } from '../shape/field.js';
import { request } from '../shape/request.js';
import { LONG, optional } from '../shape/text.js';
import { Type } from '../shape/type.js';
import { KINDS } from './endpoint.js';

const UrlText = Type.String({
  maxLength: LONG,
  description: 'Where webhooks go; https in live mode. Without a scheme it means http',
  examples: ['https://shop.example.com/hook'],
});

const settings = {
  webhookType: plain(endpointKind()),
  events: plain(eventTypes()),
  interface_version: plain(date()),
  status: plain(activation()),
};

/** A missing field gets its default. */
export const RegisterEndpoint = request(
  { url: targetUrl(), ...settings },
  {
    name: 'RegisterEndpoint',
    about: {
      description: 'An address to send webhooks to',
      examples: [{ url: 'https://shop.example.com/hook' }],
    },
  },
);

/** A missing field keeps its value. */
export const ChangeEndpoint = request(
  { url: optionalTargetUrl(), ...settings },
  {
    name: 'ChangeEndpoint',
    about: {
      description: 'What to change; a missing field keeps its value',
      examples: [{ events: ['charge.success', 'charge.late'] }, { status: 'active' }],
    },
  },
);

export function newEndpoint(read: ReturnType<typeof RegisterEndpoint.read>): EndpointChange & { readonly url: string } {
  return { url: read.url, ...toChange(read) };
}

export function endpointChange(read: ReturnType<typeof ChangeEndpoint.read>): EndpointChange {
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

/** A URL without a scheme means http://, because an old client sends `prueba2.com`. */
function parseUrl(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > LONG || /[\0\s]/.test(value)) return null;
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`;
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const isWeb = (url.protocol === 'http:' || url.protocol === 'https:') && url.hostname !== '';
  const hasUser = url.username !== '' || url.password !== '';
  return isWeb && !hasUser && !/^javascript:/i.test(value) ? text : null;
}

function endpointKind(): Field<Endpoint['kind'] | null> {
  return {
    schema: optional(oneOf(KINDS, { description: 'A name of yours for it; both get the same' })),
    read: (value, param, reading) =>
      value === undefined
        ? null
        : (KINDS.find((kind) => kind === value) ?? fault(reading, param, 'not_allowed', { allowed: KINDS.join(', ') })),
  };
}

/** Only known event types, each once. */
function eventTypes(): Field<readonly EventType[] | null> {
  return {
    schema: optional(Type.Array(oneOf(EVENT_TYPES), { minItems: 1, description: 'The types of events that it gets' })),
    read(value, param, reading) {
      if (value === undefined) return null;
      if (Array.isArray(value) && value.length > 0 && value.every(isEventType)) return [...new Set(value)];
      return fault(reading, param, 'not_allowed', { allowed: EVENT_TYPES.join(', ') });
    },
  };
}

function date(): Field<string | null> {
  return {
    schema: optional(Type.String({ description: 'The date whose webhook bodies it gets', examples: ['2017-06-10'] })),
    read(value, param, reading) {
      if (value === undefined) return null;
      return typeof value === 'string' && isCalendarDay(value) ? value : fault(reading, param, 'not_a_date');
    },
  };
}

/** Only the word `active` has an effect. Plugins send back whatever they were shown. */
function activation(): Field<'active' | null> {
  return {
    schema: optional(Type.String({ description: '`active` switches it on again' })),
    read: (value) => (value === 'active' ? value : null),
  };
}
