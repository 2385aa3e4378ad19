// The balances as their merchant sees them.
import type { Scope } from '../../../domain/accounts/account.js';
import type { Balances } from '../../../domain/money/ledger.js';
import type { Queryable } from '../../../store/db.js';
import { findBalances } from '../../../store/money/balances.js';
import { sumOfParts } from '../../../store/orders/order-pages.js';

/** `parts` of what is held wait for the rest of their orders, and for nobody's decision. */
export type OwnBalances = Balances & { readonly parts: bigint };

export async function ownBalances(db: Queryable, scope: Scope): Promise<OwnBalances> {
  const [balances, parts] = await Promise.all([findBalances(db, scope), sumOfParts(db, scope)]);
  return { ...balances, parts };
}
