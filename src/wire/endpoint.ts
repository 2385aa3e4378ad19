// Webhook endpoints as merchants and their plugins send and see them (D49).

import { type Endpoint, type EndpointChange, isEventType } from '../domain/endpoint.js';
import { EVENT_TYPES } from '../domain/event.js';
import { type Fault, invalidRequest } from '../errors.js';
import type { JsonObject } from './fields.js';

/** Reads a registration or a change; every fault at once. What is missing stays as it is. */
export function readEndpoint(body: JsonObject, options: { readonly urlRequired: boolean }): EndpointChange {
  const faults: Fault[] = [];
  const given = (name: string) => body[name] ?? undefined;
  const url = readUrl(given('url'));
  if (url === 'missing' ? options.urlRequired : url === 'wrong') {
    faults.push({ param: 'url', error: url === 'missing' ? 'required' : 'invalid_url' });
  }
  const kind = given('webhookType') ?? given('type');
  if (kind !== undefined && kind !== 'primary' && kind !== 'secondary') {
    faults.push({ param: 'webhookType', error: 'not_allowed', details: { allowed: 'primary, secondary' } });
  }
  const events = given('events');
  if (events !== undefined && !(Array.isArray(events) && events.length > 0 && events.every(isEventType))) {
    faults.push({ param: 'events', error: 'not_allowed', details: { allowed: EVENT_TYPES.join(', ') } });
  }
  const version = given('interface_version');
  if (version !== undefined && !isDate(version)) faults.push({ param: 'interface_version', error: 'not_a_date' });
  if (faults.length > 0) throw invalidRequest(...faults);
  return {
    ...(typeof url === 'object' && { url: url.text }),
    ...((kind === 'primary' || kind === 'secondary') && { kind }),
    ...(Array.isArray(events) && { events: [...new Set(events.filter(isEventType))] }),
    ...(typeof version === 'string' && { interfaceVersion: version }),
    ...(given('status') === 'active' && { activate: true as const }),
  };
}

/** Without a scheme it means http://: an old client sends `prueba2.com`. */
function readUrl(value: unknown): { readonly text: string } | 'missing' | 'wrong' {
  if (value === undefined || value === '') return 'missing';
  if (typeof value !== 'string' || value.length > 2048 || /[\0\s]/.test(value)) return 'wrong';
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`;
  try {
    const url = new URL(text);
    const isPlain =
      (url.protocol === 'http:' || url.protocol === 'https:') && url.hostname !== '' && url.username === '';
    return isPlain && !/^javascript:/i.test(value) ? { text } : 'wrong';
  } catch {
    return 'wrong';
  }
}

function isDate(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));
}

export type EndpointWord = 'new' | 'exists' | 'updated' | 'deleted' | 'deactivated' | 'active' | 'inactive';

/** `status` says what was done, or in lists whether it is on. The secret is shown on create and rotate only. */
export function renderEndpoint(
  endpoint: Endpoint,
  status: EndpointWord,
  options: { readonly withSecret: boolean } = { withSecret: false },
): JsonObject {
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
