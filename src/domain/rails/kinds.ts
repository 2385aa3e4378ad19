// The kinds of rail that there are. A new one gets its line here; `rails.kind` of the database has a check of its own.
import type { Method } from '../fee.js';
import { cash } from './cash.js';
import type { RailKind } from './kind.js';
import { spei } from './spei.js';

export const RAIL_KINDS = { spei, cash } as const satisfies Readonly<Record<string, RailKind>>;
export type RailKindName = keyof typeof RAIL_KINDS;

export const RAIL_KIND_NAMES = Object.keys(RAIL_KINDS) as RailKindName[]; // the keys of a table of ours

export function railKindOf(rail: { readonly kind: RailKindName }): RailKind {
  return RAIL_KINDS[rail.kind];
}

/** The first kind that brings the money of orders paid this way. */
export function railPaying(method: Method): RailKindName {
  const paid: BroughtMethod = method; // An error here names a method whose money no kind brings.
  const found = RAIL_KIND_NAMES.find((name) => railKindOf({ kind: name }).pays.includes(paid));
  if (found === undefined) throw new Error(`no rail brings ${method}`);
  return found;
}

type BroughtMethod = (typeof RAIL_KINDS)[RailKindName]['pays'][number];
