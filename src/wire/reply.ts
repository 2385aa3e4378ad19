// Building blocks for replies. A reply is declared once as a TypeBox object: its type checks what is rendered, and its
// schema appears in the API reference.
import type { Static, TObject, TProperties, TSchema } from 'typebox';
import { Type } from './shape/type.js';

/** An object with its own name in the API reference. */
export type Named<P extends TProperties> = TObject<P> & { readonly $id: string };

export function named<P extends TProperties>(name: string, properties: P): Named<P> {
  return Object.assign(Type.Object(properties, { title: name }), { $id: name });
}

/** A reference to a named object in the API reference. For the compiler it is that object. */
export function refTo<S extends TSchema & { readonly $id: string }>(shape: S, about: { description?: string } = {}) {
  return Type.Unsafe<Static<S>>(Type.Ref(shape.$id, about));
}

export function nullable<S extends TSchema>(schema: S, about: { description?: string } = {}) {
  return Type.Union([schema, Type.Null()], about);
}

/** One of these words. */
export function oneOf<Word extends string>(words: readonly Word[], about: { description?: string } = {}) {
  return Type.Unsafe<Word>(Type.String({ enum: [...words], ...about }));
}
