// How well a webhook endpoint does, from a few bounded figures about its last attempts (D52, D78).
import { MINUTE_MS } from '../base/duration.js';
import { type Endpoint, refusalReason } from './endpoint.js';

export type EndpointFigures = {
  readonly createdAt: number;
  /** Since when every attempt has failed; null after a success. */
  readonly failingSince: number | null;
  readonly lastSuccessAt: number | null;
  readonly lastAttempt: { readonly at: number; readonly reason: string | null } | null;
  /** Attempts of the last day, the newest of them if there are very many. */
  readonly dayAttempts: number;
  readonly dayFailures: number;
  /** Deliveries that are not over, counted up to `QUEUE_SHOWN` plus one. */
  readonly queued: number;
  readonly nextTryAt: number | null;
};

export const QUEUE_SHOWN = 1_000;

export type Health =
  /** Nothing was sent yet. */
  | 'new'
  | 'good'
  /** The last attempts failed, but not for long. */
  | 'stumbling'
  /** Every attempt has failed for a while. */
  | 'dead'
  /** Switched off by somebody. */
  | 'off'
  /** Switched off while every attempt failed: by us after five days of it (D52), or by somebody before. */
  | 'given-up'
  /** Switched off because it answered 410. */
  | 'gone';

/** One failure happens to everybody: a deployment, a restart. */
const STUMBLING_MS = 10 * MINUTE_MS;

const GONE_REASON = refusalReason({ status: 410, body: '' });

export function healthOf({ isActive }: Pick<Endpoint, 'isActive'>, figures: EndpointFigures, now: number): Health {
  const { failingSince, lastAttempt } = figures;
  if (!isActive && lastAttempt?.reason === GONE_REASON) return 'gone';
  if (!isActive) return failingSince === null ? 'off' : 'given-up';
  if (failingSince !== null) return now - failingSince > STUMBLING_MS ? 'dead' : 'stumbling';
  return lastAttempt === null ? 'new' : 'good';
}
