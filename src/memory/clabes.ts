// Provides CLABEs (D28): a new one for each order, or one for all orders of the same customer.
import type { Scope } from '../domain/account.js';
import { clabeCapacity, makeClabe } from '../domain/clabe.js';
import { AppError } from '../errors.js';
import type { Queryable } from '../store/db.js';
import { findCustomerClabe, keepCustomerClabe } from '../store/numbers/customer-clabes.js';
import type { NumberBlocks } from './number-blocks.js';

export type Clabes = {
  /** A CLABE that was never used before. */
  next(prefix: string): Promise<string>;
  /** The CLABE of a merchant's customer. The first call makes it, and it never changes. */
  ofCustomer(scope: Scope, customerId: string, prefix: string): Promise<string>;
};

export function createClabes(db: Queryable, numbers: NumberBlocks): Clabes {
  async function next(prefix: string): Promise<string> {
    const numbered = await numbers.next(prefix, clabeCapacity(prefix));
    if (numbered === null) throw new AppError('clabe_pool_exhausted');
    return makeClabe(prefix, numbered.serial, numbered.secret);
  }

  return {
    next,
    async ofCustomer(scope, customerId, prefix) {
      const known = await findCustomerClabe(db, scope, customerId);
      return known ?? keepCustomerClabe(db, scope, { customerId, clabe: await next(prefix) });
    },
  };
}
