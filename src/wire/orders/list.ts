// Lists of orders in both generations: the request and the reply (D39).
import type { TProperties } from 'typebox';
import type { Method } from '../../domain/accounts/fee.js';
import { isUuid } from '../../domain/base/identity.js';
import type { Status } from '../../domain/orders/order.js';
import type { OrderFilter } from '../../domain/orders/order-filter.js';
import type { JsonObject } from '../json.js';
import { type Named, named, nullable, refTo } from '../reply.js';
import { type Field, fault, plain } from '../shape/field.js';
import {
  epochParameter,
  isText,
  numberParameter,
  parameter,
  query,
  textParameter,
  wordParameter,
} from '../shape/query.js';
import { Type } from '../shape/type.js';

/** What differs between the generations: the words for a status, the unit of times, and which orders are listed. */
type ListDialect = {
  readonly statuses: Readonly<Record<string, Status>>;
  /** The words that the API reference shows, if not all of them. */
  readonly shownStatuses?: readonly string[];
  readonly msPerUnit: 1 | 1000;
  readonly method: Method | null;
  /** Which field `order_id` searches in this generation. */
  readonly orderId?: string;
};

export type ListRequest<Name extends string> = Pick<
  ReturnType<typeof parametersOf<Name>>,
  'name' | 'fields' | 'schema'
> & {
  read(query: JsonObject): OrderFilter;
};

export const limitParameter = () =>
  plain(numberParameter({ min: 1, max: 100, fallback: 20 }, { description: 'How many at most' }));

/** The query of a list of orders. */
export function listRequest<const Name extends string>(name: Name, dialect: ListDialect): ListRequest<Name> {
  const whole = parametersOf(name, dialect);
  const { msPerUnit } = dialect;
  return {
    ...whole,
    read(given) {
      const asked = whole.read(given);
      return {
        method: dialect.method,
        status: asked.status,
        createdFrom: asked.created_from,
        // The end is inclusive in the generation's unit: a v1 second includes its last millisecond.
        createdTo: asked.created_to === null ? null : asked.created_to + msPerUnit - 1,
        productId: asked.order_id,
        customerEmail: asked.customer_email,
        folio: asked.short_id?.toUpperCase() ?? null,
        before: asked.cursor,
        limit: asked.limit,
      };
    },
  };
}

function parametersOf<const Name extends string>(name: Name, dialect: ListDialect) {
  const { statuses, shownStatuses, msPerUnit, orderId = '`order_id`' } = dialect;
  return query(
    {
      created_from: plain(epochParameter(msPerUnit)),
      created_to: plain(epochParameter(msPerUnit)),
      status: plain(
        wordParameter(statuses, {
          description: 'Only these',
          ...(shownStatuses !== undefined && { shown: shownStatuses }),
        }),
      ),
      order_id: plain(textParameter({ description: `Your ${orderId}` })),
      customer_email: textParameter({ description: 'The e-mail address of the customer, as you sent it' }),
      short_id: textParameter({ description: 'The folio' }),
      cursor: cursorParameter(),
      limit: limitParameter(),
    },
    { name },
  );
}

/** The cursor of a page, read as the id of the last record on the previous page. */
export function cursorParameter(): Field<string | null> {
  return plain({
    schema: parameter(Type.String({ description: '`next_cursor` of the page before' })),
    read: (value, param, reading) =>
      isText(value) ? (parseCursor(value) ?? fault(reading, param, 'invalid_cursor')) : null,
  });
}

/** A cursor is the encoded id of the last record, so that clients do not depend on its form. */
export function formatCursor(uuid: string): string {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex').toString('base64url');
}

export function parseCursor(cursor: string): string | null {
  const hex = /^[A-Za-z0-9_-]{22}$/.test(cursor) ? Buffer.from(cursor, 'base64url').toString('hex') : '';
  const uuid = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return isUuid(uuid) ? uuid : null;
}

/** One page of records of a named shape. */
export function listOf<const Name extends string, P extends TProperties>(shape: Named<Name, P>) {
  return named(
    `${shape.$id}List` as const,
    {
      object: Type.Literal('list', { description: 'What this is' }),
      data: Type.Array(refTo(shape), { description: 'The records of this page' }),
      has_more: Type.Boolean({ description: 'Whether there are more' }),
      next_cursor: nullable(Type.String(), { description: 'Where the next page begins; null if there is none' }),
    },
    { description: 'One page' },
  );
}

export type List<Item> = {
  readonly object: 'list';
  readonly data: Item[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
};

/** A page of what was found: one more than the limit, if there is a next page. */
export function pageOf<Item extends { readonly id: string } | { readonly uuid: string }, Shown>(
  found: readonly Item[],
  limit: number,
  render: (item: Item) => Shown,
): List<Shown> {
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  const next = last === undefined ? null : formatCursor('uuid' in last ? last.uuid : last.id);
  return renderList(page.map(render), next);
}

/** `next` is the cursor of the next page. */
export function renderList<Item>(
  data: Item[],
  next: string | null,
  page: { readonly hasMore: boolean } = { hasMore: next !== null },
): List<Item> {
  return { object: 'list', data, has_more: page.hasMore, next_cursor: next };
}
