// API reference of webhook endpoints and events.
import { GoneEndpoint, PingResult, Replaying, WebhookEndpoint } from '../wire/endpoint.js';
import { ChangeEndpoint, RegisterEndpoint } from '../wire/endpoint-request.js';
import { Attempt, Event, EventList, Redelivered, ReplayRange } from '../wire/event.js';
import { Explanation } from '../wire/explanation.js';
import { listOf } from '../wire/list.js';
import { refTo } from '../wire/reply.js';
import { Type } from '../wire/shape/type.js';
import { bodyOf, errorReplies, IdempotencyHeader } from './schemas.js';

const about = { tags: ['Webhooks'], security: [{ apiKey: [] }] };
const eventsAbout = { tags: ['Events'], security: [{ apiKey: [] }] };
const params = Type.Object({ id: Type.String() });
const refusals = errorReplies(400, 401, 403, 404, 429, 503);

const endpointReply = { 200: refTo(WebhookEndpoint, { description: 'The endpoint' }), ...refusals };

export const list = {
  ...about,
  summary: 'List webhook endpoints',
  response: { 200: Type.Array(refTo(WebhookEndpoint), { description: 'A bare array' }), ...refusals },
};
export const create = {
  ...about,
  summary: 'Register a webhook endpoint',
  headers: IdempotencyHeader,
  body: bodyOf(RegisterEndpoint),
  response: endpointReply,
};
export const show = { ...about, summary: 'Read a webhook endpoint', params, response: endpointReply };
export const update = {
  ...about,
  summary: 'Change a webhook endpoint',
  params,
  body: bodyOf(ChangeEndpoint),
  response: endpointReply,
};
export const updateByPost = { ...update, summary: 'Change a webhook endpoint, as an earlier library does' };
export const remove = {
  ...about,
  summary: 'Delete a webhook endpoint',
  params,
  response: {
    200: Type.Union([refTo(WebhookEndpoint), refTo(GoneEndpoint)], { description: 'The endpoint, if it was there' }),
    ...refusals,
  },
};
export const deactivate = { ...about, summary: 'Switch a webhook endpoint off', params, response: endpointReply };
export const rotate = {
  ...about,
  summary: 'Give it a new secret; the old one signs along for 24 h',
  headers: IdempotencyHeader,
  params,
  response: endpointReply,
};

export const ping = {
  ...about,
  summary: 'Send the test webhook',
  headers: IdempotencyHeader,
  params,
  response: { 200: refTo(PingResult, { description: 'How it went' }), ...refusals },
};
export const replay = {
  ...about,
  summary: 'Send a range of events again',
  headers: IdempotencyHeader,
  params,
  body: bodyOf(ReplayRange),
  response: { 200: refTo(Replaying, { description: 'How many are sent' }), ...refusals },
};

export const events = {
  ...eventsAbout,
  summary: 'List events',
  description:
    'Oldest first, without gaps; `next_cursor` is always set and goes into `after`. `wait` holds the call until there is one.',
  querystring: EventList.schema,
  response: { 200: listOf(Event), ...refusals },
};
export const deliveries = {
  ...eventsAbout,
  summary: 'List the tries to deliver an event',
  params,
  response: { 200: listOf(Attempt), ...refusals },
};
export const explain = {
  ...eventsAbout,
  summary: "Why did or didn't my shop get this?",
  params,
  response: { 200: refTo(Explanation, { description: 'Each endpoint' }), ...refusals },
};
export const redeliver = {
  ...eventsAbout,
  summary: 'Send an event again',
  headers: IdempotencyHeader,
  params,
  response: { 200: refTo(Redelivered, { description: 'To how many' }), ...refusals },
};
