// Reads unknown JSON into values, field by field, and collects every fault on the way (D58). null counts as missing;
// unknown fields are ignored. After the last field, `finish` refuses the request when anything was wrong, so the
// placeholders that a faulty field reads as are never used.
import { type Expiry, parseExpiry } from '../domain/lifetime.js';
import { formatAmount, MAX_AMOUNT, parseAmount } from '../domain/money.js';
import { AppError, type Details, type Fault, type FaultCode } from '../errors.js';

export type JsonObject = Readonly<Record<string, unknown>>;

export type Fields = {
  /** The fields of a required object. Missing or no object: one fault, and its own fields are not complained about. */
  object(name: string): Fields;
  text(name: string, maxLength?: number): string;
  /** A text, or a number that stands for one: existing clients send order ids as numbers (D32). */
  textOrNumber(name: string): string;
  /** A text that may be missing, null or "". */
  optionalText(name: string, maxLength?: number): string | null;
  /** Likewise, and a number stands for its text. */
  optionalTextOrNumber(name: string): string | null;
  email(name: string): string;
  price(name: string): bigint;
  /** Likewise, null when it is missing. */
  optionalPrice(name: string): bigint | null;
  choice<T extends string>(name: string, allowed: readonly T[], fallback: T): T;
  /** One of these, as it is written; required. */
  choiceAsIs<T extends string>(name: string, allowed: readonly T[]): T;
  /** Epoch seconds, given in milliseconds; null when it is missing. */
  optionalSeconds(name: string): number | null;
  expiry(name: string, now: number): Expiry | null;
  freeForm(name: string, limits: { readonly keys: number; readonly bytes: number }): JsonObject;
  fault(name: string, error: FaultCode, details?: Details): void;
  /** Whether nothing was wrong with that field so far. */
  isFine(name: string): boolean;
  finish(): void;
};

const SHORT = 255; // characters of names, ids and e-mail addresses (D13)
export const LONG = 2048; // characters of URLs and descriptions (D13)
const ANYTHING_AT_SOMEWHERE = /^[^\s@]+@[^\s@]+$/;

export function readFields(body: JsonObject): Fields {
  return fieldsOf(body, '', []);
}

/** `source` is undefined inside an object that was itself faulty: nothing more is said about it. */
function fieldsOf(source: JsonObject | undefined, path: string, faults: Fault[]): Fields {
  const fault = (name: string, error: FaultCode, details?: Details) => {
    if (source !== undefined) faults.push({ param: path + name, error, ...(details && { details }) });
  };
  const wrongType = (name: string, es: string, en: string) =>
    fault(name, 'wrong_type', { wanted_es: es, wanted_en: en });
  const given = (name: string): unknown =>
    (source !== undefined && Object.hasOwn(source, name) ? source[name] : undefined) ?? undefined;

  const checkedText = (name: string, maxLength: number): string | null => {
    const value = given(name);
    if (value === undefined || value === '') return null;
    if (typeof value !== 'string') wrongType(name, 'un texto', 'a text');
    else if (value.length > maxLength && [...value].length > maxLength) fault(name, 'too_long', { max: maxLength });
    else if (value.includes('\0') || !value.isWellFormed()) fault(name, 'invalid_characters');
    else return value;
    return FAULTY;
  };

  const fields: Fields = {
    object(name) {
      const value = given(name);
      if (isJsonObject(value)) return fieldsOf(value, `${path}${name}.`, faults);
      if (value === undefined) fault(name, 'required');
      else wrongType(name, 'un objeto', 'an object');
      return fieldsOf(undefined, `${path}${name}.`, faults);
    },
    text(name, maxLength = SHORT) {
      const value = checkedText(name, maxLength);
      if (value !== null && (value === FAULTY || value.trim() !== '')) return value;
      fault(name, 'required');
      return FAULTY;
    },
    textOrNumber(name) {
      const value = given(name);
      return typeof value === 'number' && Number.isFinite(value) ? String(value) : fields.text(name);
    },
    optionalText(name, maxLength = SHORT) {
      return checkedText(name, maxLength);
    },
    optionalTextOrNumber(name) {
      const value = given(name);
      return typeof value === 'number' && Number.isFinite(value) ? String(value) : checkedText(name, SHORT);
    },
    email(name) {
      const value = fields.text(name);
      if (value !== FAULTY && !ANYTHING_AT_SOMEWHERE.test(value)) fault(name, 'invalid_email');
      return value;
    },
    price(name) {
      const value = given(name);
      const amount = value === undefined || value === '' ? 'required' : parseAmount(value);
      if (typeof amount === 'bigint') return amount;
      fault(name, amount, amount === 'too_large' ? { max: formatAmount(MAX_AMOUNT) } : undefined);
      return 0n;
    },
    optionalPrice(name) {
      const value = given(name);
      return value === undefined || value === '' ? null : fields.price(name);
    },
    choice(name, allowed, fallback) {
      const value = given(name);
      if (value === undefined || value === '') return fallback;
      const found = typeof value === 'string' ? allowed.find((one) => one === value.toUpperCase()) : undefined;
      if (found === undefined) fault(name, 'not_allowed', { allowed: allowed.join(', ') });
      return found ?? fallback;
    },
    choiceAsIs(name, allowed) {
      const value = given(name);
      const found = allowed.find((one) => one === value);
      if (found === undefined && value === undefined) fault(name, 'required');
      else if (found === undefined) fault(name, 'not_allowed', { allowed: allowed.join(', ') });
      return found ?? (allowed[0] as (typeof allowed)[number]);
    },
    optionalSeconds(name) {
      const value = given(name);
      if (value === undefined || value === '') return null;
      const seconds = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value;
      if (typeof seconds === 'number' && Number.isSafeInteger(seconds) && seconds > 0 && seconds < 10_000_000_000)
        return seconds * 1000;
      fault(name, 'not_a_time');
      return null;
    },
    expiry(name, now) {
      const value = given(name);
      if (value === undefined || value === '') return null;
      const expiry = parseExpiry(value, now);
      if (typeof expiry === 'object') return expiry;
      fault(name, expiry);
      return null;
    },
    freeForm(name, limits) {
      const value = given(name);
      // PHP writes an empty object as [].
      if (value === undefined || (Array.isArray(value) && value.length === 0)) return {};
      if (!isJsonObject(value)) wrongType(name, 'un objeto', 'an object');
      else if (Object.keys(value).length > limits.keys) fault(name, 'too_many_keys', { max: limits.keys });
      else if (Buffer.byteLength(JSON.stringify(value)) > limits.bytes) fault(name, 'too_big', { max: limits.bytes });
      else return value;
      return {};
    },
    fault,
    isFine: (name) => faults.every(({ param }) => param !== path + name),
    finish() {
      if (faults.length === 0) return;
      const onlyThePoint = faults.every(
        ({ error }) => error === 'unknown_payment_point' || error === 'inactive_payment_point',
      );
      throw new AppError(onlyThePoint ? 'payment_point_not_found' : 'invalid_request', {}, { faults });
    },
  };
  return fields;
}

/** What a faulty text reads as; no text that a merchant sends equals it, because NUL is refused. */
const FAULTY = '\0';

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
