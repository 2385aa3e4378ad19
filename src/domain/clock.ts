// Time and chance, as the rest of the program sees them: handed in, so that tests can set them.

export type Clock = { now(): number };

export type Random = {
  bytes(size: number): Buffer;
  /** A UUID version 7 of that millisecond, larger than every one given before for the same millisecond. */
  uuid(ms: number): string;
};

/** Whole epoch seconds of a time in milliseconds. */
export function toSeconds(ms: number): number {
  return Math.floor(ms / 1000);
}
