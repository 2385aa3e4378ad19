// A request is declared once, as its fields. The reader, the type of the result and the schema for the API reference
// come from that. Faults follow the order of the declaration. Unknown fields are ignored; null counts as missing.
import type { TSchema } from 'typebox';
import { AppError, type ErrorCode, type Fault } from '../../errors/errors.js';
import { isJsonObject, type JsonObject } from '../json.js';
import {
  type About,
  type ContextOf,
  FAULTY,
  type Faulty,
  type Field,
  type Fields,
  fault,
  type Reading,
  type ValuesOf,
} from './field.js';
import { Type } from './type.js';

export type Request<F extends Fields, Name extends string = string> = {
  readonly name: Name;
  readonly fields: F;
  readonly schema: TSchema & { readonly $id?: string };
  /** Reads the whole request, or refuses it with all of its faults. */
  read(body: JsonObject, ...context: unknown extends ContextOf<F> ? [] : [ContextOf<F>]): ValuesOf<F>;
};

/** What our own commands and pages send: the fields of a request by their names, so that a rename finds them. */
export type Sent<R extends { readonly fields: Fields }> = SentFields<R['fields']>;
type SentFields<F extends Fields> = {
  readonly [Name in keyof F]?: F[Name] extends { readonly fields: infer Inner extends Fields }
    ? SentFields<Inner>
    : unknown;
};

export type RequestOptions<F extends Fields, Name extends string = string> = {
  /** The name of what merchants send: versions/ knows it by this. The forms of our own pages have none. */
  readonly name?: Name;
  /** What the API reference says, if the request has a place of its own there. */
  readonly about?: {
    readonly description?: string;
    readonly examples: readonly object[];
    /** If no single field is required, but one of several is. */
    readonly minProperties?: number;
  };
  /** A rule about several fields, checked after all of them are read. */
  readonly check?: (values: Unsure<F>, reading: Reading<unknown>) => void;
  readonly refusal?: (faults: readonly Fault[]) => ErrorCode;
};

/** The values before it is known whether all fields are valid. */
type Unsure<F extends Fields> = { readonly [Name in keyof F]: ValuesOf<F>[Name] | Faulty };

export function request<F extends Fields, const Name extends string = ''>(
  fields: F,
  options: RequestOptions<F, Name> = {},
): Request<F, Name> {
  const whole = object(fields);
  const { about } = options;
  const name = (options.name ?? '') as Name; // without a name, Name is ''
  return {
    name,
    fields,
    schema: about === undefined ? whole.schema : Object.assign(whole.schema, { $id: name, title: name }, about),
    read(body, ...[context]) {
      const reading: Reading<ContextOf<F>> = { faults: [], context: context as ContextOf<F> };
      const values = whole.readFields(body, '', reading);
      options.check?.(values, reading);
      const { faults } = reading;
      if (faults.length > 0) throw new AppError(options.refusal?.(faults) ?? 'invalid_request', {}, { faults });
      return values as ValuesOf<F>; // no faults, so no value is FAULTY
    },
  };
}

/** A field that is an object with its own fields. If the object is missing, its fields are not reported as missing. */
type ObjectField<F extends Fields> = Field<ValuesOf<F>, ContextOf<F>> & {
  readonly fields: F;
  readonly readFields: (source: JsonObject, path: string, reading: Reading<ContextOf<F>>) => Unsure<F>;
};

export function object<F extends Fields>(fields: F, about: About = {}): ObjectField<F> {
  const entries = Object.entries<unknown>(fields) as readonly [name: string, AnyField<ContextOf<F>>][];
  const parts = entries.flatMap(([name, field]) => (field.readFields === undefined ? [] : [name]));

  const readFields = (source: JsonObject, path: string, reading: Reading<ContextOf<F>>) => {
    const values: Record<string, unknown> = {};
    // Missing objects are reported before the faults inside the others.
    for (const name of parts) values[name] = readPart(givenIn(source, name), path + name, reading);
    for (const [name, field] of entries) {
      if (field.readFields === undefined) values[name] = field.read(givenIn(source, name), path + name, reading);
      else if (isJsonObject(values[name])) values[name] = field.readFields(values[name], `${path}${name}.`, reading);
    }
    return values as Unsure<F>;
  };
  return {
    fields,
    schema: Type.Object(schemasOf(entries), about),
    read: (value, param, reading) => {
      const part = readPart(value, param, reading);
      return part === FAULTY ? FAULTY : (readFields(part, `${param}.`, reading) as ValuesOf<F>);
    },
    readFields,
  };
}

type AnyField<Context> = Field<unknown, Context> & {
  readonly readFields?: (source: JsonObject, path: string, reading: Reading<Context>) => object;
};

function readPart(value: unknown, param: string, reading: Reading<unknown>): JsonObject | Faulty {
  if (isJsonObject(value)) return value;
  return value === undefined
    ? fault(reading, param, 'required')
    : fault(reading, param, 'wrong_type', { wanted_es: 'un objeto', wanted_en: 'an object' });
}

/** Ignores properties of the prototype. */
function givenIn(source: JsonObject, name: string): unknown {
  return (Object.hasOwn(source, name) ? source[name] : undefined) ?? undefined;
}

function schemasOf(entries: readonly (readonly [name: string, AnyField<never>])[]): Record<string, TSchema> {
  return Object.fromEntries(entries.map(([name, { schema }]) => [name, schema]));
}
