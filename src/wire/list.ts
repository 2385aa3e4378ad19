// Lists as both generations ask for them and show them (D39).

import type { Method } from '../domain/fee.js';
import { isUuid } from '../domain/identity.js';
import type { Status } from '../domain/order.js';
import type { OrderFilter } from '../domain/order-filter.js';
import { type Fault, invalidRequest } from '../errors.js';
import type { JsonObject } from './fields.js';

/** What differs between the generations: their words for a status, the unit of their times, what they list. */
export type ListDialect = {
  readonly statuses: Readonly<Record<string, Status>>;
  readonly msPerUnit: 1 | 1000;
  readonly method: Method | null;
};

const MAX_LIMIT = 100;
const DEFAULT_LIMIT = 20;

export function readListQuery(query: JsonObject, dialect: ListDialect): OrderFilter {
  const faults: Fault[] = [];
  // A parameter that stands twice arrives as an array: the last one counts, as in a form.
  const given = (name: string): string | null => {
    const value = [query[name]].flat().at(-1);
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const text = (name: string): string | null => {
    const value = given(name);
    if (value?.includes('\0')) faults.push({ param: name, error: 'invalid_characters' });
    return value;
  };
  const time = (name: string): number | null => {
    const value = given(name);
    if (value === null) return null;
    if (/^\d{1,14}$/.test(value)) return Number(value) * dialect.msPerUnit;
    faults.push({
      param: name,
      error: 'not_an_epoch',
      details: {
        unit_es: dialect.msPerUnit === 1 ? 'milisegundos' : 'segundos',
        unit_en: dialect.msPerUnit === 1 ? 'milliseconds' : 'seconds',
      },
    });
    return null;
  };
  const status = (): Status | null => {
    const value = given('status');
    if (value === null) return null;
    const found = Object.entries(dialect.statuses).find(([word]) => word.toLowerCase() === value.toLowerCase())?.[1];
    if (found === undefined) {
      faults.push({
        param: 'status',
        error: 'not_allowed',
        details: { allowed: Object.keys(dialect.statuses).join(', ') },
      });
    }
    return found ?? null;
  };
  const limit = (): number => {
    const value = given('limit');
    if (value === null) return DEFAULT_LIMIT;
    const number = /^\d{1,3}$/.test(value) ? Number(value) : 0;
    if (number < 1 || number > MAX_LIMIT)
      faults.push({ param: 'limit', error: 'out_of_range', details: { min: 1, max: MAX_LIMIT } });
    return number;
  };
  const cursor = (): string | null => {
    const value = given('cursor');
    const uuid = value === null ? null : parseCursor(value);
    if (value !== null && uuid === null) faults.push({ param: 'cursor', error: 'invalid_cursor' });
    return uuid;
  };

  const from = time('created_from');
  const to = time('created_to');
  const filter: OrderFilter = {
    method: dialect.method,
    status: status(),
    createdFrom: from,
    // Inclusive in the generation's unit: a v1 second lasts until its last millisecond.
    createdTo: to === null ? null : to + dialect.msPerUnit - 1,
    productId: text('order_id'),
    customerEmail: text('customer_email'),
    folio: text('short_id')?.toUpperCase() ?? null,
    before: cursor(),
    limit: limit(),
  };
  if (faults.length > 0) throw invalidRequest(...faults);
  return filter;
}

/** The cursor is the last order's id in another dress, so that nobody builds on its form. */
export function formatCursor(uuid: string): string {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex').toString('base64url');
}

function parseCursor(cursor: string): string | null {
  const hex = /^[A-Za-z0-9_-]{22}$/.test(cursor) ? Buffer.from(cursor, 'base64url').toString('hex') : '';
  const uuid = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return isUuid(uuid) ? uuid : null;
}

/** One page as JSON text; `next` is the cursor of the following page. */
export function renderList(records: readonly unknown[], next: string | null): string {
  return JSON.stringify({ object: 'list', data: records, has_more: next !== null, next_cursor: next });
}
