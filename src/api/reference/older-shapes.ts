// The shapes of requests and replies for accounts that do not have the newest ones (D30, D35). They are schemas of their own
// in the document, and two tables say which of them stands for which. They come from the changes of wire/versions, and their
// descriptions, where they have none, from the newest shapes.
import type { TProperties, TSchema } from 'typebox';
import { RefundedEnvelope, RefundedOrder } from '../../wire/money/refunded.js';
import { OrderEnvelope, OrderRecord } from '../../wire/orders/order.js';
import { named } from '../../wire/reply.js';
import { changed, Type } from '../../wire/shape/type.js';
import type { Renames } from '../../wire/versions/change.js';
import { EARLIER_SHAPES, type EarlierShape, otherNamesOf, undoChanges } from '../../wire/versions/in-version.js';
import { REPLIES, REQUESTS } from '../../wire/versions/shapes.js';
import { propertiesOf } from '../../wire/versions/undo.js';
import { CHANGES } from '../../wire/versions/versions.js';

type Shape = TSchema & { readonly $id: string };

const NEWEST = new Map<string, TSchema & { readonly $id?: string }>([
  ...REQUESTS.map(({ name, schema }) => [name, schema] as const),
  ...REPLIES.map((reply) => [reply.$id, reply] as const),
]);

type Older = EarlierShape & { readonly shape: Shape };

/** A request that is no body, such as a query, has no schema of its own in the document. */
const OLDER: readonly Older[] = EARLIER_SHAPES.filter(({ name }) => NEWEST.get(name)?.$id !== undefined).map(
  (earlier) => ({ ...earlier, shape: shapeBefore(earlier) }),
);

/** Named schemas of the document. */
export const OLDER_SHAPES: readonly Shape[] = OLDER.map(({ shape }) => shape);

function shapeBefore(earlier: EarlierShape): Shape {
  const newest = NEWEST.get(earlier.name) ?? {};
  const description = `${earlier.name} of an account or endpoint that is pinned to a date before ${earlier.date}`;
  const shape = named(earlierName(earlier), propertiesBefore(earlier), { description });
  if (!('examples' in newest)) return shape;
  // A request has its examples in its declaration.
  const examples = (newest.examples as readonly object[]).map((one) => exampleBefore(earlier, one));
  return Object.assign(shape, { examples });
}

export function earlierName({ name, date }: Pick<EarlierShape, 'name' | 'date'>): string {
  return `${name}Before${date.replaceAll('-', '')}`;
}

/** An example of a newest shape as it was before. */
export function exampleBefore({ name, date }: EarlierShape, newest: object): object {
  const dayBefore = new Date(Date.parse(date) - 1).toISOString().slice(0, 10);
  return undoChanges(name, newest, dayBefore);
}

/** Where a property refers to a shape that changed on this date or later, it refers to what that was before. */
function propertiesBefore({ name, date, properties }: EarlierShape): TProperties {
  const described = describedLike(properties, propertiesOf(NEWEST.get(name) ?? {}));
  const refer = (schema: TSchema): TSchema => {
    const earlier = '$ref' in schema && EARLIER_SHAPES.findLast((one) => one.name === schema.$ref && one.date >= date);
    return changed(schema, {
      ...(earlier && { $ref: earlierName(earlier) }),
      ...('properties' in schema && { properties: inEach(propertiesOf(schema), refer) }),
      ...('items' in schema && { items: refer(itemsOf(schema)) }),
      ...('anyOf' in schema && { anyOf: (schema.anyOf as readonly TSchema[]).map(refer) }),
    });
  };
  return inEach(described, refer);
}

function inEach(properties: TProperties, change: (schema: TSchema) => TSchema): TProperties {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, change(schema)]));
}

/** For each date the query parameters that changed on it, by the name of the request. */
export function changedQueries(wanted: string): Readonly<Record<string, TProperties>> {
  const changed = EARLIER_SHAPES.filter(({ name, date }) => date === wanted && NEWEST.get(name)?.$id === undefined);
  return Object.fromEntries(changed.map((earlier) => [earlier.name, propertiesBefore(earlier)]));
}

/** The schema of a request with the names that everyone may use beside the newest. */
export function withOtherNames({ name, schema }: (typeof REQUESTS)[number]): TSchema {
  return withNames(schema, otherNamesOf(name), '');
}

function withNames(schema: TSchema, others: Renames, within: string): TSchema {
  if (!('properties' in schema)) return schema;
  const properties = Object.entries(propertiesOf(schema)).flatMap(([field, property]) => {
    const place = within + field;
    const whole = withNames(property, others, `${place}.`);
    const other = others[place];
    if (other === undefined) return [[field, whole]];
    const description = `The same as \`${field}\`, which wins`;
    return [
      [field, whole],
      [other, Type.Optional(changed(whole, { description }))],
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
