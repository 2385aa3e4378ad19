// Webhook endpoints (D49, D52): where webhooks go, when a failed attempt is repeated, and the outcome of a delivery.
import type { Scope } from '../accounts/account.js';
import { HOUR_MS } from '../base/duration.js';
import { endpointRow, type Sealed, type Vault } from '../base/vault.js';
import type { EventType } from '../orders/event-types.js';

export type Endpoint = {
  readonly scope: Scope;
  readonly id: string;
  readonly url: string;
  readonly kind: 'primary' | 'secondary';
  readonly events: readonly EventType[];
  readonly interfaceVersion: string;
  readonly secret: Sealed;
  /** Secrets of before, the newest first. Each signs along until its time. */
  readonly previousSecrets: readonly { readonly secret: Sealed; readonly until: number }[];
  readonly isActive: boolean;
  /** Its plugin has answered `"status":"success"`; noted for accounts of shop plugins only (D91). */
  readonly saysSuccess: boolean;
};

/** The endpoint's secrets, opened for signing. */
export function openSecrets(vault: Pick<Vault, 'open'>, endpoint: Endpoint): SigningSecrets {
  const open = (secret: Sealed) => vault.open(endpointRow(endpoint), secret);
  return {
    secret: open(endpoint.secret),
    previous: endpoint.previousSecrets.map(({ secret, until }) => ({ secret: open(secret), until })),
  };
}

export type SigningSecrets = {
  readonly secret: string;
  readonly previous: readonly { readonly secret: string; readonly until: number }[];
};

/** Every webhook carries a signature for each secret that still counts, so their number is limited. */
export const MOST_PREVIOUS_SECRETS = 4;

/** The endpoint with a new secret. The one of now signs along for a day. Null if too many already do. */
export function rotated(endpoint: Endpoint, secret: Sealed, now: number): Endpoint | null {
  const previous = endpoint.previousSecrets.filter(({ until }) => until > now);
  if (previous.length >= MOST_PREVIOUS_SECRETS) return null;
  const last = { secret: endpoint.secret, until: now + ROTATION_OVERLAP_MS };
  return { ...endpoint, secret, previousSecrets: [last, ...previous] };
}

/** What a merchant asks to change. A missing field keeps its value, or takes its default on a new endpoint. */
export type EndpointChange = {
  readonly url?: string;
  readonly kind?: Endpoint['kind'];
  readonly events?: readonly EventType[];
  readonly interfaceVersion?: string;
  readonly activate?: true;
};

const SECONDS = 1_000;
const MINUTES = 60_000;

/** The delay after each failed attempt before the next one (D52). */
export const RETRY_DELAYS_MS: readonly number[] = [
  5 * SECONDS,
  1 * MINUTES,
  5 * MINUTES,
  30 * MINUTES,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];

/** An endpoint is switched off when every attempt has failed for this long. */
export const FAILING_LIMIT_MS = 5 * 24 * HOUR_MS;
export const ROTATION_OVERLAP_MS = 24 * HOUR_MS;
const LARGEST_JITTER = 0.2;
const LONGEST_RETRY_AFTER_MS = 24 * HOUR_MS;

/**
 * The delay before the next attempt after the nth failed one; null after the last. Up to a fifth of jitter is added, so
 * that many attempts do not come at once. Retry-After from the receiver is respected, up to a day.
 */
export function nextTryAfter(attempts: number, retryAfterMs: number | null, jitter: number): number | null {
  const delay = RETRY_DELAYS_MS[attempts - 1];
  if (delay === undefined) return null;
  const spread = delay + Math.floor(delay * LARGEST_JITTER * jitter);
  return Math.max(spread, Math.min(retryAfterMs ?? 0, LONGEST_RETRY_AFTER_MS));
}

type WebhookReply = { readonly status: number; readonly body: string };

/** How much of a reply is read. What it says after that does not count (D70). */
export const READ_REPLY_BYTES = 4_096;
/** How much of a reply is kept with the attempt (D54). */
const KEPT_REPLY_BYTES = 1_024;

/**
 * Why a delivery was not accepted; null if it was. Any 2xx accepts it, unless the body tells of a failure: PHP that dies
 * has often sent its 200 already, and plugins answer 200 with `"status":"error"`, some of them after a stack trace or
 * before a second document that says success (D52, D70). A plugin that has said success before says nothing of the kind
 * when it answers its own error as text (D91).
 */
export function refusalReason(
  { status, body }: WebhookReply,
  { saysSuccess: isKnownToSaySuccess }: Pick<Endpoint, 'saysSuccess'> = { saysSuccess: false },
): string | null {
  if (status < 200 || status > 299) return `HTTP ${status}`;
  const text = body.slice(0, READ_REPLY_BYTES);
  if (STATUS_ERROR.test(text)) return 'the answer says "status":"error"';
  const error = PHP_ERROR.exec(text)?.[0];
  if (error !== undefined) return `the answer shows a PHP error: ${error}`;
  return isKnownToSaySuccess && isPlainText(text) ? 'the answer is text and does not say "status":"success"' : null;
}

/** Whether an answer says what plugins say when they have taken a payment. */
export function saysSuccess(body: string): boolean {
  return STATUS_SUCCESS.test(body);
}

/** An empty answer says nothing, and other JSON is for the plugin to know. */
function isPlainText(body: string): boolean {
  return !/^\s*(?:$|[{[])/.test(body) && !saysSuccess(body);
}

const STATUS_SUCCESS = /"status"\s*:\s*"success"/;

const STATUS_ERROR = /"status"\s*:\s*"error"/;
// The last is how a widespread shop ends when a plugin calls what is not there.
const PHP_ERROR = /\b(?:Fatal|Parse|Catchable fatal|Recoverable fatal) error\b|Undefined property: Proxy::\w+/;

/** The part of a reply's body that is kept. */
export function keptPart(body: string): string {
  if (Buffer.byteLength(body) <= KEPT_REPLY_BYTES) return body;
  return Buffer.from(body).subarray(0, KEPT_REPLY_BYTES).toString('utf8');
}

/** One event on its way to one endpoint. */
export type Delivery = {
  readonly endpointId: string;
  readonly state: 'due' | 'waiting' | 'held' | 'delivered' | 'failed' | 'superseded';
  /** Counted since the delivery was written, held or sent again. */
  readonly attempts: number;
  readonly dueAt: number;
};

/** One recorded attempt to deliver an event. */
export type DeliveryAttempt = {
  readonly endpointId: string;
  readonly number: number;
  readonly at: number;
  readonly durationMs: number;
  readonly url: string;
  readonly request: { readonly headers: object; readonly body: string };
  readonly reply: { readonly status: number; readonly headers: object | null; readonly body: string | null } | null;
  readonly outcome: string;
  readonly reason: string | null;
  readonly nextAt: number | null;
};

/** What happened to an event at one endpoint, and why. */
export type DeliveryExplanation = {
  readonly endpoint: Endpoint;
  readonly isSubscribed: boolean;
  /** null: there was nothing to deliver. */
  readonly delivery: Delivery | null;
  /** Why the last attempt failed. */
  readonly lastReason: string | null;
};
