// Query parameters. They are strings; "" counts as missing. If a parameter is given twice, the last one counts, as in a
// form.
import type { TSchema } from 'typebox';
import type { JsonObject } from '../json.js';
import { type About, type Field, fault, refined } from './field.js';
import { type Request, type RequestOptions, request } from './request.js';
import { Type } from './type.js';

/** A field whose input is always a string or undefined. */
type Parameter<Value> = Field<Value>;
type Parameters = Readonly<Record<string, Parameter<unknown>>>;

export function query<P extends Parameters, const Name extends string = ''>(
  parameters: P,
  options: RequestOptions<P, Name> = {},
): Request<P, Name> {
  const whole = request(parameters, options);
  const names = Object.keys(parameters);
  return {
    ...whole,
    read: (given, ...context) => whole.read(lastOfEach(given, names), ...context),
  };
}

function lastOfEach(given: JsonObject, names: readonly string[]): JsonObject {
  const texts: Record<string, unknown> = {};
  for (const name of names) {
    const value = lastOf(given, name);
    if (typeof value === 'string' && value !== '') texts[name] = value;
  }
  return texts;
}

/** The value of a parameter; the last one if it is given twice. */
export function lastOf(given: JsonObject, name: string): unknown {
  const value = given[name];
  return Array.isArray(value) ? value.at(-1) : value;
}

/** A string as it was sent. The caller must check it. */
export function uncheckedParameter(about: About = {}): Parameter<string | null> {
  return { schema: parameter(Type.String(about)), read: (value) => (isText(value) ? value : null) };
}

export function textParameter(about: About = {}): Parameter<string | null> {
  return refined(uncheckedParameter(about), (read, refuse) =>
    read?.includes('\0') ? refuse('invalid_characters') : read,
  );
}

/** A whole number within a range, limits included. */
export function numberParameter(
  { min, max, fallback }: { readonly min: number; readonly max: number; readonly fallback: number },
  about: About = {},
): Parameter<number> {
  return {
    schema: parameter(Type.Integer({ minimum: min, maximum: max, default: fallback, ...about })),
    read(value, param, reading) {
      if (!isText(value)) return fallback;
      const number = /^\d{1,3}$/.test(value) ? Number(value) : -1;
      return number < min || number > max ? fault(reading, param, 'out_of_range', { min, max }) : number;
    },
  };
}

/** Words that stand for values, in upper or lower case. */
export function wordParameter<Value>(
  words: Readonly<Record<string, Value>>,
  about: About & { readonly shown?: readonly string[] } = {},
): Parameter<Value | null> {
  const { shown = Object.keys(words), ...more } = about;
  return {
    schema: parameter(Type.String({ enum: [...shown], ...more })),
    read(value, param, reading) {
      if (!isText(value)) return null;
      const [, found] = Object.entries(words).find(([word]) => word.toLowerCase() === value.toLowerCase()) ?? [];
      return found ?? fault(reading, param, 'not_allowed', { allowed: Object.keys(words).join(', ') });
    },
  };
}

const UNITS = {
  1: { es: 'milisegundos', en: 'milliseconds' },
  1000: { es: 'segundos', en: 'seconds' },
} as const;

/** An epoch time in milliseconds, or in seconds and converted to milliseconds. */
export function epochParameter(msPerUnit: keyof typeof UNITS): Parameter<number | null> {
  const { es, en } = UNITS[msPerUnit];
  return {
    schema: parameter(Type.Integer({ description: `Epoch ${en}, inclusive` })),
    read(value, param, reading) {
      if (!isText(value)) return null;
      if (/^\d{1,14}$/.test(value)) return Number(value) * msPerUnit;
      return fault(reading, param, 'not_an_epoch', { unit_es: es, unit_en: en });
    },
  };
}

export function parameter<S extends TSchema>(schema: S) {
  return Type.Optional(schema);
}

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}
