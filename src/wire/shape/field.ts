// One field of a request: how it is read, and what the API reference says of it. A fault is noted and reading goes on, so
// that a merchant learns of all faults at once (D58).
import type { TSchema } from 'typebox';
import type { Details, Fault, FaultCode } from '../../errors.js';

/** What a faulty field reads as. It never leaves this folder: a request with a fault is refused as a whole. */
export const FAULTY = Symbol('faulty');
export type Faulty = typeof FAULTY;

/** One request that is being read. `context` is what its fields need to know beyond the request, such as the time. */
export type Reading<Context> = { readonly faults: Fault[]; readonly context: Context };

export type Field<Value, Context = unknown> = {
  readonly schema: TSchema;
  /** `value` is undefined when the field is missing or null; `param` is its path, for faults. */
  readonly read: (value: unknown, param: string, reading: Reading<Context>) => Value | Faulty;
};

export type Fields<Context = never> = Readonly<Record<string, Field<unknown, Context>>>;

/** What fields read as, by their names. */
export type ValuesOf<F extends Fields> = {
  readonly [Name in keyof F]: F[Name] extends Field<infer Value, never> ? Value : never;
};

/** What all of the fields together need to know. */
export type ContextOf<F extends Fields> = F[keyof F] extends Field<unknown, infer Context> ? Context : never;

/** What the API reference may say of any field. */
export type About = { readonly description?: string; readonly examples?: readonly unknown[] };

export function fault(reading: Reading<unknown>, param: string, error: FaultCode, details?: Details): Faulty {
  reading.faults.push(details === undefined ? { param, error } : { param, error, details });
  return FAULTY;
}
