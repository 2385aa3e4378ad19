// How long an order waits for payment, and how merchants specify that (D27).
import { DAY_MS, FIRST_MILLISECONDS, HOUR_MS, MINUTE_MS } from '../base/duration.js';

const OLDEST_MS = MINUTE_MS;
const FARTHEST_MS = 30 * DAY_MS;

/** When an order expires, and the unit that v1 shows: the one the merchant used, otherwise seconds (D26, D27). */
export type Expiry = { readonly at: number; readonly unit: 's' | 'ms' };
type ExpiryFault = 'not_a_time' | 'in_the_past' | 'too_far';

/**
 * Reads a time in seconds or milliseconds, as a number or a numeric string. A time up to a minute in the past is
 * accepted as sent, because one existing client sends "now" (D27).
 */
export function parseExpiry(value: unknown, now: number): Expiry | ExpiryFault {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 0) return 'not_a_time';
  const unit = number < FIRST_MILLISECONDS ? 's' : 'ms';
  const at = unit === 's' ? number * 1000 : number;
  // A time in seconds covers the whole second, so it is in the past only when that second has ended.
  if (at + (unit === 's' ? 999 : 0) < now - OLDEST_MS) return 'in_the_past';
  if (at > now + FARTHEST_MS) return 'too_far';
  return { at, unit };
}

/** The default expiry: `hours` from now. */
export function expiryAfter(hours: number, now: number): Expiry {
  return { at: now + hours * HOUR_MS, unit: 's' };
}
