// Test mode and live mode (D19). The database and the wire tell them apart by a boolean, `livemode`; our own functions by
// their name, which cannot be mixed up with another flag.

export const MODES = ['test', 'live'] as const;
export type Mode = (typeof MODES)[number];

export function isLive(mode: Mode): boolean {
  return mode === 'live';
}

/** The mode of a `livemode` flag. */
export function modeOf(livemode: boolean): Mode {
  return livemode ? 'live' : 'test';
}
