// The operations of the OpenAPI document, with bodies made from their shapes: what a client may send before anything is
// spoilt.
import { readFileSync } from 'node:fs';
import { OPENAPI_FILE } from '../../../src/paths.js';

export type Json = null | boolean | number | string | Literal | Json[] | { [name: string]: Json };

/** JSON as it is written: numbers that no program would write, or the same name twice. */
export class Literal {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Operation = {
  readonly method: string;
  readonly path: string;
  readonly query: readonly string[];
  readonly bodyType: string | null;
  readonly schema: Schema | null;
  /** The fields among its body that take a file. */
  readonly files: readonly string[];
  /** Whose credentials it takes. */
  readonly security: 'apiKey' | 'rail' | 'metricsToken' | 'none';
};

type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly examples?: readonly Json[];
  readonly minimum?: number;
};

type Described = {
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
};
type Content = { readonly schema: Schema; readonly example?: Json };
type Document = {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
};

const document: Document = JSON.parse(readFileSync(OPENAPI_FILE, 'utf8'));

export const OPERATIONS: readonly Operation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, described]) => toOperation(method, path, described)),
);

function toOperation(method: string, path: string, described: Described): Operation {
  const [body] = Object.entries(described.requestBody?.content ?? {});
  const schemes = (described.security ?? []).flatMap((one) => Object.keys(one));
  return {
    method: method.toUpperCase(),
    path,
    query: (described.parameters ?? []).filter((one) => one.in === 'query').map(({ name }) => name),
    bodyType: body?.[0] ?? null,
    schema: body === undefined ? null : schemaOf(body[1]),
    files: [],
    security: (['apiKey', 'rail', 'metricsToken'] as const).find((one) => schemes.includes(one)) ?? 'none',
  };
}

function schemaOf({ schema, example }: Content): Schema {
  return example === undefined ? schema : { ...schema, examples: [example] };
}

/** A value that has the shape: its own example, or one made of its properties, with some of the optional ones. */
export function sample(schema: Schema, random: () => number): Json {
  const { $ref, examples = [], anyOf = [], properties } = schema;
  if ($ref !== undefined) return sample(document.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {}, random);
  if (properties !== undefined) return sampleObject(schema, random);
  if (examples.length > 0) return structuredClone(pick(examples, random));
  if (anyOf.length > 0) return sample(pick(anyOf, random), random);
  if (schema.enum !== undefined) return pick(schema.enum, random);
  return samplePlain(schema, random);
}

function sampleObject({ examples = [], properties = {}, required = [] }: Schema, random: () => number): Json {
  const made: Json = {};
  const example = examples.length > 0 ? pick(examples, random) : {};
  for (const [name, inner] of Object.entries(properties))
    if (required.includes(name) || random() < 0.25) made[name] = sample(inner, random);
  return Object.assign(made, structuredClone(example));
}

function samplePlain({ type = 'string', items = {}, minimum = 1 }: Schema, random: () => number): Json {
  const one = typeof type === 'string' ? type : pick(type, random);
  if (one === 'string') return pick(STRINGS, random);
  if (one === 'number' || one === 'integer') return minimum + Math.floor(random() * 2_000);
  if (one === 'boolean') return random() < 0.5;
  if (one === 'array') return [sample(items, random)];
  return one === 'null' ? null : {};
}

const STRINGS = ['Ana Robles', 'ana@example.com', 'SMG-1', '5512345678', '150.00', 'http://127.0.0.1:2/hook'];

export function pick<Item>(items: readonly Item[], random: () => number): Item {
  return items[Math.floor(random() * items.length)] as Item;
}
