// Strings in requests. A string is kept exactly as sent. Its length is counted in characters, not bytes.
import type { TSchema } from 'typebox';
import { orNull } from '../reply.js';
import { type About, FAULTY, type Faulty, type Field, fault, type Reading, refined } from './field.js';
import { Type } from './type.js';

const SHORT = 255; // characters in names, ids and e-mail addresses (D13)
export const LONG = 2048; // characters in URLs and descriptions (D13)
const ANYTHING_AT_SOMEWHERE = /^[^\s@]+@[^\s@]+$/;

type TextOptions = About & { readonly maxLength?: number };

export function text({ maxLength = SHORT, ...about }: TextOptions = {}): Field<string> {
  return {
    schema: Type.String({ minLength: 1, maxLength, ...about }),
    read: (value, param, reading) => readText(value, param, maxLength, reading),
  };
}

/** A string that is cut where it is too long: carts join the names of all their items (D64). */
export function cutText(about: About = {}): Field<string> {
  return {
    schema: Type.String({ minLength: 1, ...about }),
    read: (value, param, reading) => readText(cut(value), param, SHORT, reading),
  };
}

/** Cuts between characters, so that none of them is halved. */
function cut(value: unknown): unknown {
  return typeof value === 'string' && value.length > SHORT ? [...value].slice(0, SHORT).join('') : value;
}

/** A string that may be missing, null or "". */
export function optionalText({ maxLength = SHORT, ...about }: TextOptions = {}): Field<string | null> {
  return {
    schema: optional(Type.String({ maxLength, ...about })),
    read: (value, param, reading) => readOptionalText(value, param, maxLength, reading),
  };
}

/** A string, or a number used as one: existing clients send order ids as numbers (D32). */
export function textOrNumber(about: About = {}): Field<string> {
  return {
    schema: Type.Union([Type.String({ minLength: 1, maxLength: SHORT }), Type.Number()], about),
    read: (value, param, reading) => readText(numberAsText(value), param, SHORT, reading),
  };
}

/** The same, but it may be missing, null or "". */
export function optionalTextOrNumber(about: About = {}): Field<string | null> {
  return {
    schema: optional(Type.Union([Type.String({ maxLength: SHORT }), Type.Number()], about)),
    read: (value, param, reading) => readOptionalText(numberAsText(value), param, SHORT, reading),
  };
}

export function email(about: About = {}): Field<string> {
  return refined(text(about), (read, refuse) => (ANYTHING_AT_SOMEWHERE.test(read) ? read : refuse('invalid_email')));
}

/** The schema of a field that may be missing or null. */
export function optional<S extends TSchema>(schema: S) {
  return Type.Optional(orNull(schema));
}

function readText(value: unknown, param: string, maxLength: number, reading: Reading<unknown>): string | Faulty {
  const read = readOptionalText(value, param, maxLength, reading);
  if (read === FAULTY) return FAULTY;
  return read === null || read.trim() === '' ? fault(reading, param, 'required') : read;
}

function readOptionalText(
  value: unknown,
  param: string,
  maxLength: number,
  reading: Reading<unknown>,
): string | null | Faulty {
  if (value === undefined || value === '') return null;
  if (typeof value !== 'string')
    return fault(reading, param, 'wrong_type', { wanted_es: 'un texto', wanted_en: 'a text' });
  if (value.length > maxLength && [...value].length > maxLength)
    return fault(reading, param, 'too_long', { max: maxLength });
  if (value.includes('\0') || !value.isWellFormed()) return fault(reading, param, 'invalid_characters');
  return value;
}

function numberAsText(value: unknown): unknown {
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : value;
}
