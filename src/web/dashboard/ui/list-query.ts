// What the addresses of the desk's lists carry: the mode, filters, and where in the list the page begins.
import { isUuid } from '../../../domain/base/identity.js';
import type { Mode } from '../../../domain/base/mode.js';
import type { ListPage, PageAsk } from '../../../domain/base/paging.js';

export type Query = Readonly<Record<string, unknown>>;

/** The desk is about real money unless its viewer asks for that of test mode. */
export function modeIn(query: Query): Mode {
  return query['mode'] === 'test' ? 'test' : 'live';
}

/** The text of a filter; empty if it is not set, or cannot be the text of anything stored. */
export function filterIn(query: Query, name: string): string {
  const value = query[name];
  return typeof value === 'string' && value.length <= 255 && !value.includes('\0') ? value.trim() : '';
}

export function choiceIn<Choice extends string>(query: Query, name: string, choices: readonly Choice[]): Choice | null {
  return choices.find((choice) => choice === query[name]) ?? null;
}

export function uuidIn(query: Query, name: string): string | null {
  const value = filterIn(query, name);
  return isUuid(value) ? value : null;
}

/** Where a list goes on. A place that cannot be one is the start. */
export function askIn(query: Query, limit: number, isPlace: (text: string) => boolean = isUuid): PageAsk {
  const [next, previous] = [filterIn(query, 'next'), filterIn(query, 'previous')];
  if (isPlace(next)) return { at: next, towards: 'next', limit };
  if (isPlace(previous)) return { at: previous, towards: 'previous', limit };
  return { at: null, towards: 'next', limit };
}

/** The address of a list with these filters; those that are empty are left out. */
export function listPath(path: string, filters: Readonly<Record<string, string | null>>): string {
  const set = Object.entries(filters).filter((entry): entry is [string, string] => (entry[1] ?? '') !== '');
  return set.length === 0 ? path : `${path}?${new URLSearchParams(set)}`;
}

/** Links to the pages of a list before and after this one. */
export function stepsOf(
  path: string,
  filters: Readonly<Record<string, string | null>>,
  { previous, next }: Pick<ListPage<unknown>, 'previous' | 'next'>,
  names: { readonly previous: string; readonly next: string },
) {
  const step = (way: 'previous' | 'next', at: string | null) =>
    at === null ? null : { href: listPath(path, { ...filters, [way]: at }), name: names[way] };
  return { previous: step('previous', previous), next: step('next', next) };
}
