// The shapes of requests and replies for accounts that do not have the newest ones (D30, D35). They are schemas of their own
// in the document, and two tables say which of them stands for which. They come from the changes of wire/versions, and their
// descriptions, where they have none, from the newest shapes.
import type { TProperties, TSchema } from 'typebox';
import { RefundedEnvelope, RefundedOrder } from '../../wire/money/refunded.js';
import { OrderEnvelope, OrderRecord } from '../../wire/orders/order.js';
import { named } from '../../wire/reply.js';
import { changed, Type } from '../../wire/shape/type.js';
import { EARLIER_SHAPES, otherNamesOf, undoChanges } from '../../wire/versions/in-version.js';
import { REPLIES, REQUESTS } from '../../wire/versions/shapes.js';
import { propertiesOf } from '../../wire/versions/undo.js';
import { CHANGES } from '../../wire/versions/versions.js';

type Shape = TSchema & { readonly $id: string };

const NEWEST = new Map<string, TSchema>([
  ...REQUESTS.map(({ name, schema }) => [name, schema] as const),
  ...REPLIES.map((reply) => [reply.$id, reply] as const),
]);

type Older = { readonly name: string; readonly date: string; readonly shape: Shape };

const OLDER: Older[] = [];
for (const { name, date, properties } of EARLIER_SHAPES)
  OLDER.push({ name, date, shape: shapeBefore(name, date, properties, OLDER) });

/** `later` are the shapes of later dates, and those of this date that came before. */
function shapeBefore(name: string, date: string, properties: TProperties, later: readonly Older[]): Shape {
  const newest = NEWEST.get(name) ?? {};
  const described = withShapesOf(describedLike(properties, propertiesOf(newest)), later);
  const description = `${name} of an account or endpoint that is pinned to a date before ${date}`;
  const shape = named(`${name}Before${date.replaceAll('-', '')}`, described, { description });
  return Object.assign(shape, examplesBefore(date, name, newest));
}

/** The same properties. Where they refer to a shape that changed later, they refer to what it was before. */
function withShapesOf(properties: TProperties, later: readonly Older[]): TProperties {
  const before = (schema: TSchema): TSchema => {
    const earlier = '$ref' in schema ? later.findLast(({ name }) => name === schema.$ref) : undefined;
    if (earlier !== undefined) return changed(schema, { $ref: earlier.shape.$id });
    return 'items' in schema ? changed(schema, { items: before(itemsOf(schema)) }) : schema;
  };
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, before(schema)]));
}

/** A request has its examples in its declaration. */
function examplesBefore(date: string, name: string, newest: TSchema): { readonly examples?: readonly object[] } {
  if (!('examples' in newest)) return {};
  const dayBefore = new Date(Date.parse(date) - 1).toISOString().slice(0, 10);
  return { examples: (newest.examples as readonly object[]).map((one) => undoChanges(name, one, dayBefore)) };
}

/** Named schemas of the document. */
export const OLDER_SHAPES: readonly Shape[] = OLDER.map(({ shape }) => shape);

/** The schema of a request with the names that everyone may use beside the newest. */
export function withOtherNames({ name, schema }: (typeof REQUESTS)[number]): TSchema {
  const others = otherNamesOf(name);
  const properties = Object.entries(propertiesOf(schema)).flatMap(([field, property]) => {
    const other = others[field];
    if (other === undefined) return [[field, property]];
    const description = `The same as \`${field}\`, which wins`;
    return [
      [field, property],
      [other, Type.Optional(changed(property, { description }))],
    ];
  });
  return changed(schema, { properties: Object.fromEntries(properties) });
}

type Table = Readonly<Record<string, { readonly $ref: string }>>;

/** For each date what an account that is pinned before it gets, newest first. Later dates count for earlier ones, too. */
export function interfaceVersions(): readonly { readonly before: string; readonly shapes: Table }[] {
  const shapes: Record<string, { $ref: string }> = {};
  return CHANGES.map(({ date }) => {
    Object.assign(shapes, changedOn(date));
    return { before: date, shapes: { ...shapes } };
  });
}

/** For each date the shapes that changed on it. */
export function changedShapes(): readonly { readonly date: string; readonly shapes: Table }[] {
  return CHANGES.map(({ date }) => ({ date, shapes: changedOn(date) }));
}

function changedOn(wanted: string): Table {
  const changed = OLDER.filter(({ date }) => date === wanted);
  return Object.fromEntries(changed.map(({ name, shape }) => [name, reference(shape)]));
}

/** What an account with an orders envelope gets as the answer about one order. Lists have no envelope. */
export function ordersEnvelope(): Table {
  return {
    [OrderRecord.$id]: reference(OrderEnvelope),
    [RefundedOrder.$id]: reference(RefundedEnvelope),
  };
}

function reference({ $id }: Shape) {
  return { $ref: `#/components/schemas/${$id}` };
}

/** The properties with the descriptions that properties of the same names have now, where they have none. */
function describedLike(properties: TProperties, like: TProperties): TProperties {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, describeLike(schema, like[name])]),
  );
}

function describeLike(schema: TSchema, like: TSchema | undefined): TSchema {
  const description = descriptionOf(schema) ?? (like && descriptionOf(like));
  return changed(schema, {
    ...(description !== undefined && { description }),
    ...('properties' in schema && { properties: describedLike(propertiesOf(schema), propertiesOf(like ?? {})) }),
    ...('items' in schema && { items: describeLike(itemsOf(schema), like && itemsOf(like)) }),
  });
}

function itemsOf(schema: TSchema): TSchema {
  return 'items' in schema ? (schema.items as TSchema) : {};
}

function descriptionOf(schema: TSchema): string | undefined {
  return 'description' in schema && typeof schema.description === 'string' ? schema.description : undefined;
}
