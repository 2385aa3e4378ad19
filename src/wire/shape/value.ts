// Request values other than strings: amounts, words from a list, times and free-form objects.

import { formatAmount, MAX_AMOUNT, parseAmount, parseRoundedAmount } from '../../domain/base/money.js';
import { type Expiry, parseExpiry } from '../../domain/orders/lifetime.js';
import { isJsonObject, type JsonObject } from '../json.js';
import { type About, type Faulty, type Field, fault, type Reading } from './field.js';
import { optional } from './text.js';
import { Type } from './type.js';

/** In centavos, or in the minor unit of another currency. */
export function price(about: About = {}): Field<bigint> {
  return {
    schema: Type.Union([Type.Number(), Type.String()], about),
    read: (value, param, reading) => readPrice(value, param, reading),
  };
}

/** The same, for carts: decimals after the second are rounded half up (D64). */
export function roundedPrice(about: About = {}): Field<bigint> {
  return {
    schema: Type.Union([Type.Number(), Type.String()], about),
    read: (value, param, reading) => readPrice(value, param, reading, parseRoundedAmount),
  };
}

export function optionalPrice(about: About = {}): Field<bigint | null> {
  return {
    schema: optional(Type.Union([Type.Number(), Type.String()], about)),
    read: (value, param, reading) => (value === undefined || value === '' ? null : readPrice(value, param, reading)),
  };
}

function readPrice(
  value: unknown,
  param: string,
  reading: Reading<unknown>,
  parse: typeof parseAmount = parseAmount,
): bigint | Faulty {
  const amount = value === undefined || value === '' ? 'required' : parse(value);
  if (typeof amount === 'bigint') return amount;
  return fault(reading, param, amount, amount === 'too_large' ? { max: formatAmount(MAX_AMOUNT) } : undefined);
}

/** One of these words, in upper or lower case. If it is missing, the value is `fallback`. */
export function choice<Word extends string>(allowed: readonly Word[], fallback: Word, about: About = {}): Field<Word> {
  return {
    schema: optional(Type.String({ enum: [...allowed], default: fallback, ...about })),
    read(value, param, reading) {
      if (value === undefined || value === '') return fallback;
      const found = typeof value === 'string' ? allowed.find((one) => one === value.toUpperCase()) : undefined;
      return found ?? fault(reading, param, 'not_allowed', { allowed: allowed.join(', ') });
    },
  };
}

/** One of these words, exactly as written. If it is missing, the value is `fallback`. */
export function optionalWord<Word extends string>(
  allowed: readonly Word[],
  fallback: Word,
  about: About = {},
): Field<Word> {
  return {
    schema: optional(Type.String({ enum: [...allowed], default: fallback, ...about })),
    read(value = fallback, param, reading) {
      const found = allowed.find((one) => one === value);
      return found ?? fault(reading, param, 'not_allowed', { allowed: allowed.join(', ') });
    },
  };
}

const EPOCH_SECONDS = 'Epoch seconds';

/** A time in epoch seconds, converted to milliseconds. */
export function seconds({ description = EPOCH_SECONDS }: About = {}): Field<number> {
  return {
    schema: Type.Integer({ description }),
    read: (value, param, reading) =>
      value === undefined || value === '' ? fault(reading, param, 'required') : readSeconds(value, param, reading),
  };
}

export function optionalSeconds({ description = EPOCH_SECONDS }: About = {}): Field<number | null> {
  return {
    schema: optional(Type.Integer({ description })),
    read: (value, param, reading) => (value === undefined || value === '' ? null : readSeconds(value, param, reading)),
  };
}

function readSeconds(value: unknown, param: string, reading: Reading<unknown>): number | Faulty {
  const number = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value;
  const isTime = typeof number === 'number' && Number.isSafeInteger(number) && number > 0 && number < 10_000_000_000;
  return isTime ? number * 1000 : fault(reading, param, 'not_a_time');
}

/** When an order expires, in seconds or milliseconds. It may be missing. */
export function expiry(about: About = {}): Field<Expiry | null, { readonly now: number }> {
  return {
    schema: optional(Type.Union([Type.Integer(), Type.String()], about)),
    read(value, param, reading) {
      if (value === undefined || value === '') return null;
      const read = parseExpiry(value, reading.context.now);
      return typeof read === 'object' ? read : fault(reading, param, read);
    },
  };
}

/** The merchant's own object, kept as it is. */
export function freeForm(
  limits: { readonly keys: number; readonly bytes: number },
  about: About = {},
): Field<JsonObject> {
  return {
    schema: optional(Type.Record(Type.String(), Type.Unknown(), about)),
    read(value, param, reading) {
      // PHP writes an empty object as [].
      if (value === undefined || (Array.isArray(value) && value.length === 0)) return {};
      if (!isJsonObject(value))
        return fault(reading, param, 'wrong_type', { wanted_es: 'un objeto', wanted_en: 'an object' });
      if (Object.keys(value).length > limits.keys) return fault(reading, param, 'too_many_keys', { max: limits.keys });
      if (Buffer.byteLength(JSON.stringify(value)) > limits.bytes)
        return fault(reading, param, 'too_big', { max: limits.bytes });
      return value;
    },
  };
}
