// Lengths of time in milliseconds.

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** Times may be told in seconds or in milliseconds. From this number on it is milliseconds: as seconds, the year 5138. */
export const FIRST_MILLISECONDS = 100_000_000_000;
