// Test mode and live mode (D19). The database and the wire use a boolean, `livemode`. Our own functions use the words,
// which cannot be confused with another flag.

export const MODES = ['test', 'live'] as const;
export type Mode = (typeof MODES)[number];

export function isLive(mode: Mode): boolean {
  return mode === 'live';
}

/** Converts a `livemode` flag to a mode. */
export function modeOf(livemode: boolean): Mode {
  return livemode ? 'live' : 'test';
}
