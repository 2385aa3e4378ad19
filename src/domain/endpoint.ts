// Where a merchant wants webhooks sent, when a delivery is tried again, and what became of it (D49, D52).
import type { Scope } from './account.js';
import { EVENT_TYPES, type EventType, STATE_EVENTS } from './event.js';

export type Endpoint = {
  readonly scope: Scope;
  readonly id: string;
  readonly url: string;
  readonly kind: 'primary' | 'secondary';
  readonly events: readonly EventType[];
  readonly interfaceVersion: string;
  readonly secret: string;
  readonly previousSecret: string | null;
  readonly previousSecretUntil: number | null;
  readonly isActive: boolean;
};

/** What a merchant asks for; what is missing stays as it is, or has its default. */
export type EndpointChange = {
  readonly url?: string;
  readonly kind?: Endpoint['kind'];
  readonly events?: readonly EventType[];
  readonly interfaceVersion?: string;
  readonly activate?: true;
};

export const DEFAULT_EVENTS: readonly EventType[] = STATE_EVENTS;

export function isEventType(text: unknown): text is EventType {
  return EVENT_TYPES.some((type) => type === text);
}

const SECONDS = 1_000;
const MINUTES = 60_000;
const HOURS = 3_600_000;

/** How long after each failed try the next one comes (D52). */
export const RETRY_DELAYS_MS: readonly number[] = [
  5 * SECONDS,
  1 * MINUTES,
  5 * MINUTES,
  30 * MINUTES,
  2 * HOURS,
  5 * HOURS,
  10 * HOURS,
  14 * HOURS,
  20 * HOURS,
  24 * HOURS,
];

/** An endpoint with nothing but failures for this long is switched off. */
export const FAILING_LIMIT_MS = 5 * 24 * HOURS;
export const ROTATION_OVERLAP_MS = 24 * HOURS;
const LARGEST_JITTER = 0.2;
const LONGEST_RETRY_AFTER_MS = 24 * HOURS;

/**
 * When the next try comes after the nth failed one, with up to a fifth of jitter so that many do not come at once; null
 * after the last. A receiver that names a time is not asked before it.
 */
export function nextTryAfter(attempts: number, retryAfterMs: number | null, jitter: number): number | null {
  const delay = RETRY_DELAYS_MS[attempts - 1];
  if (delay === undefined) return null;
  const spread = delay + Math.floor(delay * LARGEST_JITTER * jitter);
  return Math.max(spread, Math.min(retryAfterMs ?? 0, LONGEST_RETRY_AFTER_MS));
}

export type WebhookReply = { readonly status: number; readonly body: string };

/**
 * 2xx, and no JSON body that says otherwise: plugins answer 200 with `"status":"error"` when they fail (D52), some of them
 * behind a trace of what went wrong.
 */
export function isAccepted({ status, body }: WebhookReply): boolean {
  if (status < 200 || status > 299) return false;
  const text = body.trimEnd();
  // The outermost object at the end is the answer; anything may stand before it. A body is 1 KiB at most.
  for (let at = text.endsWith('}') ? text.indexOf('{') : -1; at >= 0; at = text.indexOf('{', at + 1)) {
    const answer = parseObject(text.slice(at));
    if (answer !== null) return answer.status !== 'error';
  }
  return true;
}

function parseObject(text: string): { readonly status?: unknown } | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Why an answer did not accept a delivery. */
export function refusalReason(status: number): string {
  return status < 300 ? 'the answer says "status":"error"' : `HTTP ${status}`;
}

/** One event on its way to one endpoint. */
export type Delivery = {
  readonly endpointId: string;
  readonly state: 'due' | 'waiting' | 'held' | 'delivered' | 'failed' | 'superseded';
  /** Since it was written, held or sent again. */
  readonly attempts: number;
  readonly dueAt: number;
};

/** One try to deliver an event, as it was recorded. */
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
  /** Why the last try failed. */
  readonly lastReason: string | null;
};
