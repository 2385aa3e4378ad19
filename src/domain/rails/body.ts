// The bodies that rails send, as texts. Numbers keep their digits: an amount never goes through a float.
import { LosslessNumber, parse } from 'lossless-json';

export type Body = Readonly<Record<string, unknown>>;

/** How a rail writes its bodies. */
export type BodyFormat = {
  /** What a body must be; said when it is not. */
  readonly name: string;
  readonly mediaType: string;
  parse(text: string): Body | null;
  write(body: Body): string;
};

export const jsonBody: BodyFormat = {
  name: 'JSON object',
  mediaType: 'application/json',
  parse(text) {
    try {
      const value = parse(text, null, { onDuplicateKey: ({ newValue }) => newValue }); // as JSON.parse does
      return isObject(value) ? value : null;
    } catch {
      return null;
    }
  },
  write: (body) => JSON.stringify(body),
};

function isObject(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof LosslessNumber);
}

/** The digits of a number as they stand in the body; null when the value is no number. */
export function digitsOf(value: unknown): string | null {
  // Not isLosslessNumber(), which takes the word of any object that a body may hold.
  return value instanceof LosslessNumber ? value.value : null;
}
