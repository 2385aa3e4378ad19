// One field of a request: how to read it, and its schema for the API reference. Reading continues after a fault, so
// that a merchant sees all faults at once (D58).
import type { TSchema } from 'typebox';
import type { Details, Fault, FaultCode } from '../../errors/errors.js';

/** The value of a faulty field. It never leaves this folder, because a request with any fault is refused. */
export const FAULTY = Symbol('faulty');
export type Faulty = typeof FAULTY;

/** A request being read. `context` is what its fields need beyond the request, such as the current time. */
export type Reading<Context> = { readonly faults: Fault[]; readonly context: Context };

export type Field<Value, Context = unknown> = {
  readonly schema: TSchema;
  /** `value` is undefined when the field is missing or null; `param` is its path, for faults. */
  readonly read: (value: unknown, param: string, reading: Reading<Context>) => Value | Faulty;
  /** Neither personal nor secret: the log of requests may show what was sent. */
  readonly isPlain?: true;
};

export type Fields<Context = never> = Readonly<Record<string, Field<unknown, Context>>>;

/** Whether a field is an object with its own fields. */
export function hasFields(field: object): field is { readonly fields: Fields } {
  return 'fields' in field;
}

/** The values of the fields, by name. */
export type ValuesOf<F extends Fields> = {
  readonly [Name in keyof F]: F[Name] extends Field<infer Value, never> ? Value : never;
};

/** The context that all the fields together need. */
export type ContextOf<F extends Fields> = F[keyof F] extends Field<unknown, infer Context> ? Context : never;

/** Declares that the values of a field are neither personal nor secret (D78). All other fields are masked in the log. */
export function plain<F extends Field<unknown, never>>(field: F): F {
  return { ...field, isPlain: true };
}

/** Whether a request is read for an account of shop plugins, whose carts send what the newest interface refuses (D64). */
type Leniency = { readonly leniency: 'strict' | 'lenient' };

/** A field that is read in one way for most accounts, and in another for those of shop plugins. */
export function byLeniency<Value>(strict: Field<Value>, lenient: Field<Value>): Field<Value, Leniency> {
  return {
    schema: strict.schema,
    read: (value, param, reading) =>
      (reading.context.leniency === 'lenient' ? lenient : strict).read(value, param, reading),
  };
}

/** A field that is read as another one, whose value is then made something else, or refused. */
export function refined<Read, Value, Context = unknown>(
  field: Field<Read, Context>,
  refine: (read: Read, refuse: (error: FaultCode) => Faulty, context: Context) => Value | Faulty,
): Field<Value, Context> {
  return {
    schema: field.schema,
    read(value, param, reading) {
      const read = field.read(value, param, reading);
      return read === FAULTY ? FAULTY : refine(read, (error) => fault(reading, param, error), reading.context);
    },
  };
}

/** What the API reference may show for any field. */
export type About = { readonly description?: string; readonly examples?: readonly unknown[] };

export function fault(reading: Reading<unknown>, param: string, error: FaultCode, details?: Details): Faulty {
  reading.faults.push(details === undefined ? { param, error } : { param, error, details });
  return FAULTY;
}
