// Finds a merchant's orders by what a receipt has on it: folio, id, own number, name, e-mail, telephone, CLABE, reference,
// clave de rastreo or amount, whole or in part. Each way uses an index and gives a limited number of orders.
import type { Deps } from '../../deps.js';
import type { Scope } from '../../domain/accounts/account.js';
import { firstUuidAt, isUuid, LAST_UUID, NIL_UUID, parseOrderId, timeOfUuid } from '../../domain/base/identity.js';
import { parseAmount } from '../../domain/base/money.js';
import type { Order } from '../../domain/orders/order.js';
import type { OrderChoice } from '../../domain/orders/order-view.js';
import {
  GRAM,
  gramOfAmount,
  hasWords,
  rarestGrams,
  searchable,
  searchText,
  wordsOf,
} from '../../domain/orders/search-text.js';
import * as retention from '../../store/keeping/retention.js';
import { findByPayTo, findByTracking } from '../../store/orders/order-numbers.js';
import { chooseOrders, pageOfOrders } from '../../store/orders/order-pages.js';
import {
  endsOfTexts,
  findTexts,
  listNewest,
  type Stretch,
  sampleTexts,
  type TextSearch,
  walkTexts,
} from '../../store/orders/order-texts.js';
import type { IndexCursor } from './index-orders.js';

/** So many orders a search gives at most in each way. Who looks for one of more has to say more. */
export const MOST_FOUND = 200;
/** So many orders without a text are looked at one by one. */
const MOST_NEWEST = 2_000;

type FindDeps = Pick<Deps, 'db'>;
type FindCall = { readonly scope: Scope; readonly search: string; readonly choice: OrderChoice };

export type Found = {
  /** Newest first. */
  readonly orders: readonly Order[];
  /** Whether there may be more than these. */
  readonly isCut: boolean;
};

export async function findOrders({ db }: FindDeps, call: FindCall): Promise<Found> {
  const { scope, choice } = call;
  const search = call.search.replaceAll('\0', '').trim();
  const whole = wholeId(search);
  if (whole !== null) return { orders: await chooseOrders(db, scope, choice, [whole]), isCut: false };
  const found = await Promise.all([
    byNumbers(db, scope, search),
    ...textsOf(search).map((words) => byText(db, call, words)),
    byAmount(db, call, amountOf(search)),
    amongNewest(db, scope, search),
  ]);
  const ids = [...new Set(found.flat())];
  return { orders: await chooseOrders(db, scope, choice, ids), isCut: found.some((one) => one.length >= MOST_FOUND) };
}

/** An id, with or without its first letters, in any case. */
export function wholeId(search: string): string | null {
  const id = search.toLowerCase();
  return parseOrderId(id) ?? (isUuid(id) ? id : null);
}

async function byNumbers(db: FindDeps['db'], scope: Scope, search: string): Promise<string[]> {
  const digits = search.replace(/[\s-]/g, '');
  const [paidTo, tracked] = await Promise.all([
    /^\d{12,19}$/.test(digits) ? findByPayTo(db, scope, digits, MOST_FOUND) : [],
    /^[\w-]{6,64}$/.test(search) ? findByTracking(db, scope, [...new Set([search, search.toUpperCase()])]) : [],
  ]);
  return [...paidTo, ...tracked];
}

/**
 * What the text of an order may contain: the words that were typed, in any order, or, if each is so short that many texts
 * have it, as they were typed; and the digits of a telephone, however they are grouped.
 */
function textsOf(search: string): (readonly string[])[] {
  const words = wordsOf(search);
  const typed = words.every(({ length }) => length < GRAM) ? [searchable(search)] : words;
  const digits = search.replace(/\D/g, '');
  const isPhone = /^[+\d][\d\s().-]*$/.test(search) && digits.length >= 7;
  return [typed, ...(isPhone ? [[digits.slice(-10)]] : [])].filter(([first = '']) => first !== '');
}

/** So many of the newest texts are read before any index: what people look for is often new. */
const WALKED = 2_000;
/** The orders of a merchant are seen as so many stretches of time, and so many texts of each tell what is usual. */
const STRETCHES = 16;
const SAMPLED = 20;
/** What so many of the sampled texts have is usual: reading texts finds it sooner than the index does. */
const USUAL = 8;

async function byText(db: FindDeps['db'], { scope, choice }: FindCall, words: readonly string[]): Promise<string[]> {
  const search: TextSearch = { words, ...rangeOf(choice), limit: MOST_FOUND };
  const newest = await walkTexts(db, scope, search, { stretches: [search], each: WALKED });
  if (newest.length >= MOST_FOUND || words.every(({ length }) => length < GRAM)) return newest;
  const ends = await endsOfTexts(db, scope, search);
  if (ends === null) return newest;
  const stretches = stretchesOf(search, ends);
  const sample = await sampleTexts(db, scope, stretches, SAMPLED);
  const isUsual = sample.filter((text) => hasWords(text, words)).length >= USUAL;
  const usual = isUsual ? await walkTexts(db, scope, search, { stretches, each: WALKED }) : [];
  if (usual.length >= MOST_FOUND) return usual;
  return [...newest, ...(await findTexts(db, scope, search, rarestGrams(scope, words, sample)))];
}

/** Stretches of equal time, the newest first. Of the newest one the sample takes the newest orders. */
function stretchesOf({ first, end }: Stretch, { oldest, newest }: { oldest: string; newest: string }): Stretch[] {
  const [from, to] = [timeOfUuid(oldest), timeOfUuid(newest)];
  const cuts = Array.from({ length: STRETCHES - 1 }, (_, at) =>
    firstUuidAt(from + ((at + 1) * (to - from)) / STRETCHES),
  );
  const edges = [first, ...cuts, end];
  return edges
    .slice(1)
    .map((edge, at) => ({ first: edges[at] ?? first, end: edge }))
    .reverse();
}

async function byAmount(db: FindDeps['db'], call: FindCall, amount: bigint | null): Promise<string[]> {
  if (amount === null) return [];
  const { scope, choice } = call;
  const page = { at: null, towards: 'next', limit: MOST_FOUND } as const;
  const { orders } = await pageOfOrders(db, scope, { ...choice, tab: 'all', least: amount, most: amount }, page);
  const newest = orders.map(({ uuid }) => uuid);
  if (newest.length >= MOST_FOUND) return newest;
  const search: TextSearch = { words: [], ...rangeOf(choice), limit: MOST_FOUND };
  return [...newest, ...(await findTexts(db, scope, search, [gramOfAmount(scope, amount)]))];
}

/** "$1,234.50", "1234.5" or "1234". */
export function amountOf(search: string): bigint | null {
  if (!/^\$?\s?\d{1,3}(,\d{3})*(\.\d{1,2})?$|^\$?\s?\d+(\.\d{1,2})?$/.test(search)) return null;
  const amount = parseAmount(search.replace(/[$,\s]/g, ''));
  return typeof amount === 'bigint' ? amount : null;
}

/** Orders that the worker has not reached yet. */
async function amongNewest(db: FindDeps['db'], scope: Scope, search: string): Promise<string[]> {
  const { place } = await retention.readMark<IndexCursor>(db, 'texts');
  const newest = await listNewest(db, scope, place.after ?? NIL_UUID, MOST_NEWEST);
  const texts = textsOf(search);
  return newest
    .filter((order) => texts.some((words) => hasWords(searchText(order), words)))
    .map(({ uuid }) => uuid)
    .slice(0, MOST_FOUND);
}

function rangeOf({ from, before }: OrderChoice): { first: string; end: string } {
  return {
    first: from === null ? NIL_UUID : firstUuidAt(from),
    end: before === null ? LAST_UUID : firstUuidAt(before),
  };
}
