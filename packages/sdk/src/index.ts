// The client of Cobro. It needs fetch and WebCrypto and nothing else, so it runs in Node.js, browsers and at the edge.
export { Cobro, type CobroOptions } from './cobro.js';
export {
  AuthenticationError,
  CobroError,
  ConflictError,
  ConnectionError,
  type Fault,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServiceError,
  TimeoutError,
} from './errors.js';
export type { LastResponse } from './last-response.js';
export type { Listing, Page } from './listing.js';
export type { CallOptions, CreateOptions, Fetch, Signal, Try } from './options.js';
export { type SignedWebhook, signWebhook } from './sign-webhook.js';
export type * from './types.js';
export {
  type VerifyOptions,
  verifyWebhook,
  type Webhook,
  WebhookError,
  type WebhookFailure,
  type WebhookHeaders,
} from './verify-webhook.js';
