// Builds the schemas that describe requests and replies. The types are TypeBox's; what they describe are plain JSON
// Schemas, which take a few lines to write. Loading TypeBox itself takes a third of a second of CPU, at every command.
import type { TSchema, Type as TypeBox } from 'typebox';

type Options = Readonly<Record<string, unknown>>;

/** Marks a field that may be missing. It is not part of the schema, so it is not enumerable. */
const OPTIONAL = '~optional';

const builders = {
  String: (options?: Options) => ({ type: 'string', ...options }),
  Number: (options?: Options) => ({ type: 'number', ...options }),
  Integer: (options?: Options) => ({ type: 'integer', ...options }),
  Boolean: (options?: Options) => ({ type: 'boolean', ...options }),
  Null: (options?: Options) => ({ type: 'null', ...options }),
  Unknown: (options?: Options) => ({ ...options }),
  Literal: (value: unknown, options?: Options) => ({ type: typeof value, const: value, ...options }),
  Array: (items: object, options?: Options) => ({ type: 'array', items, ...options }),
  Union: (anyOf: readonly object[], options?: Options) => ({ anyOf, ...options }),
  Ref: (ref: string, options?: Options) => ({ $ref: ref, ...options }),
  Unsafe: (schema: object) => ({ ...schema }),
  Record: (_key: object, value: object, options?: Options) => ({
    type: 'object',
    patternProperties: { '^.*$': value },
    ...options,
  }),
  Optional: (schema: object) => Object.defineProperty({ ...schema }, OPTIONAL, { value: true }),
  Object(properties: Readonly<Record<string, object>>, options?: Options) {
    const required = Object.keys(properties).filter((name) => !isOptional(properties[name]));
    return { type: 'object', ...(required.length > 0 && { required }), properties, ...options };
  },
};

// What the builders return is what TypeBox returns, but for marks that only its own validators read; a test compares.
export const Type = builders as unknown as Pick<typeof TypeBox, keyof typeof builders>;

/** Whether a field may be missing. */
export function isOptional(schema: TSchema | object | undefined): boolean {
  return schema !== undefined && OPTIONAL in schema;
}

/** A copy of a schema with other keywords. It may be missing where the schema may. */
export function changed(schema: TSchema, keywords: object): TSchema {
  const copy = Object.assign({ ...schema }, keywords);
  return isOptional(schema) ? Type.Optional(copy) : copy;
}
