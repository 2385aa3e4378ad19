// How long an order waits for its money, and how merchants say so (D27).

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const OLDEST_MS = MINUTE_MS;
const FARTHEST_MS = 30 * DAY_MS;
/** Numbers from here on are milliseconds: as seconds it is the year 5138, as milliseconds 1973. */
const FIRST_MILLISECONDS = 100_000_000_000;

/** When an order expires, and the unit in which v1 tells it: the one the merchant used, else seconds (D26, D27). */
export type Expiry = { readonly at: number; readonly unit: 's' | 'ms' };
export type ExpiryFault = 'not_a_time' | 'in_the_past' | 'too_far';

/**
 * Reads a time in seconds or milliseconds, as a number or a numeric string. From a minute ago on it is taken as sent,
 * because a client exists that sends "now" (D27).
 */
export function parseExpiry(value: unknown, now: number): Expiry | ExpiryFault {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 0) return 'not_a_time';
  const unit = number < FIRST_MILLISECONDS ? 's' : 'ms';
  const at = unit === 's' ? number * 1000 : number;
  // A time in seconds is the whole second it names: it is not in the past before that second has ended.
  if (at + (unit === 's' ? 999 : 0) < now - OLDEST_MS) return 'in_the_past';
  if (at > now + FARTHEST_MS) return 'too_far';
  return { at, unit };
}

/** The default: `hours` from now. */
export function expiryAfter(hours: number, now: number): Expiry {
  return { at: now + hours * 3_600_000, unit: 's' };
}
