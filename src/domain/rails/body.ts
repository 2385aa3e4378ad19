// Parses and writes the bodies that rails send. Numbers keep their digits, so an amount never passes through a float.
import { LosslessNumber, parse } from 'lossless-json';

export type Body = Readonly<Record<string, unknown>>;

/** The format of a rail's bodies. */
export type BodyFormat = {
  /** What a body must be, for the error message. */
  readonly name: string;
  readonly mediaType: string;
  parse(text: string): Body | null;
  write(body: Body): string;
  /** Writes the reply to a notice that is stored. */
  acknowledge(reply: Readonly<Record<string, string>>): string;
};

export const jsonBody: BodyFormat = {
  name: 'JSON object',
  mediaType: 'application/json',
  parse(text) {
    try {
      const value = parse(text, null, { onDuplicateKey: ({ newValue }) => newValue }); // last wins, as in JSON.parse
      return isObject(value) ? value : null;
    } catch {
      return null;
    }
  },
  write: (body) => JSON.stringify(body),
  acknowledge: (reply) => JSON.stringify(reply),
};

function isObject(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof LosslessNumber);
}

/** The digits of a number exactly as the body has them; null if the value is not a number. */
export function digitsOf(value: unknown): string | null {
  // Not isLosslessNumber(): it trusts a property that any object in a body could have.
  return value instanceof LosslessNumber ? value.value : null;
}
