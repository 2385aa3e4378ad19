// What the API reference says of webhook endpoints and events.
import { Type } from 'typebox';
import { EVENT_TYPES } from '../domain/event.js';
import { errorReplies, IdempotencyHeader, listReply } from './schemas.js';

const about = { tags: ['Webhooks'], security: [{ apiKey: [] }] };
const eventsAbout = { tags: ['Events'], security: [{ apiKey: [] }] };
const params = Type.Object({ id: Type.String() });
const refusals = errorReplies(400, 401, 403, 404, 429, 503);

export const WebhookEndpoint = Type.Object(
  {
    id: Type.String(),
    url: Type.String(),
    mode: Type.String({ enum: ['test', 'live'] }),
    status: Type.String({ description: 'What was done; in lists active or inactive' }),
    type: Type.String({ enum: ['primary', 'secondary'] }),
    events: Type.Array(Type.String({ enum: [...EVENT_TYPES] })),
    interface_version: Type.String(),
    secret: Type.Optional(Type.String({ description: 'Shown on create and rotate only' })),
  },
  { $id: 'WebhookEndpoint', title: 'WebhookEndpoint' },
);

const endpointBody = Type.Object({
  url: Type.Optional(Type.String({ maxLength: 2048, examples: ['https://shop.example.com/hook'] })),
  webhookType: Type.Optional(Type.String({ enum: ['primary', 'secondary'] })),
  events: Type.Optional(Type.Array(Type.String({ enum: [...EVENT_TYPES] }))),
  interface_version: Type.Optional(Type.String({ examples: ['2017-06-10'] })),
  status: Type.Optional(Type.String({ description: '`active` switches it on again' })),
});
const endpointReply = { 200: Type.Ref('WebhookEndpoint', { description: 'The endpoint' }), ...refusals };

export const list = {
  ...about,
  summary: 'List webhook endpoints',
  response: { 200: Type.Array(Type.Ref('WebhookEndpoint'), { description: 'A bare array' }), ...refusals },
};
export const create = {
  ...about,
  summary: 'Register a webhook endpoint',
  headers: IdempotencyHeader,
  body: endpointBody,
  response: endpointReply,
};
export const show = { ...about, summary: 'Read a webhook endpoint', params, response: endpointReply };
export const update = {
  ...about,
  summary: 'Change a webhook endpoint',
  params,
  body: endpointBody,
  response: endpointReply,
};
export const updateByPost = { ...update, summary: 'Change a webhook endpoint, as an earlier library does' };
export const remove = { ...about, summary: 'Delete a webhook endpoint', params, response: endpointReply };
export const deactivate = { ...about, summary: 'Switch a webhook endpoint off', params, response: endpointReply };
export const rotate = {
  ...about,
  summary: 'Give it a new secret; the old one signs along for 24 h',
  headers: IdempotencyHeader,
  params,
  response: endpointReply,
};

const result = (description: string) => ({ 200: Type.Object({ status: Type.String() }, { description }), ...refusals });

export const ping = {
  ...about,
  summary: 'Send the test notice',
  headers: IdempotencyHeader,
  params,
  response: result('How it went'),
};
export const replay = {
  ...about,
  summary: 'Send a range of events again',
  headers: IdempotencyHeader,
  params,
  body: Type.Object({
    after: Type.Optional(Type.String({ description: 'A cursor or event id' })),
    from: Type.Optional(Type.Integer({ description: 'Epoch seconds' })),
    to: Type.Optional(Type.Integer({ description: 'Epoch seconds' })),
  }),
  response: result('How many are sent'),
};

export const events = {
  ...eventsAbout,
  summary: 'List events',
  description:
    'Oldest first, without gaps; `next_cursor` is always set and goes into `after`. `wait` holds the call until there is one.',
  querystring: Type.Object({
    after: Type.Optional(Type.String()),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
    wait: Type.Optional(Type.Integer({ minimum: 0, maximum: 30, description: 'Seconds' })),
  }),
  response: { 200: listReply(null), ...refusals },
};
export const deliveries = {
  ...eventsAbout,
  summary: 'List the tries to deliver an event',
  params,
  response: { 200: listReply(null), ...refusals },
};
export const explain = {
  ...eventsAbout,
  summary: "Why did or didn't my shop get this?",
  params,
  response: result('Each endpoint'),
};
export const redeliver = {
  ...eventsAbout,
  summary: 'Send an event again',
  headers: IdempotencyHeader,
  params,
  response: result('To how many'),
};
