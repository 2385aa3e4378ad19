// The fields of what a rail sends. Each field is declared once. The notice reader, the columns of a rail's daily list
// and the API reference all come from that declaration.
import { FIRST_MILLISECONDS } from '../base/duration.js';
import { parseIsoTime } from '../base/mexico-time.js';
import { parseMoney } from '../base/money.js';
import { type Body, digitsOf } from './body.js';

export type Field = FieldBase &
  (
    | { readonly holds: 'text' | 'integer' }
    | { readonly holds: 'amount'; readonly isRequired: true }
    | {
        readonly holds: 'time';
        /** For the error message about an unreadable time: "an ISO time or epoch seconds". */
        readonly mustBe: string;
        /** Whether an unreadable time makes the notice malformed or counts as missing. */
        readonly whenUnclear: 'malformed' | 'missing';
      }
  );

type FieldBase = {
  /** A notice without this field is malformed. */
  readonly isRequired: boolean;
  /** The type that the API reference shows. The reader also accepts digits for numbers and numbers for strings. */
  readonly json: 'string' | 'integer' | 'number' | 'integer or string';
  /** What it holds, for the API reference. */
  readonly description: string;
  /** Whether the daily list has a column for it, and whether that column may be empty. */
  readonly column: 'filled' | 'may be empty' | 'none';
  /** A text that is a day, yyyymmdd. */
  readonly isDay?: true;
};

export type Fields = Readonly<Record<string, Field>>;

// Fields as most kinds have them; what a kind has otherwise it says over these.

export const filledText = (description: string) =>
  ({ holds: 'text', isRequired: true, json: 'string', column: 'filled', description }) as const;

export const textIfAny = (description: string) =>
  ({ holds: 'text', isRequired: false, json: 'string', column: 'may be empty', description }) as const;

export const integerIfAny = (description: string) =>
  ({ holds: 'integer', isRequired: false, json: 'integer', column: 'may be empty', description }) as const;

export const pesos = (description: string) =>
  ({ holds: 'amount', isRequired: true, json: 'number', column: 'filled', description }) as const;

/** A notice without it is of the moment at which it came. */
export const timeIfAny = (description: string, mustBe: string) =>
  ({
    holds: 'time',
    isRequired: false,
    json: 'string',
    column: 'filled',
    description,
    mustBe,
    whenUnclear: 'malformed',
  }) as const;

/**
 * The values of the fields. A missing required field reads as empty or zero and is reported as a problem. A missing
 * optional field is null.
 */
export type FieldValues<Declared extends Fields> = {
  readonly [Name in keyof Declared]: Declared[Name] extends { isRequired: true }
    ? Held[Declared[Name]['holds']]
    : Held[Declared[Name]['holds']] | null;
};

type Held = { readonly text: string; readonly amount: bigint; readonly integer: number; readonly time: number };

/** Reads every field in the order of the declaration, and adds any faults to `problems`. */
export function readFields<Declared extends Fields>(
  fields: Declared,
  body: Body,
  problems: string[],
): FieldValues<Declared> {
  const values: Record<string, Value> = {};
  for (const name in fields) values[name] = readField(name, fields[name] as Field, body[name], problems);
  return values as FieldValues<Declared>; // maps the declaration to its values
}

type Value = Held[keyof Held] | null;

function readField(name: string, field: Field, given: unknown, problems: string[]): Value {
  const value = READERS[field.holds](given);
  if (value !== null) return value;
  const problem = problemOf(field, given);
  if (problem !== null) problems.push(`${name} ${problem}`);
  return field.isRequired ? EMPTY[field.holds] : null;
}

/** What is wrong with a field that has no value; null if it may be missing. */
function problemOf(field: Field, given: unknown): string | null {
  if (field.holds === 'amount') return 'must be a positive amount with at most two decimals';
  const isGiven = (given ?? null) !== null;
  if (field.holds === 'integer' && isGiven) return 'must be a whole number';
  if (field.holds === 'time' && isGiven && field.whenUnclear === 'malformed') return `must be ${field.mustBe}`;
  return field.isRequired ? 'is missing' : null;
}

const EMPTY: Readonly<Record<Field['holds'], Value>> = { text: '', amount: 0n, integer: 0, time: 0 };
const READERS: Readonly<Record<Field['holds'], (given: unknown) => Value>> = {
  text: textOf,
  amount: amountOf,
  integer: integerOf,
  time: timeOf,
};

/** A string, or a whole number as a string. NUL and half a surrogate pair cannot be stored. */
function textOf(value: unknown): string | null {
  const digits = digitsOf(value);
  // A number too large for a float is refused: a sender that uses floats has already lost some of its digits.
  const whole = digits !== null && Number.isSafeInteger(Number(digits)) ? String(Number(digits)) : '';
  const text = typeof value === 'string' ? value.trim() : whole;
  return text === '' || text.includes('\0') || text.length > 255 || !text.isWellFormed() ? null : text;
}

function amountOf(value: unknown): bigint | null {
  return parseMoney(typeof value === 'string' ? value : withoutExponent(digitsOf(value) ?? ''));
}

/** "1.0E7" becomes "10000000.0": some senders write large numbers that way. Anything else is returned unchanged. */
function withoutExponent(number: string): string {
  const parts = /^(\d+)(?:\.(\d+))?[eE]\+?(\d{1,2})$/.exec(number);
  if (parts === null) return number;
  const [, whole = '', fraction = '', exponent = ''] = parts;
  const digits = fraction.padEnd(Number(exponent), '0');
  const rest = digits.slice(Number(exponent));
  return `${whole}${digits.slice(0, Number(exponent))}${rest === '' ? '' : `.${rest}`}`;
}

/** A whole number, or its digits as a text. Nothing else counts as one: "" would read as 0 (D73). */
function integerOf(value: unknown): number | null {
  const text = digitsOf(value) ?? value;
  return typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

// A time outside these years is the sender's mistake, and some such times cannot even be stored.
const EARLIEST = Date.UTC(2000, 0);
const LATEST = Date.UTC(2100, 0);

/** Epoch seconds or milliseconds, or an ISO time; one without a zone is of Mexico City (D73). */
function timeOf(value: unknown): number | null {
  const text = digitsOf(value) ?? value;
  if (typeof text !== 'string') return null;
  const isNumber = text !== value || /^\d{9,14}$/.test(text);
  const isIso = !isNumber && /^\d{4}-\d{2}-\d{2}T/.test(text);
  const time = isNumber ? toMs(Number(text)) : isIso ? parseIsoTime(text) : Number.NaN;
  return Number.isSafeInteger(time) && time >= EARLIEST && time < LATEST ? time : null;
}

function toMs(number: number): number {
  return number < FIRST_MILLISECONDS ? number * 1000 : number;
}
