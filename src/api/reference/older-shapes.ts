// The shapes of replies for accounts that do not get the newest ones (D30, D35). They are schemas of their own in the
// document, and two tables say which of them stands for which. They come from the declarations of wire/versions, and
// their descriptions from the current shapes.
import type { TProperties, TSchema } from 'typebox';
import { Charge, CreatedCharge } from '../../wire/current/charge.js';
import { OrderRecord } from '../../wire/current/order.js';
import { SmsEvent } from '../../wire/current/sms-event.js';
import { WebhookBody } from '../../wire/current/webhook-body.js';
import {
  MadeOrderRefund,
  MadeRefund,
  RefundedCharge,
  RefundedEnvelope,
  RefundedOrder,
} from '../../wire/money/refunded.js';
import { OrderEnvelope } from '../../wire/orders/order-v2.js';
import { named, refTo } from '../../wire/reply.js';
import type { ReplyName } from '../../wire/versions/change.js';
import { CHANGES } from '../../wire/versions/versions.js';

type Shape = TSchema & { readonly $id: string; readonly properties: TProperties };

const CURRENT: Readonly<Record<ReplyName, Shape>> = {
  createdCharge: CreatedCharge,
  charge: Charge,
  smsEvent: SmsEvent,
  webhookBody: WebhookBody,
  order: OrderRecord,
};

/** What a refund answers with has the record of its generation in it. */
const REFUNDED: Readonly<Partial<Record<ReplyName, { readonly shape: Shape; readonly refund: TSchema }>>> = {
  charge: { shape: RefundedCharge, refund: refTo(MadeRefund) },
  order: { shape: RefundedOrder, refund: refTo(MadeOrderRefund) },
};

type Older = { readonly date: string; readonly of: Shape; readonly shape: Shape };

const OLDER: readonly Older[] = CHANGES.flatMap(({ date, before }) =>
  (Object.entries(before) as [ReplyName, TSchema][]).flatMap(([name, schema]) => olderShapes(date, name, schema)),
);

function olderShapes(date: string, name: ReplyName, schema: TSchema): Older[] {
  const current = CURRENT[name];
  const properties = describedLike(propertiesOf(schema), current.properties);
  const refunded = REFUNDED[name];
  const older = [{ date, of: current, shape: asOf(date, current, properties) }];
  if (refunded === undefined) return older;
  const { shape, refund } = refunded;
  return [...older, { date, of: shape, shape: asOf(date, shape, { ...properties, refund }) }];
}

function asOf(date: string, { $id }: Shape, properties: TProperties): Shape {
  const description = `${$id} of an account or endpoint that is pinned to a date before ${date}`;
  return named(`${$id}Before${date.replaceAll('-', '')}`, properties, { description });
}

/** Named schemas of the document. */
export const OLDER_SHAPES: readonly Shape[] = OLDER.map(({ shape }) => shape);

type Table = Readonly<Record<string, { readonly $ref: string }>>;

/** For each date what an account that is pinned before it gets, newest first. Later dates count for earlier ones, too. */
export function interfaceVersions(): readonly { readonly before: string; readonly shapes: Table }[] {
  const shapes: Record<string, { $ref: string }> = {};
  return CHANGES.map(({ date }) => {
    for (const older of OLDER) if (older.date === date) shapes[older.of.$id] = reference(older.shape);
    return { before: date, shapes: { ...shapes } };
  });
}

/** For each date the shapes that changed on it. */
export function changedShapes(): readonly { readonly date: string; readonly shapes: Table }[] {
  return CHANGES.map(({ date }) => {
    const changed = OLDER.filter((older) => older.date === date);
    return { date, shapes: Object.fromEntries(changed.map(({ of, shape }) => [of.$id, reference(shape)])) };
  });
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

/** A copy keeps everything that TypeBox knows about the schema, such as whether it may be missing. */
function describeLike(schema: TSchema, like: TSchema | undefined): TSchema {
  const copy: TSchema = Object.create(Object.getPrototypeOf(schema), Object.getOwnPropertyDescriptors(schema));
  const description = descriptionOf(schema) ?? (like && descriptionOf(like));
  return Object.assign(
    copy,
    description !== undefined && { description },
    'properties' in schema && { properties: describedLike(propertiesOf(schema), propertiesOf(like ?? {})) },
    'items' in schema && { items: describeLike(itemsOf(schema), like && itemsOf(like)) },
  );
}

function propertiesOf(schema: TSchema): TProperties {
  return 'properties' in schema ? (schema.properties as TProperties) : {};
}

function itemsOf(schema: TSchema): TSchema {
  return 'items' in schema ? (schema.items as TSchema) : {};
}

function descriptionOf(schema: TSchema): string | undefined {
  return 'description' in schema && typeof schema.description === 'string' ? schema.description : undefined;
}
