// Provides CLABEs (D28): a new one for each order, or one for all orders of the same customer. When a prefix has no new
// one left, those of orders that ended long ago are used again, if the operator allows it (D77).
import type { Scope } from '../domain/accounts/account.js';
import { clabeCapacity, makeClabe, TEST_CLABE_PREFIX } from '../domain/points/clabe.js';
import { AppError } from '../errors/errors.js';
import type { Queryable } from '../store/db.js';
import { findCustomerClabe, keepCustomerClabe } from '../store/points/customer-clabes.js';
import type { NumberBlocks } from './number-blocks.js';

export type TakenClabe = { readonly clabe: string; readonly isReused: boolean };

export type Clabes = {
  /** A CLABE that no open order has. */
  next(prefix: string): Promise<TakenClabe>;
  /** The CLABE of a merchant's customer. The first call makes it, and it never changes. */
  ofCustomer(scope: Scope, customerId: string, prefix: string): Promise<TakenClabe>;
  /** Takes back the CLABE of an order that was surely not stored, for the next order. */
  giveBack(prefix: string, taken: TakenClabe): void;
};

/** A CLABE of an order that ended long ago; null if there is none. */
export type ClabeReuse = (prefix: string) => Promise<string | null>;

const NO_REUSE: ClabeReuse = async () => null;

export function createClabes(db: Queryable, numbers: NumberBlocks, reuse: ClabeReuse = NO_REUSE): Clabes {
  const returned = new Map<string, TakenClabe[]>();

  async function next(prefix: string): Promise<TakenClabe> {
    const back = returned.get(prefix)?.pop();
    if (back !== undefined) return back;
    const numbered = await numbers.next(prefix, clabeCapacity(prefix));
    if (numbered !== null) return { clabe: makeClabe(prefix, numbered.serial, numbered.secret), isReused: false };
    const rested = prefix === TEST_CLABE_PREFIX ? null : await reuse(prefix);
    if (rested === null) throw new AppError('clabe_pool_exhausted');
    return { clabe: rested, isReused: true };
  }

  function giveBack(prefix: string, taken: TakenClabe): void {
    const list = returned.get(prefix) ?? [];
    list.push(taken);
    returned.set(prefix, list);
  }

  return {
    next,
    giveBack,
    async ofCustomer(scope, customerId, prefix) {
      const known = await findCustomerClabe(db, scope, customerId);
      if (known !== null) return { clabe: known, isReused: false };
      const fresh = await nextNew(prefix);
      const kept = await keepCustomerClabe(db, scope, { customerId, clabe: fresh.clabe });
      if (kept !== fresh.clabe) giveBack(prefix, fresh);
      return { clabe: kept, isReused: false };
    },
  };

  /** A customer keeps a CLABE for ever and pays any amount to it, so it must never have been another order's. */
  async function nextNew(prefix: string): Promise<TakenClabe> {
    const taken = await next(prefix);
    if (!taken.isReused) return taken;
    giveBack(prefix, taken);
    throw new AppError('clabe_pool_exhausted');
  }
}
