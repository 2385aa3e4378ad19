// Pieces of reply shapes. A reply is declared once as a TypeBox object: its type binds what is rendered, its schema is what
// the API reference shows.
import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';

/** An object that the API reference shows under its own name. */
export type Named<P extends TProperties> = TObject<P> & { readonly $id: string };

export function named<P extends TProperties>(name: string, properties: P): Named<P> {
  return Object.assign(Type.Object(properties, { title: name }), { $id: name });
}

/** Points to a named object, as seen by the API reference; for the compiler it is that object. */
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
