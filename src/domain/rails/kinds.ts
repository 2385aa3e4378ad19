// All kinds of rail. Add a new kind here.
import type { Method } from '../accounts/fee.js';
import { cash } from './cash.js';
import { crypto } from './crypto.js';
import type { RailKind } from './kind.js';
import { spei } from './spei.js';

const RAIL_KINDS = {
  spei,
  cash,
  crypto,
} as const satisfies Record<string, RailKind>;
export type RailKindName = keyof typeof RAIL_KINDS;

/** The kind of a form that names none. */
export const DEFAULT_RAIL_KIND: RailKindName = 'spei';

export const RAIL_KIND_NAMES = Object.keys(RAIL_KINDS) as RailKindName[]; // safe: we wrote this table

export function railKindOf(rail: { readonly kind: RailKindName }): RailKind {
  return RAIL_KINDS[rail.kind];
}

/** The first kind that carries payments made by this method. */
export function railPaying(method: Method): RailKindName {
  const paid: BroughtMethod = method; // A compile error here means that no kind carries this method's payments.
  const found = RAIL_KIND_NAMES.find((name) => railKindOf({ kind: name }).pays.includes(paid));
  if (found === undefined) throw new Error(`no rail brings ${method}`);
  return found;
}

type BroughtMethod = (typeof RAIL_KINDS)[RailKindName]['pays'][number];
