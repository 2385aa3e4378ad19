// Building blocks for replies. A reply is declared once as a TypeBox object: its type checks what is rendered, and its
// schema appears in the API reference.
import type { Static, TObject, TProperties, TSchema } from 'typebox';
import { Type } from './shape/type.js';

/** An object with its own name in the API reference. */
export type Named<P extends TProperties> = TObject<P> & { readonly $id: string };

/** What the API reference says about a shape. */
type About = { readonly description?: string };

export function named<P extends TProperties>(name: string, properties: P, about: About = {}): Named<P> {
  return Object.assign(Type.Object(properties, { title: name, ...about }), { $id: name });
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
