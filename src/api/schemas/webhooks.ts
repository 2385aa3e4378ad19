// API reference of webhook endpoints and events.

import { refTo } from '../../wire/reply.js';
import { Type } from '../../wire/shape/type.js';
import { GoneEndpoint, PingResult, Replaying, WebhookEndpoint } from '../../wire/webhooks/endpoint.js';
import { ChangeEndpoint, RegisterEndpoint } from '../../wire/webhooks/endpoint-request.js';
import { Attempts, Event, EventList, Events, Redelivered, ReplayRange } from '../../wire/webhooks/event.js';
import { Explanation } from '../../wire/webhooks/explanation.js';
import { bodyOf, errorReplies, IdempotencyHeader, idOf } from './schemas.js';

const ofWebhooks = { tags: ['Webhooks'] };
const ofEvents = { tags: ['Events'] };
const params = idOf('id', 'The endpoint id');
const eventParams = idOf('id', 'The event id, `evt_…`');
const privateKey = 'Needs the private key.';
const endpointReply = { 200: refTo(WebhookEndpoint, { description: 'The endpoint' }) };

const endpointIfThere = {
  200: Type.Union([refTo(WebhookEndpoint), refTo(GoneEndpoint)], { description: 'The endpoint, if it was there' }),
};

export const list = {
  ...ofWebhooks,
  operationId: 'listWebhookEndpoints',
  summary: 'List webhook endpoints',
  description: `Of the mode of your key. ${privateKey}`,
  response: { 200: Type.Array(refTo(WebhookEndpoint), { description: 'A bare array' }) },
};
export const create = {
  ...ofWebhooks,
  operationId: 'createWebhookEndpoint',
  summary: 'Register a webhook endpoint',
  description: `The same URL again gives the endpoint that is there, switched on. ${privateKey}`,
  headers: IdempotencyHeader,
  body: bodyOf(RegisterEndpoint),
  response: { ...endpointReply, ...errorReplies(409) },
};
export const show = {
  ...ofWebhooks,
  operationId: 'getWebhookEndpoint',
  summary: 'Read a webhook endpoint',
  description: `Without its secret. ${privateKey}`,
  params,
  response: endpointReply,
};
export const update = {
  ...ofWebhooks,
  operationId: 'updateWebhookEndpoint',
  summary: 'Change a webhook endpoint',
  description: `\`"status": "active"\` switches it on again and sends what was held. At an address of another endpoint nothing is changed: the answer is that one, switched on, with the status \`exists\`. ${privateKey}`,
  params,
  body: bodyOf(ChangeEndpoint),
  response: endpointReply,
};
export const updateByPost = {
  ...update,
  operationId: 'updateWebhookEndpointByPost',
  summary: 'Change a webhook endpoint, as an earlier library does',
};
export const remove = {
  ...ofWebhooks,
  operationId: 'deleteWebhookEndpoint',
  summary: 'Delete a webhook endpoint',
  description: `One that is gone already is deleted, too. ${privateKey}`,
  params,
  response: endpointIfThere,
};
export const deactivate = {
  ...ofWebhooks,
  operationId: 'deactivateWebhookEndpoint',
  summary: 'Switch a webhook endpoint off',
  description: `Its deliveries are held until it is on again. One that is gone is no error. ${privateKey}`,
  params,
  response: endpointIfThere,
};
export const rotate = {
  ...ofWebhooks,
  operationId: 'rotateWebhookSecret',
  summary: 'Give a webhook endpoint a new secret',
  description: `The old one signs along for 24 h. ${privateKey}`,
  headers: IdempotencyHeader,
  params,
  response: endpointReply,
};
export const ping = {
  ...ofWebhooks,
  operationId: 'pingWebhookEndpoint',
  summary: 'Send the test webhook',
  description:
    'A `charge.success` of the charge `ch_00000-000-0000-000000`, which GET /v1/charges/{id} answers. ' +
    `It is not repeated. ${privateKey}`,
  headers: IdempotencyHeader,
  params,
  response: { 200: refTo(PingResult, { description: 'How it went' }) },
};
export const replay = {
  ...ofWebhooks,
  operationId: 'replayEvents',
  summary: 'Send a range of events again',
  description: `To this endpoint only, in order. ${privateKey}`,
  headers: IdempotencyHeader,
  params,
  body: bodyOf(ReplayRange),
  response: { 200: refTo(Replaying, { description: 'How many are sent' }) },
};

export const events = {
  ...ofEvents,
  operationId: 'listEvents',
  summary: 'List events',
  description:
    'Oldest first, without gaps; `next_cursor` is always set and goes into `after`. `wait` holds the call until there ' +
    `is one. ${privateKey}`,
  querystring: EventList.schema,
  response: { 200: refTo(Events, { description: 'One page' }) },
};
export const event = {
  ...ofEvents,
  operationId: 'getEvent',
  summary: 'Read an event',
  description: `The order is as it was then. ${privateKey}`,
  params: eventParams,
  response: { 200: refTo(Event, { description: 'The event' }) },
};
export const deliveries = {
  ...ofEvents,
  operationId: 'listEventDeliveries',
  summary: 'List the tries to deliver an event',
  description: `Of the last 30 days, with what was sent and what came back. ${privateKey}`,
  params: eventParams,
  response: { 200: refTo(Attempts, { description: 'All of them' }) },
};
export const explain = {
  ...ofEvents,
  operationId: 'explainEvent',
  summary: "Why did or didn't my shop get this?",
  description: `One sentence per endpoint. ${privateKey}`,
  params: eventParams,
  response: { 200: refTo(Explanation, { description: 'Each endpoint' }) },
};
export const redeliver = {
  ...ofEvents,
  operationId: 'redeliverEvent',
  summary: 'Send an event again',
  description: `To each endpoint that is on and asks for its type. ${privateKey}`,
  headers: IdempotencyHeader,
  params: eventParams,
  response: { 200: refTo(Redelivered, { description: 'To how many' }) },
};
