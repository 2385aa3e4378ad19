// What the address of a list says: its tabs, its filters, and where in the list the page begins.
import { isUuid } from '../../../domain/base/identity.js';
import { endOfMexicoDay, startOfMexicoDay } from '../../../domain/base/mexico-day.js';
import type { Mode } from '../../../domain/base/mode.js';
import { parseAmount } from '../../../domain/base/money.js';
import type { PageAsk } from '../../../domain/base/paging.js';
import { parseCursor } from '../../../wire/orders/list.js';
import { amountIn } from '../refusal.js';

export type Query = Readonly<Record<string, unknown>>;
export type ListParameters = Readonly<Record<string, string | null>>;

/** The desk is about real money unless its viewer asks for that of test mode. */
export const DESK_MODES = ['live', 'test'] as const satisfies readonly Mode[];

export function modeIn(query: Query): Mode {
  return query['mode'] === 'test' ? 'test' : 'live';
}

/** As many signs as a field takes. What is longer finds nothing, and would stand a dozen times in the page. */
const LONGEST = 255;

/** The text of a parameter; empty if it is not set. PostgreSQL takes no NUL, so that becomes a sign which nothing has. */
export function filterIn(query: Query, name: string): string {
  const value = query[name];
  return typeof value === 'string' ? value.trim().slice(0, LONGEST).replaceAll('\0', '\ufffd') : '';
}

export function choiceIn<Choice extends string>(query: Query, name: string, choices: readonly Choice[]): Choice | null {
  return choices.find((choice) => choice === query[name]) ?? null;
}

/** Reads the filters of a list, and remembers what was typed and which of it says nothing that we understand. */
export type FilterReader = {
  text(name: string): string | null;
  choice<Choice extends string>(name: string, choices: readonly Choice[]): Choice | null;
  id(name: string): string | null;
  /** The first millisecond of a day of Mexico City. */
  firstDay(name: string): number | null;
  /** The first millisecond after a day, so that the day itself is included. */
  lastDay(name: string): number | null;
  amount(name: string): bigint | null;
  /** One of some tabs. The first one is shown unless another is asked for, and needs no parameter. */
  tab<Tab extends string>(name: string, tabs: readonly [Tab, ...Tab[]]): Tab;
  /** By the name of the parameter, as it was typed. Tabs are not among them. */
  readonly typed: Record<string, string>;
  readonly tabs: Record<string, string>;
  readonly faults: Set<string>;
};

export function createFilterReader(query: Query): FilterReader {
  const typed: Record<string, string> = {};
  const tabs: Record<string, string> = {};
  const faults = new Set<string>();
  const read = <Value>(name: string, parse: (text: string) => Value | null): Value | null => {
    const text = filterIn(query, name);
    if (text === '') return null;
    typed[name] = text;
    const value = parse(text);
    if (value === null) faults.add(name);
    return value;
  };
  return {
    typed,
    tabs,
    faults,
    text: (name) => read(name, (text) => text),
    choice: (name, choices) => read(name, (text) => choices.find((choice) => choice === text) ?? null),
    id: (name) => read(name, (text) => (isUuid(text) ? text : null)),
    firstDay: (name) => read(name, startOfMexicoDay),
    lastDay: (name) => read(name, endOfMexicoDay),
    amount: (name) => read(name, amountOf),
    tab(name, [first, ...others]) {
      const tab = others.find((other) => other === query[name]) ?? first;
      if (tab !== first) tabs[name] = tab;
      return tab;
    },
  };
}

function amountOf(text: string): bigint | null {
  const amount = parseAmount(amountIn({ form: { text } }, 'text'));
  return typeof amount === 'bigint' ? amount : null;
}

/** Former names of the two ways through a list: addresses that people kept still lead there. */
const WAYS = { next: ['next', 'older', 'before'], previous: ['previous', 'newer', 'after'] } as const;

/** Where a list goes on. A cursor that cannot be one is the start. */
export function askIn(query: Query, limit: number, isCursor: (text: string) => boolean = isUuid): PageAsk {
  for (const towards of ['next', 'previous'] as const)
    for (const name of WAYS[towards]) {
      const text = filterIn(query, name);
      const at = parseCursor(text) ?? text;
      if (isCursor(at)) return { at, towards, limit };
    }
  return { at: null, towards: 'next', limit };
}

/** The address of a list with these parameters; those that are empty are left out. */
export function listPath(path: string, parameters: ListParameters): string {
  const set = Object.entries(parameters).filter((entry): entry is [string, string] => (entry[1] ?? '') !== '');
  return set.length === 0 ? path : `${path}?${new URLSearchParams(set)}`;
}
