// Building blocks for replies. A reply is declared once as a TypeBox object: its type checks what is rendered, and its
// schema appears in the API reference.
import type { Static, TObject, TProperties, TSchema } from 'typebox';
import { Type } from './shape/type.js';

/** An object with its own name in the API reference and in versions/. */
export type Named<Name extends string, P extends TProperties> = TObject<P> & { readonly $id: Name };

/** What the API reference says about a shape. */
type About = { readonly description?: string };

export function named<const Name extends string, P extends TProperties>(
  name: Name,
  properties: P,
  about: About = {},
): Named<Name, P> {
  return Object.assign(Type.Object(properties, { title: name, ...about }), { $id: name });
}

export type AnyNamed = TSchema & { readonly $id: string; readonly properties: TProperties };

/** A named object that starts with the fields of another. What changes there changes here, too. */
export type Extension<Name extends string, Base extends AnyNamed, Own extends TProperties> = Named<
  Name,
  Base['properties'] & Own
> & { readonly base: Base; readonly own: Own };

export function extended<const Name extends string, Base extends AnyNamed, Own extends TProperties>(
  name: Name,
  base: Base,
  own: Own,
  about: About = {},
): Extension<Name, Base, Own> {
  const whole = named<Name, Base['properties'] & Own>(name, { ...base.properties, ...own }, about);
  // They are not part of the schema, so they are not enumerable.
  return Object.defineProperties(Object.assign(whole, { base, own }), {
    base: { enumerable: false },
    own: { enumerable: false },
  });
}

/** A reference to a named object in the API reference. For the compiler it is that object. */
export function refTo<S extends TSchema & { readonly $id: string }>(shape: S, about: About = {}) {
  return Type.Unsafe<Static<S>>(Type.Ref(shape.$id, about));
}

export function nullable<S extends TSchema>(schema: S, about: About = {}) {
  return Type.Unsafe<Static<S> | null>(orNull({ ...schema, ...about }));
}

type Schema = {
  readonly type?: unknown;
  readonly enum?: unknown;
  readonly anyOf?: unknown;
  readonly description?: unknown;
  readonly examples?: unknown;
};

/**
 * The schema with null beside its values, in the form that generators of clients understand best: a list of types
 * where that is enough, and what describes it on the outside.
 */
export function orNull(schema: Schema): TSchema {
  const { description, examples, ...bare } = schema;
  const outside = { ...(description !== undefined && { description }), ...(examples !== undefined && { examples }) };
  const isScalar = typeof bare.type === 'string' && bare.type !== 'object' && bare.type !== 'array';
  if (isScalar && bare.enum === undefined) return { ...bare, type: [bare.type, 'null'], ...outside };
  const inner = Array.isArray(bare.anyOf) ? bare.anyOf : [bare];
  return { anyOf: [...inner, { type: 'null' }], ...outside };
}

/** One of these words. */
export function oneOf<Word extends string>(words: readonly Word[], about: About = {}) {
  return Type.Unsafe<Word>(Type.String({ enum: [...words], ...about }));
}
