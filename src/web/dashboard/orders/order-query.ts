// The address of a list of orders: what it says about tab, search, filters and place, read and written.

import { METHODS } from '../../../domain/accounts/fee.js';
import { DAY_MS, HOUR_MS } from '../../../domain/base/duration.js';
import { mexicoDay, startOfMexicoDay } from '../../../domain/base/mexico-day.js';
import { parseAmount } from '../../../domain/base/money.js';
import { ORDER_TABS, type OrderChoice, type OrderTab } from '../../../domain/orders/order-view.js';
import type { OrderCursor } from '../../../store/orders/order-pages.js';
import { formatCursor, parseCursor } from '../../../wire/orders/list.js';
import { amountIn } from '../refusal.js';

/** The fields as they were typed. */
export type TypedFilters = Readonly<Record<(typeof FILTERS)[number], string>>;

export type OrderQuery = {
  readonly search: string;
  readonly choice: OrderChoice;
  readonly place: OrderCursor;
  readonly typed: TypedFilters;
  /** Filters that say nothing we understand. */
  readonly faults: readonly (typeof FILTERS)[number][];
};

const FILTERS = ['from', 'to', 'method', 'point', 'min', 'max'] as const;
const LONGEST_SEARCH = 255;

type Query = Readonly<Record<string, unknown>>;

export function readOrderQuery(query: Query): OrderQuery {
  const typed = Object.fromEntries(FILTERS.map((name) => [name, textOf(query, name)])) as Record<
    (typeof FILTERS)[number],
    string
  >;
  const from = typed.from === '' ? null : startOfMexicoDay(typed.from);
  const to = typed.to === '' ? null : startOfMexicoDay(typed.to);
  const method = METHODS.find((one) => one === typed.method) ?? null;
  const least = amountOf(typed, 'min');
  const most = amountOf(typed, 'max');
  const faults = FILTERS.filter(
    (name) => typed[name] !== '' && { from, to, method, point: typed.point, min: least, max: most }[name] === null,
  );
  return {
    search: textOf(query, 'q').slice(0, LONGEST_SEARCH),
    choice: {
      tab: ORDER_TABS.find((tab) => tab === query['tab']) ?? 'all',
      from,
      // The next day starts 23 to 25 hours later, so 26 hours later is certainly within it.
      before: to === null ? null : startOfMexicoDay(mexicoDay(to + DAY_MS + 2 * HOUR_MS)),
      method,
      point: typed.point === '' ? null : typed.point,
      least,
      most,
    },
    place: placeOf(query),
    typed,
    faults,
  };
}

/** The query of the same list in another tab or at another place, with its question mark. */
export function writeOrderQuery(
  { search, choice, typed }: Pick<OrderQuery, 'search' | 'choice' | 'typed'>,
  { tab = choice.tab, place = null }: { readonly tab?: OrderTab; readonly place?: OrderCursor } = {},
): string {
  const query = new URLSearchParams();
  if (search !== '') query.set('q', search);
  if (tab !== 'all') query.set('tab', tab);
  for (const name of FILTERS) if (typed[name] !== '') query.set(name, typed[name]);
  if (place !== null) {
    const [name, uuid] = 'older' in place ? ['older', place.older] : ['newer', place.newer];
    query.set(name, formatCursor(uuid));
  }
  return query.size === 0 ? '' : `?${query}`;
}

export function hasFilters({ typed }: Pick<OrderQuery, 'typed'>): boolean {
  return FILTERS.some((name) => typed[name] !== '');
}

function placeOf(query: Query): OrderCursor {
  const older = parseCursor(textOf(query, 'older'));
  if (older !== null) return { older };
  const newer = parseCursor(textOf(query, 'newer'));
  return newer === null ? null : { newer };
}

function amountOf(typed: Readonly<Record<string, string>>, name: string): bigint | null {
  const amount = parseAmount(amountIn({ form: typed }, name));
  return typeof amount === 'bigint' ? amount : null;
}

function textOf(query: Query, name: string): string {
  const value = query[name];
  return typeof value === 'string' ? value.replaceAll('\0', '').trim() : '';
}
