// What changes do, as code: to the declarations of shapes, and to replies. Everything is worked out once, when the
// program starts.
import type { TProperties, TSchema } from 'typebox';
import { isJsonObject } from '../json.js';
import { changed, isOptional, Type } from '../shape/type.js';
import type { Change, Edited, Rewritten } from './change.js';

/** A declared object. Of one that starts with the fields of another, only its own. */
export type Declared = { readonly base: string | null; readonly properties: TProperties };
export type Shapes = ReadonlyMap<string, Declared>;

type Undo = (now: object) => object;

/** The declarations before a change. */
export function shapesBefore(now: Shapes, all: Change): Shapes {
  const before = new Map(now);
  for (const [name, shape] of now) {
    const change = all.replies[name] ?? renamedBy(all, name);
    if (change === undefined) continue;
    const properties =
      'before' in change ? propertiesOf(change.before) : propertiesBefore(shape.properties, editsOf(change), name);
    before.set(name, { ...shape, properties });
  }
  return before;
}

export function mayBeMissing(properties: TProperties, [name = '', ...inside]: readonly string[]): boolean {
  const schema = properties[name];
  return inside.length === 0 ? isOptional(schema) : mayBeMissing(propertiesOf(schema ?? {}), inside);
}

/** Names that everyone may use are no part of the declarations. */
function renamedBy({ requests }: Change, name: string): Edited | undefined {
  const change = requests[name];
  return change?.acceptedFrom === undefined ? change : undefined;
}

/** What turns values of the date of a change into those before it, by name. Shapes that stay the same are not in it. */
export function undosOf(change: Change, now: Shapes, before: Shapes): ReadonlyMap<string, Undo> {
  const known = new Map<string, Undo | null>();
  const undoOf = (name: string): Undo | null => {
    const found = known.get(name) ?? undoOfShape(name);
    known.set(name, found);
    return found;
  };
  const undoOfShape = (name: string): Undo | null => {
    const { base, properties } = before.get(name) ?? { base: null, properties: {} };
    const own = inTurn(
      undoOfChange(change.replies[name] ?? renamedBy(change, name)),
      undoInside(Type.Object(properties), undoOf),
    );
    const ofBase = base === null ? null : undoOf(base);
    if (base === null || (own === null && ofBase === null)) return own;
    const ownNames = Object.keys(now.get(name)?.properties ?? {});
    return (reply) => {
      const [ownPart, rest] = parted(reply, ownNames);
      return { ...(ofBase?.(rest) ?? rest), ...(own?.(ownPart) ?? ownPart) };
    };
  };
  return new Map([...now.keys()].flatMap((name) => (undoOf(name) === null ? [] : [[name, undoOf(name) as Undo]])));
}

/** The properties of a declared object with those of the shape that it starts with. */
export function allProperties(shapes: Shapes, name: string): TProperties {
  const { base, properties } = shapes.get(name) ?? { base: null, properties: {} };
  return base === null ? properties : { ...allProperties(shapes, base), ...properties };
}

function undoOfChange(change: Edited | Rewritten | undefined): Undo | null {
  if (change === undefined) return null;
  if ('before' in change) return writtenAs(change.before, change.from ?? {});
  const edits = editsOf(change);
  return (now) => undone(now, edits) as object; // what is undone stays an object
}

/** Writes an earlier shape as it is declared. */
function writtenAs(schema: TSchema, from: NonNullable<Rewritten['from']>, within = ''): Undo {
  const fields = Object.entries(propertiesOf(schema)).map(
    ([name, property]) => [name, valueAs(property, from, within + name)] as const,
  );
  return (now) => {
    const before: Record<string, unknown> = {};
    for (const [name, read] of fields) {
      const value = read(now);
      if (value !== undefined) before[name] = value;
    }
    return before;
  };
}

function valueAs(schema: TSchema, from: NonNullable<Rewritten['from']>, place: string): (now: object) => unknown {
  const source = from[place] ?? place;
  if (typeof source === 'function') return source as (now: object) => unknown; // versions.ts has checked that it takes such a reply
  if ('const' in schema) return () => schema.const;
  if ('type' in schema && schema.type === 'null') return () => null;
  if ('properties' in schema && source === place) return writtenAs(schema, from, `${place}.`);
  const path = source.split('.');
  return (now) => path.reduce<unknown>((part, name) => (isObject(part) ? Reflect.get(part, name) : undefined), now);
}

function inTurn(first: Undo | null, second: Undo | null): Undo | null {
  if (first === null || second === null) return first ?? second;
  return (now) => second(first(now));
}

function parted(reply: object, names: readonly string[]): [named: object, rest: object] {
  const entries = Object.entries(reply);
  return [
    Object.fromEntries(entries.filter(([name]) => names.includes(name))),
    Object.fromEntries(entries.filter(([name]) => !names.includes(name))),
  ];
}

/** Undoes the named shapes inside a value of this schema; null if none of them changes. */
function undoInside(schema: TSchema, undoOf: (name: string) => Undo | null): Undo | null {
  if ('$ref' in schema) return undoOf(String(schema.$ref));
  if ('anyOf' in schema) return undoInside(otherThanNull(schema.anyOf as readonly TSchema[]), undoOf);
  if ('items' in schema) {
    const ofItem = undoInside(schema.items as TSchema, undoOf);
    return ofItem && ((now) => (now as object[]).map((item) => ofItem(item)));
  }
  const inner = Object.entries(propertiesOf(schema)).flatMap(([name, property]) => {
    const undo = undoInside(property, undoOf);
    return undo === null ? [] : [[name, undo] as const];
  });
  if (inner.length === 0) return null;
  return (now) => {
    const before: Record<string, unknown> = { ...now };
    for (const [name, undo] of inner) if (isObject(before[name])) before[name] = undo(before[name]);
    return before;
  };
}

function otherThanNull(schemas: readonly TSchema[]): TSchema {
  return schemas.find((schema) => !('type' in schema) || schema.type !== 'null') ?? {};
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** The edits of a change by the names of fields, with the edits inside them. */
type Edits = ReadonlyMap<string, Edit>;
type Edit = { name: string; isNew: boolean; words: readonly string[] | null; readonly inner: Map<string, Edit> };

function editsOf({ renamed = {}, added = [], words = {} }: Edited): Edits {
  const edits = new Map<string, Edit>();
  const at = (place: string): Edit => {
    const [first = '', ...rest] = place.split('.');
    return rest.reduce((edit, name) => editAt(edit.inner, name), editAt(edits, first));
  };
  for (const [place, name] of Object.entries(renamed)) at(place).name = name;
  for (const place of added) at(place).isNew = true;
  for (const [place, known] of Object.entries(words)) at(place).words = known;
  return edits;
}

function editAt(edits: Map<string, Edit>, name: string): Edit {
  const edit = edits.get(name) ?? { name, isNew: false, words: null, inner: new Map() };
  edits.set(name, edit);
  return edit;
}

function undone(value: unknown, edits: Edits): unknown {
  if (edits.size === 0) return value;
  if (Array.isArray(value)) return value.map((item) => undone(item, edits));
  if (!isJsonObject(value)) return value;
  const before: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(value)) {
    const edit = edits.get(name);
    if (edit === undefined) before[name] = inner;
    else if (!edit.isNew) before[edit.name] = undone(inner, edit.inner);
  }
  return before;
}

/** The same edits of a declaration. Each must find its field: a misspelt place undoes nothing. */
function propertiesBefore(properties: TProperties, edits: Edits, shape: string): TProperties {
  const missing = [...edits.keys()].find((name) => !Object.hasOwn(properties, name));
  if (missing !== undefined) throw new Error(`${shape} has no ${missing}`);
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, schema]) => {
      const edit = edits.get(name);
      if (edit === undefined) return [[name, schema]];
      return edit.isNew ? [] : [[edit.name, schemaBefore(schema, edit, `${shape}.${name}`)]];
    }),
  );
}

function schemaBefore(schema: TSchema, { words, inner }: Edit, place: string): TSchema {
  if (words !== null) return changed(schema, { enum: [...words] });
  if (inner.size === 0) return schema;
  if ('items' in schema) return changed(schema, { items: objectBefore(schema.items as TSchema, inner, place) });
  if (!('anyOf' in schema)) return objectBefore(schema, inner, place);
  const anyOf = schema.anyOf as readonly TSchema[];
  return changed(schema, {
    anyOf: anyOf.map((one) => (one === otherThanNull(anyOf) ? objectBefore(one, inner, place) : one)),
  });
}

function objectBefore(schema: TSchema, edits: Edits, place: string): TSchema {
  return changed(schema, Type.Object(propertiesBefore(propertiesOf(schema), edits, place)));
}

export function propertiesOf(schema: TSchema): TProperties {
  return 'properties' in schema ? (schema.properties as TProperties) : {};
}
