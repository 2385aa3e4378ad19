// Time and randomness as the rest of the program sees them. They are passed in, so that tests can control them.

export type Clock = { now(): number };

export type Random = {
  bytes(size: number): Buffer;
  /** A UUID version 7 for that millisecond, larger than every UUID already made for the same millisecond. */
  uuid(ms: number): string;
};

/** Converts milliseconds to whole epoch seconds. */
export function toSeconds(ms: number): number {
  return Math.floor(ms / 1000);
}
