// What people search an order by: a text of its folio, its customer and the merchant's own number, without case and
// accents. An index over every three characters of it (grams) finds any part of the text that has at least three. Words are
// found in any order.
import type { Scope } from '../accounts/account.js';
import { isLive } from '../base/mode.js';
import type { Order } from './order.js';

export type SearchedOrder = Pick<Order, 'folio' | 'amount'> & {
  readonly customer: Pick<Order['customer'], 'name' | 'email' | 'phone'>;
  readonly product: Pick<Order['product'], 'id'>;
};

/** So much of each field is searched. */
const LONGEST_FIELD = 80;
/** A search of fewer characters uses no gram. */
export const GRAM = 3;

/** One field a line, so that no search finds the end of one and the beginning of the next. */
export function searchText({ folio, customer, product }: SearchedOrder): string {
  const phone = (customer.phone ?? '').replace(/\D/g, '');
  const fields = [folio, product.id, customer.name, customer.email, phone, ...[folio, product.id].map(withoutSigns)];
  const lines = fields.map((field) => searchable(field).slice(0, LONGEST_FIELD)).filter((field) => field !== '');
  return [...new Set(lines)].join('\n');
}

/** People leave hyphens and dots of a number out: ABC7001 is ABC-7001. */
function withoutSigns(number: string): string {
  return number.replace(/[^\p{L}\p{N}\p{M}]/gu, '');
}

/** So many words of a search count. */
const MOST_WORDS = 8;

/** What a text must have, in whatever order: the surname may come first. */
export function wordsOf(search: string): string[] {
  const words = searchable(search)
    .split(/[\s,;]+/)
    .filter((word) => word !== '');
  return [...new Set(words)].slice(0, MOST_WORDS);
}

export function hasWords(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word));
}

/** Lower case, without accents, with single blanks. */
export function searchable(text: string): string {
  return withoutAccents(text).toLowerCase().replace(/\s+/g, ' ').trim();
}

/** Most texts are plain ones, which takes a third of the time. */
function withoutAccents(text: string): string {
  return /^[ -~]*$/.test(text) ? text : text.normalize('NFKD').replace(/\p{M}|\0/gu, '');
}

/** Whose grams they are: those of a merchant's orders, or (null) those of payments, which need have no merchant. */
type GramSpace = Omit<Scope, 'accountId'> & { readonly accountId: string | null };

/** What an order or a payment is found by: the grams of its text, and its amount. */
export function gramsOf(scope: GramSpace, text: string, amount: bigint): number[] {
  const salt = saltOf(scope);
  const grams = new Set([gramOfAmount(scope, amount)]);
  for (const line of text.split('\n'))
    for (let end = GRAM; end <= line.length; end++) grams.add(hash(line, salt, end - GRAM, end));
  return [...grams];
}

/** So many grams of a search are looked up. */
const LOOKED_UP = 4;

/**
 * Those grams of some words that fewest of these texts have. The index holds a list of orders for each gram: "@exampl" may be
 * in a million of them, and reading the lists of all grams of an e-mail address takes half a second.
 */
export function rarestGrams(scope: GramSpace, words: readonly string[], texts: readonly string[]): number[] {
  return rarestPieces(words, texts).map((piece) => gramOf(scope, piece));
}

/** Those pieces of some words that fewest of these texts have; none of words that are shorter than a gram. */
export function rarestPieces(words: readonly string[], texts: readonly string[]): string[] {
  return [...new Set(words.flatMap(piecesOf))]
    .map((piece) => ({ piece, usual: texts.filter((text) => text.includes(piece)).length }))
    .sort((one, other) => one.usual - other.usual)
    .slice(0, LOOKED_UP)
    .map(({ piece }) => piece);
}

function piecesOf(word: string): string[] {
  return Array.from({ length: Math.max(0, word.length - GRAM + 1) }, (_, at) => word.slice(at, at + GRAM));
}

export function gramOf(scope: GramSpace, piece: string): number {
  return hash(piece, saltOf(scope));
}

export function gramOfAmount(scope: GramSpace, amount: bigint): number {
  return gramOf(scope, `=${amount}`);
}

function saltOf({ accountId, mode }: GramSpace): number {
  return hash(`${accountId}${isLive(mode)}`, FNV_START);
}

const FNV_START = 0x811c9dc5;

/** FNV-1a, as a number that PostgreSQL's integer holds. Two that happen to be equal are told apart by the text. */
function hash(text: string, start: number, from = 0, to = text.length): number {
  let value = start;
  for (let at = from; at < to; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value | 0;
}
